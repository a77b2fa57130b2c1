"""How much a measure moves because another run's games would have fitted another lead.

The games of a run share the weights of its lead, so their spread does not show what comes from those. To see it, the
pilot is cut into groups, and the lead is fitted without each of them in turn (a jackknife of groups).
"""

from collections.abc import Iterable

import numpy as np
import numpy.typing as npt

from riskcore.lab.fold import Fold, fold
from riskcore.lab.lead import Example, fit_lead
from riskcore.lab.results import Results

__all__ = ["fit_noise"]

Floats = npt.NDArray[np.float64]

_GROUPS = 10


def fit_noise(pilot: Results) -> dict[str, float]:
    """By column, the variance that the lead's fit adds to the mean over games; of games that are not folded yet."""
    examples = [
        Example(number, log, record.winner)
        for batch in pilot.batches()
        if batch.notes is not None
        for number, (record, log) in enumerate(zip(batch, batch.notes.logs, strict=True), batch.start)
        if record.winner is not None
    ]
    if len(examples) < 2 * _GROUPS:
        return {}
    means = np.stack([_means(examples, group) for group in range(_GROUPS)])
    variances = (_GROUPS - 1) * means.var(axis=0)
    return dict(zip(Fold._fields, variances.tolist(), strict=True))


def _means(examples: list[Example], group: int) -> Floats:
    """The mean of every column over all games, with a lead that knows all but one group."""
    weights = fit_lead(_without(examples, group)).whole
    winners = [example.winner for example in examples]
    folded = fold([example.log for example in examples], winners, [weights] * len(examples))
    there = ~np.isnan(folded)
    return np.asarray(np.where(there, folded, 0.0).sum(axis=0) / np.maximum(there.sum(axis=0), 1))


def _without(examples: list[Example], group: int) -> Iterable[Example]:
    # Pairs of games stay together, so that both halves of the cross-fit lose as many.
    return (example for example in examples if example.number // 2 % _GROUPS != group)
