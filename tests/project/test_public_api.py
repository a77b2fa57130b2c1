"""What others build on changes only on purpose: with a new snapshot, and a line in the changelog."""

from .public_api import FILE, described


def test_the_public_api_is_that_of_the_snapshot() -> None:
    advice = "if this is meant: python tests/project/public_api.py, and a line in CHANGELOG.md"
    assert described().splitlines() == FILE.read_text(encoding="utf-8").splitlines(), advice
