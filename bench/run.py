"""All figures that the documents promise, as ratios measured in one run."""

from __future__ import annotations

import memory_file
import ros_load

if __name__ == "__main__":
    memory_file.run()
    ros_load.run()
