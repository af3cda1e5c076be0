"""Two sessions of one agent, without a robot and without a network.

    python examples/agent/run.py --home /tmp/agents-memory

The first session docks from the left and fails. The second one recalls that, and docks from the
right. `robot-memory --home /tmp/agents-memory recall "docking"` shows both.
"""

from __future__ import annotations

import argparse
import asyncio
import sys

from agent_loop import Action, run_session
from conversation import Reply
from mcp import Client, StdioServerParameters, stdio_client
from scripted_model import TASK, ScriptedModel


async def dock(approach: str) -> str:
    """Drive into the dock; it can be reached only from the right."""
    if approach == "right":
        return "docked, charging"
    return f"not docked: the ramp blocks the way from the {approach}"


DOCK = Action(
    {
        "name": "dock",
        "description": "Drive into the dock of bay 2.",
        "inputSchema": {
            "type": "object",
            "properties": {"approach": {"type": "string", "enum": ["left", "right"]}},
            "required": ["approach"],
        },
    },
    dock,
)


async def two_sessions(home: str) -> None:
    """Run both sessions, and print their results."""
    arguments = [
        "-m",
        "robot_memory.faces.cli",
        "--home",
        home,
        "mcp",
        "--write",
        "--name",
        "planner",
    ]
    server = StdioServerParameters(command=sys.executable, args=arguments)
    async with Client(stdio_client(server)) as memory:
        for number in (1, 2):
            last = (await run_session(memory, ScriptedModel(), [DOCK], TASK))[-1]
            print(f"session {number}: {last.text if isinstance(last, Reply) else last}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--home", required=True, help="memory home; made where there is none")
    asyncio.run(two_sessions(parser.parse_args().home))
