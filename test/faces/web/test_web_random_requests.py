"""Requests of any kind: each answer matches the API description.

About a hundred are sent here, ten thousand by `make bench ARGS=requests`.
"""

from __future__ import annotations

import pytest

from robot_memory.faces.web.access import AccessRules, RateLimit
from robot_memory.faces.web.application import WebApplication
from robot_memory.foundation.identity.tokens import CallerKind, TokenScope


def test_random_requests_cause_no_server_error_and_match_the_description(site):
    pytest.importorskip("schemathesis", reason="needs what requirements/test.txt lists")
    from random_requests import send_random_requests

    site.remember("The lift is slow at noon")
    token = site.tokens.issue("robot", list(TokenScope), CallerKind.PERSON)
    access = AccessRules(site.tokens, is_local=True)
    app = WebApplication(site.source, access, RateLimit(burst=1e6)).asgi()

    statuses = send_random_requests(app, token, examples=4)

    assert sum(statuses.values()) > 75
    assert {200, 201, 400, 404} <= statuses.keys()
