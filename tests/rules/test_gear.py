"""Chapter 23, 21.5 and 21.7: what situations cannot say: codes, packs, games without such counters."""

from __future__ import annotations

import tomllib

from lnlt.content.packs import load_catalog, weapon_traits
from lnlt.core.game import Game
from lnlt.core.state import State
from lnlt.rules.ch02_outline import begin
from lnlt.rules.ch14_ordnance.guns import gun_of
from lnlt.rules.ch14_ordnance.legality import check_place
from lnlt.rules.ch14_ordnance.to_hit import Aim
from lnlt.situations.reading import check
from lnlt.situations.setup import make_game


def position(text: str) -> tuple[Game, State]:
    """The game and first position of a situation."""
    game = make_game(check({"id": "x", "title": "x", "rule": ["1.0"], "step": [], **tomllib.loads(text)}, "x.toml"))
    return game, begin(game, seed=1).state


def test_kinds_have_their_traits() -> None:
    """23.1, 23.2: a weapon of a kind has what every one of it has, wherever it is defined."""
    modern, old = load_catalog("modern").weapons, load_catalog("ww2").weapons
    assert {"with_ifp", "no_load", "never_captured"} <= modern["mod-us-m203"].abilities
    assert modern["mod-us-m203"].uses == 2
    assert "light" in old["ww2-us-sw-stickybomb"].abilities
    assert "light" not in old["ww2-su-sw-rpg43"].abilities
    assert weapon_traits("machine_gun", ("jams",)) == {"jams"}


def test_no_missile_out_of_a_building() -> None:
    """1.6.6#2: an AA weapon is not fired from Buildings, huts or Bunkers; in the open only its target counts."""
    game, s = position(
        """
        era = "modern"
        weapons = [
          { id = "w0", kind = "aa_missile", ammo = "aa", to_hit = [[20, 7, 9]] },
          { id = "w1", kind = "aa_missile", ammo = "aa", to_hit = [[20, 7, 9]] },
          { id = "w2", kind = "aa_missile", ammo = "aa", to_hit = [[20, 7, 9]] },
          { id = "w3", kind = "aa_missile", ammo = "aa", to_hit = [[20, 7, 9]] },
        ]
        units = [
          { id = "open", side = "us", kind = "squad", values = "2-6-4-5", at = "C3", carries = ["w0"] },
          { id = "house", side = "us", kind = "squad", values = "2-6-4-5", at = "F3", carries = ["w1"] },
          { id = "hut", side = "us", kind = "squad", values = "2-6-4-5", at = "I3", carries = ["w2"] },
          { id = "bunker", side = "us", kind = "squad", values = "2-6-4-5", at = "L3/bunker", carries = ["w3"] },
          { id = "e", side = "su", kind = "squad", values = "2-6-4-5", at = "C6" },
        ]
        [board]
        hexes = { F3 = "lc_building", I3 = "bamboo_huts" }
        markers = [{ kind = "bunker", at = "L3", strength = 2, facing = "L4" }]
        """
    )
    found = []
    for unit in range(4):
        aim = Aim(unit, unit, s.units[4].at)
        gun = gun_of(game, s, unit, unit)
        assert gun is not None
        refusal = check_place(game, s, aim, gun, s.units[unit].at)
        assert refusal is not None
        found.append((refusal.rule, refusal.code))
    assert found == [("1.6.6", "only_at_aircraft"), *[("1.6.6", "not_from_here")] * 3]


def test_flags_only_where_needed() -> None:
    """23.0: a game without such counters does not look for them."""
    game, _ = position('units = [{ id = "a", side = "us", kind = "squad", values = "2-5-4-6", at = "C3" }]')
    assert (game.grenades, game.claymores, game.heavy, game.boats) == (False, False, False, False)
