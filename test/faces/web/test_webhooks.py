"""Webhooks: programs that are notified of events."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest

from robot_memory import RobotMemory
from robot_memory.faces.web.webhooks.delivery import (
    DeliveryState,
    WebhookDelivery,
    run_webhook,
    send_request,
)
from robot_memory.faces.web.webhooks.webhook import TOPICS, Webhook, read_webhooks
from robot_memory.foundation.errors import InvalidInput
from robot_memory.ledger import Kind, Observation, Source
from robot_memory.long_term.levels.record_tail import RecordTail

KEY = b"k" * 32
SECRET = "whsec_" + base64.b64encode(KEY).decode()


class Receiver:
    """A receiver that accepts or refuses requests."""

    def __init__(self):
        self.status = 204
        self.fails_with = None
        self.bodies = []
        self.headers = []

    def __call__(self, url, body, headers):
        if self.fails_with is not None:
            raise self.fails_with
        if self.status == 0:
            raise OSError("no route to host")
        if 200 <= self.status < 300:
            self.bodies.append(json.loads(body))
            self.headers.append(headers)
        return self.status

    @property
    def texts(self):
        return [body["data"]["text"] for body in self.bodies]


@pytest.fixture
def receiver():
    return Receiver()


@pytest.fixture
def delivery(home, receiver):
    """A function that makes a delivery as a starting server does."""

    def make(events=TOPICS):
        hook = Webhook("desk", "https://example.org/hook", frozenset(events), KEY)
        with RobotMemory.open(home) as memory:
            tail, rrn = RecordTail(memory.long_term.levels.events), memory.rrn
        state = DeliveryState.read(home / "webhooks.state.json")
        return WebhookDelivery(hook, tail, state, rrn, receiver)

    return make


def remember(home, text, **given):
    with RobotMemory.open(home) as memory:
        return memory.remember("environment_note", text, **given).id


def test_a_new_entry_is_sent_once(home, delivery, receiver):
    hooks = delivery()
    remember(home, "The lift stops at floor 3")

    hooks.run_once(0.0, 1000)
    hooks.run_once(1.0, 1001)

    assert receiver.texts == ["The lift stops at floor 3"]
    assert receiver.bodies[0]["type"] == "created"


def test_the_signature_is_that_of_the_standard_webhooks_specification(home, delivery, receiver):
    hooks = delivery()
    remember(home, "The lift stops at floor 3")

    hooks.run_once(0.0, 1000)

    headers, body = receiver.headers[0], json.dumps(receiver.bodies[0], ensure_ascii=False)
    signed = f"{headers['webhook-id']}.1000.{body}".encode()
    expected = base64.b64encode(hmac.new(KEY, signed, hashlib.sha256).digest()).decode()
    assert headers["webhook-signature"] == f"v1,{expected}"


def test_entries_from_before_the_webhook_was_set_up_are_not_sent(home, delivery, receiver):
    remember(home, "The lift stops at floor 3")

    delivery().run_once(0.0, 1000)

    assert receiver.bodies == []


@pytest.mark.parametrize("status", [0, 500, 302, 404])
def test_refused_events_are_sent_again_later_in_order(home, delivery, receiver, status):
    hooks = delivery()
    remember(home, "The lift stops at floor 3")
    remember(home, "The ramp is wet")
    receiver.status = status
    hooks.run_once(0.0, 1000)
    receiver.status = 200

    hooks.run_once(1.0, 1001)
    assert receiver.texts == []
    hooks.run_once(3.0, 1003)

    assert receiver.texts == ["The lift stops at floor 3", "The ramp is wet"]


def test_waiting_events_survive_a_restart(home, delivery, receiver):
    hooks = delivery()
    remember(home, "The lift stops at floor 3")
    receiver.status = 500
    hooks.run_once(0.0, 1000)
    remember(home, "The ramp is wet")
    hooks.run_once(100.0, 1100)
    receiver.status = 200

    delivery().run_once(0.0, 2000)

    assert receiver.texts == ["The lift stops at floor 3", "The ramp is wet"]


def test_all_waiting_events_are_sent_despite_lines_of_other_tools(home, delivery, receiver):
    hooks = delivery()
    with RobotMemory.open(home) as memory:
        events, now = memory.long_term.levels.events, memory.clock.now().time
        lines = [{"type": "entry_created", "id": "mem-1", "text": f"{n}"} for n in range(1500)]
        events.append(lines, now)
        with events.path.open("a") as record:
            record.write('{"type": "of another tool"}\n' * 3)
        events.append([{"type": "entry_created", "id": "mem-1", "text": "last"}], now)

    for second in range(3):
        hooks.run_once(float(second), 1000)

    assert receiver.texts == [*(f"{n}" for n in range(1500)), "last"]


@pytest.mark.parametrize(
    ("confidence", "expected"),
    [("1" * 400, ["poison", "last"]), ("NaN", ["last"])],
    ids=["a number of 400 digits", "a number that is none"],
)
def test_an_event_with_an_invalid_number_does_not_block_later_events(
    home, delivery, receiver, caplog, confidence, expected
):
    hook = delivery()
    with RobotMemory.open(home) as memory:
        events, now = memory.long_term.levels.events, memory.clock.now().time
        events.append([{"type": "began"}], now)
        chain = json.dumps({"seq": events.head.seq + 1, "prev": "0" * 64})
        with events.path.open("a") as record:
            record.write(
                '{"type": "entry_created", "id": "mem-1", "text": "poison", '
                f'"confidence": {confidence}, "chain": {chain}}}\n'
            )
        events.append([{"type": "entry_created", "id": "mem-2", "text": "last"}], now)

    hook.run_once(0.0, 1000)

    assert receiver.texts == expected
    assert ("it is skipped" in caplog.text) == ("poison" not in expected)


def test_an_event_refused_ten_times_is_logged_and_skipped(home, delivery, receiver, caplog):
    hook = delivery()
    remember(home, "The lift stops at floor 3")
    receiver.status = 413
    for time in range(10):
        hook.run_once(time * 4000.0, 1000)
    receiver.status = 204
    remember(home, "The ramp is wet")

    hook.run_once(40_000.0, 1000)

    assert receiver.texts == ["The ramp is wet"]
    assert "was refused 10 times, with status 413; it is skipped" in caplog.text


def test_every_webhook_receives_that_a_confidence_became_high(home, receiver):
    entry_id = remember(home, "The lift stops at floor 3")
    with RobotMemory.open(home) as memory:
        events, rrn = memory.long_term.levels.events, memory.rrn
        state = DeliveryState.read(home / "webhooks.state.json")
        hooks = [
            WebhookDelivery(
                Webhook(name, "https://example.org/", frozenset(TOPICS), KEY),
                RecordTail(events), state, rrn, receiver,
            )
            for name in ("desk", "phone")
        ]  # fmt: skip
        now = memory.clock.now().time
        line = {"type": "entry_reinforced", "id": entry_id, "confidence": 0.9, "text": "sure"}
        events.append([line], now)

    for hook in hooks:
        hook.run_once(0.0, 1000)

    assert receiver.texts == ["sure", "sure"]


def test_a_refused_worsened_event_is_sent_again(home, delivery, receiver):
    hook = delivery()
    with RobotMemory.open(home) as memory:
        line = {"type": "entry_reinforced", "id": "mem-1", "confidence": 0.9, "text": "sure"}
        memory.long_term.levels.events.append([line], memory.clock.now().time)
    receiver.status = 500
    hook.run_once(0.0, 1000)
    receiver.status = 204

    hook.run_once(3.0, 1003)

    assert receiver.texts == ["sure"]


def test_an_error_while_sending_is_logged_and_the_event_is_sent_again(
    home, delivery, receiver, caplog
):
    hook = delivery()
    remember(home, "The lift stops at floor 3")
    receiver.fails_with = UnicodeEncodeError("ascii", "ü", 0, 1, "no such character")
    hook.run_once(0.0, 1000)
    receiver.fails_with = None

    hook.run_once(3.0, 1003)

    assert receiver.texts == ["The lift stops at floor 3"]
    assert "no such character; it is sent again later" in caplog.text


def test_an_unexpected_error_is_logged_and_the_thread_continues(home, delivery, caplog):
    hook, stop, calls = delivery(), threading.Event(), []

    def make():
        calls.append(1)
        if len(calls) == 1:
            raise RuntimeError("odd disk")
        stop.set()
        return hook

    run_webhook(make, "desk", stop)

    assert len(calls) == 2
    assert "webhook desk: odd disk; it is tried again" in caplog.text


def test_only_the_configured_events_are_sent(home, delivery, receiver):
    hooks = delivery(events=["needs_review"])
    remember(home, "The lift stops at floor 3")
    with RobotMemory.open(home) as memory:
        memory.long_term.levels.propose("skills/dock/SKILL.md", "# Dock\n", by="planner")

    hooks.run_once(0.0, 1000)

    assert [body["type"] for body in receiver.bodies] == ["needs_review"]


def test_an_agents_request_to_resolve_or_mute_is_sent_as_needs_review(home, delivery, receiver):
    lift = remember(home, "The lift stops people")
    hooks = delivery(events=["needs_review"])
    with RobotMemory.open(home) as memory:
        memory.resolve(lift, source="agent:planner")
        memory.mute(lift, source="agent:planner")
        memory.save(force=True)

    hooks.run_once(0.0, 1000)

    assert [body["type"] for body in receiver.bodies] == ["needs_review"] * 2


def test_worsened_is_sent_once_when_the_confidence_becomes_high(home, delivery, receiver):
    entry_id = remember(home, "The lift stops at floor 3")
    hooks = delivery(events=["worsened"])
    with RobotMemory.open(home) as memory:
        events = memory.long_term.levels.events
        now = memory.clock.now().time
        for confidence in (0.7, 0.85, 0.95):
            line = {"type": "entry_reinforced", "id": entry_id, "confidence": confidence}
            told = {"type": "x", "id": entry_id, "confidence": 0.99}
            events.append([told], now, outside="agent:planner over HTTP")
            events.append([{**line, "text": f"{confidence}"}], now)

    hooks.run_once(0.0, 1000)

    assert receiver.texts == ["0.85"]


def test_no_event_of_a_known_entry_is_sent_until_it_is_no_longer_known(home, delivery, receiver):
    entry_id = remember(home, "The lift stops at floor 3", confidence=0.7)
    hooks = delivery(events=["worsened", "needs_review"])
    with RobotMemory.open(home) as memory:
        memory.declare_known(entry_id, "the mechanic comes on Friday")

        def happens(kind, source=Source.DETECTOR):
            row = Observation(kind, memory.clock.now(), "0 in 11 h", source, entry_id=entry_id)
            memory.observe(row)
            memory.flush()

        happens(Kind.RECOVERED)
        memory.remember("environment_note", "The lift stops at floor 3")  # its confidence rises
        memory.save()
        hooks.run_once(0.0, 1000)
        assert receiver.bodies == []
        happens(Kind.NOT_KNOWN)
        memory.save()

    hooks.run_once(1.0, 1001)

    assert [(body["type"], body["data"]["type"]) for body in receiver.bodies] == [
        ("worsened", "entry_reopened")
    ]


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("webhooks:\n- {name: a, url: 'http://example.org', secret: S}", "webhooks[1].url"),
        ("webhooks:\n- {name: a, url: 'https://x.org', secret: whsec_AAAA}", "webhooks[1].secret"),
        ("webhooks:\n- {name: a, url: 'https://x.org', secret: S, events: [x]}", "is not one of"),
        ("webhooks:\n- {name: a, url: 'https://x.org', secret: S, events: [{}]}", "is not one of"),
        (
            "webhooks:\n- {name: a, url: 'https://x.org', secret: S, colour: 1}",
            "webhooks[1].colour",
        ),
        ("webhooks:\n- {name: a, url: 'https://x.org/tür', secret: S}", "%C3%BC for ü"),
        (f"webhooks:\n- {{name: a, url: 'https://{'x' * 64}.org', secret: S}}", "label"),
        ("webhooks:\n- {name: a, url: 'https://x.org:65536', secret: S}", "Port out of range"),
        ("webhooks:\n- {name: a, url: 'https://me@x.org', secret: S}", "holds a user name"),
        ("webhooks:\n- {name: good, url: 'https://x.org', secret: S}", "occurs twice"),
    ],
)
def test_an_invalid_webhook_is_reported_and_the_others_are_read(tmp_path, text, problem):
    path = tmp_path / "webhooks.yaml"
    good = "\n- {name: good, url: 'https://x.org/h', secret: S}"
    path.write_text(text.replace("\n", f"{good}\n").replace("secret: S", f"secret: {SECRET}"))

    hooks, defects = read_webhooks(path)

    assert hooks == [Webhook("good", "https://x.org/h", frozenset(TOPICS), KEY)]
    assert problem in str(defects[0])


@pytest.mark.parametrize(
    "fields",
    [
        f"name: a, url: 'https://x.org', events: [{SECRET}]",
        f"name: a, url: 'https://x.org', {SECRET}: secret",
        "name: a, url: 'ftp://x.org/services/hunter2QxZ91'",
        "name: a, url: 'https://x.org/services/ hunter2QxZ91'",
        "name: a, url: 'https://a.invalid:hunter2QxZ91/robots'",
    ],
)
def test_the_report_about_an_invalid_webhook_contains_no_secret(tmp_path, fields):
    path = tmp_path / "webhooks.yaml"
    path.write_text(f"webhooks:\n- {{{fields}, secret: {SECRET}}}")
    told = str(read_webhooks(path)[1])

    assert told != "[]"
    assert "hunter2" not in told
    assert SECRET not in told


@pytest.mark.parametrize(
    "url",
    ["https://ada:hunter2secret@x.org/h", "https://hunter2secret@x.org", "http://a:b@hunter2secret@x",
     "https://ada:hunter2secret/1@x.org", "https://ada:hunter2secret @x.org",
     "ftp://ada:hunter2secret@x.org", "ada:hunter2secret//@x.org", "https://[hunter2secret]@x.org",
     "http://x.org/?token=hunter2secret", "https://ada:hunter2secret@x.org:99999"],
)  # fmt: skip
def test_the_password_in_a_refused_url_is_not_reported(tmp_path, url):
    path = tmp_path / "webhooks.yaml"
    path.write_text(f"webhooks:\n- {{name: a, url: '{url}', secret: {SECRET}}}")

    hooks, defects = read_webhooks(path)

    assert hooks == []
    assert [defect.path for defect in defects] == ["webhooks[0].url"]
    assert "hunter2secret" not in str(defects[0])


@pytest.mark.parametrize(
    ("text", "problem"),
    [("webhooks: 3", "holds no list called webhooks"), ("webhooks: [", "is not YAML")],
)
def test_a_file_that_holds_no_list_is_refused(tmp_path, text, problem):
    path = tmp_path / "webhooks.yaml"
    path.write_text(text)

    with pytest.raises(InvalidInput, match=problem):
        read_webhooks(path)


@pytest.mark.parametrize(
    "state",
    ['{"delivered": [', "[" * 100_000, '{"delivered": {"desk": Infinity}, "high": {}}'],
    ids=["cut off", "nested too deep", "a number that is not whole"],
)
def test_a_damaged_state_file_is_set_aside_and_sending_continues(home, delivery, receiver, state):
    remember(home, "The lift stops at floor 3")
    (home / "webhooks.state.json").write_text(state)
    hooks = delivery()
    remember(home, "The ramp is wet")

    hooks.run_once(0.0, 1000)

    assert receiver.texts == ["The ramp is wet"]
    assert list(home.glob("webhooks.state.damaged-*"))


def test_a_request_is_sent_to_a_real_server_and_no_redirect_is_followed():
    paths = []

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self):
            self.rfile.read(int(self.headers["Content-Length"]))
            paths.append(self.path)
            self.send_response(302 if self.path == "/moved" else 204)
            self.send_header("Location", "/elsewhere")
            self.end_headers()

        def log_message(self, *args):
            pass

    server = HTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    url = f"http://127.0.0.1:{server.server_port}"
    try:
        assert send_request(f"{url}/hook", b"{}", {}) == 204
        assert send_request(f"{url}/moved", b"{}", {}) == 302
    finally:
        server.shutdown()
        server.server_close()
    assert paths == ["/hook", "/moved"]
    with pytest.raises(OSError):
        send_request(f"{url}/hook", b"{}", {})
