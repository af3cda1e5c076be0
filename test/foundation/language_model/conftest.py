"""What tests of the model share."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import pytest
from model_server import Server


@pytest.fixture
def server() -> Iterator[Server]:
    """A server that answers "yes" until told otherwise."""
    made = Server()
    threading.Thread(target=made.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()
    yield made
    made.shutdown()
    made.server_close()
