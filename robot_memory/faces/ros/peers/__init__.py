"""Federation in the node; over DDS: one topic, and one latest signed message per robot.

See docs/reference/fleet-size.md.
"""
