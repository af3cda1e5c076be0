"""Applies patterns to texts; prints each that takes a quarter of a second of processor time.

Reads JSON: the patterns of :mod:`package_patterns`, and texts. The current pattern is printed to
stderr, in case it never ends.
"""

from __future__ import annotations

import json
import re
import sys
import time

LONGEST = 0.25  # s
SHORT = 1000  # characters, for patterns that never get more


def main() -> None:
    """Apply each pattern in the way it is used."""
    patterns, texts = json.load(sys.stdin)
    for module, expression, flags, search, full in patterns:
        print(module, expression[:200], file=sys.stderr)
        pattern = re.compile(expression, flags)
        for text in texts:
            read = text[:SHORT] if module.startswith("robot_memory.foundation.wording.") else text
            began = time.process_time()
            if search:
                pattern.sub("", f"{read}\x00")
            else:
                (pattern.fullmatch if full else pattern.match)(f"{read}\x00")
            if time.process_time() - began > LONGEST:
                print(module, expression, text[:20])


if __name__ == "__main__":
    main()
