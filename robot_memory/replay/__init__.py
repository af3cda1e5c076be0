"""Recordings of all kinds, opened and read alike."""

from .errors import RecordingError, ReplayExtraMissing
from .opening import open_recording
from .recording import Recording, Wanted

__all__ = ["Recording", "RecordingError", "ReplayExtraMissing", "Wanted", "open_recording"]
