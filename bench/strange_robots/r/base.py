"""What the four robots share, on ../g/lib.py alone: declared signals (s), effects of faults that stand beside the words of a kind, faults that travel on (the physics of a robot is computed twice, or `also` of a kind), tracks and ways, batteries, warnings that come and go, routine warnings of healthy parts, wear, weather."""

import re
import zlib

import numpy as np
from lib import DT, K, Sim, brief_warn, delayed, hold, hyst, lp, mdef, q, quat, rpy, slew
from scipy.signal import lfilter

__all__ = ["DT", "Robot", "Track", "hyst", "kind", "lp", "mdef", "ring", "s", "slew"]


def ring(x, hz, damp):
    """Follows x as a mass on a spring does."""
    w, y = 2 * np.pi * hz, np.asarray(x, float)
    for d in (1, 0):  # two poles; for small damping a resonance
        if damp < 1 and d:
            p = np.exp((-damp + 1j * np.sqrt(1 - damp * damp)) * w * DT)
            a = np.array([1, -2 * p.real, abs(p) ** 2])
            return lfilter([a.sum()], a, y - y[0]) + y[0]
        y = lp(y, 1 / w)
    return y


class s:
    """A measured signal: true value, step of the converter, noise, offset of the unit, slow uneasiness and its time, limits."""

    def __init__(self, x, step=0, sd=0, u=0, w=0, tau=6, lo=None, hi=None):
        self.x, self.step, self.sd, self.u, self.w, self.tau, self.lo, self.hi = x, step, sd, u, w, tau, lo, hi


def parse(text):
    return [(p.split()[0], [float(v) for v in p.split()[1:]]) for p in text.split("|") if p]


def kind(words, topics, fields, parts, eff="", also="", cons="", tail=0.0, **kw):
    """A kind of fault. eff: what happens to its fields (nothing: the physics of the robot knows it); also: "topic field effect|...", what follows from it and counts as the fault's too; cons: topics and names that it touches from afar."""
    kd = K(words, [topics] if isinstance(topics, str) else list(topics), fields.split(), parts.split("|"), cons=tuple(cons.split("|")) if cons else (), tail=tail, **kw)
    kd.eff, kd.also = parse(eff), []
    for p in also.split("|") if also else ():
        tp, fd, rest = p.split(" ", 2)
        kd.also.append((tp, fd, *parse(rest)[0]))
    return kd


class Track:
    """What a robot does in turn: axes that move (A), values that are held (H), a code of the phase (st)."""

    def __init__(self, R, **pos):
        self.R, self.n, self.r, self.i, self.spd, self.tasks = R, R.n, R.rng("track"), 0, 1.0, []
        self.pos, self.A, self.H, self.cur, self.st = dict(pos), {k: np.zeros(R.n) for k in pos}, {}, {}, np.zeros(R.n, int)

    more = property(lambda T: T.i < T.n)
    sec = property(lambda T: T.i * DT)

    def set(self, **kw):
        self.cur.update(kw)

    def adv(self, m, code, tr=()):
        a, b = self.i, min(self.i + max(1, int(m)), self.n)
        for k, x in self.A.items():
            x[a:b] = tr[k][: b - a] if k in tr else self.pos[k]
        for k, v in self.cur.items():
            self.H.setdefault(k, np.zeros(self.n))[a:b] = tr[k][: b - a] if k in tr else v
        self.st[a:b] = code
        self.i = b if b == self.n else a + max(1, int(m))

    def wait(self, sec, code):
        self.adv(sec / DT, code)

    def go(self, code, sec=None, v=None, a=1.0, **to):
        d = max([abs(x - self.pos[k]) for k, x in to.items()] + [1e-6])
        if v:
            sec = max(d / v + v / a, 2 * np.sqrt(d / a)) if d / v < v / a else d / v + v / a
        m = max(2, int(sec / self.spd / DT))
        e, u = min(0.5, (v / a / sec) if v else 0.3), np.arange(1, m + 1) / m
        u = np.where(u < e, u * u / 2 / e, np.where(u > 1 - e, 1 - e - (1 - u) ** 2 / 2 / e, u - e / 2)) / (1 - e)
        self.adv(m, code, {k: self.pos[k] + (x - self.pos[k]) * u for k, x in to.items()})
        self.pos.update(to)

    def drive(self, pts, v, code, stops=(), back=False, a=0.35, cut=0.9, wmax=0.5):
        """Drives a line of points (axes x, y, h) with rounded corners, slower in them; stops: (share of the way, seconds), H halt is 1 there."""
        P = [np.array((self.pos["x"], self.pos["y"]))] + [np.array(p, float) for p in pts]
        P = [p for i, p in enumerate(P) if i == 0 or np.hypot(*(p - P[i - 1])) > 0.05]
        if len(P) < 2:
            return
        Q = [P[0]]
        for o, p, w in zip(P, P[1:], P[2:]):
            Q += [p + (o - p) * min(0.45, cut / np.hypot(*(o - p))), p, p + (w - p) * min(0.45, cut / np.hypot(*(w - p)))]
        Q = np.array(Q + [P[-1]])
        for _ in range(3):
            Q = np.concatenate([Q[:1], np.stack([Q[:-1] * 0.75 + Q[1:] * 0.25, Q[:-1] * 0.25 + Q[1:] * 0.75], 1).reshape(-1, 2), Q[-1:]])
        L = np.concatenate([[0], np.cumsum(np.hypot(*np.diff(Q, axis=0).T))])
        m = max(8, int(L[-1] / 0.06))
        S = np.linspace(0, L[-1], m)
        x, y, ds = np.interp(S, L, Q[:, 0]), np.interp(S, L, Q[:, 1]), L[-1] / (m - 1)
        h = np.unwrap(np.arctan2(np.gradient(y), np.gradient(x))) + (np.pi if back else 0)
        h = np.convolve(np.pad(h, 4, "edge"), np.ones(9) / 9, "valid")
        h += 2 * np.pi * np.round((self.pos["h"] - h[0]) / 2 / np.pi)
        if abs(h[0] - self.pos["h"]) > 0.03:
            self.go(code, sec=abs(h[0] - self.pos["h"]) / wmax + 0.6, h=float(h[0]))
        k, v = np.abs(np.gradient(h, ds)) + 1e-6, v * self.spd
        lim = np.minimum(v, np.minimum(np.sqrt(0.3 / k), wmax / k))
        lim[0] = lim[-1] = 0.03
        hold_ = {int(np.clip(f, 0.1, 0.9) * (m - 1)): sec for f, sec in stops}
        for i in hold_:
            lim[i] = 0.03
        w = lim.tolist()
        for i in range(1, m):
            w[i] = min(w[i], (w[i - 1] ** 2 + 2 * a * ds) ** 0.5)
        for i in range(m - 2, -1, -1):
            w[i] = min(w[i], (w[i + 1] ** 2 + 2 * a * ds) ** 0.5)
        w = np.array(w)
        dt = 2 * ds / (w[1:] + w[:-1])
        tt, xx, yy, hh, f = [0.0], [x[0]], [y[0]], [h[0]], [0.0]
        for i in range(1, m):
            tt.append(tt[-1] + dt[i - 1]), xx.append(x[i]), yy.append(y[i]), hh.append(h[i]), f.append(0.0)
            if i in hold_:
                tt.append(tt[-1] + hold_[i]), xx.append(x[i]), yy.append(y[i]), hh.append(h[i]), f.append(1.0)
        g = np.arange(1, max(2, int(tt[-1] / DT)) + 1) * DT
        self.cur.setdefault("halt", 0)
        idx = np.clip(np.searchsorted(tt, g), 0, len(tt) - 1)
        self.adv(len(g), code, dict(x=np.interp(g, tt, xx), y=np.interp(g, tt, yy), h=np.interp(g, tt, hh), halt=np.array(f)[idx]))
        self.pos.update(x=float(x[-1]), y=float(y[-1]), h=float(h[-1]))

    def manual(self, sec, code, lo, hi):
        """Moved by hand: uneven moves of the axes within lo..hi (dicts) about here, and back."""
        home, end = {k: self.pos[k] for k in lo}, self.sec + sec
        while self.more and self.sec < end:
            self.go(code, sec=self.r.uniform(1.2, 4.5), **{k: home[k] + self.r.uniform(lo[k], hi[k]) for k in lo})
            if self.r.random() < 0.4:
                self.wait(self.r.uniform(0.4, 3), code)
        self.go(code, sec=3.0, **home)

    def task(self, a0):
        self.tasks.append((a0 * DT, self.sec, 4))


class Robot(Sim):
    COMES = ()  # spoken kinds whose warning comes and goes, with its text
    RETRY = ()  # healthy parts that warn briefly: (node, hardware id, text of the log with {}, times an hour, lo, hi)
    AUX = ()

    def plan(self):
        self.sev = {}
        self.life()
        self.physics()
        self.where()

    def build(self):
        self.physics()
        self.record()

    def truth(self):
        out = super().truth()
        for f in out:
            for tp, fd, *_ in self.KINDS[f["kind"]].also:
                f["topics"] = f["topics"] + [tp] * (tp not in f["topics"])
                f["fields"] = f["fields"] + [fd] * (fd not in f["fields"])
        return out

    # -- days
    def is_life(self, *k):
        return self.unit == "life" and self.idx in k

    def new(self, k):
        """A thing that is done from the session k of the life on."""
        return self.unit == "life" and self.idx >= k

    def day(self, mean, sd, swing):
        self.cold, hot = self.rng("cold").random() < 1 / 3, 6 * (self.rng("hot").random() < 0.2)
        self.amb0 = mean + hot + self.su("amb", sd)
        self.amb = self.amb0 + swing * 0.3 * np.sin(self.t / 3600 * 1.3 + self.su("swing")) + self.wander("amb", 0.15, 200)

    def weather(self, gusts):
        self.sunny = lp((self.pieces("sun", 60, 400, 0, 1) < 0.55 + 0.2 * np.tanh(self.su("sun"))) * 1.0, 6) * 0.9 + 0.1
        self.wind = np.maximum(2.6 + abs(self.su("wind", 1.4)) + self.wander("wind", 0.7, gusts) + self.wander("gust", 0.7, 3), 0.1)

    def wear(self, per):
        return per * (self.idx - 1) if self.unit == "life" else per * 3 * min(abs(self.u("wear")), 3)

    def season(self, per):
        return per * (self.idx - 1) if self.unit == "life" else per * abs(self.u("season")) * 2

    # -- shapes
    def h(self, kd, tau=0.3):
        """Strength of a fault that the physics knows."""
        return np.clip(lp(self.f(kd), tau, 0.0), 0, 2) if kd in self.sev else self.z0

    def pink(self, nm, sd):
        return sd * sum(self.wander(nm + str(k), 0.6, k) for k in (0.5, 4, 30))

    def net(self, nm, base, mean=1.0, big=1.0):
        """Times of a network: gamma law, and now and then a long one."""
        r = self.rng("net" + nm)
        return base + r.gamma(2, mean / 2, self.n) * np.maximum(1 + 0.3 * self.wander(nm + "n", 1, 60), 0.2) + big * 5 * (r.random(self.n) < 0.004) * r.random(self.n)

    def T(self, nm, heat, tau, off, sd=0.1):
        """Temperature over ambient; colder at first after a cold start."""
        return self.amb + self.u("T" + nm, 0.7) + off * (1 - 0.85 * self.cold * np.exp(-self.t / tau)) + heat + self.wander("T" + nm, sd, 30)

    def per_event(self, nm, on):
        k = np.concatenate([[0], np.cumsum(np.diff((np.asarray(on) > 0).astype(int)) > 0)])
        return self.rng("ev" + nm).standard_normal(k[-1] + 1)[k]

    def once(self, on):
        return np.concatenate([[0], np.cumsum(np.diff((np.asarray(on) > 0).astype(int)) > 0)]).astype(float)

    def shape(self, kd, share, lo, hi):
        return (self.f(kd) > 0) & (self.pieces(kd + "sh", lo, hi, 0, 1) < share)

    def vehicle(self, A):
        self.x, self.y, self.yaw = lp(A["x"], 0.25), lp(A["y"], 0.25), ring(A["h"], 0.9, 0.7)
        vx, vy = np.gradient(self.x, DT), np.gradient(self.y, DT)
        self.fw, self.yr = lp(np.cos(self.yaw) * vx + np.sin(self.yaw) * vy, 0.15), lp(np.gradient(self.yaw, DT), 0.15)
        self.v = np.abs(self.fw)
        self.acc = lp(np.gradient(self.fw, DT), 0.2)

    def battery(self, use, dock, ah, soc0, imax):
        """State of charge and charging current (constant current, then falling)."""
        x, xs, ic = soc0, [], []
        for u, d in zip(use.tolist(), (dock + self.z0).tolist()):
            c = d * imax * min(1.0, max(0.06, (0.97 - x) / 0.1))
            x = min(max(x + (c - u) * DT / 3600 / ah, 0.03), 1.0)
            xs.append(x), ic.append(c)
        return np.array(xs), np.array(ic)

    # -- conditions
    def over(self, kd, sig, path, words, ok, p, dd=1, tol=0.35, below=False):
        t = self.quan(sig, ok, p, dd)
        self.num(kd, sig, path, words.split("|"), tol=tol, and_=ok, **{"below" if below else "above": t})

    def places(self, x, y, ok, **kw):
        for kd, (rad, share) in kw.items():
            px, py = self.spot(kd, x, y, rad, ok, share)
            self.at(kd, x, y, px, py, rad, ok)

    # -- signals
    def noise(self, nm, sd):
        """Even, long tailed, sharp, normal or growing and falling by the name of the signal."""
        r, k = self.rng("n" + nm), zlib.crc32(nm.encode()) % 5
        if k == 0:
            return sd * 1.7 * (2 * r.random(self.n) - 1)
        if k == 1:
            return sd * 0.8 * np.clip(r.standard_t(4, self.n), -7, 7)
        if k == 2:
            return sd * 0.7 * r.laplace(size=self.n)
        return sd * r.standard_normal(self.n) * (1 if k == 3 else 1 + 0.4 * self.wander(nm + "nm", 1, 40))

    def level(self, topic, path, v):
        nm = topic + ":" + path
        sig = v if isinstance(v, s) else s(v)
        y = np.asarray(sig.x, float) + self.z0
        if isinstance(v, s):
            y = y + self.u(nm, sig.u) + (self.wander(nm + "w", 1.0, sig.tau) * sig.w if np.ndim(sig.w) or sig.w else 0) + (self.noise(nm, 1.0) * sig.sd if np.ndim(sig.sd) or sig.sd else 0)
        for kd in self.sev:
            k = self.KINDS[kd]
            for name, a in k.eff if topic in k.topics and any(path == f or path.startswith(f + ".") for f in k.fields) else ():
                if name not in ("lost", "age"):
                    y = self.effect(kd, nm, name, a, y)
            for tp, fd, name, a in k.also:
                if tp == topic and fd == path:
                    y = self.effect(kd, nm, name, a, y)
        if sig.lo is not None or sig.hi is not None:
            y = np.clip(y, sig.lo, sig.hi)
        return q(y, sig.step) if sig.step else y

    def effect(self, kd, nm, name, a, x):
        g, n = self.f(kd), self.n
        on, r, (b, c, d) = g > 0.3, self.rng("e" + name + kd + nm), (list(a) + [None] * 3)[:3]
        W = lambda t: self.wander("E" + name + kd + nm, 1, t)  # noqa: E731
        if name == "off":
            return x + g * b * (1 + (c or 0) * W(2))
        if name == "mul":
            return x * (1 + g * b * (1 + (c or 0) * W(2)))
        if name == "span":  # about a value that stays
            return c + (x - c) * (1 + g * b)
        if name == "noise":
            return x + g * b * r.standard_normal(n)
        if name == "flut":  # uneasy, about a bias
            return x + g * b * ((c or 0) + W(0.4))
        if name == "frz":
            return hold(x, on)
        if name == "spk":
            return x + g * b * (r.random(n) < c) * np.sign(r.standard_normal(n))
        if name == "heat":
            return x + b * lp(g, c, 0.0)
        if name == "slow":
            return np.where(on, lp(x, b), x)
        if name == "dead":
            return np.where(on, delayed(x, b), x)
        if name == "short":  # reads a part of the distance, mostly
            return np.where(on & (r.random(n) < c), x * b, x)
        if name == "cut":  # drops out to b for a share c of the time
            return np.where(on & (self.pieces(kd + nm + "c", 0.3, 2, 0, 1) < c), b, x)
        if name == "late":
            return x + g * (b * r.gamma(2, 0.5, n) + c * (r.random(n) < 0.08))
        if name == "swing":
            return x + g * b * np.sin(2 * np.pi * self.t / c + 0.6 * W(20))
        if name == "hunt":
            return x + g * b * (2 * np.mod(self.t / c + 0.3 * W(25), 1) - 1)
        if name == "walk":
            return x + g * b * self.pieces(kd + nm + "wk", c, d, -1, 1)
        if name == "creep":
            return x + g * b * np.mod(self.t, c) / c
        if name == "burst":
            return x + g * b * (self.pieces(kd + "b", c, d, 0, 1) < 0.55) * r.standard_normal(n)
        if name == "sat":
            return np.where(on, np.minimum(x, b), x)
        if name == "floor":
            return np.where(on, np.maximum(x, b), x)
        if name == "zone":
            return np.where(on & (np.abs(x) < b), 0.0, x)
        if name == "coarse":
            return np.where(on, q(x, b), x)
        if name == "rate":
            return np.where(on, slew(x, b), x)
        if name in ("play", "stick"):
            y, o = x.copy(), float(x[0])
            for i in np.flatnonzero(on):
                o = float(x[i]) if not on[i - 1] else (x[i] if abs(x[i] - o) > b else o) if name == "stick" else min(max(o, x[i] - b), x[i] + b)
                y[i] = o
            return y
        if name == "over":
            return x + g * b * (x - lp(x, c))
        if name == "mix":
            return x + g * b * self.AUX[int(c)]
        if name == "skip":
            return x + np.where(on, np.cumsum(on & (r.random(n) < c * DT)) * b, 0.0)
        if name == "leak":
            return x + self.computer_leak(kd, b)
        raise KeyError(name)

    def pub(self, topic, typ, rate, vals, frame="", strs=None, **kw):
        out, lens = {}, {}
        for p, v in vals.items():
            if isinstance(v, (list, tuple)):
                out[p], lens[p] = [self.level(topic, f"{p}[{i}]", x) for i, x in enumerate(v)], len(v)
            elif isinstance(v, s):
                out[p] = self.level(topic, p, v)
            else:
                out[p] = v
        lens.update(kw.pop("lens", {}))
        drop, age = None, None
        for kd in self.sev:
            for name, a in self.KINDS[kd].eff if topic in self.KINDS[kd].topics else ():
                if name == "lost":
                    drop = a[0] * (self.f(kd) > 0) + (0 if drop is None else drop)
                if name == "age":
                    age = a[0] * self.f(kd) * (1 + 0.25 * self.wander("age" + kd, 1, 4)).clip(0.3, 2)
        super().pub(topic, typ, rate, out, frame, lens, strs, drop=drop, age=age, **kw)

    def jnt(self, topic, rate, names, pos, vel, eff):
        self.pub(topic, "sensor_msgs/msg/JointState", rate, dict(position=pos, velocity=vel, effort=eff), strs={f"name[{i}]": x for i, x in enumerate(names)}, lens=dict(name=len(names)))

    def inertial(self, topic, rate, att, gyro, acc, frame, sd=(0.004, 0.04)):
        v = {f"orientation.{c}": q(x, 1e-5) for c, x in zip("xyzw", rpy(*att))}
        v.update({f"angular_velocity.{c}": s(x, 2e-4, sd[0], sd[0] / 3, sd[0] / 4, 30) for c, x in zip("xyz", gyro)})
        v.update({f"linear_acceleration.{c}": s(x, 2e-3, sd[1], sd[1] / 2, sd[1] / 4, 30) for c, x in zip("xyz", acc)})
        self.pub(topic, "sensor_msgs/msg/Imu", rate, v, frame)

    def pose(self, x, y, yaw, sd=0.004, w=0.01):
        qz, qw = quat(yaw)
        return {"pose.pose.position.x": s(x, 1e-3, sd, 0, w, 20), "pose.pose.position.y": s(y, 1e-3, sd, 0, w, 20), "pose.pose.orientation.z": qz, "pose.pose.orientation.w": qw}

    def odometry(self, topic, rate, frame, x, y, fw, sd=0.006):
        self.pub(topic, "nav_msgs/msg/Odometry", rate, {**self.pose(x, y, self.yaw), "twist.twist.linear.x": s(fw, 1e-3, sd), "twist.twist.angular.z": s(self.yr, 1e-3, sd)}, frame, strs={"child_frame_id": "base_link"})

    def lidar(self, topic, rate, rg, half, top, sd=0.012, frame="laser"):
        m = len(rg)
        self.pub(topic, "sensor_msgs/msg/LaserScan", rate, dict(ranges=[s(x, 0.005, sd, 0.01, 0, 6, 0.1, top) for x in rg], angle_min=-half, angle_max=half, angle_increment=2 * half / (m - 1), range_min=0.1, range_max=float(top), scan_time=1.0 / rate), frame)

    def simple(self, topic, typ, rate, field, v, **const):
        self.pub(topic, "sensor_msgs/msg/" + typ, rate, {field: v, **const}, topic.strip("/").replace("/", "_"))

    def pack(self, topic, nb, volt, soc, cells, temps, rate=4):
        self.pub(topic, "sensor_msgs/msg/BatteryState", rate, dict(voltage=s(volt, 0.01, 0.02, 0.03, 0.02), current=s(-nb, 0.1, 0.25, 0.1), percentage=s(soc, 0.001, 0.0006), temperature=s(sum(temps) / len(temps), 0.1, 0.04), present=1, power_supply_status=np.where(nb < 0, 1, 2), cell_voltage=[s(c, 0.001, 0.0025, 0.006, 0.002) for c in cells], cell_temperature=[s(x, 0.1, 0.06) for x in temps]))  # fmt: skip

    def version(self, name, a, b, c):
        return f"{name}-{c if self.new(8) else b if self.new(3) else a}"

    def computer(self, topic, typ, ms, worst, mb, names, heat, ver, sd):
        l0, l1, m, c, v = names
        self.pub(topic, typ, 2, {l0: s(self.net("c0", ms, sd, 0.3), 0.01), l1: s(self.net("c1", worst, sd * 2, sd), 0.01), m: s(mb * (1 + 0.04 * self.new(3) + 0.03 * self.new(8)) + self.pieces("mb", 40, 200, -0.008, 0.008) * mb, 1, 0.002 * mb), c: s(self.T("cpu", heat, 120, 22, 0.5), 0.1, 0.3)}, strs={v: ver})

    def blink(self, kd):
        """0/1: the warning of a spoken fault that comes and goes: some seconds each time, many times."""
        w, y = self.when(kd), np.zeros(self.n)
        if w and kd in self.sev:
            r, t = self.rng("blink" + kd), w["start"] + 0.5
            while t < w["end"]:
                e = min(t + r.uniform(2, 7), w["end"])
                y[int(t / DT) : int(e / DT)] = 1
                t = e + r.uniform(5, 22)
        return y

    def end(self, tag, spoken, lines, hello, ver):
        """Texts: spoken faults (kind, node, messages or one warning, hardware), routine lines, lines at the start; statuses and goals."""
        for kd, node, msg, hw in spoken:
            y = self.blink(kd)
            if kd in self.COMES:
                for i in np.flatnonzero(np.diff(y) > 0):
                    self.log((i + 1) * DT + 0.02, "W", node, msg, "fault")
                self.status(node, hw, y, {1: msg})
            elif isinstance(msg, str):
                w = self.when(kd) if kd in self.sev else None
                r = self.rng("warn" + kd)
                for t in np.arange(w["start"] + r.uniform(0.2, 2), w["end"], 18) if w else ():
                    self.log(t, "W", node, msg, "fault")
                self.status(node, hw, (self.f(kd) > 0) * 1.0, {1: msg})
            else:
                self.status(node, hw, self.speak(kd, node, msg), {2: msg[0]})
        for node, hw, msg, count, lo, hi in self.RETRY:
            y, r = brief_warn(self, node, count, 1.2, 6), self.rng("retry" + node)
            for i in np.flatnonzero(np.diff(y) > 0):
                self.log((i + 1) * DT + 0.02, "W", node, msg.format(f"{r.uniform(lo, hi):.1f}"), "cycle")
            self.status(node, hw, y, {1: msg.split(" {}")[0]})
        self.status("system", ver, brief_warn(self, "system", 1, 1, 4), {1: "load high"}, version=ver, uptime=self.t)
        self.routine(lines, [("W" if i == 1 else "I", *x) for i, x in enumerate(hello)])
        self.goals(tag, [(a, min(b, self.dur), c) for a, b, c in self.tasks])
