"""Updates between robots: selecting, signing, checking, storing (document 000 §6, rules.md §6).

:mod:`robot_memory.sharing.carriers` transports them. :mod:`robot_memory.entries.peer_memory` writes
peers' entries into the memory file.

See docs/explanation/sharing.md.
"""
