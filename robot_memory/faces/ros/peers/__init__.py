"""Federation in the node; over DDS: one topic, one latest signed message a robot.

See docs/reference/fleet-size.md.
"""
