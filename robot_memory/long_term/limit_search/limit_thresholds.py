"""What must hold of a limit before it is reported.

See docs/explanation/conditions.md, "When a limit is reported".
"""

from __future__ import annotations

from robot_memory.foundation.repeated_looks import FEWEST

FEWEST_ONSETS = FEWEST
"""The least number of onsets."""
LEAST_KNOWN = 0.5
"""The least share of the onsets at which the variable of the limit is known."""
FEWEST_VISITS = 4
"""The least number of separate stays beyond the limit into which the onsets fall."""

# What a planner can use: it is mostly not beyond the limit, most onsets lie there, and the effect
# is large.
LEAST_TIME, MOST_TIME = 0.01, 0.5
"""The least and the greatest share of the running time that is beyond the limit."""
LEAST_WITHIN = 0.6
"""The least share of the onsets that come there."""
LEAST_RATIO = 3.0
"""The least ratio of the rates of onsets, beyond the limit and elsewhere."""

LEAST_LOW = 1.5
"""The least lower bound (95 %) of that ratio."""
LARGEST_P = 0.01
"""The largest p, after all corrections."""
