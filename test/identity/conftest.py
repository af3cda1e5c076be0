"""Laws are checked however busy the machine is."""

from __future__ import annotations

from hypothesis import settings

settings.register_profile("robot_memory", deadline=None)
settings.load_profile("robot_memory")
