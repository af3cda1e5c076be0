"""The subset of JSON Schema that our schemas use."""

from __future__ import annotations

import pytest

from robot_memory.governance.schemas import KINDS, defects_of, schema_of

FITS = [
    ({"type": "object"}, {}),
    ({"type": ["string", "null"]}, None),
    ({"type": "integer"}, 3),
    ({"type": "number"}, 3.5),
    ({"const": "a"}, "a"),
    ({"enum": ["a", "b"]}, "b"),
    ({"pattern": "^a+$"}, "aaa"),
    ({"minimum": 1, "maximum": 2}, 2),
    ({"minItems": 1, "items": {"type": "string"}}, ["a"]),
    ({"format": "date-time"}, "2026-02-28T23:59:59Z"),
    ({"format": "date-time"}, 3),
    ({"required": ["a"], "additionalProperties": {"type": "integer"}}, {"a": 1, "b": 2}),
]
DOES_NOT = [
    ({"type": "object"}, [], ""),
    ({"type": "integer"}, True, ""),
    ({"type": "number"}, False, ""),
    ({"type": "integer"}, 3.5, ""),
    ({"const": "a"}, "b", ""),
    ({"enum": ["a"]}, "b", ""),
    ({"pattern": "^a+$"}, "aab", ""),
    ({"pattern": "^a+$"}, "aaa\n", ""),
    ({"pattern": r"^\d$"}, "٣", ""),
    ({"minimum": 1}, 0, ""),
    ({"maximum": 1}, 2, ""),
    ({"format": "date-time"}, "2026-02-30T00:00:00Z", ""),
    ({"format": "date-time"}, "2026-02-28T24:00:01Z", ""),
    ({"maxLength": 1}, "ab", ""),
    ({"minLength": 1}, "", ""),
    ({"maxItems": 1}, [1, 2], ""),
    ({"minProperties": 1}, {}, ""),
    ({"items": {"type": "string"}}, ["a", 1], "[1]"),
    ({"required": ["a"]}, {}, "a"),
    ({"properties": {"a": {"items": {"required": ["b"]}}}}, {"a": [{}]}, "a[0].b"),
    ({"properties": {"a": {}}, "additionalProperties": False}, {"b": 1}, "b"),
    ({"additionalProperties": {"type": "integer"}}, {"b": "x"}, "b"),
]


@pytest.mark.parametrize(("schema", "value"), FITS)
def test_a_value_that_satisfies_its_schema_has_no_defects(schema, value):
    assert defects_of(value, schema) == []


@pytest.mark.parametrize(("schema", "value", "path"), DOES_NOT)
def test_a_value_that_violates_its_schema_is_reported_with_its_path(schema, value, path):
    assert [defect.path for defect in defects_of(value, schema)] == [path]


def test_a_schema_with_an_unsupported_keyword_is_refused():
    with pytest.raises(ValueError, match="oneOf"):
        defects_of(1, {"oneOf": []})


@pytest.mark.parametrize("kind", KINDS)
def test_our_schemas_use_only_supported_keywords(kind):
    def walk(schema):
        defects_of(None, {name: value for name, value in schema.items() if name != "type"})
        for part in schema.get("properties", {}).values():
            walk(part)
        for name in ("items", "additionalProperties"):
            if isinstance(schema.get(name), dict):
                walk(schema[name])

    schema = schema_of(kind)
    walk(schema)
    assert schema["additionalProperties"] is False
    assert schema["title"] == kind
