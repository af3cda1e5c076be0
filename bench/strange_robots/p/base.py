"""What the four robots share: declared signals and effects beside the words of a kind, of ../o/base.py (and by it ../n), and here: more effects (lost span, sign, dead zone, stalls, walking zero, bent scale, overshoot, creep between zeroings, crosstalk, lost counts) and parts that work by turns."""

import pathlib
import sys

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1]))
import numpy as np
from o.base import DT, Track, Way, kind, lp, mdef, quat, ring, s, slew, turn_to
from o.base import Robot as Base
from lib import hold

__all__ = ["DT", "Robot", "Track", "Way", "kind", "lp", "mdef", "quat", "ring", "s", "slew", "turn_to"]


class Robot(Base):
    def effect(self, kd, nm, name, a, x):
        """Effects that ../o/base.py does not know."""
        g, n = self.gate(kd), self.n
        on = self.on(kd) & (g > 0.3)
        a0, a1, a2 = (list(a) + [None] * 3)[:3]
        if name == "span":  # the span changes about a value that stays
            return a1 + (x - a1) * (1 + g * a0)
        if name == "abs":  # the channel of the sign is lost
            return np.where(on, np.abs(x), x)
        if name == "floor":  # nothing below a0 is measured
            return np.where(on, np.maximum(x, a0), x)
        if name == "zone":  # small values are not seen
            return np.where(on & (np.abs(x) < a0), 0.0, x)
        if name == "stall":  # stands still for some seconds, again and again
            return hold(x, on & (self.pieces(kd + "st", a0, a1, 0, 1) < (a2 or 0.6)))
        if name == "walk":  # the zero takes another value from time to time
            return x + g * a0 * self.pieces(kd + nm + "wk", a1, a2, -1, 1)
        if name == "bend":  # the scale is no more straight
            return x * (1 + g * a0 * x / a1)
        if name == "over":  # goes beyond at every change
            return x + g * a0 * (x - lp(x, a1))
        if name == "creep":  # drifts away from one zeroing to the next
            return x + g * a0 * np.mod(self.t + self.u(kd + "cr", 10), a1) / a1
        if name == "mix":  # crosstalk of the signal a1 of AUX
            return x + g * a0 * self.AUX[int(a1)]
        if name == "skip":  # counts get lost, a1 times a second, until it is repaired
            return x + np.where(on, np.cumsum(on & (self.rng("skip" + kd + nm).random(n) < a1 * DT)) * a0, 0.0)
        return super().effect(kd, nm, name, a, x)

    def manual(self, T, sec, code, keys, lo, hi, back=True):
        """Driven or moved by hand: uneven moves of the axes in keys within lo..hi (dicts), and returns."""
        r, home, end = T.r, {k: T.pos[k] for k in keys}, T.sec + sec
        while T.more and T.sec < end:
            T.go(code, sec=r.uniform(1.2, 4.5), **{k: home[k] + r.uniform(lo[k], hi[k]) for k in keys})
            if r.random() < 0.4:
                T.wait(r.uniform(0.4, 3), code)
        if back:
            T.go(code, sec=3.0, **home)

    def season(self, per):
        """Slow change in a life: so much a session."""
        return per * (self.idx - 1) if self.unit == "life" else per * abs(self.su("season")) * 2

    def level(self, nm, v, path, todo):
        """As in ../n/base.py; noise and uneasiness may also be given as numbers that change."""
        if isinstance(v, s) and (np.ndim(v.sd) or np.ndim(v.w)):
            x = v.x + self.ns(nm, 1.0) * v.sd + self.wander(nm + "w", 1.0, v.tau) * v.w
            v = s(x, v.step, 0.0, v.u, 0.0, v.tau, v.lo, v.hi, v.own)
        return super().level(nm, v, path, todo)
