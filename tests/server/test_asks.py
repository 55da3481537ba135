"""Questions that change nothing: menus, targets, reach, cards, reasons, lines, fields, danger, hints."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

from table_helpers import Player, at_table, serving


async def play_until(player: Player, question: str, seed: int = 1) -> None:
    """Play at random until a question is asked."""
    rng = random.Random(seed)
    await player.play(rng, lambda u: bool(u.get("decision")) and u["decision"]["question"] == question)
    assert player.update["decision"]["question"] == question


async def menu(player: Player, at: str) -> dict[str, Any]:
    """The menu of a place."""
    found: dict[str, Any] = (await player.ask("menu", at=at))["menu"]
    return found


@at_table
async def test_menu_offers_whole_orders_and_greyed_reasons(tmp_path: Path) -> None:
    """A stack's menu has moves by mode, orders one click gives, and refusals with text and section."""
    async with serving(tmp_path) as table:
        game = await table.create(hot_seat=True)
        async with table.seat(game["id"], game["seats"][0]["key"]) as one:
            found = await menu(one, "G2")
            items = found["items"]
            assert [key for key, _ in found["groups"]] == ["activate", "fire", "move", "smoke", "spot"]
            moves = {i["mode"]: i["units"] for i in items if i.get("next") == "reach"}
            assert moves["normal"] == ["us-a", "us-b", "tom"]
            greyed = [i for i in items if i.get("refusal")]
            assert any("not spotted" in i["refusal"] and i["rule"] == "10.1" for i in greyed)
            assert any("out of sight" in i["refusal"] for i in greyed)
            spot = next(i for i in items if i["key"] == "spot.us-a")
            assert [c["do"] for c in spot["do"]] == ["activate", "spot"]
            assert (await one.give(*spot["do"]))["type"] == "update"
            assert (await menu(one, "A1")) == {"at": "A1"}
            assert (await one.ask("menu", at="QQ7"))["code"] == "no_such_place"


@at_table
async def test_reach_gives_costs_ways_threats_and_the_order(tmp_path: Path) -> None:
    """Every place of a reach has its cost, its way, what may answer there, and an order that works."""
    async with serving(tmp_path) as table:
        game = await table.create(hot_seat=True)
        async with table.seat(game["id"], game["seats"][0]["key"]) as one:
            reach = (await one.ask("reach", units=["us-a", "us-b", "tom"], mode="normal"))["reach"]
            assert reach["at"] == "G2"
            assert ["assault", "Assault Move"] in reach["modes"]
            places = {h["at"]: h for h in reach["hexes"]}
            assert places["H2"]["cost"] == "1 MP"
            assert places["H1"]["path"] == ["G2", "H2", "H1"]
            assert [s["text"] for s in places["H1"]["steps"]] == ["H2", "H1"]
            threat = places["H3"]["threats"][0]
            assert threat["origin"] == "J5"
            assert 0 < threat["p"] < 1
            assert (await one.ask("reach", units=["nobody"]))["code"] == "no_such_unit"
            refused = (await one.ask("reach", units=["us-a"], mode="hit_and_run"))["reach"]
            assert refused["refusal"]
            assert (await one.give(*places["H1"]["do"]))["type"] == "update"
            at = {p["id"]: p["at"] for p in one.update["position"]["pieces"]}
            assert at["us-a"] == at["us-b"] == at["tom"] == "H1"


@at_table
async def test_double_time_takes_the_leader_along(tmp_path: Path) -> None:
    """6.2: the menu's Double-Time has the Leader in it, goes further than a move, and says why it cannot alone."""
    async with serving(tmp_path) as table:
        game = await table.create(hot_seat=True)
        async with table.seat(game["id"], game["seats"][0]["key"]) as one:
            item = next(i for i in (await menu(one, "G2"))["items"] if i.get("mode") == "double_time")
            assert item["units"] == ["us-a", "us-b", "tom"]
            plain = (await one.ask("reach", units=item["units"], mode="normal"))["reach"]["hexes"]
            reach = (await one.ask("reach", units=item["units"], mode="double_time"))["reach"]
            assert {h["at"] for h in reach["hexes"]} > {h["at"] for h in plain}
            alone = (await one.ask("reach", units=["us-a", "us-b"], mode="double_time"))["reach"]
            assert not alone.get("hexes")
            assert "only with a Good Order Leader" in alone["refusal"]
            assert alone["rule"] == "6.2"
            far = next(h for h in reach["hexes"] if h["cost"] == "6 MP")
            assert (await one.give(*far["do"]))["type"] == "update"


@at_table
async def test_where_units_can_enter(tmp_path: Path) -> None:
    """22.0: who waits can be asked about together: hexes with cost and order, ways to move, or why not."""
    async with serving(tmp_path) as table:
        game = await table.create("infantry-training", hot_seat=True, seed="19")
        async with table.seat(game["id"], game["seats"][0]["key"]) as one:
            await play_until(one, "entry_group")
            picks = [o["unit"] for o in one.update["decision"]["options"] if o["kind"] == "add_mover"]
            first, *others = dict.fromkeys(picks)
            reach = (await one.ask("reach", units=[first]))["reach"]
            assert ["normal", "Move"] in reach["modes"]
            door = reach["hexes"][0]
            assert door["cost"].endswith("MP")
            assert [c["do"] for c in door["do"]] == ["add_mover", "enter_at"]
            crowd = (await one.ask("reach", units=[first, *others]))["reach"]
            assert not crowd.get("hexes")
            assert crowd["refusal"]
            assert "hexes" not in (await one.ask("reach"))["reach"]
            # Those who are taken into the group are told; the rest can still be asked about.
            assert (await one.give(door["do"][0]))["type"] == "update"
            assert one.update["decision"]["picked"] == [first]
            both = (await one.ask("reach", units=others[:1]))["reach"]["hexes"][0]
            assert (await one.give(*both["do"]))["type"] == "update"
            at = {p["id"]: p["at"] for p in one.update["position"]["pieces"] if p.get("at")}
            assert at[first] == at[others[0]] == both["at"]


@at_table
async def test_targets_have_cards_and_orders(tmp_path: Path) -> None:
    """Targets come with the best group's order, both sums and exact chances; the card of that order is the same."""
    async with serving(tmp_path) as table:
        game = await table.create("assault-on-vierville", hot_seat=True, seed="4")
        async with table.seat(game["id"], game["seats"][0]["key"]) as one:
            rng = random.Random(2)
            shots: list[dict[str, Any]] = []
            while not shots and one.options:
                kinds = {o["kind"] for o in one.options}
                if kinds & {"fire", "op_fire"}:
                    shot = next(o for o in one.options if o["kind"] in ("fire", "op_fire"))
                    mode = "op_fire" if shot["kind"] == "op_fire" else ""
                    shots = (await one.ask("targets", at=shot["origin"], mode=mode))["targets"]
                    break
                await one.give(rng.choice(one.options)["do"])
            assert shots
            card = shots[0]["card"]
            assert card["kind"] in ("fire", "opportunity")
            for roll in card["rolls"]:
                assert [s["name"] for s in roll["sums"]] == ["attack", "defence"]
                assert all(line["rule"] for s in roll["sums"] for line in s["lines"])
                assert abs(sum(c["p"] for c in roll["chances"]) - 1) < 0.001
            assert (await one.ask("card", do=shots[0]["do"]))["card"] == card
            assert (await one.give(*shots[0]["do"]))["type"] == "update"
            dice = [m for m in one.update["entries"][0]["motions"] if m["what"] == "dice"]
            assert dice


@at_table
async def test_why(tmp_path: Path) -> None:
    """An order is allowed, or refused with the section that forbids it."""
    async with serving(tmp_path) as table:
        game = await table.create()
        async with table.seat(game["id"], game["seats"][0]["key"]) as one:
            allowed = (await one.ask("why", do=[{"do": "activate", "at": "G2"}]))["why"]
            assert allowed["allowed"]
            refused = (await one.ask("why", at="G2", to="I5"))["why"]
            assert (refused["allowed"], refused["rule"]) == (False, "10.3.2")
            assert (await one.ask("why", do=[{"do": "dance"}]))["code"] == "malformed"
            assert (await one.ask("card", do=[]))["code"] == "empty"
            assert "card" not in await one.ask("card", do=[{"do": "activate", "at": "G2"}])
            assert (await one.ask("card", do=[{"do": "activate", "at": "I5"}]))["code"] == "not_possible"


@at_table
async def test_sight_field_danger(tmp_path: Path) -> None:
    """Lines are explained hex by hex, fields list what is seen, danger maps what can answer; onlookers may ask too."""
    async with serving(tmp_path) as table:
        game = await table.create()
        async with table.seat(game["id"]) as watcher:
            sight = (await watcher.ask("sight", at="G2", to="I5"))["sight"]
            assert (sight["verdict"], sight["range"], sight["rule"]) == ("blocked", 4, "10.3.2")
            assert {h["effect"] for h in sight["hexes"]} == {"clear", "degrading", "blocking"}
            seen = {h["at"]: h["verdict"] for h in (await watcher.ask("field", at="G2"))["field"]}
            assert "I5" not in seen
            assert seen["G3"] == "clear"
            danger = {h["at"]: h for h in (await watcher.ask("danger", units=["us-a"]))["danger"]}
            assert danger["H3"]["by"]
            assert 0 < danger["H3"]["p"] < 1
            assert "I5" not in danger
            assert (await watcher.ask("sight", at="G2", to=""))["code"] == "no_such_place"


@at_table
async def test_hint_is_an_order_that_works(tmp_path: Path) -> None:
    """A hint names what the best computer player would do; only the side that is asked gets one."""
    async with serving(tmp_path, think_seconds=60) as table:
        game = await table.create()
        async with (
            table.seat(game["id"], game["seats"][0]["key"]) as one,
            table.seat(game["id"], game["seats"][1]["key"]) as two,
        ):
            hint = (await one.ask("hint"))["hint"]
            assert hint["text"]
            assert (await two.ask("hint"))["code"] == "no_hint"
            assert (await one.give(*hint["do"]))["type"] == "update"


@at_table
async def test_question_before_the_dice_has_its_card(tmp_path: Path) -> None:
    """Once somebody is chosen to fire, the question itself shows sums and chances."""
    async with serving(tmp_path) as table:
        game = await table.create(hot_seat=True, seed="2")
        async with table.seat(game["id"], game["seats"][0]["key"]) as one:
            rng = random.Random(4)
            await one.play(rng, lambda u: any(o["kind"] == "open_fire" for o in u["decision"].get("options", [])))
            card = one.update["decision"]["card"]
            assert 0 < card["any"] <= 1
            assert [s["name"] for s in card["rolls"][0]["sums"]] == ["attack", "defence"]
            shot = next(o["do"] for o in one.options if o["kind"] == "open_fire")
            assert (await one.ask("card", do=[shot]))["card"]["rolls"] == card["rolls"]
