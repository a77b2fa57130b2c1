"""The schemas: shipped files fit them, files with mistakes are refused at the right key, by editors as by riskvar."""

import json
import re
import shutil
import subprocess
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from riskcore import RiskError, Rulebook, VariantError, load_board, load_variant
from riskcore.authoring.project import read_project
from riskcore.authoring.schemas import schema_kinds, schema_of_file
from riskcore.cli import main
from riskcore.files.catalog import Catalog
from riskcore.files.json_schema import schema_of_table
from riskcore.files.shipped import shipped_root
from riskcore.lab.goals.goals import read_goals
from riskcore.scenario import load_scenarios
from tests.authoring.mistakes import MISTAKES, Key, Mistake

ROOT = shipped_root()
SHIPPED = {
    "variant": [*ROOT.glob("*.toml"), *ROOT.glob("house/*.toml")],
    "board": [*ROOT.glob("boards/*.toml")],
    "deck": [*ROOT.glob("decks/*.toml")],
    "scenario": [*ROOT.rglob("*.scenario.toml")],
}
RULE = """
from typing import Literal

import attrs
from attrs.validators import ge, in_, le, matches_re, max_len, min_len

from riskcore import hookimpl


@attrs.frozen(eq=False)
class Tithe:
    'A tenth for the others.'

    share: int = attrs.field(default=10, validator=[ge(1), le(50)], metadata={"help": "of a hundred"})
    payers: Literal["all", "leader"] = "all"
    days: str | None = attrs.field(default=None, validator=attrs.validators.optional(matches_re("[a-z]+")))
    steps: tuple[int, ...] = attrs.field(
        default=(1, 2), validator=attrs.validators.deep_iterable(ge(1), [min_len(1), max_len(4)])
    )
    colour: str = attrs.field(default="red", validator=in_(("red", "blue")))

    @hookimpl(wrapper=True)
    def reinforcement(self):
        'As before.'
        return (yield)
"""


def mistake_id(mistake: Mistake) -> str:
    return "-".join(map(str, (mistake.kind, *mistake.key)))


@pytest.fixture(scope="module")
def valid() -> Callable[[str, object], list[Any]]:
    """The errors that a validator finds in a document of a kind."""
    jsonschema = pytest.importorskip("jsonschema")
    validators = {kind: jsonschema.Draft7Validator(schema_of_file(kind, Catalog())) for kind in schema_kinds(Catalog())}
    return lambda kind, document: list(validators[kind].iter_errors(document))


def test_there_is_a_schema_for_each_kind_of_files_those_of_rules_included() -> None:
    assert schema_kinds(Catalog()) == ("variant", "board", "scenario", "project", "deck")
    with pytest.raises(RiskError, match=r'no schema for "bord"; did you mean "board"\?'):
        schema_of_file("bord", Catalog())


@pytest.mark.parametrize("kind", SHIPPED)
def test_every_shipped_file_fits(kind: str, valid: Callable[[str, object], list[Any]]) -> None:
    assert SHIPPED[kind]
    wrong = {path.name: valid(kind, tomllib.loads(path.read_text(encoding="utf-8"))) for path in SHIPPED[kind]}
    assert {name: errors for name, errors in wrong.items() if errors} == {}


@pytest.mark.parametrize("mistake", MISTAKES, ids=mistake_id)
def test_a_mistake_is_refused_at_its_key(mistake: Mistake, valid: Callable[[str, object], list[Any]]) -> None:
    errors = valid(mistake.kind, tomllib.loads(mistake.text))
    assert mistake.key in [key for error in errors for key in keys_of(error)]


def keys_of(error: Any) -> Iterator[Key]:
    """What an error is about: the value, or the keys in it that should not be there."""
    path = tuple(error.absolute_path)
    if error.validator == "additionalProperties":
        yield from ((*path, key) for key in error.instance if key not in error.schema["properties"])
    else:
        yield path


@pytest.mark.parametrize("mistake", MISTAKES, ids=mistake_id)
def test_riskvar_refuses_it_on_the_same_line(mistake: Mistake, tmp_path: Path) -> None:
    file = tmp_path / ("riskvar.toml" if mistake.kind == "project" else "mine.scenario.toml")
    file.write_text(mistake.text, encoding="utf-8")
    with pytest.raises(VariantError) as refused:
        load(mistake.kind, file)
    assert mistake.line in [problem.line for problem in refused.value.problems]


def load(kind: str, file: Path) -> None:
    if kind == "variant":
        read_goals(load_variant(file), 4)
    elif kind == "deck":
        Rulebook(load_variant("mission-2004", settings=[f"rules.missions.deck={json.dumps(str(file))}"]))
    else:
        {"board": load_board, "scenario": load_scenarios, "project": read_project}[kind](file)


def test_a_rule_of_ones_own_is_in_it_with_limits_help_and_defaults(tmp_path: Path) -> None:
    file = tmp_path / "tithe.py"
    file.write_text(RULE, encoding="utf-8")
    rules = schema_of_file("variant", Catalog([file]))["properties"]["rules"]["properties"]
    assert rules["tithe"]["description"] == "A tenth for the others."
    assert rules["tithe"]["properties"] == {
        "share": {"description": "of a hundred", "type": "integer", "minimum": 1, "maximum": 50, "default": 10},
        "payers": {"type": ["string"], "enum": ["all", "leader"], "default": "all"},
        "days": {"type": "string", "pattern": "^(?:[a-z]+)$"},
        "steps": {
            "type": "array",
            "items": {"type": "integer", "minimum": 1},
            "minItems": 1,
            "maxItems": 4,
            "default": [1, 2],
        },
        "colour": {"type": "string", "enum": ["red", "blue"], "default": "red"},
    }


def test_every_rule_and_each_of_its_parameters_is_in_it() -> None:
    rules = schema_of_file("variant", Catalog())["properties"]["rules"]["properties"]
    assert {*Catalog().rule_names()} <= {*rules}
    for name in Catalog().rule_names():
        assert rules[name]["properties"].keys() >= schema_of_table(Catalog().rule_class(name))["properties"].keys()


def test_the_command_writes_one_or_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    printed = CliRunner().invoke(main, ["schema", "board"])
    assert json.loads(printed.stdout)["title"] == "riskvar board"
    written = CliRunner().invoke(main, ["schema", "-o", "schemas"])
    assert written.exit_code == 0, written.output
    assert {path.name for path in Path("schemas").iterdir()} == {
        f"{kind}.schema.json" for kind in schema_kinds(Catalog())
    }
    assert json.loads(Path("schemas/board.schema.json").read_text(encoding="utf-8")) == json.loads(printed.stdout)


# -- the same in the tool that editors use ----------------------------------------------------------------------------


@pytest.fixture
def taplo(tmp_path: Path) -> Callable[..., "subprocess.CompletedProcess[str]"]:
    """What taplo says about files that name their schemas, which are in the folder."""
    program = shutil.which("taplo")
    if program is None:
        pytest.skip("taplo is not there: npm install --global @taplo/cli")
    for kind in schema_kinds(Catalog()):
        (tmp_path / f"{kind}.json").write_text(json.dumps(schema_of_file(kind, Catalog())), encoding="utf-8")

    def lint(*files: Path) -> "subprocess.CompletedProcess[str]":
        command = [program, "lint", "--no-auto-config", "--colors", "never", *map(str, files)]
        return subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)

    return lint


def test_taplo_accepts_every_shipped_file(
    taplo: Callable[..., "subprocess.CompletedProcess[str]"], tmp_path: Path
) -> None:
    files = []
    for kind, paths in SHIPPED.items():
        for number, path in enumerate(paths):
            files.append(tmp_path / f"{kind}-{number}.toml")
            files[-1].write_text(f"#:schema ./{kind}.json\n{path.read_text(encoding='utf-8')}", encoding="utf-8")
    said = taplo(*files)
    assert (said.returncode, "error" in said.stderr) == (0, False), said.stderr


def test_taplo_refuses_each_mistake_at_its_key(
    taplo: Callable[..., "subprocess.CompletedProcess[str]"], tmp_path: Path
) -> None:
    files = []
    for number, mistake in enumerate(MISTAKES):
        files.append(tmp_path / f"wrong-{number}.toml")
        files[-1].write_text(f"#:schema ./{mistake.kind}.json\n{mistake.text}", encoding="utf-8")
    said = taplo(*files).stderr
    places = {(Path(file).name, int(line)) for file, line in re.findall(r"─ (\S+):(\d+):\d+", said)}
    missed = [
        mistake.key
        for file, mistake in zip(files, MISTAKES, strict=True)
        if (file.name, mistake.line + 1) not in places
    ]
    assert missed == [], said
