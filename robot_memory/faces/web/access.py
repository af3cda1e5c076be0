"""Decides who sent a request, whether the request is allowed, and how often.

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
        burst: how many requests may arrive at once.
        rate: how many further requests are allowed per second.
    """

    def __init__(self, burst: float = 200.0, rate: float = 50.0) -> None:
        self._allowance = Allowance(burst, rate)
        self._buckets: OrderedDict[str, TokenBucket] = OrderedDict()

    def check(self, client: str, now: float) -> None:
        """Count a request; ``now`` is in monotonic seconds.

        Raises:
            Refused: 429, too many requests.
        """
        bucket = self._buckets.setdefault(client, TokenBucket(self._allowance, now))
        self._buckets.move_to_end(client)
        if len(self._buckets) > _MOST_CLIENTS:
            self._buckets.popitem(last=False)
        if not bucket.try_take(now):
            rate = self._allowance.per_second
            detail = f"more than {rate:g} requests a second; wait, then send it again"
            raise Refused(HTTPStatus.TOO_MANY_REQUESTS, detail, headers={"Retry-After": "1"})


#: The caller without a token on a server that listens only on this machine: it may read.
LOCAL_READER = Caller("", CallerKind.PERSON, frozenset({TokenScope.READ}))
_NOBODY = Caller("", CallerKind.PERSON, frozenset())
#: The header that asks for a token.
CHALLENGE = {"WWW-Authenticate": 'Bearer realm="robot_memory"'}


@dataclass(frozen=True)
class AccessRules:
    """The rights of callers.

    Attributes:
        is_local: whether the server listens on loopback only. Then reading needs no token.
        hosts: names by which the server may be called, besides loopback addresses.
    """

    tokens: TokenStore
    is_local: bool
    hosts: frozenset[str] = frozenset()

    def check_host(self, host: str) -> None:
        """Refuse a host name that is not the server's, against DNS rebinding.

        Raises:
            Refused: 421.
        """
        name = _without_port(host).lower()
        if self.is_local and not is_loopback(name) and name not in self.hosts:
            detail = f"this server is not {name!r:.80}; call it as localhost"
            raise Refused(HTTPStatus.MISDIRECTED_REQUEST, detail)

    def caller_of(self, headers: Mapping[str, str]) -> Caller:
        """Return the caller that sends a request.

        Raises:
            Refused: 401, the token is unknown.
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
        """Refuse a request that the caller's rights do not cover.

        Raises:
            Refused: 401 without a token, 403 with a token that does not allow it.
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
        """Whether a request's sender still has the right: a token may be revoked meanwhile."""
        try:
            self.check(self.caller_of(headers), scope)
        except (Refused, InvalidInput):  # the token file is damaged: no token is accepted
            return False
        return True


def _without_port(host: str) -> str:
    if host.startswith("["):
        return host.partition("]")[0][1:]
    name, _, port = host.partition(":")
    return host if port and not port.isdigit() else name


def is_loopback(name: str) -> bool:
    """Whether a name or address is reachable only from this machine."""
    if name == "localhost":
        return True
    try:
        return ipaddress.ip_address(name).is_loopback
    except ValueError:
        return False
