"""A real server on this machine, which answers well, badly, slowly, and elsewhere."""

from __future__ import annotations

import contextlib
import socket
import threading
import time

import pytest

from robot_memory.foundation.errors import InvalidSettings, ModelFailed
from robot_memory.foundation.language_model import ChatModel


def test_it_is_asked_as_the_interface_wants_and_its_words_are_returned(server):
    model = ChatModel(server.url, "small", "KEY", environ={"KEY": "abc123"})
    assert model("Hello?") == "yes"
    ((path, headers, body),) = server.asked
    assert path == "/v1/chat/completions"
    assert headers["Authorization"] == "Bearer abc123"
    assert body["model"] == "small"
    assert body["messages"] == [{"role": "user", "content": "Hello?"}]
    assert body["temperature"] == 0


def test_without_a_key_none_is_sent(server):
    ChatModel(f"{server.url}/", "small")("Hello?")
    assert "Authorization" not in server.asked[0][1]


def test_a_key_that_is_not_there_is_reported_and_nothing_is_asked(server):
    with pytest.raises(ModelFailed, match="the environment variable KEY holds no key"):
        ChatModel(server.url, "small", "KEY", environ={})("Hello?")
    assert server.asked == []


def test_an_error_names_address_and_code_and_no_key(server):
    server.status = 500
    with pytest.raises(ModelFailed, match=r"/v1/chat/completions answered 500") as told:
        ChatModel(server.url, "small", "KEY", environ={"KEY": "abc123"})("Hello?")
    assert "abc123" not in str(told.value)


def test_nobody_is_followed_elsewhere_with_the_key(server):
    server.status, server.headers = 302, {"Location": f"{server.url}/elsewhere"}
    with pytest.raises(ModelFailed, match="answered 302"):
        ChatModel(server.url, "small", "KEY", environ={"KEY": "abc123"})("Hello?")
    assert len(server.asked) == 1


@pytest.mark.parametrize("body", [b"", b"{", b"[]", b'{"choices": []}', b"[" * 100_000,
                                  b'{"choices": [{"message": {"content": null}}]}'])  # fmt: skip
def test_an_answer_of_another_form_is_rejected(server, body):
    server.body = body
    with pytest.raises(ModelFailed, match="in a form that is not known"):
        ChatModel(server.url, "small")("Hello?")


def test_an_endless_answer_is_rejected(server):
    server.body = b" " * 2_000_000
    with pytest.raises(ModelFailed, match="more than 1000000 bytes"):
        ChatModel(server.url, "small")("Hello?")


def test_a_slow_answer_is_rejected_after_the_time_limit(server):
    server.pause = 0.05
    begin = time.monotonic()
    with pytest.raises(ModelFailed, match=r"did not answer within 0\.3 s"):
        ChatModel(server.url, "small", timeout=0.3)("Hello?")
    assert time.monotonic() - begin < 5


def test_an_answer_whose_head_drips_is_rejected_after_the_time_limit():
    listening = socket.create_server(("127.0.0.1", 0))

    def drip():
        connection, _ = listening.accept()
        with connection, contextlib.suppress(OSError):  # nobody listens any more
            for _ in range(200):
                connection.sendall(b"H")
                time.sleep(0.1)

    dripping = threading.Thread(target=drip)
    dripping.start()
    url = f"http://127.0.0.1:{listening.getsockname()[1]}/v1"
    begin = time.monotonic()

    with listening, pytest.raises(ModelFailed, match=r"no answer within 0\.5 s"):
        ChatModel(url, "small", timeout=0.5)("Hello?")
    dripping.join()

    assert time.monotonic() - begin < 10


def test_a_server_that_is_not_there_is_reported():
    with pytest.raises(ModelFailed, match=r"cannot be asked: .*refused"):
        ChatModel("http://127.0.0.1:9/v1", "small")("Hello?")


@pytest.mark.parametrize(
    ("url", "name"),
    [
        ("", "m"),
        ("ftp://x/v1", "m"),
        ("file:///etc/passwd", "m"),
        ("http://x", ""),
        ("http://x/t\u00fcr", "m"),
        (f"http://{'x' * 64}.org", "m"),
        ("http://x:99999", "m"),
    ],
)
def test_what_is_no_address_or_names_no_model_is_refused(url, name):
    with pytest.raises(InvalidSettings, match="the model cannot be used"):
        ChatModel(url, name)


def test_an_error_does_not_tell_a_key_in_the_address():
    url = "http://127.0.0.1:9/v1?api_key=Zq7CanaryKey42"
    with pytest.raises(ModelFailed) as failed:
        ChatModel(url, "small", timeout=0.5)("Hello?")

    assert "Zq7CanaryKey42" not in str(failed.value)
