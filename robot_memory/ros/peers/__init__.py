"""Federation over DDS: one topic, one latest signed message a robot."""
