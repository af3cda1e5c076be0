"""What the four robots share: ../r/base.py, and here signals that lag and have outliers that are usual, effects that come and go (~ before their name), more effects, transforms, states of controllers and counters that count in steps."""

import importlib.util
import pathlib

import numpy as np
from lib import DT, hyst, lp, mdef, q, slew

_spec = importlib.util.spec_from_file_location("base_of_r", pathlib.Path(__file__).resolve().parents[1] / "r" / "base.py")
_r = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(_r)
Track, kind, ring = _r.Track, _r.kind, _r.ring

__all__ = ["CTRL", "DT", "Robot", "Track", "hyst", "kind", "lp", "mdef", "q", "ring", "s", "slew"]

CTRL = """std_msgs/Header header
string[] joint_names
trajectory_msgs/JointTrajectoryPoint desired
trajectory_msgs/JointTrajectoryPoint actual
trajectory_msgs/JointTrajectoryPoint error"""  # control_msgs/msg/JointTrajectoryControllerState of Humble


class s(_r.s):
    """Likewise, with the lag of the sensor in s and usual outliers (size, share of the samples)."""

    def __init__(self, x, *a, lag=0, out=None, **kw):
        super().__init__(x, *a, **kw)
        self.lag, self.out = lag, out


class Robot(_r.Robot):
    def level(self, topic, path, v):
        if isinstance(v, s) and (v.lag or v.out):
            x, nm = np.asarray(v.x, float) + self.z0, topic + ":" + path
            x = lp(x, v.lag) if v.lag else x
            if v.out:
                r = self.rng("out" + nm)
                x = x + v.out[0] * (r.random(self.n) < v.out[1]) * r.standard_normal(self.n)
            v = _r.s(x, v.step, v.sd, v.u, v.w, v.tau, v.lo, v.hi)
        return super().level(topic, path, v)

    def effect(self, kd, nm, name, a, x):
        if name[0] == "~":  # comes and goes
            on = self.pieces(kd + "gate", 7, 35, 0, 1) < 0.6
            return np.where(on, self.effect(kd, nm, name[1:], a, x), x)
        g, r, (b, c) = self.f(kd), self.rng("e" + name + kd + nm), (list(a) + [None] * 2)[:2]
        if name == "bit":  # a bit of the converter hangs at one
            k = np.floor(x / b)
            return x + (g > 0.3) * b * (np.mod(k, 2) == 0)
        if name == "hold":  # a new value only every b seconds
            i = np.arange(self.n)
            return np.where(g > 0.3, x[(i // int(b / DT)) * int(b / DT)], x)
        if name == "peak":  # outliers to one side
            return x + g * b * (r.random(self.n) < c) * (0.5 + np.abs(r.standard_normal(self.n)))
        if name == "warm":  # grows with the ambient temperature's wander and the time that the robot runs
            return x + b * lp(g * (1 + 0.4 * self.wander("warm" + kd, 1, 60)), c, 0.0)
        if name == "neg":
            return np.where(g > 0.3, -x, x)
        return super().effect(kd, nm, name, a, x)

    def stamp(self, pre):
        t = self.t + (self.t0 - int(self.t0))
        return {pre + "sec": int(self.t0) + np.floor(t).astype(np.int64), pre + "nanosec": (np.mod(t, 1) * 1e9).astype(np.int64)}

    def tf(self, rate, frames):
        """frames: (parent, child, x, y, z, yaw), measured signals or numbers."""
        v, st = {}, {}
        for i, (pa, ch, x, y, z, yaw) in enumerate(frames):
            p = f"transforms[{i}]."
            v.update(self.stamp(p + "header.stamp."))
            v.update({p + "transform.translation.x": x, p + "transform.translation.y": y, p + "transform.translation.z": z, p + "transform.rotation.z": np.sin(yaw / 2), p + "transform.rotation.w": np.cos(yaw / 2)})
            st.update({p + "header.frame_id": pa, p + "child_frame_id": ch})
        self.pub("/tf", "tf2_msgs/msg/TFMessage", rate, v, "", st, lens=dict(transforms=len(frames)))

    def control(self, topic, rate, names, want, pos, vel, lag):
        """State of a joint trajectory controller: desired, actual and error."""
        e = [lp(w - p, 0.05) + g for w, p, g in zip(want, pos, lag)]
        self.pub(
            topic,
            "control_msgs/msg/JointTrajectoryControllerState",
            rate,
            {"desired.positions": [q(w, 1e-4) for w in want], "actual.positions": [s(p, 1e-4, 5e-4) for p in pos], "actual.velocities": [s(d, 1e-3, 3e-3) for d in vel], "error.positions": [s(x, 1e-4, 6e-4, 0, 3e-4) for x in e]},
            strs={f"joint_names[{i}]": x for i, x in enumerate(names)},
            lens=dict(joint_names=len(names)),
        )

    def steps(self, nm, every, lo=1, hi=1, start=0):
        """A sum that counts up in steps, unevenly in time."""
        r = self.rng("steps" + nm)
        return start + np.cumsum((r.random(self.n) < DT / every) * r.integers(lo, hi + 1, self.n)).astype(float)
