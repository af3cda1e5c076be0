"""The command line: ``robot-memory``. It needs no ROS and works while the node runs."""

import os

# NumPy's BLAS begins a thread a core, which spin: a quarter of the processor time of a command.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
