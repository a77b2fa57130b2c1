"""Games of every shipped variant, played in a browser by somebody who clicks what can be clicked and knows no variant.

All are played to the end.
"""

from pathlib import Path
from typing import Any

import pytest

from riskcore.files.variant import load_variant, shipped_variants

from .conftest import Play

CLICKER = (Path(__file__).parent / "clicker.js").read_text(encoding="utf-8")
VARIANTS = {each.id: each.group for each in shipped_variants() if each.group != "base"}


@pytest.mark.parametrize("name", VARIANTS)
def test_a_game_of_a_shipped_variant(name: str, play: Play, page: Any) -> None:
    table = play(name, players=min(3, load_variant(name).players.max))
    table.session.pace = 0
    page.set_viewport_size({"width": 640, "height": 400})  # painting takes most of the time
    page.emulate_media(reduced_motion="reduce")
    page.goto(table.host)
    page.wait_for_selector("#ask h2")
    told = page.evaluate(f"({CLICKER})(300000, 1000)")
    assert told["over"], (told, page.inner_text("#status"), page.inner_text("#ask"), page.inner_text("#hint"))
