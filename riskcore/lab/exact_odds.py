"""One battle to the end, a campaign of several, or every move and roll of the next few moves, exactly."""

from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

from riskcore.errors import RiskError
from riskcore.files.variant import Variant
from riskcore.lab.battles.battle_odds import Odds, variant_odds
from riskcore.lab.battles.campaign_odds import CampaignOdds, campaign_odds
from riskcore.lab.play.batch import fault_words, is_ctrl_c
from riskcore.lab.play.perft import Perft, begun, count_tree
from riskcore.rulebook import Rulebook

__all__ = ["campaign", "odds", "perft"]

Result = TypeVar("Result")


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
    return _counted(
        lambda: variant_odds(rules, attackers, defenders, keep=keep, without=without, source=source, target=target)
    )


def campaign(
    variant: Variant,
    attackers: int,
    targets: Sequence[int],
    *,
    leave: int = 1,
    without: Iterable[str] = (),
    places: Sequence[str] = (),
) -> CampaignOdds:
    """The odds that one army takes several targets in a row (`campaign_odds`)."""
    rules = Rulebook(variant)
    return _counted(lambda: campaign_odds(rules, attackers, targets, leave=leave, without=without, places=places))


def perft(variant: Variant, depth: int, *, players: int | None = None, seed: int = 0, after: int = 0) -> Perft:
    """Every legal move and every outcome of chance, `depth` moves deep: how many leaves, and a digest (`count_tree`).

    It begins after the set-up of a seed's game and, with `after`, so many legal moves that the seed draws.
    """
    seats = variant.players.min if players is None else players
    rules = Rulebook(variant)
    return _counted(lambda: count_tree(begun(rules, seats, seed, after), depth))


def _counted(count: Callable[[], Result]) -> Result:
    try:
        return count()
    except BaseException as error:  # rules are anybody's code
        if is_ctrl_c(error) or isinstance(error, RiskError):
            raise
        raise RiskError(f"a rule failed: {fault_words(error)}") from error
