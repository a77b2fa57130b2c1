"""One word, one meaning, in plain English: words live where the glossary says, and what we dropped stays out."""

import ast
import pkgutil
import re
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

import pytest

import riskcore

PROJECT = Path(riskcore.__file__).parent.parent
CODE = sorted(chain((PROJECT / "riskcore").rglob("*.py"), (PROJECT / "plugins").rglob("*.py")))
PAGES = sorted(chain(PROJECT.glob("*.md"), (PROJECT / "docs").glob("*.md")))
VARIANTS = sorted((PROJECT / "variants").rglob("*.toml"))
GLOSSARY = (PROJECT / "docs" / "glossary.md").read_text(encoding="utf-8")
ROWS = re.findall(r"^\| ([a-z][^|]*) \| [^|]+ \| `([^`]+)` \|$", GLOSSARY, re.MULTILINE)

# Names that say nothing to a stranger, once used for things that have a better one now.
PRIVATE_NAMES = {"aside", "catalogue", "chairs", "closeup", "desk", "jury", "notes", "shelf"}
FOREIGN_ENGLISH = [
    r"(?:the|an|each|next|last|two|along) own\b",
    r"(?:games|they) do not tell",
    r"hangs? together",
    r"\bdear(?:er|est)?\b",
    r"What all chance follows from",
    r"with its like",
    r"\bfor once\b",
    r"whim has it",
    r"\b1 (?:fewer )?armies\b",
    r"\b(?:army|armies|turn|game|player|territory)\(s\)",
    r"[Aa]t most so many",
]


def read(file: Path) -> str:
    return file.read_text(encoding="utf-8")


def names_in(file: Path) -> Iterator[str]:
    """The names of a module, its classes and its functions."""
    yield file.stem
    for node in ast.walk(ast.parse(read(file))):
        if isinstance(node, ast.ClassDef | ast.FunctionDef):
            yield node.name


def words_of(name: str) -> set[str]:
    return {part.lower() for part in re.findall(r"[A-Z]?[a-z]+", name)}


def test_the_glossary_explains_a_word_once() -> None:
    words = [word for word, _ in ROWS]
    assert len(words) > 40
    assert len(set(words)) == len(words)


@pytest.mark.parametrize(("word", "home"), ROWS, ids=[word for word, _ in ROWS])
def test_a_word_lives_where_the_glossary_says(word: str, home: str) -> None:
    assert pkgutil.resolve_name(home) is not None, word


@pytest.mark.parametrize("file", CODE, ids=lambda file: file.relative_to(PROJECT).as_posix())
def test_no_name_is_a_private_word(file: Path) -> None:
    assert [name for name in names_in(file) if words_of(name) & PRIVATE_NAMES] == []


@pytest.mark.parametrize("phrase", FOREIGN_ENGLISH)
def test_no_text_has_a_phrase_that_no_native_would_write(phrase: str) -> None:
    texts = [file for file in (*CODE, *PAGES, *VARIANTS) if file.name != "glossary.md"]
    found = [f"{file.relative_to(PROJECT)}: {match[0]}" for file in texts for match in re.finditer(phrase, read(file))]
    assert found == []
