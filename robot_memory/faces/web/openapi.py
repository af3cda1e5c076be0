"""The description of the API (OpenAPI 3.1), made from the endpoints' declarations.

See docs/reference/http-api.md, "Without JSON".
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import robot_memory
from robot_memory.applications.operations.operation import FieldType, OperationField
from robot_memory.faces.web.endpoint import Endpoint, Parameter
from robot_memory.faces.web.problem import MEDIA_TYPE
from robot_memory.faces.web.record_schemas import RecordSchemas, Schema
from robot_memory.foundation.identity.tokens import TokenScope
from robot_memory.foundation.text import yaml_reading

#: Recorded answers, by method and path below ``/api/memory``; `make docs` writes the file.
EXAMPLES = Path(__file__).with_name("examples.json")
#: Defaults that only mean "not given": some would be refused as a value.
_NOT_GIVEN: tuple[Any, ...] = (None, "", (), {})
_FIXED = yaml_reading.load(Path(__file__).with_name("openapi.yaml").read_text(encoding="utf-8"))


def describe(endpoints: Iterable[Endpoint]) -> dict[str, Any]:
    """Return the description of endpoints as JSON data."""
    paths: dict[str, dict[str, Any]] = {}
    records = RecordSchemas()
    for endpoint in endpoints:
        path = re.sub(r"{(\w+):path}", r"{\1}", endpoint.path)
        paths.setdefault(path, {})[endpoint.method.lower()] = _operation(endpoint, records)
    for name, example in json.loads(EXAMPLES.read_text(encoding="utf-8")).items():
        method, path = name.split()
        answers = paths[f"/api/memory{path}"][method]["responses"]["200"]["content"]
        answers["application/json"]["example"] = example
    fixed = _FIXED["components"]
    return {
        "openapi": "3.1.0",
        "info": {**_FIXED["info"], "version": robot_memory.__version__},
        "paths": paths,
        "components": {**fixed, "schemas": {**fixed["schemas"], **records.named}},
    }


def _operation(endpoint: Endpoint, records: RecordSchemas) -> dict[str, Any]:
    source = f" Source: document {endpoint.source}." if endpoint.source else ""
    answers = {"application/json": {"schema": _answer(endpoint, records)}}
    done = {"description": "Done.", "content": answers}
    problem = {MEDIA_TYPE: {"schema": {"$ref": "#/components/schemas/Problem"}}}
    errors = {
        status: {"description": meaning, "content": problem}
        for status, meaning in _FIXED["errors"].items()
    }
    may_be_anonymous: list[dict[str, list[str]]] = [{}] if endpoint.scope is TokenScope.READ else []
    operation: dict[str, Any] = {
        "summary": endpoint.summary,
        "description": f"Needs the scope {endpoint.scope}.{source}",
        "operationId": _name(endpoint),
        "parameters": [
            *(_parameter(one) for one in endpoint.all_parameters() if one.place != "body"),
            *_headers(endpoint),
        ],
        "responses": {"200": done, **_other_successes(endpoint, done), **errors},
        "security": [*may_be_anonymous, {"token": []}],
    }
    body = [one for one in endpoint.parameters if one.place == "body"]
    return {**operation, "requestBody": _body(body)} if body else operation


def _headers(endpoint: Endpoint) -> list[dict[str, Any]]:
    which = "reads" if endpoint.method == "GET" else "writes_file" if endpoint.writes_file else ""
    return [
        {"name": name, "in": "header", "description": meaning, "schema": {"type": "string"}}
        for name, meaning in _FIXED["headers"].get(which, {}).items()
    ]


def _answer(endpoint: Endpoint, records: RecordSchemas) -> Schema:
    answers = records.of(endpoint.answers)
    return records.page(answers) if endpoint.is_paged else answers


def _body(parameters: list[Parameter]) -> dict[str, Any]:
    required = [one.field.name for one in parameters if one.field.is_required]
    schema: dict[str, Any] = {
        "type": "object",
        "properties": {one.field.name: _schema(one) for one in parameters},
        "additionalProperties": False,
    }
    if required:
        schema["required"] = required
    content = {"application/json": {"schema": schema}}
    return {"required": bool(required), "content": content}


def _other_successes(endpoint: Endpoint, done: dict[str, Any]) -> dict[str, Any]:
    if endpoint.method == "GET":
        return {"304": {"description": "It is as If-None-Match names it."}}
    return {
        "201": {**done, "description": "Made."},
        "202": {**done, "description": "Taken; a person decides about it."},
    }


def _name(endpoint: Endpoint) -> str:
    words = re.findall(r"\w+", re.sub(r":path", "", endpoint.path.removeprefix("/api/memory")))
    return "_".join([endpoint.method.lower(), *words])


def _parameter(parameter: Parameter) -> dict[str, Any]:
    return {
        "name": parameter.field.name,
        "in": parameter.place,
        "required": parameter.field.is_required,
        "description": parameter.field.summary,
        "schema": _schema(parameter),
    }


def _schema(parameter: Parameter) -> dict[str, Any]:
    field = parameter.field
    schema = _type_schema(field)
    if not field.is_required and parameter.place == "body":  # null: not given
        schema = {**schema, "type": [schema["type"], "null"]}
    if not field.is_required and field.default not in _NOT_GIVEN:
        schema = {**schema, "default": field.default}
    return {**schema, "description": field.summary}


def _type_schema(field: OperationField) -> dict[str, Any]:
    match field.type:
        case FieldType.TIME:
            return {"type": "string", "format": "date-time"}
        case FieldType.NAMES:
            values = {"additionalProperties": {"type": ["string", "number", "boolean"]}}
            return {"type": "object", **values, **_most(field, "maxProperties")}
        case FieldType.STRINGS:
            one = _single_schema("string", field)
            return {"type": "array", "items": one, **_most(field, "maxItems")}
    return _single_schema(field.type.value, field)


def _single_schema(kind: str, field: OperationField) -> dict[str, Any]:
    schema: dict[str, Any] = {"type": kind}
    if field.takes.choices:
        schema["enum"] = list(field.takes.choices)
    least, most = ("minLength", "maxLength") if kind == "string" else ("minimum", "maximum")
    bounds = {least: field.takes.least, most: field.most}
    return {**schema, **{name: bound for name, bound in bounds.items() if bound is not None}}


def _most(field: OperationField, keyword: str) -> dict[str, int]:
    return {} if field.most_items is None else {keyword: field.most_items}
