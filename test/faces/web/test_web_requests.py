"""Invalid requests: each gets an error that says what is wrong, and has no effect."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from described_answers import answer_of
from reference.http_examples import examples_file

from robot_memory.applications.operations.operation import FieldType
from robot_memory.entries.field_limits import LIMITS
from robot_memory.faces.web.endpoints import ENDPOINTS
from robot_memory.faces.web.openapi import EXAMPLES, describe
from robot_memory.faces.web.parameter_reading import LARGEST_BODY, read_values
from robot_memory.faces.web.problem import Refused

NOTE = {"type": "environment_note", "text": "The kitchen doorway has a lip"}


def errors(answer):
    return {error["path"]: error["problem"] for error in answer.json()["errors"]}


def test_a_text_parameter_has_the_same_length_limit_on_all_faces():
    given = [
        (endpoint.path, one.field.name, one.field.most)
        for endpoint in ENDPOINTS for one in endpoint.parameters
        if one.field.type in (FieldType.STRING, FieldType.STRINGS)
        and one.field.name in LIMITS and "proposal" not in endpoint.path
    ]  # fmt: skip

    assert len(given) > 20
    assert [one for one in given if one[2] != LIMITS[one[1]]] == []


def test_an_endpoint_cannot_declare_the_common_limit_parameter_again():
    paged = next(one for one in ENDPOINTS if one.is_paged)
    limit = next(one for one in paged.all_parameters() if one.field.name == "limit")

    with pytest.raises(ValueError, match="limit is declared twice"):
        replace(paged, parameters=(limit,))


def test_a_problem_is_answered_in_the_form_of_rfc_9457(site):
    answer = site.client().get("/api/memory/why/mem-none")

    assert answer.status_code == 404
    assert answer.headers["content-type"] == "application/problem+json"
    assert answer.json()["title"] == "Not Found"
    assert "mem-none" in answer.json()["detail"]


def test_an_unknown_query_parameter_is_reported(site):
    answer = site.client().get("/api/memory/context?token_budjet=9")

    assert answer.status_code == 400
    assert errors(answer) == {"query.token_budjet": "is not known here"}


@pytest.mark.parametrize(
    ("query", "problem"),
    [
        ("limit=0", "0 is below 1"),
        ("limit=1001", "1001 is above 1000"),
        ("limit=100000000", "100000000 is above 1000"),
        ("min_confidence=1.5", "1.5 is above 1"),
        ("limit=ten", "'ten' is not an integer"),
        ("limit=1&limit=2", "is given 2 times"),
    ],
)
def test_a_value_out_of_range_is_named_with_its_limit(site, query, problem):
    answer = site.client().get(f"/api/memory/entries?{query}")

    assert errors(answer) == {f"query.{query.partition('=')[0]}": problem}


def test_a_refusal_lists_the_errors_and_states_that_nothing_was_done(site):
    query = "limit=0&offset=-1&tags=x&a=1&b=2"

    detail = site.client().get(f"/api/memory/entries?{query}").json()["detail"]

    assert detail.startswith("query.a is not known here; query.b is not known here; query.limit ")
    assert detail.endswith("; and 1 more: nothing was done")


def test_a_query_that_is_not_utf_8_is_refused(site):
    answer = site.client().get("/api/memory/entries?tags=%FF")

    assert answer.status_code == 400
    assert "not UTF-8" in answer.json()["detail"]


def test_all_defects_of_a_body_are_reported_at_once(site):
    answer = site.writer().post(
        "/api/memory/entries", json={"type": "rumour", "confidence": "high", "colour": 1}
    )

    assert set(errors(answer)) == {"body.type", "body.text", "body.confidence", "body.colour"}


@pytest.mark.parametrize(
    ("text", "kind"),
    [(7, "a number"), (["x"], "a list"), ({"x": 1}, "an object"), (True, "a boolean")],
)
def test_a_value_that_is_not_a_string_is_reported_with_its_json_type(site, text, kind):
    body = {"type": "environment_note", "text": text}
    answer = site.writer().post("/api/memory/entries", json=body)

    assert errors(answer) == {"body.text": f"is {kind}, not a string"}


@pytest.mark.parametrize(
    ("content", "kind", "status"),
    [
        (b"{", "application/json", 400),
        (b"[1]", "application/json", 400),
        (b'{"text": NaN}', "application/json", 400),
        (b"\xff\xfe", "application/json", 400),
        (b"[" * 100_000, "application/json", 400),
        (b"type=environment_note", "application/x-www-form-urlencoded", 415),
        (b"x" * (LARGEST_BODY + 1), "application/json", 413),
    ],
    ids=["cut", "list", "nan", "bytes", "deep", "form", "large"],
)
def test_an_unusable_body_is_refused(site, content, kind, status):
    headers = {"Content-Type": kind}

    answer = site.writer().post("/api/memory/entries", content=content, headers=headers)

    assert answer.status_code == status
    assert not (site.home / "observations.db").exists()


@pytest.mark.parametrize(
    ("content", "name"),
    [
        ('{"type": "environment_note", "text": "a lip", "text": "no lip"}', "text"),
        ('{"type": "environment_note", "text": "a lip", "tags": [{"a": 1, "a": 1}]}', "a"),
        ('{"x": 1, "x": 1, "\\ud800": 2}', "x"),
        ("{" + ", ".join(f'"n{i}": 1' for i in range(3000)) + ', "n2999": 1}', "n2999"),
    ],
)
def test_a_duplicate_key_in_a_body_is_refused_by_name(site, content, name):
    answer = site.writer().post(
        "/api/memory/entries", content=content, headers={"Content-Type": "application/json"}
    )

    assert answer.status_code == 400
    assert answer.headers["content-type"] == "application/problem+json"
    assert f"the name '{name}' stands in one object twice" in answer.json()["detail"]
    assert errors(answer) == {f"body.{name}": "stands there twice"}
    assert site.client().get("/api/memory/entries").json()["items"] == []


def test_a_lone_surrogate_in_a_body_is_refused(site):
    content = b'{"type": "environment_note", "text": "\\ud800"}'
    headers = {"Content-Type": "application/json"}

    answer = site.writer().post("/api/memory/entries", content=content, headers=headers)

    assert errors(answer) == {"body.text": "is not valid Unicode text"}


def test_an_unknown_field_with_a_lone_surrogate_is_reported(site):
    content = b'{"type": "environment_note", "text": "a", "half \\ud800": 1}'
    headers = {"Content-Type": "application/json"}

    answer = site.writer().post("/api/memory/entries", content=content, headers=headers)

    assert errors(answer) == {"body.half ?": "is not known here"}


def test_a_rule_of_the_memory_that_is_broken_is_reported_with_its_field(site):
    answer = site.writer().post("/api/memory/entries", json=NOTE | {"confidence": 0.05})

    assert answer.status_code == 422
    assert "confidence" in errors(answer)


def test_an_unknown_path_is_not_found_with_a_hint(site):
    answer = site.client().get("/api/memory/dreams")

    assert answer.status_code == 404
    assert "openapi.json" in answer.json()["detail"]


def test_a_path_with_a_trailing_slash_is_not_found(site):
    answer = site.client().get("/api/memory/entries/", follow_redirects=False)

    assert answer.status_code == 404
    assert answer.headers["content-type"] == "application/problem+json"


def test_an_unsupported_method_is_refused(site):
    answer = site.client().delete("/api/memory/entries")

    assert answer.status_code == 405


def test_a_defect_of_the_server_is_reported_without_its_internals(site, monkeypatch):
    client = site.client()
    client = type(client)(client.app, base_url="http://localhost", raise_server_exceptions=False)
    monkeypatch.setattr(site.source, "reader", lambda: 1 / 0)

    answer = client.get("/api/memory/entries")

    assert answer.status_code == 500
    assert "ZeroDivision" not in answer.text


def test_the_description_names_every_endpoint_of_document_002(site):
    paths = site.client().get("/openapi.json").json()["paths"]

    assert {
        "/api/memory/search", "/api/memory/read/{level}/{path}",
        "/api/memory/write/{level}/{path}", "/api/memory/consolidate", "/api/memory/stats",
        "/api/memory/retention",
    } <= set(paths)  # fmt: skip


def test_the_api_description_contains_the_fields_of_an_entry(site):
    site.remember("The kitchen doorway has a lip")
    client = site.client()
    (entry,) = client.get("/api/memory/entries").json()["items"]
    described = client.get("/openapi.json").json()["components"]["schemas"]["Entry"]

    assert set(described["required"]) <= entry.keys() <= described["properties"].keys()


def test_the_documented_example_answers_are_up_to_date():
    assert EXAMPLES.read_text(encoding="utf-8") == examples_file(), "run `make docs`"


def test_each_documented_example_answer_matches_its_schema():
    jsonschema = pytest.importorskip("jsonschema", reason="needs what requirements/test.txt lists")
    described = describe(ENDPOINTS)
    answers = [
        operation["responses"]["200"]["content"]["application/json"]
        for path in described["paths"].values() for operation in path.values()
    ]  # fmt: skip
    shown = [one for one in answers if "example" in one]

    assert len(shown) == 30
    for one in shown:
        schema = {**one["schema"], "components": described["components"]}
        jsonschema.Draft202012Validator(schema).validate(one["example"])


def test_the_description_has_the_fields_of_each_answer():
    described = describe(ENDPOINTS)
    for endpoint in ENDPOINTS:
        told = described["paths"][endpoint.path.replace(":path", "")][endpoint.method.lower()]
        schema = answer_of(told)
        record = schema["properties"]["items"]["items"] if endpoint.is_paged else schema
        for one in record.get("anyOf", [record]):
            assert "$ref" in one, endpoint.path
            name = one["$ref"].rpartition("/")[2]
            assert described["components"]["schemas"][name]["required"], endpoint.path


def test_the_api_description_has_the_answer_of_an_operation(site):
    schemas = site.client().get("/openapi.json").json()["components"]["schemas"]
    done = schemas["RepairAnswer"]

    assert done["required"] == ["message", "component", "ids", "waiting"]
    assert done["properties"]["ids"] == {"type": "array", "items": {"type": "string"}}


@pytest.mark.parametrize(
    ("path", "method", "headers"),
    [
        ("/api/memory/entries", "get", ["If-None-Match"]),
        ("/api/memory/entries", "post", []),
        ("/api/memory/write/{level}/{path}", "post", ["If-Match", "If-None-Match"]),
    ],
)
def test_the_api_description_lists_the_request_headers(path, method, headers):
    told = describe(ENDPOINTS)["paths"][path][method]["parameters"]

    assert [one["name"] for one in told if one["in"] == "header"] == headers


def described_values():
    """Yield each input of each endpoint: the endpoint, the parameter, and its schema."""
    paths = describe(ENDPOINTS)["paths"]
    for endpoint in ENDPOINTS:
        told = paths[endpoint.path.replace(":path", "")][endpoint.method.lower()]
        schemas = {("body", name): schema for name, schema in body_of(told)["properties"].items()}
        schemas |= {(one["in"], one["name"]): one["schema"] for one in told["parameters"]}
        for one in endpoint.all_parameters():
            yield endpoint, one, schemas[one.place, one.field.name]


def body_of(told):
    content = told.get("requestBody", {}).get("content", {}).get("application/json", {})
    return content.get("schema", {"properties": {}})


def is_taken(parameter, value):
    """Whether the server accepts this value of the parameter."""
    is_of_body, name = parameter.place == "body", parameter.field.name
    query = [] if is_of_body else [(name, json.dumps(value).strip('"'))]
    body = {name: value} if is_of_body else {}
    try:
        read_values([parameter], {}, query, body)
    except Refused:
        return False
    return True


def test_each_default_is_valid_in_its_schema_and_accepted_by_the_server():
    jsonschema = pytest.importorskip("jsonschema", reason="needs what requirements/test.txt lists")
    with_default = [one for one in described_values() if "default" in one[2]]

    assert len(with_default) > 20
    for endpoint, parameter, schema in with_default:
        jsonschema.validate(schema["default"], schema)
        assert is_taken(parameter, schema["default"]), (endpoint.path, parameter.field.name)


def test_the_body_schemas_and_the_server_accept_the_same_values():
    jsonschema = pytest.importorskip("jsonschema", reason="needs what requirements/test.txt lists")
    values = (None, "", [""], ["dock"] * 33, {"n": 3}, {"n": [3]}, {f"n{i}": "" for i in range(33)})
    in_bodies = [one for one in described_values() if one[1].place == "body"]

    assert len(in_bodies) > 20
    for endpoint, parameter, schema in in_bodies:
        for value in values if schema.get("format") != "date-time" else (None,):
            is_valid = jsonschema.Draft202012Validator(schema).is_valid(value)
            assert is_valid == is_taken(parameter, value), (endpoint.path, value)
