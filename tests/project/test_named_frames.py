"""Frames are read and written by the names of their fields, in code and in what the documentation teaches."""

import ast
import re
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

import riskcore
from riskcore import FrameFields
from riskcore.domains import Domain
from riskcore.files.catalog import Catalog

PROJECT = Path(riskcore.__file__).parent.parent
HOME = PROJECT / "riskcore" / "frames.py"
SOURCES = sorted(
    path
    for folder in ("riskcore", "plugins", "benchmarks", "tests", "docs")
    for path in (PROJECT / folder).rglob("*.py")
    if path not in (HOME, Path(__file__))
)
PAGES = [PROJECT / "README.md", *sorted((PROJECT / "docs").rglob("*.md"))]


def is_stack(node: ast.expr) -> bool:
    """Whether an expression is the list of all frames: `state.frames`, or a local name for it."""
    return isinstance(node, (ast.Attribute, ast.Name)) and ast.unparse(node).rpartition(".")[2] == "frames"


def is_frame(node: ast.AST, names: set[str]) -> bool:
    """Whether an expression is a frame: one of the stack, `view.frame`, a new one, or a local name for one."""
    match node:
        case ast.Subscript(value=stack, slice=place) if is_stack(stack):
            return not isinstance(place, ast.Slice)
        case ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr="new")):
            return name.endswith("Frame")
        case ast.Call(func=ast.Name(id="bare_frame")) | ast.Attribute(attr="frame"):
            return True
        case ast.Name(id=name):
            return name in names
    return False


def frame_names(tree: ast.AST) -> set[str]:
    """The local names of frames: by what is assigned to them, by their type, or by convention."""
    names = {"frame"}
    for _ in range(2):  # a name may stand for another
        for node in ast.walk(tree):
            match node:
                case ast.arg(arg=name, annotation=ast.Name(id="Frame")):
                    names.add(name)
                case ast.AnnAssign(target=ast.Name(id=name), annotation=ast.Name(id="Frame")):
                    names.add(name)
                case (
                    ast.For(target=ast.Name(id=name), iter=many)
                    | ast.comprehension(target=ast.Name(id=name), iter=many)
                ) if any(is_stack(part) for part in ast.walk(many) if isinstance(part, ast.expr)):
                    names.add(name)
                case ast.Assign(targets=targets, value=value) if is_frame(value, names):
                    names.update(target.id for target in targets if isinstance(target, ast.Name))
                case ast.Assign(targets=[ast.Tuple(elts=targets)], value=ast.Tuple(elts=values)):
                    pairs = zip(targets, values, strict=False)
                    names.update(t.id for t, v in pairs if isinstance(t, ast.Name) and is_frame(v, names))
    return names


def is_numbered(place: ast.expr) -> bool:
    """Whether a place in a frame is written as a number; all of it, `frame[:]`, is not."""
    return any(isinstance(part, ast.Constant) and isinstance(part.value, int) for part in ast.walk(place))


def by_position(tree: ast.AST) -> Iterator[str]:
    """Wherever a frame is made, read or written by position."""
    names = frame_names(tree)
    for node in ast.walk(tree):
        match node:
            case ast.Subscript(value=value, slice=place) if is_frame(value, names) and is_numbered(place):
                yield ast.unparse(node)
            case ast.Assign(targets=[ast.Tuple() | ast.List()], value=value) if is_frame(value, names):
                yield ast.unparse(node)
            case ast.Starred(value=value) if is_frame(value, names):
                yield ast.unparse(node)
            case ast.Call(func=ast.Attribute(value=value, attr="pop" | "insert"), args=[_, *_]) if is_frame(
                value, names
            ):
                yield ast.unparse(node)
            case ast.Call(func=ast.Attribute(value=stack, attr="append"), args=[ast.List()]) if is_stack(stack):
                yield ast.unparse(node)
            case ast.AnnAssign(annotation=ast.Name(id="Frame"), value=ast.List()):
                yield ast.unparse(node)
            case ast.Call(func=ast.Name(id="len"), args=[value]) if is_frame(value, names):
                yield ast.unparse(node)


def code_blocks(page: Path) -> Iterator[str]:
    for block in re.findall(r"^```python\n(.*?)^```", page.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL):
        lines = [line[4:] for line in block.splitlines() if line.startswith((">>> ", "... "))]
        yield "\n".join(lines) if ">>>" in block else block


def test_code_knows_no_number_of_a_field() -> None:
    trees = {str(path.relative_to(PROJECT)): ast.parse(path.read_text(encoding="utf-8")) for path in SOURCES}
    assert "riskcore/phases/battle.py" in trees
    assert "plugins/risk_options/thrown_dice.py" in trees
    assert {name: found for name, tree in trees.items() if (found := list(by_position(tree)))} == {}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_documentation_teaches_no_number_of_a_field(page: Path) -> None:
    assert [found for block in code_blocks(page) for found in by_position(ast.parse(block))] == []


def shipped_frames() -> dict[str, type[FrameFields]]:
    """What every phase declares that is shipped, by the phase's name."""
    for rule in Catalog().rule_names():
        Catalog().rule_class(rule)
    declared = {each.phase: each for each in FrameFields.__subclasses__()}
    return {name: each for name, each in declared.items() if each.__module__.startswith(("riskcore.", "risk_"))}


def rows(text: str) -> list[tuple[str, str]]:
    return re.findall(r"^\| `(\w+)` \| (.+?) \| .+ \|$", text, re.MULTILINE)


def wanted(fields: Mapping[str, Domain]) -> list[tuple[str, str]]:
    return [(name, f"{domain.name}, any number" if domain.rest else domain.name) for name, domain in fields.items()]


def test_the_page_on_frames_has_every_field_of_every_shipped_phase_in_order() -> None:
    first, *sections = re.split(
        "^## ", (PROJECT / "docs" / "frames.md").read_text(encoding="utf-8"), flags=re.MULTILINE
    )
    shared = rows(first)
    assert shared == wanted(FrameFields.fields)
    documented = {name.strip(): shared + rows(text) for name, _, text in (part.partition("\n") for part in sections)}
    assert documented == {name: wanted(each.fields) for name, each in shipped_frames().items()}


@pytest.mark.parametrize(
    "line",
    [
        "frame[2] += 1",
        "owner = state.frames[-1][2]",
        "battle = state.frames[-2]\nbattle[6] = 0",
        "def play(state, shown: Frame): return shown[3:]",
        "phase, player = view.frame",
        "below = frames[-1]\nbelow[0]",
        "old, battle = new, state.frames[0]\nbattle[5]",
        "[each[1] for each in state.frames]",
        "for each in reversed(state.frames): each[0]",
        "frame.pop(2)",
        "len(frame) == 2",
        "all = [*frame]",
        "state.frames.append(['hire', player])",
        "wait: Frame = ['hire', player]",
        "frame = HireFrame.new(0, 1)\nframe[-1]",
    ],
)
def test_every_way_to_use_a_position_is_noticed(line: str) -> None:
    assert list(by_position(ast.parse(line)))


@pytest.mark.parametrize(
    "line",
    [
        "frame[HireFrame.price] += 1",
        "state.frames[-1][DECIDER]",
        "twin.frames = [frame[:] for frame in self.frames]",
        "state.frames[:] = [frame]",
        "state.frames.append(HireFrame.new(player, 0))",
        "state.frames.pop()",
        "hand[0]",
    ],
)
def test_names_are_left_alone(line: str) -> None:
    assert list(by_position(ast.parse(line))) == []
