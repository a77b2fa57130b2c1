"""One battle to the end, exactly."""

from collections.abc import Iterable

from riskcore.errors import RiskError
from riskcore.files.variant import Variant
from riskcore.lab.battles.battle_odds import Odds, variant_odds
from riskcore.lab.play.batch import fault_words, is_ctrl_c
from riskcore.rulebook import Rulebook

__all__ = ["odds"]


def odds(
    variant: Variant,
    attackers: int,
    defenders: int,
    *,
    keep: int = 1,
    without: Iterable[str] = (),
    source: str | None = None,
    target: str | None = None,
) -> Odds:
    """The odds of a battle under a variant's dice rules (`variant_odds`); a rule that fails is told by its line."""
    rules = Rulebook(variant)
    try:
        return variant_odds(rules, attackers, defenders, keep=keep, without=without, source=source, target=target)
    except BaseException as error:  # rules are anybody's code
        if is_ctrl_c(error) or isinstance(error, RiskError):
            raise
        raise RiskError(f"a rule failed: {fault_words(error)}") from error
