"""Updates between robots: what is shared, signed, checked, stored (document 000 §6, rules.md §6).

:mod:`robot_memory.sharing.carriers` transports them. :mod:`robot_memory.entries.peer_memory` writes
what peers said into the memory file.

See docs/explanation/sharing.md.
"""
