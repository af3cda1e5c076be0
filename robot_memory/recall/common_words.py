"""How much of its rarity in a memory a word tells: ``config/common_words.json``.

A word that is rare in a memory mostly tells much. "Keep" and "leave" are rare in a memory as well,
and tell little, as they are common in English. ``tools/general_words`` counts how often a word
stands in the definitions and examples of WordNet, and in the texts that were tagged with its
meanings.

See docs/reference/recall.md, "Words of general English".
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from functools import lru_cache

from robot_memory.config_files import config_file

FILE = "common_words.json"
#: A word that was counted less often is as rare as any.
LEAST = 40
_MOST = 200_000  # a word that was counted so often would tell nothing
_WHOLE = math.log(_MOST / LEAST)  # the rarity in English of a word that is not common


def telling(term: str) -> float:
    """Return which share of its rarity in a memory a term tells, from 0 to 1.

    It is the rarity of the term in English beside that of a word that is not common.
    """
    count = _counts().get(term, 0)
    return 1.0 if count < LEAST else max(0.0, math.log(_MOST / count)) / _WHOLE


@lru_cache(maxsize=1)
def _counts() -> Mapping[str, int]:
    """Read the file, once."""
    counts: dict[str, int] = json.loads(config_file(FILE).read_text(encoding="utf-8"))
    return counts
