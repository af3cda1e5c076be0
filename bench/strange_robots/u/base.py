"""What the four robots share: ../t/base.py (and by it ../s/base.py and ../r/base.py), and here a short way to declare signals, currents of engines, tanks, and seven more effects."""

import importlib.util
import pathlib

import numpy as np

_spec = importlib.util.spec_from_file_location("base_of_t", pathlib.Path(__file__).resolve().parents[1] / "t" / "base.py")
_t = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(_t)
CTRL, DT, Track, hyst, kind, lp, mdef, q, ring, s, slew = _t.CTRL, _t.DT, _t.Track, _t.hyst, _t.kind, _t.lp, _t.mdef, _t.q, _t.ring, _t.s, _t.slew

__all__ = ["CTRL", "DT", "NU", "PL", "Robot", "Track", "diff", "hyst", "kind", "lp", "mdef", "n", "q", "ring", "s", "slew"]
PL, NU = dict(where="**at a place**", cond=True, need=8), dict(where="**beyond a number**", cond=True, need=12)


def n(x, sd, lo=None, hi=None, u=0.8, w=0.7, tau=6, step=None, **kw):
    """A measured signal whose offset, uneasiness and step follow from its noise."""
    return s(x, step or float(f"{sd / 3:.0e}"), sd, u * sd, w * sd, tau, lo, hi, **kw)


def diff(x, tau=0.15):
    return lp(np.gradient(x, DT), tau)


class Robot(_t.Robot):
    def effect(self, kd, nm, name, a, x):
        g, (b, c, d) = self.f(kd), (list(a) + [None] * 3)[:3]
        if name == "hys":  # more while it rises and less while it falls; c: rate at which it is full
            return x + g * b * np.tanh(diff(x, 0.5) / c)
        if name == "fold":  # what lies above c is mirrored down by the share b
            return np.where(x > c, x - g * b * (x - c), x)
        if name == "dyn":  # noise as large as the change; c: time of its memory
            return x + g * b * lp(np.abs(np.gradient(x, DT)), c) * self.rng("dyn" + kd + nm).standard_normal(self.n)
        if name == "reset":  # falls to nothing every c seconds or so and comes back in d seconds
            k = np.mod(self.t + 0.3 * c * self.wander("rs" + kd, 1, 20), c)
            return x - g * b * x * np.exp(-k / d)
        if name == "bend":  # not linear: right at c, wrong by b at c + d and c - d
            return x + g * b * np.clip(((x - c) / d) ** 2, 0, 4)
        if name == "idle":  # grows while the signal stands and goes when it moves; c: time
            return x + g * b * lp((np.abs(diff(x, 0.5)) < d) * 1.0, c)
        if name == "pump":  # a share b, breathing with c seconds, to one side
            return x * (1 + g * b * (0.5 + 0.5 * np.sin(2 * np.pi * self.t / c + 0.5 * self.wander("pu" + kd, 1, 15))))
        return super().effect(kd, nm, name, a, x)

    def level(self, topic, path, v):  # a field of a kind that is a whole array is all of its elements
        y, p = super().level(topic, path, v), path.split("[")[0]
        for kd in self.sev if path[-1] == "]" else ():
            for name, a in self.KINDS[kd].eff if topic in self.KINDS[kd].topics and p in self.KINDS[kd].fields else ():
                y = q(self.effect(kd, topic + path, name, a, y), getattr(v, "step", 0) or 1e-6)
        return y

    def tm(self, nm, heat, off, sd=0.1, tau=240, **kw):
        """A measured temperature over ambient."""
        return s(self.T(nm, heat, tau, off, 0.1), 0.1, sd, lag=4, **kw)

    def site_of(self):
        """Another site in life/2 and 7, a third in life/8 and 10."""
        return 1 if self.is_life(2, 7) else 2 if self.is_life(8, 10) else 0

    def take(self, T):
        self.A, H, self.st, self.tasks = T.A, T.H, T.st, T.tasks
        self.E = lambda k: H.get(k, self.z0)

    def load(self, nm, lo, hi, share=0.4):
        """0/1: something small that is switched on at times."""
        return (self.pieces(nm, lo, hi, 0, 1) < share) * 1.0

    def flags(self, kd):
        return (self.f(kd) > 0) & (self.t % 18 < 6)

    def modes(self, *rows):
        for kinds, vis, words in rows:
            self.mode(kinds, vis, *words.split("|"))
