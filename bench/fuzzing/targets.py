"""All targets by name; each is set up in its own folder, and removed afterwards."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path

from fuzzing.face_targets import FACES
from fuzzing.file_targets import FILES
from fuzzing.fuzz_target import FuzzTarget
from fuzzing.message_targets import MESSAGES
from fuzzing.recording_targets import RECORDINGS
from fuzzing.state_targets import STATES


def _without_end(
    make: Callable[[Path], FuzzTarget],
) -> Callable[[Path], AbstractContextManager[FuzzTarget]]:
    return lambda folder: nullcontext(make(folder))


TARGETS: Mapping[str, Callable[[Path], AbstractContextManager[FuzzTarget]]] = {
    **{
        name: _without_end(make)
        for name, make in {**FILES, **STATES, **MESSAGES, **RECORDINGS}.items()
    },
    **FACES,
}
