"""Print what a shell has to run to complete verbs, options and entry ids.

  bash: eval "$(robot-memory completion bash)" in ~/.bashrc
  zsh:  eval "$(robot-memory completion zsh)" in ~/.zshrc, after compinit
  fish: robot-memory completion fish | source, in ~/.config/fish/config.fish

In bash and zsh, sourcing a ROS workspace does this. `ros2 memory` is completed as `ros2` is.
Without ROS it needs the extra `completion`.
"""

from __future__ import annotations

import argparse

from robot_memory.faces.cli.output import print_json, wants_json
from robot_memory.foundation.errors import InvalidInput
from robot_memory.foundation.extras import how_to_install

EXAMPLES = ("robot-memory completion bash",)

SHELLS = ("bash", "zsh", "fish")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the verb's own arguments."""
    parser.add_argument("shell", choices=SHELLS, help="the shell that you use")


def run(args: argparse.Namespace) -> int:
    """Do it, and return the exit status."""
    try:
        from argcomplete.shell_integration import shellcode
    except ModuleNotFoundError as error:
        raise InvalidInput(
            "completion needs argcomplete: `sudo apt install python3-argcomplete`, or "
            + how_to_install("completion")
        ) from error
    script = shellcode(["robot-memory"], shell=args.shell)
    if wants_json(args):
        print_json({"shell": args.shell, "script": script})
    else:
        print(script)
    return 0
