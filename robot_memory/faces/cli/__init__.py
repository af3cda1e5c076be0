"""The command line: ``robot-memory``. It needs no ROS and works while the node runs."""

import os

# NumPy's BLAS starts one thread per core. They spin and take a quarter of a command's CPU time.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
