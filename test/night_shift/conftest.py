"""What tests of the night shift share."""

from __future__ import annotations

import os

import pytest


@pytest.fixture(autouse=True)
def _quick(monkeypatch):
    """A killed process leaves what it wrote; only a power cut would ask for more."""
    monkeypatch.setattr(os, "fsync", lambda descriptor: None)
