"""The example of bench/anomaly/README.md runs."""

from __future__ import annotations

import re
from pathlib import Path

PAGE = (Path(__file__).parents[2] / "bench" / "anomaly" / "README.md").read_text(encoding="utf-8")


def test_the_example_runs_as_printed():
    blocks = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)

    assert blocks
    for block in blocks:
        exec(compile(block, "README.md", "exec"), {})
