"""``python -m robot_memory.faces.cli``: the command line when its script is not on the path."""

import sys

from robot_memory.faces.cli.start import main

sys.exit(main())
