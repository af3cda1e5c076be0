"""Decides who a request is from, whether it may do what it asks, and how often.

See docs/reference/http-api.md.
"""

from __future__ import annotations

import ipaddress
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass
from http import HTTPStatus

from robot_memory.faces.web.problem import Refused
from robot_memory.foundation.errors import InvalidInput
from robot_memory.foundation.identity.tokens import Caller, CallerKind, TokenScope, TokenStore
from robot_memory.foundation.token_bucket import Allowance, TokenBucket

_MOST_CLIENTS = 4096


class RateLimit:
    """A token bucket for each client; a client is a token's name, or else an address.

    Args:
        burst: how many may come at once.
        rate: how many come back a second.
    """

    def __init__(self, burst: float = 200.0, rate: float = 50.0) -> None:
        self._allowance = Allowance(burst, rate)
        self._buckets: OrderedDict[str, TokenBucket] = OrderedDict()

    def check(self, client: str, now: float) -> None:
        """Count a request, by the seconds of a clock that does not step.

        Raises:
            Refused: 429, too many came.
        """
        bucket = self._buckets.setdefault(client, TokenBucket(self._allowance, now))
        self._buckets.move_to_end(client)
        if len(self._buckets) > _MOST_CLIENTS:
            self._buckets.popitem(last=False)
        if not bucket.try_take(now):
            rate = self._allowance.per_second
            detail = f"more than {rate:g} requests a second; wait, then send it again"
            raise Refused(HTTPStatus.TOO_MANY_REQUESTS, detail, headers={"Retry-After": "1"})


#: Who sends no token to a server that listens on this machine alone: it may read.
LOCAL_READER = Caller("", CallerKind.PERSON, frozenset({TokenScope.READ}))
_NOBODY = Caller("", CallerKind.PERSON, frozenset())
#: Asks for a token.
CHALLENGE = {"WWW-Authenticate": 'Bearer realm="robot_memory"'}


@dataclass(frozen=True)
class AccessRules:
    """Who may do what.

    Attributes:
        is_local: whether the server listens on loopback only. Then reading needs no token.
        hosts: names by which the server may be called, beside addresses of loopback.
    """

    tokens: TokenStore
    is_local: bool
    hosts: frozenset[str] = frozenset()

    def check_host(self, host: str) -> None:
        """Refuse a name that is not the server's, as of a page that rebinds its own (DNS).

        Raises:
            Refused: 421.
        """
        name = _without_port(host).lower()
        if self.is_local and not is_loopback(name) and name not in self.hosts:
            detail = f"this server is not {name!r:.80}; call it as localhost"
            raise Refused(HTTPStatus.MISDIRECTED_REQUEST, detail)

    def caller_of(self, headers: Mapping[str, str]) -> Caller:
        """Return who sends a request.

        Raises:
            Refused: 401, the token is not known.
        """
        header = headers.get("authorization", "")
        if not header:
            return LOCAL_READER if self.is_local else _NOBODY
        kind, _, token = header.partition(" ")
        caller = self.tokens.find(token.strip()) if kind.lower() == "bearer" else None
        if caller is None:
            detail = "the token is not known here; `robot-memory web issue` makes one"
            raise Refused(HTTPStatus.UNAUTHORIZED, detail, headers=CHALLENGE)
        return caller

    def check(self, caller: Caller, scope: TokenScope) -> None:
        """Refuse what a caller is not allowed.

        Raises:
            Refused: 401 without a token, 403 with one that does not allow it.
        """
        if caller.may(scope):
            return
        if not caller.name:
            detail = (
                f"this needs a token that allows {scope}: `robot-memory web issue NAME "
                f"--scope {scope}` makes one"
            )
            raise Refused(HTTPStatus.UNAUTHORIZED, detail, headers=CHALLENGE)
        detail = f"the token of {caller.name} does not allow {scope}; nothing was done"
        raise Refused(HTTPStatus.FORBIDDEN, detail)

    def allows(self, headers: Mapping[str, str], scope: TokenScope) -> bool:
        """Tell whether who sent a request may still do so: a token may be revoked meanwhile."""
        try:
            self.check(self.caller_of(headers), scope)
        except (Refused, InvalidInput):  # its file is damaged: no token is accepted
            return False
        return True


def _without_port(host: str) -> str:
    if host.startswith("["):
        return host.partition("]")[0][1:]
    name, _, port = host.partition(":")
    return host if port and not port.isdigit() else name


def is_loopback(name: str) -> bool:
    """Tell whether a name or address is reached from this machine alone."""
    if name == "localhost":
        return True
    try:
        return ipaddress.ip_address(name).is_loopback
    except ValueError:
        return False
