"""What the four robots share: Track and Robot of ../k/base.py (movements of axes, cold starts, hot days), and here: ways that are driven, signals with their noise, effects of faults."""
import pathlib, sys
sys.path.append(str(pathlib.Path(__file__).resolve().parents[1]))
import numpy as np
from k.base import DT, Robot as Base, Track
from lib import K, brief_warn, delayed, hold, hyst, lp, mdef, q, quat, slew


def kind(words, topics, fields, parts, **kw):
    return K(words, [topics] if isinstance(topics, str) else topics, fields.split(), parts.split('|'), **kw)


class Way:
    """A line of points with rounded corners, some every 0.25 m: s, x, y, heading, curvature."""

    def __init__(self, pts, rounds=4, ds=.25):
        p = np.array(pts, float)
        for _ in range(rounds):
            a, b = p[:-1], p[1:]
            p = np.concatenate([p[:1], np.stack([.75 * a + .25 * b, .25 * a + .75 * b], 1).reshape(-1, 2), p[-1:]])
        c = np.concatenate([[0], np.cumsum(np.hypot(*np.diff(p, axis=0).T))])
        self.s = np.linspace(0, c[-1], int(c[-1] / ds) + 2); self.ds = ds = self.s[1]
        self.x, self.y = (np.interp(self.s, c, p[:, k]) for k in (0, 1))
        self.h = np.unwrap(np.arctan2(np.gradient(self.y), np.gradient(self.x)))
        self.k = np.abs(np.convolve(np.gradient(self.h) / ds, np.ones(9) / 9, 'same'))

    def drive(self, T, v, code, a=.5, lat=.7, stops=(), back=False):
        """Drives it with at most v (number, or array over s): T's axes x, y, h. stops: {place on s: seconds}. Returns the slice."""
        n = len(self.s); lim = np.minimum(np.broadcast_to(v, (n,)) * T.spd, np.sqrt(lat / np.maximum(self.k, 1e-3))); lim = lim.copy(); lim[[0, -1]] = .02
        halt = {min(n - 2, int(s / self.ds)): w for s, w in dict(stops).items()}
        for i in halt: lim[i] = .02
        x = lim.tolist()
        for i in range(1, n): x[i] = min(x[i], (x[i - 1]**2 + 2 * a * self.ds)**.5)
        for i in range(n - 2, -1, -1): x[i] = min(x[i], (x[i + 1]**2 + 2 * a * self.ds)**.5)
        x = np.array(x); dt = 2 * self.ds / np.maximum(x[1:] + x[:-1], .08)
        for i, w in halt.items(): dt[i] += w
        t = np.concatenate([[0], np.cumsum(dt)]); sl = T._put(t[-1] / DT, code); g = (np.arange(sl.stop - sl.start) + 1) * DT
        s = np.interp(g, t, self.s)
        for nm, y in (('x', self.x), ('y', self.y), ('h', self.h)):
            off = round((T.pos['h'] - self.h[0]) / (2 * np.pi)) * 2 * np.pi if nm == 'h' else 0.
            T.A[nm][sl] = np.interp(s, self.s, y) + off; T.pos[nm] = float(y[-1] + off)
            T.A[nm][sl.stop:] = T.pos[nm]
        for nm in set(T.pos) - {'x', 'y', 'h'}: T.A[nm][sl] = T.pos[nm]
        return sl


class Robot(Base):
    def sg(self, nm, x, sd, u=0., w=0., tau=4.):
        """A measured number: offset of the unit, slow uneasiness, noise of the sensor."""
        y = x + self.ns(nm, sd)
        if u: y = y + self.u(nm, u)
        if w: y = y + self.wander(nm + 'w', w, tau)
        return y

    def N(self, kind, sd, tau=None):
        """Noise of a fault."""
        return self.z0 if kind not in self.sev else self.f(kind) * (self.white(kind + 'n', sd) if tau is None else self.wander(kind + 'n', sd, tau))

    def P(self, kind, size, prob):
        """Single outliers of a fault."""
        return self.z0 if kind not in self.sev else self.f(kind) * size * self.spikes(kind + 's', prob)

    def C(self, kind, size, part=.25, tau=.3, rise=.2):
        """An offset, uneasy by its part, that sets in softly: faults at a place or beyond a number."""
        return self.z0 if kind not in self.sev else self.h(kind, rise) * size * (1 + part * self.wander(kind + 'c', 1, tau))

    def B(self, kind, size, part=.2, lo=.6, hi=4.):
        """An offset that comes and goes: loose contact."""
        return self.z0 if kind not in self.sev else self.f(kind) * size * (self.pieces(kind + 'b', lo, hi, 0, 1) < .5) * (1 + part * self.wander(kind + 'c', 1, .3))

    def slow(self, x, kind, tau):
        """A follower that has become slow."""
        return x if kind not in self.sev else np.where(self.on(kind), lp(x, tau), x)

    def play(self, x, kind, width):
        """Backlash."""
        if kind not in self.sev: return x
        out, y = [], float(x[0])
        for v, w in zip(x.tolist(), (width * .5 * self.f(kind)).tolist()):
            y = v - w if y < v - w else v + w if y > v + w else y
            out.append(y)
        return np.array(out)

    def sticky(self, x, kind, step):
        """Sticks and jumps: shows only steps of that size."""
        if kind not in self.sev: return x
        return np.where(self.on(kind), self.play(x, kind, 2 * step), x)

    def once(self, ev): return np.cumsum(np.diff(np.asarray(ev).astype(int), prepend=0) > 0)
    def per_event(self, name, ev, lo=-1., hi=1.):
        """A value drawn anew at each rise of ev, held until the next."""
        k = self.once(ev); return self.rng('ev ' + name).uniform(lo, hi, int(k[-1]) + 1)[k]
    def late(self, name, lo, hi): return self.rng('late ' + name).uniform(lo, hi, self.n)

    def store(self, out, inn, lo, hi, x0):
        y, on = hyst(np.asarray(out) + self.z0, inn, lo, hi, x0); return y, on

    def tank(self, out, inn, hi, x0):
        """Level of what is used (per s, grid) and filled up by people (per s, grid)."""
        y, x = [], float(x0)
        for a in ((inn - out) * DT).tolist():
            x = min(hi, max(0., x + a)); y.append(x)
        return np.array(y)

    def battery(self, load, charge, ah, so, full=.95, imax=40.):
        """State of charge and charging current, second by second (load A grid, charge 0/1 grid)."""
        soc, ic = [], []
        for a, c in zip(load[::20].tolist(), (charge[::20] > .5).tolist()):
            i = min(imax, max(0., (full + .04 - so) * imax * 7)) if c else 0.
            so += (i - a) / 3600 / ah; soc.append(so); ic.append(i)
        k = np.arange(len(soc)) * 20
        return np.clip(np.interp(np.arange(self.n), k, soc), .05, 1), np.interp(np.arange(self.n), k, ic) * (charge > .5)

    def weather(self, cloud=70):
        """Sun 0..1 with clouds; wind m/s."""
        self.sunny = np.clip(.62 + .16 * self.su('sun') + .3 * lp(np.tanh(2.2 * self.wander('cl', 1, cloud)), 3.), .05, 1.2)
        self.wind = np.abs(3.4 + 1.1 * self.su('wi') + .9 * self.wander('wi', 1, 9) + .45 * self.wander('wi2', 1, 1.5))

    def finish_up(self, tag, spoken, lines, start, status):
        """Goals, log lines and diagnostics; spoken: (kind, node, texts or text, hardware, extra status texts)."""
        self.goals(tag, [(a, b, 5 if self.rng(f'gf{i}').random() < .04 else 4) for i, (a, b, _) in enumerate(self.tasks) if b > a])
        self.routine(lines, start)
        for i, (kd, node, msgs, hw) in enumerate(spoken):
            if isinstance(msgs, str): self.status(node, hw, self.warn_only(kd, node, msgs), {1: msgs.split(',')[0]})
            else:
                a = self.speak(kd, node, msgs, 16); self.status(node, hw, np.maximum(a, brief_warn(self, node, 1.1)) if i == 1 else a, {1: 'uneasy', 2: msgs[0]})
        for node, hw, text, rate in status: self.status(node, hw, brief_warn(self, node, rate), {1: text})
