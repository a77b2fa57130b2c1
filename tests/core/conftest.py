"""House rules written into a file and loaded, as a designer would with `-p`."""

from collections.abc import Callable, Sequence
from pathlib import Path
from textwrap import dedent

import pytest

from riskcore import Rulebook, load_variant
from riskcore.files.catalog import load_plugin_file

HEADER = """
import attrs
from riskcore import *
from riskcore import domains
from riskcore.events import *
from riskcore.flow import *
from riskcore.moves import *
from riskcore.phases import *
from riskcore.rules import *
from riskcore.sequences import *
from riskcore.state import NOBODY
"""

House = Callable[..., Rulebook]


@pytest.fixture
def house(tmp_path: Path) -> House:
    """`house(source)`: the rulebook of a shipped variant with every rule that the source defines, in its order."""

    def build(source: str, *, base: str = "classic-1959", rules: Sequence[str] | None = None) -> Rulebook:
        file = tmp_path / "house_rules.py"
        file.write_text(HEADER + dedent(source), encoding="utf-8")
        names = tuple(load_plugin_file(file).rules) if rules is None else rules
        return Rulebook(load_variant(base, rules=names, plugin_files=[file]))

    return build
