"""Names the packages; all else is in setup.cfg. colcon and older pips ask for this file too."""

from setuptools import find_packages, setup

# config/ stands at the top, as ROS packages have it, and is installed inside the package.
packages = find_packages(include=["robot_memory", "robot_memory.*"])
setup(packages=[*packages, "robot_memory.config"])
