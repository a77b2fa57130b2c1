"""A seeded sample of `benchmarks/attack.py`: texts that were tampered with are refused, or are games."""

import importlib.util
from pathlib import Path
from types import ModuleType

SCRIPT = Path(__file__).parents[2] / "benchmarks" / "attack.py"


def script() -> ModuleType:
    spec = importlib.util.spec_from_file_location("attack", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_what_was_tampered_with_is_refused_or_is_a_game() -> None:
    count, wrong, _ = script().attack(250, 7)
    assert wrong == []
    assert min(count["refused"], count["loaded"]) > 20
