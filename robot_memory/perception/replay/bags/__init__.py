"""ROS bags: rosbag1, rosbag2 (sqlite3 and mcap), files and folders."""
