"""All figures that the documents promise, as ratios measured in one run."""

from __future__ import annotations

import memory_file
import month
import ros_load
import standard_topics

if __name__ == "__main__":
    memory_file.run()
    month.run()
    ros_load.run()
    standard_topics.run()
