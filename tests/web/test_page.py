"""The page in a real browser: what a person does with it, from a first attack to a branch of a branch."""

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import riskcore
from riskcore.lab.battles.campaign_odds import campaign_odds
from riskcore.web.game.study import Study

from .conftest import Play, Table
from .test_whole_games import CLICKER

LOADED = "#ask h2"


def open_page(page: Any, table: Table) -> None:
    page.goto(table.host)
    page.wait_for_selector(LOADED)


def press(page: Any, place: str) -> None:
    """Click a territory by its name where it is drawn."""
    page.locator(f'.riskmap-territory[data-territory="{place}"]').dispatch_event("click")


def until(page: Any, condition: str) -> None:
    """Wait for something to be so. It is asked from here, for the page lets nobody evaluate text in it."""
    for _ in range(400):
        if page.evaluate(condition):
            return
        page.wait_for_timeout(20)
    raise AssertionError(f"never so: {condition}")


def here(page: Any) -> str:
    return str(page.locator("#slider").get_attribute("aria-valuetext"))


def set_up(table: Table, **position: Any) -> None:
    """Put the game into a position before anybody looks at it."""
    table.session.tree.set_up(position)


def in_battle(table: Table) -> None:
    """The person of seat 0 attacks from Brazil, which has plenty, into North Africa."""
    owners = {"Brazil": 0, "North Africa": 1, "Peru": 0, "Congo": 2}
    set_up(table, owners=owners, rest=1, armies={"Brazil": 20, "North Africa": 3}, phase="attack", player=0)


def test_a_first_attack_by_two_clicks(play: Play, page: Any) -> None:
    table = play()
    in_battle(table)
    open_page(page, table)
    press(page, "Brazil")
    press(page, "North Africa")
    page.get_by_role("button", name="Assault").click()
    until(page, "document.querySelector('#log').textContent.includes('takes North Africa')")
    africa = table.session.tree.rules.board.territory("North Africa")
    assert table.session.tree.game.state.owner[africa] == 0


def test_the_odds_of_an_attack_are_told_where_one_is_thought_of(play: Play, page: Any) -> None:
    table = play()
    in_battle(table)
    open_page(page, table)
    press(page, "Brazil")
    page.locator('[data-territory="North Africa"]').dispatch_event("pointerover")
    until(page, "/takes North Africa in \\d+\\.\\d of 100 tries/.test(document.querySelector('#hint').textContent)")


def test_the_odds_of_a_campaign_are_told_where_the_last_of_several_is_pointed_at(play: Play, page: Any) -> None:
    table = play()
    owners = {"Brazil": 0, "North Africa": 1, "Egypt": 1, "Peru": 0, "Congo": 2}
    set_up(table, owners=owners, rest=1, armies={"Brazil": 20, "North Africa": 3}, phase="attack", player=0)
    open_page(page, table)
    press(page, "Brazil")
    page.locator('[data-territory="Egypt"]').dispatch_event("pointerover")
    until(page, "document.querySelector('#hint').textContent.includes('takes North Africa, then Egypt in ')")
    odds = campaign_odds(table.session.tree.rules, 20, [3, 1], places=["Brazil", "North Africa", "Egypt"])
    assert f"in {100 * odds.win:.1f} of 100 tries" in page.inner_text("#hint")


def test_rules_and_goals_are_read_beside_the_board(play: Play, page: Any) -> None:
    table = play("capitals")
    goal = {"words": "games end by round 20", "verdict": "pass", "value": "round 12"}
    table.session.play_study = lambda plan: Study(7, "greedy", (), "<p>A report</p>", (goal,))
    open_page(page, table)
    page.get_by_role("tab", name="Rules").click()
    page.wait_for_selector("#page iframe")
    assert "capital" in str(page.locator("#page iframe").get_attribute("srcdoc"))
    page.get_by_role("tab", name="Report").click()
    page.wait_for_selector("#page iframe[srcdoc='<p>A report</p>']")
    page.keyboard.press("ArrowRight")
    until(page, "document.querySelector('#page').textContent.includes('games end by round 20')")
    page.get_by_role("tab", name="What happened").click()
    assert page.is_visible("#log")


def test_a_bot_says_what_it_would_do(play: Play, page: Any) -> None:
    table = play()
    in_battle(table)
    open_page(page, table)
    page.get_by_label("Bot to ask").select_option("greedy")
    page.get_by_role("button", name="What would it do?").click()
    until(page, "/Greedy would choose: assault .* from Brazil/.test(document.querySelector('#hint').textContent)")
    assert table.session.tree.here == 1


def test_an_attack_may_be_made_again_without_picking_again(play: Play, page: Any) -> None:
    table = play(seats=("you", "you", "you"))
    in_battle(table)
    open_page(page, table)
    press(page, "Brazil")
    press(page, "North Africa")
    page.get_by_role("button", name="Attack: 3 dice").click()
    page.get_by_label("attacker: 3 dice").wait_for()
    page.get_by_role("button", name="Defend: 1 die").click()
    page.get_by_role("button", name="Attack: 3 dice").click()
    page.get_by_role("button", name="Defend: 1 die").wait_for()
    assert page.get_by_label("defender rolls").count() == 1  # of the battle before


def test_an_order_has_limits(play: Play, page: Any) -> None:
    table = play()
    in_battle(table)
    open_page(page, table)
    press(page, "Brazil")
    press(page, "North Africa")
    page.get_by_text("Limits").click()
    page.get_by_label("keep", exact=True).fill("18")
    page.get_by_label("more: keep").click()
    page.get_by_role("button", name="Assault").click()
    until(page, "document.querySelectorAll('.line').length > 1")
    africa = table.session.tree.rules.board.territory("North Africa")
    assert table.session.tree.nodes[-1].move[1:] == (
        table.session.tree.rules.board.territory("Brazil"), africa, 19, -1_000_000, 0
    )  # fmt: skip


def test_the_dice_to_choose_from_are_drawn(play: Play, page: Any) -> None:
    table = play("expert", seats=("you", "you", "you"))
    in_battle(table)
    tree = table.session.tree
    brazil, africa = (tree.rules.board.territory(name) for name in ("Brazil", "North Africa"))
    tree.push(("attack", brazil, africa, 3))
    tree.push(("defend", 2))
    open_page(page, table)
    assert page.locator("#ask .dice .die").count() == 5
    told = str(page.get_by_label("attacker rolls").get_attribute("aria-label"))
    assert page.locator("#ask .move .die circle").count() == sum(
        face for face in map(int, re.findall(r"\d", told)) if face < 6
    )


def test_what_rules_keep_is_shown_on_the_map_and_beside_it(play: Play, page: Any) -> None:
    table = play("capitals")
    territories = table.session.tree.rules.board.territories
    in_battle(table)
    places = [territories.index(name) for name in ("Brazil", "North Africa", "Congo")]
    table.session.tree.game.state.data["capitals"][:] = places
    open_page(page, table)
    assert "Orange: Brazil" in page.inner_text(".known")
    assert page.locator(".riskmap-sign").count() == 3
    assert "capitals of Sky" in str(page.locator('[data-territory="North Africa"]').get_attribute("aria-label"))


def test_a_link_leads_those_who_look_on_to_a_position(play: Play, page: Any) -> None:
    table = play()
    in_battle(table)
    table.session.tree.push(("done",))
    open_page(page, table)
    page.evaluate("Object.defineProperty(navigator, 'clipboard', {value: undefined})")
    page.keyboard.press("ArrowLeft")
    page.get_by_text("Looking back").wait_for()
    page.get_by_label("Copy", exact=True).select_option("link")
    link = page.inner_text("dialog pre")
    page.goto("about:blank")
    page.goto(link)
    page.get_by_text("Looking back").wait_for()
    assert table.session.host not in link
    assert here(page).startswith("move 1 of 2")


def test_bots_that_go_step_by_step_wait_for_each_step(play: Play, page: Any) -> None:
    table = play()
    in_battle(table)
    open_page(page, table)
    page.get_by_label("Pace of the bots").select_option("step by step")
    page.get_by_role("button", name="Done", exact=True).click()
    page.get_by_role("button", name="Done", exact=True).click()  # no march either
    page.get_by_role("button", name="One move", exact=True).click()
    until(page, "document.querySelector('#slider').max === '4'")
    assert page.get_by_role("button", name="One move", exact=True).is_visible()
    assert page.get_by_label("Pace of the bots").input_value() == ""
    assert table.session.tree.game.to_move == 1


def test_who_looks_back_is_left_in_peace_while_the_game_goes_on(play: Play, page: Any) -> None:
    table = play(seats=("friend",))
    session = table.session
    in_battle(table)
    page.goto(table.address(session.spectator))
    page.wait_for_selector(LOADED)
    page.keyboard.press("ArrowLeft")
    page.get_by_text("Looking back").wait_for()
    session.play(("done",))
    until(page, "document.querySelector('#slider').max === '2'")
    assert page.get_by_text("Looking back").is_visible()


def test_armies_are_dragged_with_a_finger(play: Play, browser: Any) -> None:
    table = play()
    in_battle(table)
    context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True)
    page = context.new_page()
    open_page(page, table)
    places = [table.session.tree.rules.board.territory(name) for name in ("Brazil", "North Africa")]
    boxes = [page.locator(".riskmap-label").nth(place).bounding_box() for place in places]
    (x, y), (u, v) = [(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) for box in boxes]
    finger = context.new_cdp_session(page)
    finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    for way in (0.25, 0.5, 0.75, 1):
        points = [{"x": x + (u - x) * way, "y": y + (v - y) * way}]
        finger.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": points})
    until(page, "document.querySelector('.riskmap-arrow').getAttribute('d')")
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    until(page, "document.querySelector('.picks')?.textContent.includes('Brazil → North Africa')")
    assert page.locator(".riskmap-arrow").get_attribute("d")  # the attack that was picked
    context.close()


def test_what_is_not_legal_says_why(play: Play, page: Any) -> None:
    table = play()
    in_battle(table)
    open_page(page, table)
    press(page, "Peru")
    until(page, "document.querySelector('#hint').textContent.includes('an attack needs 2 armies'.slice(3))")


def test_the_board_is_played_with_the_keyboard(play: Play, page: Any) -> None:
    table = play()
    in_battle(table)
    open_page(page, table)
    page.locator('[data-territory="Brazil"]').focus()
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowRight")
    assert page.evaluate("document.activeElement.dataset.territory") == "North Africa"
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Attack: 3 dice").focus()
    page.keyboard.press("Enter")
    until(page, "document.querySelector('#log').textContent.includes('North Africa')")


def test_a_whole_turn_with_nothing_but_the_keyboard(play: Play, page: Any) -> None:
    table = play()
    owners = {"Brazil": 0, "North Africa": 1, "Peru": 0, "Congo": 2}
    set_up(table, owners=owners, rest=1, armies={"Brazil": 20}, phase="place", player=0, reserve=[3, 0, 0])
    table.session.pace = None
    open_page(page, table)
    keys = page.keyboard

    def tab_to(condition: str) -> None:
        for _ in range(60):
            if page.evaluate(f"document.activeElement.matches('{condition}')"):
                return
            keys.press("Tab")
        raise AssertionError(condition)

    tab_to("[data-territory=Brazil]")
    keys.press("Enter")  # the focus is on the stepper then
    keys.press("ArrowDown")
    keys.press("Enter")
    until(page, "document.querySelector('#log').textContent.includes('Places 2 on Brazil')")
    tab_to("#ask [data-key^=place]")
    keys.press("Enter")
    until(page, "document.querySelector('#ask').textContent.includes('Attack')")
    tab_to("[data-territory=Brazil]")
    keys.press("Enter")
    keys.press("ArrowRight")
    keys.press("Enter")
    tab_to("[data-key^=attack]")
    keys.press("Enter")
    until(page, "document.querySelector('#log').textContent.includes('North Africa')")
    for _ in range(9):
        if "thinks" in page.inner_text("#ask") or "wait" in page.inner_text("#ask"):
            break
        tab_to("#ask [data-key^=done], #ask input, [data-key^=defend]")
        now = here(page)
        keys.press("Enter")
        until(page, f"document.querySelector('#slider').getAttribute('aria-valuetext') !== '{now}'")
    assert table.session.tree.game.state.turn == 2


def test_undo_redo_and_a_branch_from_an_earlier_position(play: Play, page: Any) -> None:
    table = play()
    in_battle(table)
    tree = table.session.tree
    open_page(page, table)
    start = tree.here
    press(page, "Brazil")
    press(page, "North Africa")
    page.get_by_role("button", name="Assault").click()
    until(page, "document.querySelectorAll('.line').length > 1")
    page.get_by_role("button", name="Undo", exact=True).click()
    until(page, f"document.querySelector('#slider').value === '{start}'")
    assert tree.here == start
    page.get_by_role("button", name="Redo", exact=True).click()
    until(page, f"document.querySelector('#slider').value === '{start + 1}'")
    page.keyboard.press("ArrowLeft")
    page.get_by_role("button", name="Play on from here").click()
    until(page, "document.querySelector('#ask').textContent.includes('Attack')")
    page.get_by_role("button", name="Done", exact=True).click()
    until(page, "document.querySelector('.tree') !== null")
    assert [node.parent for node in tree.nodes[1:]].count(start) == 2


def test_looking_back_changes_nothing(play: Play, page: Any) -> None:
    table = play()
    in_battle(table)
    open_page(page, table)
    page.locator("#slider").focus()
    page.keyboard.press("ArrowLeft")
    until(page, "document.querySelector('#ask').textContent.includes('Looking back')")
    assert table.session.tree.here == 1
    page.get_by_role("button", name="Return to the game").click()
    until(page, "document.querySelector('#ask').textContent.includes('Attack')")


def test_a_position_set_up_in_the_page_is_played_on_from(play: Play, page: Any) -> None:
    table = play()
    in_battle(table)
    open_page(page, table)
    page.get_by_role("button", name="Set up", exact=True).click()
    page.get_by_label("armies on Peru").fill("33")
    page.get_by_role("button", name="Play on from this").click()
    peru = table.session.tree.rules.board.territory("Peru")
    until(page, "document.querySelector('[data-territory=Peru]').getAttribute('aria-label').includes('33 armies')")
    assert table.session.tree.game.state.armies[peru] == 33


def bring(page: Any, text: str) -> None:
    """Open something."""
    page.get_by_role("button", name="Open", exact=True).click()
    page.get_by_label("What to open").fill(text)
    page.locator("dialog .move").click()


def test_a_position_goes_on_here_and_a_save_in_a_game_of_its_own(play: Play, page: Any) -> None:
    table = play(seats=("you", "you", "you"))
    in_battle(table)
    tree = table.session.tree
    brazil, africa = (tree.rules.board.territory(name) for name in ("Brazil", "North Africa"))
    tree.push(("attack", brazil, africa, 3))  # in the middle of a battle
    text, save = tree.game.position_text(), tree.game.to_json()
    tree.push(("defend", 1))
    open_page(page, table)
    bring(page, text)
    until(page, "document.querySelector('#slider').max === '4'")
    assert tree.game.position_text() == text
    bring(page, save)
    page.wait_for_url(lambda url: table.session.host not in url)
    page.wait_for_selector(LOADED)
    opened = table.store.find(page.url.split("#")[1])
    assert opened is not None
    assert opened.tree.game.position_text() == text


def test_a_dispute_is_copied_as_a_scenario_which_opens_again(play: Play, page: Any) -> None:
    table = play()
    in_battle(table)
    open_page(page, table)
    press(page, "Brazil")
    press(page, "North Africa")
    page.get_by_role("button", name="Attack: 3 dice").click()
    until(page, "document.querySelector('#log').textContent.includes('North Africa')")
    page.evaluate("Object.defineProperty(navigator, 'clipboard', {value: undefined})")
    page.get_by_label("Copy", exact=True).select_option("scenario")
    text = page.inner_text("dialog pre")
    page.get_by_role("button", name="Close").click()
    assert "attack North Africa from Brazil" in text
    bring(page, text)
    page.wait_for_url(lambda url: table.session.host not in url)
    page.wait_for_selector(LOADED)
    until(page, "document.querySelector('[data-territory=Brazil]').getAttribute('aria-label').includes('20 armies')")


def test_bots_that_are_skipped_come_to_the_next_decision_at_once(play: Play, page: Any) -> None:
    table = play()
    session = table.session
    session.pace = 60.0
    in_battle(table)
    open_page(page, table)
    page.get_by_role("button", name="Done", exact=True).click()
    page.get_by_role("button", name="Done", exact=True).click()  # no march either
    until(page, "document.querySelector('#ask').textContent.includes('thinks')")
    page.get_by_role("button", name="Skip", exact=True).click()
    until(page, "document.querySelector('#status').textContent.includes('you decide')")
    assert (session.hurried, session.pace) == (False, 60.0)


def test_the_variant_of_the_form_is_kept_as_a_file(play: Play, page: Any) -> None:
    table = play("capitals")
    open_page(page, table)
    page.get_by_role("button", name="New game", exact=True).click()
    page.locator("details", has_text="capitals").locator("summary").first.click()
    page.get_by_label("bonus armies").fill("9")
    until(page, "document.querySelector('.sheet pre').textContent.includes('bonus_armies = 9')")
    with page.expect_download() as download:
        page.get_by_role("button", name="Save as a file").click()
    text = Path(download.value.path()).read_text(encoding="utf-8")
    kept = riskcore.parse_variant(text)
    assert next(rule.parameters for rule in kept.rules if rule.name == "capitals")["bonus_armies"] == 9


def test_a_reload_in_the_middle_of_a_battle_goes_on(play: Play, page: Any) -> None:
    table = play(seats=("you", "you", "you"))
    in_battle(table)
    open_page(page, table)
    press(page, "Brazil")
    press(page, "North Africa")
    page.get_by_role("button", name="Attack: 3 dice").click()
    until(page, "document.querySelector('#ask').textContent.includes('defender chooses')")
    page.reload()
    until(page, "document.querySelector('#ask').textContent.includes('defender chooses')")
    page.locator("#ask .move").first.click()
    until(page, "document.querySelector('#ask').textContent.includes('Attack')")
    assert len(table.session.tree.game.state.frames) == 2


def test_a_secret_choice_at_one_screen_has_a_curtain(play: Play, page: Any) -> None:
    table = play("capitals", seats=("you", "you", "you"))
    session = table.session
    open_page(page, table)
    while session.tree.game.phase != "name capitals":
        session.play(tuple(next(iter(session.tree.game.legal_moves))))
        page.reload()
    page.wait_for_selector("#curtain:not([hidden])")
    assert page.locator("[data-legal]").count() == 0
    page.locator("#curtain button").click()
    until(page, "document.querySelectorAll('[data-legal]').length > 0")
    page.locator("[data-legal]").first.dispatch_event("click")
    page.locator("#ask .move").first.click()
    page.wait_for_selector("#curtain:not([hidden])")
    assert "capitals chosen" not in page.inner_text("body")


def test_two_browsers_and_neither_sees_the_others_cards(play: Play, page: Any, browser: Any) -> None:
    table = play(seats=("you", "friend"), players=3)
    hands = {"0": [0, 1, 2], "1": [3, 4, 5]}
    set_up(table, owners={"Brazil": 0, "Peru": 1}, rest=2, hands=hands, phase="trade", player=0)
    context = browser.new_context()
    other = context.new_page()
    names = table.session.tree.rules.board.territories
    heard: dict[Any, list[str]] = {page: [], other: []}
    for each, address in ((page, table.host), (other, table.address(table.session.seats[1].token))):
        each.on("websocket", lambda ws, each=each: ws.on("framereceived", lambda frame: heard[each].append(str(frame))))
        each.goto(address)
        each.wait_for_selector(LOADED)
    for each, own, others in ((page, [0, 1, 2], [3, 4, 5]), (other, [3, 4, 5], [0, 1, 2])):
        until(each, "document.querySelectorAll('.card').length === 3")
        shown = each.inner_text("#hand")
        assert all(names[card] in shown for card in own)
        assert not any(names[card] in shown for card in others)
        views = [text for text in heard[each] if '"hands"' in text]
        assert views
        for text in views:
            told = re.search(r'"hands": (\[\[.*?\]\])', text)
            assert told is not None
            assert sorted(int(card) for card in re.findall(r"-?\d+", told[1])) == [-1, -1, -1, *own]
    context.close()


PLUGIN = '''
import attrs
from riskcore import Action, Event, Move, Phase, domains, hookimpl
from riskcore.flow import close
from riskcore.sequences import insert_before

class Plead(Move, kind="plead"):
    """Beg somebody for mercy in a number of words."""
    owner: int = domains.owner()
    words: int = domains.count(1, 3)
    loud: int = domains.die(1)

def enter(state, player):
    state.frames.append(["pleading", player])

def legal(state, frame):
    others = [owner for owner in range(state.players) if owner != frame[1] and state.alive[owner]]
    return [Plead(owner, words, loud) for owner in others for words in (1, 2, 3) for loud in (0, 1)]

def play(state, frame, move):
    if move[1] == frame[1]:
        return "nobody pleads with themselves"
    close(state)

@attrs.frozen(eq=False)
class Pleading:
    """Everybody pleads before attacking."""

    @hookimpl(wrapper=True)
    def turn(self):
        """Before attacking, players plead with one another."""
        steps = yield
        return insert_before(steps, "attack", "pleading")

    @hookimpl
    def phases(self):
        return (Phase("pleading", enter, (Action(Plead, legal, play),), words="plead with somebody"),)
'''


def test_a_rule_written_an_hour_ago_is_played_to_the_end(tmp_path: Path, play: Play, page: Any) -> None:
    file = tmp_path / "pleading.py"
    file.write_text(PLUGIN, encoding="utf-8")
    variant = riskcore.load_variant("capitals", rules=["pleading"], plugin_files=[file])
    table = play(variant)
    table.session.pace = 0
    open_page(page, table)
    told = page.evaluate(f"({CLICKER})(300000, 1000)")
    assert told["over"], told
    assert any(node.move and node.move[0] == "plead" and node.mover == 0 for node in table.session.tree.nodes)


def test_another_game_with_another_parameter_and_the_same_seed(play: Play, page: Any) -> None:
    table = play("capitals")
    open_page(page, table)
    page.get_by_role("button", name="New game", exact=True).click()
    page.locator("details", has_text="capitals").locator("summary").first.click()
    page.get_by_label("bonus armies").fill("many")
    until(page, "document.querySelector('.verdict').textContent.includes('whole number')")
    page.get_by_label("bonus armies").fill("9")
    until(page, "document.querySelector('.verdict').textContent.includes('go together')")
    page.get_by_role("button", name="Start").click()
    page.wait_for_url(lambda url: table.session.host not in url)
    page.wait_for_selector(LOADED)
    begun = table.store.find(page.url.split("#")[1])
    assert begun is not None
    assert next(rule.parameters for rule in begun.variant.rules if rule.name == "capitals")["bonus_armies"] == 9
    assert begun.tree.seed == table.session.tree.seed


def test_the_same_game_again_needs_no_new_games_of_bots(play: Play, page: Any) -> None:
    table = play()
    table.session.play_study = lambda plan: Study(7, "greedy", (), "<p>A report</p>", ())
    open_page(page, table)
    page.get_by_role("tab", name="Report").click()
    page.wait_for_selector("#page iframe")
    page.get_by_role("button", name="New game", exact=True).click()
    page.get_by_role("button", name="Start").click()
    page.wait_for_url(lambda url: table.session.host not in url)
    page.get_by_role("tab", name="Report").click()
    page.wait_for_selector("#page iframe[srcdoc='<p>A report</p>']")


@contextmanager
def command(folder: Path, port: int) -> Iterator[str]:
    """`riskvar play` as a process, killed in the end; its address."""
    words = [sys.executable, "-c", "from riskcore.cli import main; main()", "play", "classic-1959", "--no-browser"]
    words += ["--games", str(folder), "--port", str(port), "--seed", "3"]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as process:
        assert process.stdout is not None
        address = re.search(r"http\S+", process.stdout.readline())
        assert address is not None
        yield address[0]
        os.kill(process.pid, signal.SIGKILL)


def test_a_server_that_is_killed_and_started_again_goes_on(tmp_path: Path, page: Any, browser: Any) -> None:
    context = browser.new_context()  # its console says that the server is gone
    shown = context.new_page()
    with command(tmp_path, 0) as address:
        port = int(address.split(":")[2].split("/")[0])
        shown.goto(address)
        shown.wait_for_selector("#ask .move, [data-legal]", timeout=15000)
        until(shown, "document.querySelectorAll('[data-legal]').length > 0")
        shown.locator("[data-legal]").first.dispatch_event("click")
        shown.locator("#ask .move").first.click()
        until(shown, "document.querySelectorAll('.line').length > 0")
        before = shown.inner_text("#log .line >> nth=0")
    until(shown, "document.body.classList.contains('offline')")
    with command(tmp_path, port):
        until(shown, "!document.body.classList.contains('offline')")
        until(shown, "document.querySelectorAll('.line').length > 0")
        assert shown.inner_text("#log .line >> nth=0") == before
    context.close()
