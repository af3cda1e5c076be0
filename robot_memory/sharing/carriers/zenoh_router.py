"""A Zenoh router, for sites that have none.

Run it with ``python3 -m robot_memory.sharing.carriers.zenoh_router FILE``.

It is the library's own router, without plugins; ``zenohd`` does the same. It stores nothing on
disk: the updates stay with the robots.
"""

from __future__ import annotations

import argparse
import signal
import sys

from robot_memory.foundation.errors import FederationRefused
from robot_memory.sharing.carriers.zenoh_config import read_config

_DESCRIPTION = (
    "Run a Zenoh router until SIGINT or SIGTERM. It is the router of the library itself, without "
    "plugins; zenohd does the same. It keeps nothing on disk."
)


def main(arguments: list[str] | None = None) -> int:
    """Run a router until SIGINT or SIGTERM; return the exit status."""
    parser = argparse.ArgumentParser(prog="zenoh_router", description=_DESCRIPTION)
    parser.add_argument("config", help="Zenoh configuration; its mode is set to router")
    given = parser.parse_args(arguments)
    try:
        config = read_config(given.config)
    except FederationRefused as error:
        print(error, file=sys.stderr)
        return 2
    import zenoh  # read_config has checked that it is installed

    config.insert_json5("mode", '"router"')
    signals = {signal.SIGINT, signal.SIGTERM}
    signal.pthread_sigmask(signal.SIG_BLOCK, signals)  # also in Zenoh's threads
    try:
        session = zenoh.open(config)
    except zenoh.ZError as error:
        print(f"the router cannot start with {given.config}: {error}", file=sys.stderr)
        return 1
    print(f"router {session.zid()} runs", flush=True)
    signal.sigwait(signals)
    session.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
