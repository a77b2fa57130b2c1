"""The page for those who do not see it or use no mouse: axe-core looks for what a screen reader would trip over."""

import shutil
import subprocess
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from .conftest import Play, Table
from .test_page import in_battle, open_page, press, until

AXE = "axe.run(document, {resultTypes: ['violations']}).then((found) => found.violations)"


@cache
def axe_core() -> str:
    """The source of axe-core, which npm installs."""
    npm = shutil.which("npm")
    root = subprocess.run([npm, "root", "--global"], capture_output=True, text=True).stdout.strip() if npm else ""
    source = Path(root) / "axe-core" / "axe.min.js"
    if not source.is_file():
        pytest.skip("axe-core is not there: npm install --global axe-core")
    return source.read_text(encoding="utf-8")


def violations(page: Any) -> list[tuple[str, str, list[str]]]:
    """What axe-core finds, with where."""
    page.evaluate(axe_core())
    return [
        (each["id"], each["help"], [node["html"][:150] for node in each["nodes"][:3]]) for each in page.evaluate(AXE)
    ]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [390, 1280])
def test_axe_core_finds_nothing_on_the_board_and_in_the_dialogs(width: int, scheme: str, play: Play, page: Any) -> None:
    axe_core()
    table: Table = play()
    in_battle(table)
    page.set_viewport_size({"width": width, "height": 800})
    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    open_page(page, table)
    press(page, "Brazil")
    press(page, "North Africa")
    page.get_by_text("Limits").click()
    assert violations(page) == []
    for name in ("Rules", "Goals"):
        page.get_by_role("tab", name=name).click()
        until(page, "document.querySelector('#page .todo') === null")
        assert (name, violations(page)) == (name, [])
    for name in ("New game", "Set up", "Open"):
        page.get_by_role("button", name=name, exact=True).click()
        until(page, "Boolean(document.querySelector('dialog[open] .verdict')?.textContent)")
        assert (name, violations(page)) == (name, [])
        page.get_by_role("button", name="Close").click()


def test_axe_core_finds_nothing_in_a_battle_behind_a_curtain_and_in_the_past(play: Play, page: Any) -> None:
    axe_core()
    table = play("capitals", seats=("you", "you", "you"))
    tree = table.session.tree
    while tree.game.phase != "name capitals":
        tree.push(tuple(next(iter(tree.game.legal_moves))))
    open_page(page, table)
    page.wait_for_selector("#curtain:not([hidden])")
    assert ("curtain", violations(page)) == ("curtain", [])
    in_battle(table)
    brazil, africa = (tree.rules.board.territory(name) for name in ("Brazil", "North Africa"))
    tree.push(("attack", brazil, africa, 3))
    page.reload()
    until(page, "document.querySelector('#ask').textContent.includes('defender chooses')")
    assert ("battle", violations(page)) == ("battle", [])
    page.locator("#ask .move").first.click()
    page.keyboard.press("ArrowLeft")
    page.get_by_text("Looking back").wait_for()
    assert ("past", violations(page)) == ("past", [])


def test_nothing_moves_for_who_wants_less_motion(play: Play, page: Any) -> None:
    page.emulate_media(reduced_motion="reduce")
    open_page(page, play())
    page.evaluate("document.querySelector('.riskmap-territory').classList.add('flash')")
    style = "getComputedStyle(document.querySelector('.riskmap-territory'))"
    assert page.evaluate(f"[{style}.animationName, {style}.transitionDuration]") == ["none", "0s"]
