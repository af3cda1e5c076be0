#!/bin/bash
# Sources ROS and the package, then becomes the command: signals reach it directly.
set -e
# shellcheck source=/dev/null
source "/opt/ros/$ROS_DISTRO/setup.bash"
# shellcheck source=/dev/null
source /opt/robot_memory/local_setup.bash
exec "$@"
