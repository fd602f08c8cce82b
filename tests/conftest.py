"""The profiles of Hypothesis: `ci` is its own, `short` has fewer of the same examples."""

from hypothesis import settings

settings.register_profile("short", settings.get_profile("ci"), max_examples=15)
