"""Frames: flat lists whose fields a phase declares."""

import re

import pytest

from riskcore import (
    DECIDER,
    PHASE,
    Frame,
    FrameFields,
    Game,
    Phase,
    Rulebook,
    RulebookError,
    bare_frame,
    domains,
    load_variant,
)
from riskcore.flow import SetupFrame
from riskcore.frames import check_frame
from riskcore.phases import AttackFrame, BattleFrame, PlaceFrame, TradeFrame
from riskcore.testing import broken_invariants

RULES = Rulebook(load_variant("classic-1959"))


class RaidFrame(FrameFields, phase="raid"):
    """A raid."""

    source: int = domains.territory()
    spared: int = domains.optional(domains.territory())
    looted: slice = domains.rest(domains.territory())


def test_a_frame_is_a_plain_list_that_begins_with_phase_and_decider() -> None:
    frame = RaidFrame.new(2, 7, -1, 4, 5)
    assert type(frame) is list
    assert frame == ["raid", 2, 7, -1, 4, 5]
    assert (frame[PHASE], frame[DECIDER]) == ("raid", 2)


def test_fields_are_read_and_written_by_name() -> None:
    frame = RaidFrame.new(2, 7, -1)
    assert frame[RaidFrame.looted] == []
    frame[RaidFrame.spared] = 3
    frame[RaidFrame.looted] = [4, 5]
    frame[RaidFrame.looted] += [6]
    assert RaidFrame.named(frame) == {"phase": "raid", "decider": 2, "source": 7, "spared": 3, "looted": [4, 5, 6]}


def test_the_declaration_tells_names_and_domains_in_order() -> None:
    assert {name: domain.name for name, domain in RaidFrame.fields.items()} == {
        "phase": "text",
        "decider": "player or -1",
        "source": "territory",
        "spared": "territory or -1",
        "looted": "territory",
    }


def test_a_frame_takes_all_its_fields() -> None:
    with pytest.raises(TypeError, match="missing 1 required positional argument: 'spared'"):
        RaidFrame.new(2, 7)


def test_a_phase_without_fields_has_bare_frames() -> None:
    assert bare_frame("hire", 1) == ["hire", 1]
    assert list(Phase("hire", lambda state, player: None).frame.fields) == ["phase", "decider"]


@pytest.mark.parametrize("name", ["phase", "decider", "fields", "named", "new"])
def test_a_field_cannot_take_a_name_that_every_frame_has(name: str) -> None:
    with pytest.raises(TypeError, match=f"'{name}' is taken in every frame"):
        type("WrongFrame", (FrameFields,), {"__annotations__": {name: int}, name: domains.count()}, phase="wrong")


def test_only_the_last_field_takes_the_rest() -> None:
    with pytest.raises(TypeError, match="'many' takes the rest of a frame, so it must be the last field"):

        class WrongFrame(FrameFields, phase="wrong"):
            many: slice = domains.rest(domains.owner())
            one: int = domains.owner()


def test_a_phase_cannot_have_the_frames_of_another() -> None:
    with pytest.raises(RulebookError, match="phase 'hire': RaidFrame declares the frames of 'raid'"):
        Phase("hire", lambda state, player: None, frame=RaidFrame)


@pytest.mark.parametrize(
    "frame",
    [
        PlaceFrame.new(0, 2, 3),
        PlaceFrame.new(0, 2, 3, 4, 41),
        AttackFrame.new(1, -1),
        AttackFrame.new(1, 5, 0, 1),
        TradeFrame.new(0, "elimination", 1),
        BattleFrame.new(0, 3, 4, 3, 0, -1, 1, 0),
        bare_frame("defend", 2),
        SetupFrame.new(-1, 0),
    ],
)
def test_a_sound_frame_passes(frame: Frame) -> None:
    assert check_frame(frame, RULES, 3) is None


@pytest.mark.parametrize(
    ("frame", "complaint"),
    [
        (None, "None is no frame: a frame is a list of a phase's name, who decides"),
        ([], "[] is no frame"),
        (["place"], "['place'] is no frame"),
        ([["place"], 0], "[['place'], 0] is no frame"),
        (["raid", 0], "the frame ['raid', 0] is of no phase of these rules"),
        (["defend", 3], "has decider 3, which is no player or -1 here"),
        (["defend", True], "has decider True"),
        (["defend", 0, 1], "has 3 values; it takes (phase, decider)"),
        (PlaceFrame.new(0, 3, 3), "has owner 3, which is no owner here"),
        (PlaceFrame.new(0, 0, 0), "has left 0, which is no count here"),
        (PlaceFrame.new(0, 0, 3, 42), "has among 42, which is no territory here"),
        (["place", 0, 0], "has 3 values; it takes (phase, decider, owner, left, among)"),
        (TradeFrame.new(0, "peace", 0), "has occasion 'peace', which is no 'turn' or 'elimination' here"),
        (BattleFrame.new(0, 3, 4, 3, 0, -1, 4, 0), "has step 4, which is no step here"),
        (AttackFrame.new(0, [1] * 1000), "…"),
    ],
)
def test_what_is_wrong_with_a_frame_is_told(frame: object, complaint: str) -> None:
    assert complaint in (check_frame(frame, RULES, 3) or "")


def test_a_frame_that_is_not_as_declared_breaks_an_invariant() -> None:
    """Which is looked at in games of every variant."""
    game = Game(RULES, 3)
    assert broken_invariants(game.state) == []
    game.state.frames.append(bare_frame("defend", 3))
    assert broken_invariants(game.state) == ["the frame ['defend', 3] has decider 3, which is no player or -1 here"]


def test_a_save_of_another_format_is_refused_in_words() -> None:
    saved = Game(RULES, 3).to_json().replace('"format":4', '"format":2')
    with pytest.raises(Exception, match=re.escape("a saved game of format 2; this version reads format 4 alone")):
        Game.from_json(saved)
