"""The node survives any change of the wall clock: its waits end in time."""

from __future__ import annotations

import shutil
import subprocess
import threading
from collections.abc import Callable
from pathlib import Path

import pytest
import rclpy
from telling import OK, Listening

from robot_memory.faces.ros.spinning import NodeExecutor

pytestmark = pytest.mark.ros

#: Gives a process a wall clock that is ahead of the kernel's by some seconds, as if the kernel's
#: clock had been set back: a wait until a wall clock time takes that much longer.
#: step back: a wait until a time of the wall clock is as much longer.
BEHIND = r"""
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
int clock_gettime(clockid_t clock, struct timespec *now) {
  static int (*original)(clockid_t, struct timespec *);
  if (!original) original = dlsym(RTLD_NEXT, "clock_gettime");
  int failure = original(clock, now);
  if (!failure && clock == CLOCK_REALTIME) {
    long seconds = 0;
    FILE *file = fopen(getenv("SECONDS_BEHIND"), "r");
    if (file) {
      if (fscanf(file, "%ld", &seconds) != 1) seconds = 0;
      fclose(file);
    }
    now->tv_sec += seconds;
  }
  return failure;
}
"""
DAY = "86400"


@pytest.fixture
def step_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], object]:
    """A function that sets back the wall clock, by seconds, of all processes started later."""
    compiler = shutil.which("cc")
    if compiler is None:
        pytest.skip("no C compiler, so no process can be given another clock")
    source, library, seconds = (tmp_path / name for name in ("c.c", "c.so", "seconds"))
    source.write_text(BEHIND)
    subprocess.run([compiler, "-shared", "-fPIC", "-o", library, source, "-ldl"], check=True)
    monkeypatch.setenv("LD_PRELOAD", str(library))
    monkeypatch.setenv("SECONDS_BEHIND", str(seconds))
    return seconds.write_text


def test_a_wall_clock_set_back_by_a_day_does_not_block_the_node(start_program, robot, step_back):
    node = start_program()
    health = Listening(robot)
    robot.spin_until(lambda: health.says(OK, "remembering", "memory"))

    step_back(DAY)
    robot.spin(3.0)  # the wait that had already begun
    health = Listening(robot)

    robot.spin_until(lambda: health.says(OK, "remembering", "memory"), 10.0)
    robot.spin(2.0)
    assert not node.logged("a step takes longer than")


def test_an_executor_leaves_no_thread_after_its_shutdown(domain):
    before = set(threading.enumerate())
    node = rclpy.create_node("waits")
    executor = NodeExecutor(node)
    executor.spin_once(0.01)
    started = set(threading.enumerate()) - before

    executor.shutdown()
    node.destroy_node()
    for thread in started:
        thread.join(5.0)
    assert started
    assert not any(thread.is_alive() for thread in started)
