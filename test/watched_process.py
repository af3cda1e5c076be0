"""A program that reports forbidden actions: network access, new processes, writes elsewhere."""

#: Prepended to a program; it may write below the folder that is its first argument.
WATCH = """
import sys

def watch(event, arguments):
    forbidden = ("socket.", "subprocess.", "os.system", "os.exec", "os.posix_spawn", "os.fork",
                 "os.setuid", "os.putenv", "urllib.", "http.", "ftplib.", "smtplib.", "pty.")
    if event.startswith(forbidden):
        print(event, flush=True)
    if event == "open" and isinstance(arguments[0], str) and "w" in str(arguments[1] or ""):
        if not arguments[0].startswith(sys.argv[1]):
            print("writes", arguments[0], flush=True)
"""
