"""The page of the HTTP API, from the declarations of its endpoints."""

from __future__ import annotations

from collections.abc import Iterator

from reference.markdown import code, page, table
from robot_memory.applications.operations.operation import FieldType, OperationField
from robot_memory.faces.web.endpoint import Endpoint
from robot_memory.faces.web.endpoints import ENDPOINTS

_KINDS = {FieldType.STRINGS: "list of string", FieldType.NAMES: "object of single values"}
_INTRODUCTION = """\
`robot-memory web serve` offers this API at `http://127.0.0.1:8123`. [How to look at the memory in a
browser](../how-to/look-in-a-browser.md) shows how to start it and how to let others in.

- **Scopes.** On this machine reading needs no token. Writing always needs one, sent as
  `Authorization: Bearer …`. If the server listens on a network, reading needs one too.
- **Answers** are JSON. Times are ISO 8601, UTC.
- **Lists** come in parts: `limit` and `offset` choose one, `total` counts all, and the header
  `Link` names the part before and after.
- **Caching.** Every JSON answer to GET has an `ETag`. A request with `If-None-Match` gets status
  304 if nothing has changed, or only confidences, and these by less than 0.01. A write to a file
  may send `If-Match`. It gets status 412 if somebody else changed the file; with
  `If-None-Match: *`, if the file exists.
- **Requests of agents** that wait for a person get status 202.
- **Errors** are problem details (RFC 9457), `application/problem+json`. `detail` says what was
  wrong and what became of the data, and `errors` lists each value that cannot be used. An unknown
  parameter is an error.
- **Limits.** A client may send 50 requests a second, and a body of 1 MB.
  [Others](security.md#http-servers) hold for each connection.
- **Other origins** get no answer: there is no CORS header. A request that calls the server by
  another name than `localhost` is refused while the server listens on this machine only."""

_OTHERS = """\
## Without JSON

| path | what it is |
|---|---|
| `/` | the page for people |
| `/fleet` | the page of a fleet's memory |
| `/openapi.json` | the description of this API, OpenAPI 3.1, with the fields of each answer |
| `/metrics` | figures for Prometheus: the node, entries, rows, bytes and alarms |
| `/api/memory/changes` | server-sent events, one for each change; `Last-Event-ID` continues |
| `/api/memory/recordings/NAME` | a recording of the black box, for who has a person's token |

The stream of changes begins with an id, and each event has one. A client that comes back with the
last one as `Last-Event-ID`, as browsers do, misses none. If the record has not reached that id,
since an older one was put back, the stream begins with what is new. Where events are in no file any
more, as when an archive was taken away, the event `events_lost` names the `first` and the `last` of
their numbers. 32 clients may listen at once. A stream ends when its token is revoked, when the
server stops, and when its client takes nothing for a minute."""


def http_api_page() -> str:
    """Return the page."""
    rows = [(code(f"{one.method} {one.path}"), one.scope.value, one.summary) for one in ENDPOINTS]
    head = table(("endpoint", "scope", "purpose"), rows)
    sections = "\n\n".join(part for one in ENDPOINTS for part in _endpoint(one))
    return page("HTTP API", _INTRODUCTION, head, _OTHERS, sections)


def _endpoint(endpoint: Endpoint) -> Iterator[str]:
    yield f"## {endpoint.method} {endpoint.path}"
    source = f" Document {endpoint.source}." if endpoint.source else ""
    yield endpoint.summary + source
    parameters = endpoint.all_parameters()
    if parameters:
        rows = [
            (code(one.name), place, _kind(one), _default(one), one.summary)
            for place, one in ((each.place, each.field) for each in parameters)
        ]
        yield table(("parameter", "in", "type", "default", "meaning"), rows)


def _kind(field: OperationField) -> str:
    kind = _KINDS.get(field.type, field.type.value)
    if field.takes.choices:
        return f"{kind}: {', '.join(field.takes.choices)}"
    bounds = [field.takes.least, field.most]
    if field.type in (FieldType.INTEGER, FieldType.NUMBER) and None not in bounds:
        return f"{kind}, {bounds[0]:g} to {bounds[1]:g}"
    return kind


def _default(field: OperationField) -> str:
    if field.is_required:
        return "required"
    default = field.default
    return "" if default in (None, (), "") else code(str(default))
