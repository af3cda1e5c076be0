"""What the four robots share: ../s/base.py (and by it ../r/base.py), and here waves of a narrow band, more effects, wrenches and poses with covariance."""

import importlib.util
import pathlib

import numpy as np
from lib import delayed
from scipy.signal import lfilter

_spec = importlib.util.spec_from_file_location("base_of_s", pathlib.Path(__file__).resolve().parents[1] / "s" / "base.py")
_s = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(_s)
CTRL, DT, Track, hyst, kind, lp, mdef, q, ring, s, slew = _s.CTRL, _s.DT, _s.Track, _s.hyst, _s.kind, _s.lp, _s.mdef, _s.q, _s.ring, _s.s, _s.slew

__all__ = ["CTRL", "DT", "Robot", "Track", "hyst", "kind", "lp", "mdef", "q", "ring", "s", "slew"]


class Robot(_s.Robot):
    def effect(self, kd, nm, name, a, x):
        g, (b, c, d) = self.f(kd), (list(a) + [None] * 3)[:3]
        on = g > 0.3
        if name == "beat":  # two near tones
            return x + g * b * np.sin(2 * np.pi * self.t / c) * np.sin(2 * np.pi * self.t / d)
        if name == "soft":  # what is above c reads by the share b less
            return np.where(x > c, c + (x - c) * (1 - np.clip(g * b, 0, 0.98)), x)
        if name == "tick":  # a blow every c seconds, d seconds long
            return x + g * b * (np.mod(self.t + 0.03 * c * self.wander("tk" + kd, 1, 5), c) < d)
        if name == "drift":  # walks without aim
            return x + g * b * self.wander("dr" + kd + nm, 1, c)
        if name == "asym":  # rises and falls by b and c a second at most
            return np.where(on, _s.slew(x, b, c), x)
        if name == "echo":  # a share of what was c seconds ago
            return x + g * b * (delayed(x, c) - x)
        if name == "jumpy":  # steps to levels that stay for c seconds or so, to one side
            return x + g * b * (self.pieces("jy" + kd + nm, 0.5 * c, 1.5 * c, 0, 1) < 0.5)
        return super().effect(kd, nm, name, a, x)

    def waves(self, nm, amp, period, narrow=6):
        """Waves of a narrow band about a period (s); amp is their standard deviation."""
        r, m = self.rng("waves" + nm), self.n + 4000
        p = np.exp((-1 / (2 * narrow) + 1j) * 2 * np.pi / period * DT)
        z = lfilter([1.0], [1.0, -p], r.standard_normal(m) + 1j * r.standard_normal(m))[4000:]
        return amp * z.real * np.sqrt(1 - abs(p) ** 2)

    def wrench(self, topic, rate, frame, force, torque, sd=(0.15, 0.02)):
        v = {f"wrench.force.{c}": s(x, 0.01, sd[0], sd[0] * 2, sd[0], 4) for c, x in zip("xyz", force)}
        v.update({f"wrench.torque.{c}": s(x, 0.001, sd[1], sd[1] * 2, sd[1], 4) for c, x in zip("xyz", torque)})
        self.pub(topic, "geometry_msgs/msg/WrenchStamped", rate, v, frame)

    def posecov(self, topic, rate, frame, x, y, yaw, sd, w, cov):
        c = [s(cov * (1 + 0.2 * self.wander(topic + f"c{i}", 1, 20) ** 2), 1e-5) if i in (0, 7, 35) else 0.0 for i in range(36)]
        self.pub(topic, "geometry_msgs/msg/PoseWithCovarianceStamped", rate, {**self.pose(x, y, yaw, sd, w), "pose.covariance": c}, frame)
