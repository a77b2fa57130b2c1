"""Mistakes in plugins are found when the rulebook is built, and the message names the plugin and the hook."""

from collections.abc import Callable
from pathlib import Path

import pytest

from riskcore import Rulebook, RulebookError, VariantError, load_variant

House = Callable[..., Rulebook]

MISTAKES = {
    "forgotten @hookimpl": (
        """
        @attrs.frozen(eq=False)
        class Broken:
            @hookimpl
            def data(self):
                return ()

            def reinforcement(self):
                return lambda state, player: 3
        """,
        "rule 'broken': the method reinforcement is not marked with @hookimpl",
    ),
    "a field named like a hook": (
        """
        @attrs.frozen(eq=False)
        class Broken:
            reinforcement: int = 3

            @hookimpl
            def data(self):
                return ()
        """,
        "rule 'broken': the parameter 'reinforcement' has the name of a hook; rename it",
    ),
    "an unknown hook": (
        """
        @attrs.frozen(eq=False)
        class Broken:
            @hookimpl
            def reinforcements(self):
                return lambda state, player: 3
        """,
        "rule 'broken': unknown hook 'reinforcements'; did you mean 'reinforcement'?",
    ),
    "the rule's arguments in the hook's signature": (
        """
        @attrs.frozen(eq=False)
        class Broken:
            @hookimpl
            def reinforcement(self, state, player):
                return 3
        """,
        "rule 'broken': the hook reinforcement takes at most `board`; "
        "the game's state and player are arguments of the rule that it returns",
    ),
    "a number instead of a rule": (
        """
        @attrs.frozen(eq=False)
        class Broken:
            @hookimpl
            def reinforcement(self):
                return 3
        """,
        "rule 'broken': hook reinforcement returned 3; it must return the rule, a function, not its result",
    ),
    "a number instead of a rule object": (
        """
        @attrs.frozen(eq=False)
        class Broken:
            @hookimpl
            def fortify(self):
                return 2
        """,
        "rule 'broken': hook fortify returned 2; it must be a FortifyRule",
    ),
    "a number among every rule's answers": (
        """
        @attrs.frozen(eq=False)
        class Broken:
            @hookimpl
            def traded(self):
                return 3
        """,
        "rule 'broken': hook traded returned 3; it must return the rule, a function, not its result",
    ),
    "a thing of the wrong type among others": (
        """
        @attrs.frozen(eq=False)
        class Broken:
            @hookimpl
            def data(self):
                return ("glory",)
        """,
        "rule 'broken': hook data returned ('glory',); it must be a tuple of Data",
    ),
    "no return": (
        """
        @attrs.frozen(eq=False)
        class Broken:
            @hookimpl
            def reinforcement(self):
                lambda state, player: 3
        """,
        "rule 'broken': hook reinforcement returned nothing; is a `return` missing?",
    ),
    "no return where every answer counts": (
        """
        @attrs.frozen(eq=False)
        class Broken:
            @hookimpl
            def traded(self):
                lambda state, player, cards: None
        """,
        "rule 'broken': hook traded returned nothing; is a `return` missing?",
    ),
    "a wrapper without return": (
        """
        @attrs.frozen(eq=False)
        class Broken:
            @hookimpl(wrapper=True)
            def reinforcement(self):
                rule = yield
                lambda state, player: rule(state, player) + 1
        """,
        "rule 'broken': hook reinforcement returned nothing; is a `return` missing?",
    ),
    "a wrapper without return, hidden under a sound one": (
        """
        @attrs.frozen(eq=False)
        class Broken:
            @hookimpl(wrapper=True)
            def reinforcement(self):
                yield

        @attrs.frozen(eq=False)
        class Sound:
            @hookimpl(wrapper=True)
            def reinforcement(self):
                rule = yield
                return lambda state, player: rule(state, player) + 1
        """,
        "rule 'broken': hook reinforcement returned nothing; is a `return` missing?",
    ),
    "a wrapper in pytest's old style": (
        """
        @attrs.frozen(eq=False)
        class Broken:
            @hookimpl(hookwrapper=True)
            def reinforcement(self):
                outcome = yield
        """,
        "rule 'broken': hook reinforcement: write wrapper=True, not hookwrapper=True, and `return`",
    ),
    "a wrapper where there is nothing to wrap": (
        """
        @attrs.frozen(eq=False)
        class Broken:
            @hookimpl(wrapper=True)
            def traded(self):
                rule = yield
                return rule
        """,
        "rule 'broken': hook traded has nothing to wrap: every rule's answer counts",
    ),
    "an exception in a hook": (
        """
        @attrs.frozen(eq=False)
        class Broken:
            @hookimpl
            def reinforcement(self, board):
                return {}[board.name]
        """,
        "rule 'broken': hook reinforcement failed: KeyError: 'World'",
    ),
    "an exception in a wrapper": (
        """
        @attrs.frozen(eq=False)
        class Broken:
            @hookimpl(wrapper=True)
            def reinforcement(self):
                rule = yield
                raise ValueError("not today")
        """,
        "rule 'broken': hook reinforcement failed: ValueError: not today",
    ),
    "an exception where every answer counts": (
        """
        @attrs.frozen(eq=False)
        class Broken:
            @hookimpl
            def phases(self):
                raise ValueError("not today")
        """,
        "rule 'broken': hook phases failed: ValueError: not today",
    ),
    "a turn with a phase that nobody brings": (
        """
        @attrs.frozen(eq=False)
        class Broken:
            @hookimpl
            def turn(self):
                return ("attack", "rest")
        """,
        "rule 'broken': hook turn returned ('attack', 'rest'); it names a phase that no rule brings: 'rest'",
    ),
    "a turn with a phase twice": (
        """
        @attrs.frozen(eq=False)
        class Broken:
            @hookimpl
            def turn(self):
                return ("place", "attack", "place")
        """,
        "rule 'broken': hook turn returned ('place', 'attack', 'place'); it names the phase 'place' twice",
    ),
    "a turn without decisions": (
        """
        @attrs.frozen(eq=False)
        class Broken:
            @hookimpl
            def turn(self):
                return ("reinforce", "card")
        """,
        "rule 'broken': hook turn: no phase of the turn lets a player decide anything",
    ),
    "a phase beside one that is not there": (
        """
        @attrs.frozen(eq=False)
        class Broken:
            @hookimpl(wrapper=True)
            def battle(self):
                steps = yield
                return insert_before(steps, "parley", "throw")
        """,
        "rule 'broken': hook battle: throw ",
    ),
    "a phase whose name is taken": (
        """
        @attrs.frozen(eq=False)
        class Broken:
            @hookimpl
            def phases(self):
                return (Phase("attack", lambda state, player: None),)
        """,
        "rule 'broken': hook phases: there is a phase 'attack' already",
    ),
    "an action for a phase that is not there": (
        """
        @attrs.frozen(eq=False)
        class Broken:
            @hookimpl
            def phases(self):
                done = Action(Done, lambda state, frame: (), lambda state, frame, move: None)
                return (AddedAction("parley", done),)
        """,
        "rule 'broken': hook phases: adds an action to 'parley', which no rule brings",
    ),
    "a move that a phase has already": (
        """
        @attrs.frozen(eq=False)
        class Broken:
            @hookimpl
            def phases(self):
                done = Action(Done, lambda state, frame: (), lambda state, frame, move: None)
                return (AddedAction("attack", done),)
        """,
        "rule 'broken': hook phases: the phase 'attack' has a move 'done' already",
    ),
    "a kind of move whose name is taken": (
        """
        class Retreat(Move, kind="call off"):
            pass

        @attrs.frozen(eq=False)
        class Broken:
            @hookimpl
            def phases(self):
                retreat = Action(Retreat, lambda state, frame: (), lambda state, frame, move: None)
                return (AddedAction("fortify", retreat),)
        """,
        "rule 'broken': hook phases: CallOff and Retreat are both moves of kind 'call off'",
    ),
    "data whose name is taken": (
        """
        @attrs.frozen(eq=False)
        class Sound:
            @hookimpl
            def data(self):
                return (Data("glory", lambda players, owners: 0),)

        @attrs.frozen(eq=False)
        class Broken:
            @hookimpl
            def data(self):
                return (Data("glory", lambda players, owners: 0),)
        """,
        "rule 'broken': hook data: 'glory' is taken by another rule",
    ),
    "a rule that is not there": (
        """
        @attrs.frozen(eq=False)
        class Broken:
            requires = ("army-limit",)

            @hookimpl
            def data(self):
                return ()
        """,
        "rule 'broken' requires the rule 'army-limit', which the variant does not have",
    ),
    "a rule that must not be there": (
        """
        @attrs.frozen(eq=False)
        class Broken:
            conflicts = ("fortify",)
            conflict_reason = "armies that rest do not march"

            @hookimpl
            def data(self):
                return ()
        """,
        "rules 'broken' and 'fortify' conflict: armies that rest do not march",
    ),
    "two options that replace one hook": (
        """
        @attrs.frozen(eq=False)
        class Sound:
            @hookimpl
            def set_value(self):
                return lambda state, player, cards: 5

        @attrs.frozen(eq=False)
        class Broken:
            @hookimpl
            def set_value(self):
                return lambda state, player, cards: 7
        """,
        "rules 'sound' and 'broken' conflict: both replace the hook set_value; drop one of them",
    ),
}


@pytest.mark.parametrize("mistake", MISTAKES)
def test_mistake_is_named(house: House, mistake: str) -> None:
    source, message = MISTAKES[mistake]
    with pytest.raises(RulebookError) as caught:
        house(source)
    assert message in str(caught.value)


def test_rule_with_too_few_arguments_is_named(house: House) -> None:
    with pytest.raises(RulebookError, match=r"rule 'broken': hook reinforcement .* it must take 2 arguments"):
        house(
            """
            @attrs.frozen(eq=False)
            class Broken:
                @hookimpl
                def reinforcement(self):
                    return lambda state: 3
            """
        )


def test_yield_without_wrapper_is_named(house: House) -> None:
    with pytest.raises(RulebookError, match=r"rule 'broken': hook turn .* it yields: mark it @hookimpl\(wrapper"):
        house(
            """
            @attrs.frozen(eq=False)
            class Broken:
                @hookimpl
                def turn(self):
                    phases = yield
                    return phases
            """
        )


def test_hooks_without_provider_are_named() -> None:
    with pytest.raises(RulebookError, match="hooks setup, set_value, trading and fortify have no provider: some rule"):
        Rulebook(load_variant("standard"))


def test_option_may_go_over_another(house: House) -> None:
    rules = house(
        """
        @attrs.frozen(eq=False)
        class Plain:
            @hookimpl
            def set_value(self):
                return lambda state, player, cards: 5

        @attrs.frozen(eq=False)
        class Dear:
            over = ("plain",)

            @hookimpl
            def set_value(self):
                return lambda state, player, cards: 7
        """
    )
    assert rules.set_value(None, 0, ()) == 7  # type: ignore[arg-type]  # this rule looks at nothing
    decision = rules.decisions["set_value"]
    assert (decision.provider, decision.replaced) == ("dear", ("escalating-sets", "plain"))


def test_wrappers_stay_when_a_later_rule_replaces_what_they_wrap(house: House) -> None:
    rules = house(
        """
        @attrs.frozen(eq=False)
        class Tax:
            @hookimpl(wrapper=True)
            def set_value(self):
                rule = yield
                return lambda state, player, cards: rule(state, player, cards) - 1

        @attrs.frozen(eq=False)
        class Flat:
            @hookimpl
            def set_value(self):
                return lambda state, player, cards: 7
        """
    )
    assert rules.set_value(None, 0, ()) == 6  # type: ignore[arg-type]  # these rules look at nothing
    assert rules.decisions["set_value"].modifiers == ("tax",)


def test_file_without_any_marked_method_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "empire.py"
    file.write_text("import attrs\n@attrs.frozen\nclass Empire:\n    def reinforcement(self): ...\n", encoding="utf-8")
    with pytest.raises(VariantError, match="no rule in it: a rule is an attrs class with at least one method marked"):
        load_variant("classic-1959", plugin_files=[file])


@pytest.mark.parametrize(("parameter", "refused"), [("true", True), ("false", False)])
def test_what_a_rule_requires_may_depend_on_its_parameters(house: House, parameter: str, refused: bool) -> None:
    source = f"""
    @attrs.frozen(eq=False)
    class Picky:
        strict: bool = {parameter.title()}

        @property
        def requires(self):
            return ("capitals",) if self.strict else ()

        @hookimpl
        def card_award(self):
            return lambda state, player: 0
    """
    if refused:
        with pytest.raises(RulebookError, match="'picky' requires the rule 'capitals'"):
            house(source)
    else:
        house(source)
