"""What the four robots share: Track, Way and Robot of ../m/base.py, and here: signals that are declared (level, step, noise, offset of the unit, uneasiness), and effects of faults that stand beside the words of a kind and act on the declared signal."""

import pathlib
import sys

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1]))
import numpy as np
from lib import DT, K, Sim, brief_warn, delayed, hold, lp, mdef, q, quat, slew
from m.base import Robot as Base
from m.base import Track, Way, ring, turn_to

__all__ = ["DT", "Robot", "Track", "Way", "brief_warn", "delayed", "kind", "lp", "mdef", "q", "quat", "ring", "s", "slew", "turn_to"]


def kind(words, topic, fields, parts, eff="", **kw):
    """A kind of fault; eff: 'name numbers|name numbers' of Robot.effect, '' if build() does it."""
    k = K(words, [topic] if isinstance(topic, str) else topic, fields.split(), parts.split("|"), **kw)
    k.eff = [(e.split()[0], [float(x) for x in e.split()[1:]]) for e in eff.split("|") if e]
    return k


class s:
    """A signal: level x, step of its converter, noise sd, offset of the unit u, slow uneasiness w (time tau), limits, own clock in Hz."""

    def __init__(self, x, step, sd=0.0, u=0.0, w=0.0, tau=4.0, lo=None, hi=None, own=0.0):
        self.x, self.step, self.sd, self.u, self.w, self.tau, self.lo, self.hi, self.own = x, step, sd, u, w, tau, lo, hi, own


class Robot(Base):
    def gate(self, kd):
        """Strength of a fault where it shows; sets in softly if it depends on anything."""
        f, v = self.f(kd), self.vis.get(kd)
        if v is not None:
            f = f * v
        return lp(f, 0.15) if v is not None or kd in self.masks else f

    def effect(self, kd, nm, name, a, x):
        """One effect on a signal."""
        g, on, n, t = self.gate(kd), self.on(kd), self.n, self.t
        a0, a1, a2 = (list(a) + [None] * 3)[:3]
        r = self.rng("eff " + kd + nm)
        if name == "off":
            return x + g * a0 * (1 + (a1 or 0.2) * self.wander(kd + nm + "o", 1, a2 or 0.5))
        if name == "mul":
            return x * (1 + g * a0 * (1 + (a1 or 0.15) * self.wander(kd + nm + "m", 1, a2 or 0.5)))
        if name == "flut":
            return x + g * a0 * (0.75 * r.standard_normal(n) + (0.5 if a1 is None else a1))
        if name == "noise":
            return x + g * a0 * r.standard_normal(n)
        if name == "spk":
            return x + g * a0 * (r.random(n) < a1) * r.choice((-1, 1), n)
        if name == "frz":
            return hold(x, on)
        if name == "stick":
            return np.where(on, self.stuck(x, a0 * g), x)
        if name == "play":
            return np.where(on, self.stuck(x, 0.5 * a0 * g, False), x)
        if name == "slow":
            return np.where(on, lp(x, a0), x)
        if name == "swing":
            return x + g * a0 * np.sin(2 * np.pi * t / a1 + self.wander(kd + nm + "s", 0.4, 20))
        if name == "loose":
            return x + g * a0 * (self.pieces(kd + "l", a1, a2, 0, 1) < 0.5)
        if name == "cut":
            return np.where((g > 0.3) & (self.pieces(kd + "l", a1, a2, 0, 1) < 0.45), a0, x)
        if name == "unit":
            return np.where(on, x * a0 + (a1 or 0), x)
        if name == "heat":
            return x + a0 * lp(g, a1)
        if name == "late":
            return x + g * r.uniform(a0, a1, n)
        if name == "short":
            return np.where(on & (r.random(n) < a1), a0 + 0.02 * np.abs(r.standard_normal(n)), x)
        if name == "leak":
            return x + self.computer_leak(kd, a0)
        raise KeyError(name)

    @staticmethod
    def stuck(x, width, jump=True):
        """Follows only when the error is larger than the width: jumps to the value, or is pushed."""
        out, y = [], float(x[0])
        for v, w in zip(x.tolist(), (np.asarray(width) + 0 * x).tolist()):
            if abs(v - y) > w:
                y = v if jump else v - w if v > y else v + w
            out.append(y)
        return np.array(out)

    def level(self, nm, v, path, todo):
        """Numbers of a declared signal, with its noise and the effects of faults on it."""
        if not isinstance(v, s):
            v = s(v, 0)
        x = np.asarray(v.x, float) + self.z0
        if v.sd:
            x = x + self.ns(nm, v.sd)
        if v.u:
            x = x + self.u(nm, v.u)
        if v.w:
            x = x + self.wander(nm + "w", v.w, v.tau)
        if v.own:
            x = self.own(x, v.own, nm)
        for kd, effs in todo:
            if path in self.KINDS[kd].fields:
                for name, a in effs:
                    x = self.effect(kd, nm, name, a, x)
        if v.lo is not None or v.hi is not None:
            x = np.clip(x, v.lo, v.hi)
        return q(x, v.step) if v.step else x

    def pub(self, topic, typ, rate, vals, frame="", lens=None, strs=None, drop=None, age=None, jit=0.004, lag=0.008):
        """As in lib, of declared signals; effects of the kinds of this topic are applied."""
        todo = [(kd, self.KINDS[kd].eff) for kd in self.sev if topic in self.KINDS[kd].topics]
        for kd, effs in todo:
            for name, a in effs:
                if name == "lost":
                    drop = self.f(kd) * a[0] / 1.1
                elif name == "age":
                    age = self.f(kd) * a[0]
        todo = [(kd, [e for e in effs if e[0] not in ("lost", "age")]) for kd, effs in todo]
        out = {}
        for p, v in vals.items():
            if isinstance(v, list):
                out[p] = [self.level(f"{topic}{p}{i}", x, f"{p}[{i}]", todo) for i, x in enumerate(v)]
            elif isinstance(v, s) or any(p in self.KINDS[kd].fields for kd, _ in todo):
                out[p] = self.level(topic + p, v, p, todo)
            else:
                out[p] = v
        Sim.pub(self, topic, typ, rate, out, frame, lens, strs, drop, age, jit, lag)

    def jnt(self, topic, rate, names, pos, vel, eff, **kw):
        """Joint states of declared signals."""
        self.pub(topic, "sensor_msgs/msg/JointState", rate, dict(position=pos, velocity=vel, effort=eff), "", dict(name=len(names), position=len(pos), velocity=len(vel), effort=len(eff)), {f"name[{i}]": x for i, x in enumerate(names)}, **kw)

    def inertial(self, topic, rate, yaw, gyro, acc, frame, sd=(0.004, 0.05)):
        """Imu of declared signals; orientation from yaw."""
        z, w = quat(yaw)
        v = {"orientation.z": s(z, 1e-5, 3e-4), "orientation.w": s(w, 1e-5)}
        v.update({f"angular_velocity.{c}": s(x, 2e-4, sd[0], sd[0] / 4) for c, x in zip("xyz", gyro)})
        v.update({f"linear_acceleration.{c}": s(x, 2e-3, sd[1], sd[1] / 4) for c, x in zip("xyz", acc)})
        self.pub(topic, "sensor_msgs/msg/Imu", rate, v, frame)

    def lidar(self, topic, rate, beams, half, top, sd=0.012):
        """Scan of declared beams."""
        m = len(beams)
        self.pub(topic, "sensor_msgs/msg/LaserScan", rate, dict(ranges=[s(x, 0.01, sd, lo=0.1, hi=top) for x in beams], angle_min=-half, angle_max=half, angle_increment=2 * half / (m - 1), range_min=0.1, range_max=float(top), scan_time=1.0 / rate), "laser", dict(ranges=m), lag=0.02)

    def pack(self, topic, amps, volt, soc, cells, temps, rate=3):
        """Battery of declared signals; the current is published negative when discharged."""
        v = dict(voltage=s(volt, 0.02, 0.015), current=s(-amps, 0.1, 0.1), percentage=s(soc, 0.001), temperature=s(sum(temps) / len(temps), 0.1), present=1, power_supply_status=np.where(amps < 0, 1, 2))
        self.pub(topic, "sensor_msgs/msg/BatteryState", rate, dict(v, cell_voltage=[s(c, 0.002, 0.0015, 0.003) for c in cells], cell_temperature=[s(x, 0.1) for x in temps]), lens=dict(cell_voltage=len(cells), cell_temperature=len(temps)))

    def simple(self, topic, typ, rate, field, sig, **kw):
        """A message of one number."""
        self.pub(topic, "sensor_msgs/msg/" + typ, rate, dict({field: sig}, **kw), topic.strip("/").replace("/", "_"))

    def over(self, kd, sig, variable, words, ok=None, p=0.5, dd=1, tol=0.35):
        """Fault acts only where a number is above its quantile p (of the time where ok)."""
        m = np.ones(self.n, bool) if ok is None else ok
        self.num(kd, sig, variable, words.split("|"), above=self.quan(sig, m, p, dd), tol=tol, and_=m)

    def warm_up(self, heat, tau, off=0.0, nm="", sd=0.1):
        """Temperature by the heat that is put in (degrees in the long run), cold at first in cold starts."""
        return self.T(nm, heat, tau, off, sd)

    def net(self, nm, base, shape=1.5, scale=2.0):
        """Time of an answer: gamma law."""
        return base + self.rng("net" + nm).gamma(shape, scale, self.n)

    def end(self, tag, spoken, lines, hello, version):
        """Goals, log lines, diagnostics; version string is told at the start."""
        start = [("I", "system", "release " + version)] + [("W" if i % 2 else "I", a, b) for i, (a, b) in enumerate(hello)]
        self.finish_up(tag, spoken, lines, start, [("server", "SV", "reply slow", 1.4)])

    def version(self, name, a, b, c):
        return f"{name} " + (c if self.new(8) else b if self.newver else a)

    def computer(self, topic, typ, loop, top, ram, fields, heat, ver, step):
        """The figures of a computer: loop time, longest loop, memory, temperature."""
        a, b, c, d, e = fields
        v = {a: s(loop + np.abs(self.ns(topic + "l", 0.015 * loop)), loop / 400), b: s(top + np.abs(self.ns(topic + "m", 0.05 * top)), top / 200), c: s(ram * (1 + 0.02 * self.newver + 0.003 * self.su("ram")), step, step, 0, 2 * step, 110), d: s(self.T(topic + "c", heat, 110, 24, 0.25), 0.5)}
        self.pub(topic, typ, 2, v, strs={e: ver})
