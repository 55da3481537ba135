"""Vehicles and guns over the socket: counters, menus with guns and drives, targets, arcs, directions."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from msgspec.structs import replace

from lnlt.content.games import build_game
from lnlt.matches import new_match
from lnlt.situations.reading import load
from lnlt.situations.setup import make_game
from table_helpers import Player, Table, at_table, serving

BATTLES = Path(__file__).parents[1] / "browser" / "battles"


async def begin(table: Table, battle: str) -> dict[str, Any]:
    """A battle of the browser tests as a game of two people at one screen."""
    setup = replace(make_game(load(BATTLES / f"{battle}.toml")).setup, pause_at_phase_end=False)
    record = new_match(build_game(setup, battle), 1).text()
    answer = await table.http.post("/api/games/import", json={"record": record, "hot_seat": True})
    assert answer.status_code == 201, answer.text
    found: dict[str, Any] = answer.json()
    return found


def piece(player: Player, name: str) -> dict[str, Any]:
    """A counter by its id."""
    found: dict[str, Any] = next(p for p in player.update["position"]["pieces"] if p["id"] == name)
    return found


@at_table
async def test_counters_show_facing_hatch_and_company(tmp_path: Path) -> None:
    """15.0.1, 15.1, 16.0: hull and turret, open or buttoned, who rides where."""
    async with serving(tmp_path) as table:
        game = await begin(table, "parade")
        async with table.seat(game["id"], game["seats"][0]["key"]) as player:
            turned = piece(player, "turned")
            assert (turned["gear"]["facing"], turned["gear"]["turret"]) == (1, 3)
            assert turned["gear"]["armor"] == ["5/4", "3/4", "2/3"]
            assert turned["gear"]["hatch"] == "buttoned"
            assert "buttoned" in [chip["key"] for chip in turned["chips"]]
            assert piece(player, "sherman")["gear"]["hatch"] == "open"
            assert piece(player, "jeep")["gear"]["hatch"] == ""
            rider = piece(player, "bravo")
            assert (rider["aboard"], rider["riding"], rider["at"]) == ("turned", "outside", "E4")
            assert piece(player, "alfa")["riding"] == "inside"
            assert "on top of turned" in rider["label"]
            assert "its turret faces F5/E5" in turned["label"]
            assert "gear" not in piece(player, "fox")


@at_table
async def test_guns_drives_and_directions(tmp_path: Path) -> None:
    """14.1, 15.0, 15.1: an item for each weapon and way to drive; turning the turret ends with a direction."""
    async with serving(tmp_path) as table:
        game = await begin(table, "duel")
        async with table.seat(game["id"], game["seats"][0]["key"]) as player:
            menu = (await player.ask("menu", at="D10"))["menu"]
            items = {item["text"]: item for item in menu["items"] if not item.get("refusal")}
            assert {"Gun", "Gun, then move", "Machine gun (4)", "Machine gun on the roof (4)", "Drive"} <= items.keys()
            turns = [o for item in menu["items"] for o in item.get("options", ()) if o.get("turn")]
            assert {o["turn"] for o in turns} == {"Turn the turret of Vehicle sherman"}
            assert [o["bearing"] for o in turns] == [330, 90, 150, 210, 270]

            gun = items["Gun"]
            found = await player.ask("targets", at="D10", units=gun["units"], mode=gun["mode"])
            targets = {one["key"]: one for one in found["targets"]}
            assert targets.keys() == {"I4 panzer", "K6 infantry"}
            card = targets["I4 panzer"]["card"]
            assert card["title"] == "Vehicle sherman fires its gun at Vehicle panzer in I4"
            assert [roll["what"] for roll in card["rolls"]] == [
                "fate",
                "to_hit",
                "penetration",
                "penetration",
                "morale_check",
                "crew",
            ]
            assert round(sum(c["p"] for c in card["rolls"][2]["chances"]), 3) == 1
            assert (card["rolls"][2]["p"], card["rolls"][3]["p"]) == (0.2222, 0.1944)

            drive = items["Drive"]
            reach = (await player.ask("reach", units=drive["units"], mode=drive["mode"]))["reach"]
            hexes = {one["at"]: one for one in reach["hexes"]}
            assert next(f["bearing"] for f in hexes["E9"]["facings"]) == 30
            assert len(hexes["E9"]["facings"]) == 6
            answer = await player.give(*hexes["E9"]["facings"][2]["do"])
            assert answer["type"] == "update"
            assert player.update["decision"]["question"] == "reaction"


@at_table
async def test_arcs_of_what_stands_in_a_hex(tmp_path: Path) -> None:
    """14.1, 14.1.3: what hull and turret cover, and the facings around them with their armor."""
    async with serving(tmp_path) as table:
        game = await begin(table, "duel")
        async with table.seat(game["id"], game["seats"][0]["key"]) as player:
            hull, turret = (await player.ask("arcs", at="D10"))["arcs"]
            assert (hull["part"], turret["part"]) == ("hull", "turret")
            assert hull["hexes"] == []
            assert {"D9", "E9", "I4"} <= set(turret["hexes"])
            assert not {"C9", "D11", "E10"} & set(turret["hexes"])
            assert [(s["facing"], s["armor"], s["start"], s["end"]) for s in hull["sectors"]] == [
                ("front", "5", 330, 450),
                ("flank", "3", 90, 150),
                ("rear", "2", 150, 270),
                ("flank", "3", 270, 330),
            ]
            (gun,) = (await player.ask("arcs", at="K6"))["arcs"]
            assert gun["sectors"] == []
            assert gun["hexes"]
            assert (await player.ask("arcs", at="C10"))["arcs"] == []
            assert (await player.ask("arcs", at="Z99"))["type"] == "fault"


@at_table
async def test_where_a_round_may_fall(tmp_path: Path) -> None:
    """18.2: the card of a mission names the hexes with their exact chances."""
    async with serving(tmp_path) as table:
        game = await begin(table, "mission")
        async with table.seat(game["id"], game["seats"][0]["key"]) as player:
            menu = (await player.ask("menu", at="D9"))["menu"]
            calls = [i for i in menu["items"] if any(o["kind"] == "call_mission" for o in i.get("options", ()))]
            order = next(i["do"] for i in calls if i["options"][0]["at"] == "H5")
            card = (await player.ask("card", do=order))["card"]
            (roll,) = card["rolls"]
            assert roll["what"] == "scatter"
            assert len(roll["chances"]) == 18
            assert {chance["p"] for chance in roll["chances"]} == {0.0556}
