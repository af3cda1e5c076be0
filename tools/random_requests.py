"""Hundreds of random requests to the HTTP API, valid and invalid by its description."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis.errors import Unsatisfiable
from schemathesis.checks import not_a_server_error
from schemathesis.core.result import Err
from schemathesis.generation import GenerationMode
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

_CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]
#: Runs a night shift at each request; it gets fewer requests.
_SLOW, _SLOWER = "/api/memory/consolidate", 20


def send_random_requests(app: Any, token: str, examples: int) -> Counter[int]:
    """Send requests to each endpoint of an ASGI application; return the count of each status.

    Args:
        app: the application.
        token: sent with each request.
        examples: requests to each endpoint, half of them invalid by the description.

    Raises:
        Exception: an answer is a server error, or contradicts the description; names the request.
    """
    statuses: Counter[int] = Counter()
    schema = schemathesis.openapi.from_asgi("/openapi.json", app, headers={"Host": "localhost"})
    for found in schema.get_all_operations():
        if isinstance(found, Err):
            raise found.err()
        operation = found.ok()
        share = _SLOWER if operation.path == _SLOW else 1
        for mode in GenerationMode:
            cases = operation.as_strategy(generation_mode=mode)
            with suppress(Unsatisfiable):  # without parameters no request can be invalid
                _sender(cases, token, statuses, max(2, examples // 2 // share))()
    return statuses


def _sender(cases: Any, token: str, statuses: Counter[int], examples: int) -> Callable[[], None]:
    headers = {"Host": "localhost", "Authorization": f"Bearer {token}"}

    @settings(
        max_examples=examples, deadline=None, database=None, derandomize=True,
        phases=[Phase.generate], suppress_health_check=list(HealthCheck),
    )  # fmt: skip
    @given(case=cases)
    def send(case: Any) -> None:
        response = case.call(headers=headers)
        statuses[response.status_code] += 1
        case.validate_response(response, checks=_CHECKS)

    return send
