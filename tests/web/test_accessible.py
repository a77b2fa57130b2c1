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
