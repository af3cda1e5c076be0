"""What the four robots share: a book of jobs, a loop over state equations, measuring chains in which sensor faults sit, and conditions of faults."""

# fmt: off
import numpy as np
from lib import DT, K, Sim, brief_warn, delayed, lp, mdef, rpy

__all__ = ["DT", "H", "NUM", "PLACE", "Book", "M", "Rig", "Rec", "clip", "k", "lp", "mdef", "np"]
H = 0.1  # seconds of a step of the loops
NUM, PLACE = dict(where="**beyond a number**", cond=True, need=12), dict(where="**at a place**", cond=True, need=8)


def clip(x, a, b):
    return a if x < a else b if x > b else x


def k(words, topics, fields, parts, chain="", cons="", slow=False, **kw):
    """A kind of fault. chain: what it does in the measuring chain of its fields (of the first topic); without it, it sits in the equations. slow: it grows."""
    ts = [topics] if isinstance(topics, str) else topics
    o = K(words, ts, fields.split(), parts.split("|"), step=not slow, cons=tuple(x for x in cons.split("|") if x), **kw)
    o.chain = [(w[0], [float(x) if x.replace(".", "").lstrip("-").isdigit() else x for x in w[1:]]) for w in (c.split() for c in chain.split(";")) if w]
    return o


class M:
    """A measuring chain: true value, smallest step, noise, lag, share of slow noise, limits, band in which nothing new is reported."""

    def __init__(self, x, lsb, sd, lag=0.0, lo=None, hi=None, slow=0.4, band=0.0):
        self.x, self.lsb, self.sd, self.lag, self.lo, self.hi, self.slow, self.band = x, lsb, sd, lag, lo, hi, slow, band


class Book:
    """What is planned: values that step or go evenly, one job after the other. The equations follow; a fault moves no time of the book."""

    def __init__(self, rig, name="book", **v):
        self.t, self.dur, self.r, self.rig = 0.0, rig.dur, rig.rng(name), rig
        self.kn = {a: [(0.0, float(b))] for a, b in v.items()}
        self.spans, self.first = [], False

    more = property(lambda s: s.t < s.dur)
    u = property(lambda s: s.r.uniform)

    def now(self, a): return self.kn[a][-1][1]

    def set(self, **v):
        for a, b in v.items():
            self.kn[a] += [(self.t, self.now(a)), (self.t + 1e-6, float(b))]

    def wait(self, sec, **v):
        self.set(**v)
        self.t += max(sec, 0.1)

    def move(self, sec, **v):
        for a, b in v.items():
            self.kn[a] += [(self.t, self.now(a)), (self.t + max(sec, 0.1), float(b))]
        self.t += max(sec, 0.1)

    def drive(self, v, x, y):
        self.move(np.hypot(x - self.now("x"), y - self.now("y")) / v, x=x, y=y)

    def job(self, t0, ok=4): self.spans.append((t0, min(self.t, self.dur), ok))

    def once(self, t):  # true the first time after t seconds
        before, self.first = self.first, self.first or self.t > t
        return self.first and not before

    def chance(self, p): return self.r.random() < p

    def col(self, a):
        ts, vs = zip(*self.kn[a])
        return np.interp(self.rig.t, ts, vs)


class Rec:
    """Columns of a loop, back on the grid."""

    def __init__(self, rig, names): self.rig, self.names, self.rows = rig, names.split(), []

    def give(self):
        a = np.array(self.rows)
        t = np.arange(len(a)) * H
        for j, nm in enumerate(self.names):
            setattr(self.rig, nm, np.interp(self.rig.t, t, a[:, j]))


class Rig(Sim):
    # -- order of things: book, equations without faults, conditions; (schedule of lib); equations with faults; messages
    def plan(self):
        self.sev = {}
        books = self.jobs()  # the first one has the jobs that /…/_action/status tells
        self.book = books[0]
        self.B = {a: b.col(a) for b in books for a in b.kn}
        self.model()
        self.conditions()

    def build(self):
        if self.sev: self.model()
        self.publish()

    def L(self, x): return np.asarray(x, float)[:: round(H / DT)].tolist()

    def F(self, kd): return self.L(self.f(kd))

    def life_is(self, *ks): return self.unit == "life" and self.idx in ks

    def since(self, i): return self.unit == "life" and self.idx >= i

    def site(self): return 1 if self.life_is(2, 7) else 2 if self.life_is(8, 10) else 0

    def day(self, base, sd, swing, tau=900):
        """Outside temperature: day, hour, clouds."""
        hot = base + self.su("day", sd) + (0.4 * self.idx if self.unit == "life" else 0)
        return hot + swing * np.sin((self.t / 3600 + self.su("hour", 0.8)) * 1.1) * 0.5 + self.wander("clouds", 0.35, tau)

    def soft(self, x, tau): return lp(lp(x, tau / 2), tau / 2)

    def diff(self, x): return np.gradient(x, DT)

    def telegraph(self, nm, on, off):
        """A contact: 1 while bad; mean seconds bad and good."""
        r = self.rng("tg" + nm)
        m = int(self.dur / (on + off) * 3) + 20
        d = np.stack([r.exponential(off, m), r.exponential(on, m)], 1).ravel()
        return (np.searchsorted(np.cumsum(d), self.t) % 2).astype(float)

    # -- measuring
    def chains(self, topic, path):
        p = path.split("[")[0]
        for kd in self.sev:
            o = self.KINDS[kd]
            if o.topics[0] == topic and (path in o.fields or p in o.fields):
                for name, a in o.chain: yield kd, name, a, self.f(kd)

    def read(self, topic, path, m, every):
        full = lambda y: np.broadcast_to(np.asarray(y, float), (self.n,))  # noqa: E731
        if not isinstance(m, M): m = M(m, 0, 0)
        x, sd, lsb, r, fin = full(m.x), m.sd, m.lsb, self.rng(topic + path), []
        if m.lag: x = lp(x, m.lag)
        for kd, name, a, g in self.chains(topic, path):
            nm, gg = kd + path, np.minimum(g, 1)
            if name == "off": x = x + a[0] * g
            elif name == "gain": x = x * (1 + a[0] * g)
            elif name == "lag": x = x + gg * (lp(x, a[0]) - x)                                           # a coated probe
            elif name == "sd": sd = sd * (1 + (a[0] - 1) * g)                                             # a shield off
            elif name == "tele": x = x + a[0] * g * self.telegraph(kd, a[1], a[2])                        # a contact adds
            elif name == "part": x = x * (1 - a[0] * gg * self.telegraph(kd, a[1], a[2]))                 # a contact takes
            elif name == "hum": x = x + a[0] * g * np.sin(2 * np.pi * self.t / a[1] + self.wander("hm" + nm, 0.6, 20)) * (0.7 + 0.3 * self.wander("ha" + nm, 1, 15))
            elif name == "rw": x = x + a[0] * g * self.wander("rw" + nm, 1, a[1])
            elif name == "creep": x = x + a[0] * np.cumsum(g) / max(np.sum(g), 1e-9) * (g > 0)
            elif name == "sat": x = x - gg * np.maximum(x - a[0], 0)
            elif name == "floor": x = x + gg * np.maximum(a[0] - x, 0)
            elif name == "bend": x = x + a[0] * g * ((x - a[1]) / a[2]) ** 2
            elif name == "swap": x = x + (g > 0) * (full(every[a[0]].x) - x)
            elif name == "echo": x = x + a[0] * gg * (delayed(x, a[1]) - x)                               # a ghost of what was
            else: fin.append((kd, name, a, g))
        ar = self.wander(topic + path + "s", 0.75, 3) + self.wander(topic + path + "d", 0.65, 240)
        x = x + sd * (np.sqrt(1 - m.slow ** 2) * r.standard_normal(self.n) + m.slow * ar) + m.sd * 0.7 * self.u("zero" + topic + path)
        band = m.band
        for kd, name, a, g in fin:
            if name == "bits": x = np.where(g > 0, np.rint(x / a[0]) * a[0], x)
            elif name == "cut": x = np.where((g > 0) & (self.telegraph(kd, a[1], a[2]) > 0), a[0], x)
            elif name == "hold": x = x[np.maximum.accumulate(np.where((g > 0) & (self.telegraph(kd + "h", a[0], a[1]) > 0), 0, np.arange(self.n)))]
            elif name == "dead": x = self.stuck(x, a[0] * g)
            else: raise KeyError(name)
        if band: x = self.stuck(x, np.full(self.n, band))
        if lsb: x = np.rint(x / lsb) * lsb
        return x if m.lo is None and m.hi is None else np.clip(x, m.lo, m.hi)

    @staticmethod
    def stuck(x, band):
        y, out = float(x[0]), []
        for v, b in zip(x.tolist(), band.tolist()):
            if v - y > b or y - v > b or b == 0: y = v
            out.append(y)
        return np.array(out)

    def send(self, topic, typ, rate, vals, frame="", lens=None, **kw):
        """Publish measuring chains. Faults of a whole topic: late, loss, thin, burst."""
        every = {}
        for p, v in vals.items():
            if isinstance(v, list): every.update({f"{p}[{i}]": m for i, m in enumerate(v)})
            else: every[p] = v
        every = {p: m if isinstance(m, M) else M(m, 0, 0) for p, m in every.items()}
        out = {p: [self.read(topic, f"{p}[{i}]", m, every) for i, m in enumerate(v)] if isinstance(v, list) else self.read(topic, p, v, every) for p, v in vals.items()}
        drop, age = np.full(self.n, 2e-4), None
        for _, name, a, g in self.chains(topic, "header.stamp"):
            gg = np.minimum(g, 1)
            if name == "late": age = a[0] * g
            elif name == "loss": drop = np.maximum(drop, a[0] * gg)
            elif name == "thin": drop = np.maximum(drop, gg * (np.mod(self.t, a[0]) > a[1]))
            elif name == "burst": age = gg * (a[0] - np.mod(self.t, a[0]))
        lens = {**{p: len(v) for p, v in vals.items() if isinstance(v, list)}, **(lens or {})}
        self.pub(topic, typ, rate, out, frame, lens, drop=drop, age=age, jit=0.15 / rate / 4, lag=0.004 + 0.02 / rate, **kw)

    # -- conditions
    def beyond(self, kd, sig, variable, words, share=0.62, and_=True):
        x = sig[np.broadcast_to(and_, sig.shape)]
        th = float(f"{np.quantile(x, share):.2g}")
        if not 0.15 < (x > th).mean() < 0.6: th = float(f"{np.quantile(x, share):.3g}")
        self.num(kd, sig, variable, words.split("|"), above=th, and_=and_)

    def place(self, kinds, x, y, rad, ok, share=0.1):
        for kd in kinds.split():
            px, py = self.spot(kd, x, y, rad, ok, share)
            self.at(kd, x, y, px, py, rad, ok)

    # -- words
    def say(self, kd, node, hw, *msgs):
        lv = self.speak(kd, node, list(msgs))
        self.status(node, hw, np.maximum(lv * (1 if kd in self.MILD else 2) / 2, 0), {1: msgs[0], 2: msgs[0]})

    def talk(self, version, start, lines, quiet, goal):
        """Start-up lines, routine lines, quiet statuses with short warnings, the goals."""
        self.routine([(n, lev, node, msg, a, b) for n, lev, node, msg, a, b in lines], [("I", "launch", f"release {version}")] + list(start))
        for node, hw, often in quiet:
            w = brief_warn(self, node, often)
            self.status(node, hw, w, {1: "late once"}, uptime=self.t / 60 + 11 * self.idx)
            for i in np.flatnonzero(np.diff(w) > 0): self.log(i * DT, "W", node, "late once, went on", "watch")
        self.status("release", "pc", None, None, version=version)
        self.goals(goal, self.book.spans)

    def ver(self, a, b, c): return c if self.since(8) else b if self.since(3) else a

    def odom(self, x, y, yaw, sx, sa):
        qz = rpy(0 * yaw, 0 * yaw, yaw)
        return {"pose.pose.position.x": M(x, 1e-4, sx), "pose.pose.position.y": M(y, 1e-4, sx), "pose.pose.orientation.z": M(qz[2], 1e-5, sa / 2), "pose.pose.orientation.w": M(qz[3], 1e-5, sa / 2)}
