"""Sample sizes that are too small for an interval.

Of n cases that are all alike, up to 3/n of all cases may differ with 95% confidence (the rule of
three: Hanley and Lippman-Hand, JAMA 249, 1983): three boards that agree are no "1.00 ± 0.00".
Shares need no such rule, as Wilson's interval is honest for any number of cases.
"""

FEW = 5  # cases; the mean of fewer has no interval
FEW_ALIKE = 20  # nor has that of fewer that are all alike: up to 15% of all may differ


def too_few(cases: int, alike: bool) -> bool:
    """Whether a mean or a ratio of that many cases has no interval."""
    return cases < (FEW_ALIKE if alike else FEW)
