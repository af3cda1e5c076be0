"""All figures that the documents promise, as ratios measured in one run."""

from __future__ import annotations

import memory_file

if __name__ == "__main__":
    memory_file.run()
