"""A server over a memory home, called without a network; each answer is checked."""

from __future__ import annotations

import pytest

pytest.importorskip("starlette", reason="needs the extra `web`")

from described_answers import check_answer
from starlette.testclient import TestClient

from robot_memory import RobotMemory
from robot_memory.faces.web.access import AccessRules, RateLimit
from robot_memory.faces.web.application import WebApplication
from robot_memory.foundation.identity.tokens import CallerKind, TokenScope, TokenStore
from robot_memory.memory_source import MemorySource


class Site:
    """A memory home with its tokens, and clients of its server."""

    def __init__(self, home):
        self.home = home
        self.tokens = TokenStore(home / "keys" / "web-tokens.json")
        self.source = MemorySource(lambda write: RobotMemory.open(home, read_only=not write))

    def client(self, token="", *, is_local=True, base_url="http://localhost", **limits):
        limit = RateLimit(**limits) if limits else RateLimit(burst=1e6)
        app = WebApplication(self.source, AccessRules(self.tokens, is_local), limit)
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        client = TestClient(app.asgi(), base_url=base_url, headers=headers)
        client.event_hooks = {"response": [check_answer]}
        return client

    def writer(self, name="ada", kind=CallerKind.PERSON, scopes=(TokenScope.WRITE,), **options):
        return self.client(self.tokens.issue(name, scopes, kind), **options)

    def remember(self, text, entry_type="environment_note", **given):
        with RobotMemory.open(self.home) as memory:
            return memory.remember(entry_type, text, **given).id


@pytest.fixture
def site(home):
    site = Site(home)
    yield site
    site.source.close()
