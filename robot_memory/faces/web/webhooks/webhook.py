"""The configured webhooks: ``webhooks.yaml`` in the memory home.

See docs/how-to/look-in-a-browser.md, "Tell other programs what happened".
"""

from __future__ import annotations

import base64
import binascii
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

import yaml

from robot_memory.foundation.disk import files
from robot_memory.foundation.errors import Defect, InvalidInput
from robot_memory.foundation.http_request import address_problem, shown_address
from robot_memory.foundation.secrets.secrets_filter import without_secrets
from robot_memory.foundation.text import yaml_reading

#: The topics of events that a webhook may subscribe to.
TOPICS = ("created", "worsened", "needs_review")
_FIELDS = {"name", "url", "events", "secret"}
_MOST = 32  # webhooks; each has a thread
_LEAST_SECRET = 24  # bytes, as the Standard Webhooks specification requires


@dataclass(frozen=True)
class Webhook:
    """One webhook: a URL, and the events that are sent to it.

    Attributes:
        url: where requests go; https, or http on this machine.
        events: the topics sent to it, a subset of :data:`TOPICS`.
    """

    name: str
    url: str
    events: frozenset[str]
    secret: bytes


def read_webhooks(path: Path) -> tuple[list[Webhook], list[Defect]]:
    """Read the file; return its valid webhooks, and the defects of the others.

    Raises:
        InvalidInput: the file contains no list of webhooks.
    """
    try:
        text = files.read_regular(path).decode()
    except FileNotFoundError:
        return [], []
    except UnicodeDecodeError as error:
        raise InvalidInput(f"{path} is not UTF-8 text: {error}") from None
    try:
        data = yaml_reading.load(text)
    except yaml.YAMLError as error:
        raise InvalidInput(f"{path} is not YAML: {error}") from None
    items = data.get("webhooks") if isinstance(data, dict) else None
    if not isinstance(items, list):
        raise InvalidInput(f"{path} holds no list called webhooks")
    hooks: dict[str, Webhook] = {}
    defects: list[Defect] = []
    for place, item in enumerate(items):
        where = f"webhooks[{place}]"
        hook = _read(item, where, defects)
        if hook is not None and hook.name in hooks:
            defects.append(Defect(where, f"the name {hook.name!r:.80} occurs twice"))
        elif hook is not None and len(hooks) == _MOST:
            defects.append(Defect(where, f"is one of more than {_MOST} webhooks"))
        elif hook is not None:
            hooks[hook.name] = hook
    return list(hooks.values()), defects


def _read(item: object, where: str, defects: list[Defect]) -> Webhook | None:
    if not isinstance(item, dict):
        defects.append(Defect(where, "is not a mapping"))
        return None
    begin = len(defects)
    defects += [
        Defect(f"{where}.{without_secrets(str(key))}", "is not known")
        for key in item if key not in _FIELDS
    ]  # fmt: skip
    name, url = str(item.get("name") or ""), str(item.get("url") or "")
    if not name:
        defects.append(Defect(f"{where}.name", "is missing"))
    problem = _problem_with(url)
    if problem:
        defects.append(Defect(f"{where}.url", problem))
    given = item.get("events", list(TOPICS))
    events = given if isinstance(given, list) else [given]
    unknown = sorted({str(event) for event in events if event not in TOPICS})
    if unknown or not events:
        known = ", ".join(TOPICS)
        given_words = without_secrets(", ".join(unknown))
        defects.append(Defect(f"{where}.events", f"{given_words!r:.80} is not one of {known}"))
    secret = _secret_of(str(item.get("secret") or ""))
    if secret is None:
        problem = f"is not 'whsec_' and at least {_LEAST_SECRET} bytes in base64"
        defects.append(Defect(f"{where}.secret", problem))
    if len(defects) > begin or secret is None:
        return None
    return Webhook(name, url, frozenset(events), secret)


def _problem_with(url: str) -> str:
    problem = address_problem(url)
    if problem:
        return problem
    parts = urlsplit(url)
    if parts.scheme == "https" or parts.hostname in ("localhost", "127.0.0.1", "::1"):
        return ""
    return f"{shown_address(url)} is no https address (http is for this machine only)"


def _secret_of(text: str) -> bytes | None:
    try:
        secret = base64.b64decode(text.removeprefix("whsec_"), validate=True)
    except (binascii.Error, ValueError):
        return None
    return secret if text.startswith("whsec_") and len(secret) >= _LEAST_SECRET else None
