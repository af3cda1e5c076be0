"""``python -m robot_memory.cli``: the command line, where its script is not on the path."""

import sys

from robot_memory.cli.main import main

sys.exit(main())
