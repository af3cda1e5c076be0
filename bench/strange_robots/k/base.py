"""What the four robots share: movements of axes, places and phases; cold starts and hot days; small helpers."""
import numpy as np
from lib import DT, Sim, hold, lp


class Track:
    """Axes that move together, a phase code, and held values (set), written sample by sample."""

    def __init__(self, sim, **axes):
        self.n, self.r, self.i, self.pos, self.code, self.spd = sim.n, sim.rng('plan'), 0, dict(axes), 0, 1.
        self.A = {k: np.full(self.n, float(v)) for k, v in axes.items()}; self.H = {}; self.st = np.zeros(self.n); self.tasks = []

    @property
    def more(self): return self.i < self.n
    @property
    def sec(self): return self.i * DT

    def set(self, **kv):
        for k, v in kv.items(): self.H.setdefault(k, np.zeros(self.n))[min(self.i, self.n):] = v

    def ramp(self, sl, **kv):
        """Held values that change linearly over a slice and keep the end."""
        for k, v in kv.items():
            x = self.H.setdefault(k, np.zeros(self.n)); a, b = sl.start, sl.stop
            if b > a: x[a:b] = x[a] + (v - x[a]) * np.arange(1, b - a + 1) / (b - a); x[b:] = v

    def _put(self, k, code):
        a, self.i = self.i, min(self.n, self.i + max(1, int(k)))
        if code is not None: self.code = code
        self.st[a:self.i] = self.code
        return slice(a, self.i)

    def wait(self, sec, code=None):
        s = self._put(sec * self.r.uniform(.95, 1.06) / DT, code)
        for k, v in self.pos.items(): self.A[k][s] = v
        return s

    def go(self, code=None, v=1., a=1., sec=None, lin=None, **to):
        """Trapezoid in common for all axes (v in units of the farthest axis), or a smooth move of sec seconds; axes in lin go linearly."""
        lin = lin or {}; d = max([abs(x - self.pos[k]) for k, x in to.items()] + [0.])
        if d < 1e-9 and sec is None: return slice(self.i, self.i)
        v = v * self.spd
        if sec is None:
            tr = min(v / a, np.sqrt(d / a)); T = d / (a * tr) + tr; k = max(3, int(T / DT)); w = np.clip(np.minimum((np.arange(k) + .5) * DT, (k - .5 - np.arange(k)) * DT) / tr, 0, 1); p = np.cumsum(w); p /= p[-1]
        else:
            k = max(4, int(sec * self.r.uniform(.97, 1.04) / self.spd / DT)); p = np.arange(1, k + 1) / k; p = p**3 * (10 - 15 * p + 6 * p * p)
        s = self._put(k, code); m = s.stop - s.start
        for nm, x in self.pos.items(): self.A[nm][s] = x + (to[nm] - x) * p[:m] if nm in to else x
        for nm, x in lin.items(): self.A[nm][s] = self.pos[nm] + (x - self.pos[nm]) * np.arange(1, m + 1) / k
        self.pos.update({k: float(x) for k, x in list(to.items()) + list(lin.items())})
        return s

    def task(self, a, name):
        self.tasks.append((a * DT, min(self.i, self.n) * DT, name))

    def close(self):
        """After the end of the session nothing is left to write; the last values stay."""
        return self.A, self.H, self.st


class Robot(Sim):
    def day(self, mean, sd, hot=6., slow=.4):
        """Ambient of the session: a hot day now and then; cold: the machine starts cold."""
        r = self.rng('day'); self.cold = r.random() < .35; self.hotday = r.random() < .2
        self.amb = mean + sd * self.su('amb') + hot * self.hotday + slow * self.wander('amb', 1, 900) + r.uniform(-.6, .9) * self.t / 3600

    def T(self, nm, heat, tau, off=0., sd=.1, amb=None):
        """Temperature: from cold in sessions with a cold start, else from what it had worked to (first five minutes, always without faults)."""
        h = np.asarray(heat) + self.z0; k = self.cold * np.exp(-self.t / (1.3 * tau))
        return (self.amb if amb is None else amb) + (off + self.u(nm, .8)) * (1 - k) + lp(h, tau, 0. if self.cold else float(h[:6000].mean())) + self.ns(nm, sd)

    def h(self, kind, tau=.15): return lp(self.f(kind), tau)
    def fz(self, x, kind): return hold(x, self.on(kind))
    def new(self, k): return self.unit == 'life' and self.idx >= k
    def is_life(self, *ks): return self.unit == 'life' and self.idx in ks
    def shape(self, code, p, lo=.5, hi=4): return (self.f(code) > 0) & (self.pieces(code + 'p', lo, hi, 0, 1) < p)

    def warn_only(self, kind, node, msg, every=21):
        s = self.when(kind)
        if not s: return self.z0
        for x in np.arange(s['start'] + 1, s['end'], every): self.log(x, 'W', node, msg, 'fault')
        return np.where(self.on(kind), 1., 0.)

    def places(self, x, y, ok, **kinds):
        """kinds: {kind: (radius, share)}."""
        for k, (rad, sh) in kinds.items():
            a, b = self.spot(k, x, y, rad, ok, sh); self.at(k, x, y, a, b, rad, ok)

    def sawtooth(self, out, inn, lo, hi, x0):
        from lib import hyst
        return hyst(out, inn, lo, hi, x0)

    def steps_of(self, kind, base, sd, mean_s=(20, 60)): return base + sd * self.pieces(kind, *mean_s, -1, 1)
