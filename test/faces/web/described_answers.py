"""Checks answers against the API description: same form, and no additional field."""

from __future__ import annotations

import re
from functools import cache

from robot_memory.faces.web.endpoints import ENDPOINTS
from robot_memory.faces.web.openapi import describe

try:
    from jsonschema import Draft202012Validator
except ImportError:  # included in requirements/test.txt
    Draft202012Validator = None


def check_answer(response):
    """Check an answer of the API; errors and other responses are ignored.

    Raises:
        jsonschema.ValidationError: a field is missing, or is not described.
    """
    kind = response.headers.get("content-type", "")
    if Draft202012Validator is None or not response.is_success or kind != "application/json":
        return
    for path, method, validator in _validators():
        if method == response.request.method and path.fullmatch(response.url.path):
            response.read()
            validator.validate(response.json())


@cache
def _validators():
    described = _strict(describe(ENDPOINTS))
    return [
        (re.compile(re.sub(r"{\w+}", "[^/]+", path.replace("{path}", ".+"))), method.upper(),
         Draft202012Validator({**answer_of(told), "components": described["components"]}))
        for path, methods in described["paths"].items() for method, told in methods.items()
    ]  # fmt: skip


def answer_of(operation):
    """Return the response schema of an operation."""
    return operation["responses"]["200"]["content"]["application/json"]["schema"]


def _strict(schema):
    """Return a schema that allows only the fields it names."""
    if isinstance(schema, list):
        return list(map(_strict, schema))
    if not isinstance(schema, dict):
        return schema
    closed = {"additionalProperties": False} if "properties" in schema else {}
    return {**closed, **{name: _strict(one) for name, one in schema.items()}}
