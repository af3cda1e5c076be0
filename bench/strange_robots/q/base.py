"""What the four robots share: declared signals and effects of ../p/base.py (and by it ../o), and here: faults that travel on (`also` of a kind, and physics that is computed twice: healthy for the plan, with the faults for the recording), warnings that come and go, routine warnings of healthy parts."""

import pathlib
import re
import sys

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1]))
import numpy as np
from p.base import DT, Track, Way, lp, mdef, quat, ring, s, slew, turn_to
from p.base import Robot as Base
from p.base import kind as plain
from lib import brief_warn

__all__ = ["DT", "Robot", "Track", "Way", "kind", "lp", "mdef", "quat", "ring", "s", "slew", "turn_to"]


def kind(words, topics, fields, parts, eff="", also="", cons="", **kw):
    """A kind of fault. eff: what happens to fields (nothing: the physics of the robot knows it); also: "topic field effect|...", what follows from it and counts as the fault's too; cons: topics and names that it touches from afar."""
    kd = plain(words, topics, fields, parts, eff, **kw) if eff else plain(words, topics, fields, parts, **kw)
    kd.also = []
    for part in also.split("|") if also else ():
        tp, fd, nm, *a = part.split()
        kd.also.append((tp, fd, nm, [float(v) for v in a]))
    kd.cons = tuple(cons.split("|")) if cons else ()
    return kd


class Robot(Base):
    COMES = ()  # spoken kinds whose warning comes and goes, with its text
    RETRY = ()  # healthy parts that warn briefly: (node, hardware id, text of the log with {}, times an hour, lo, hi)

    def plan(self):
        self.sev = {}
        self.life()
        self.physics()
        self.where()

    def build(self):
        self.physics()
        self.record()

    def pub(self, topic, typ, rate, vals, *a, **kw):
        return super().pub(topic, typ, rate, self.travel(topic, vals), *a, **kw)

    def travel(self, topic, vals):
        """What follows from the faults of now in the fields of other parts."""
        vals = dict(vals)
        for kd in self.sev:
            for tp, fd, nm, arg in self.KINDS[kd].also:
                if tp != topic:
                    continue
                m = re.match(r"(.*)\[(\d+)\]$", fd)
                if fd in vals:
                    vals[fd] = self.changed(kd, f"{tp}:{fd}", nm, arg, vals[fd])
                elif m and m.group(1) in vals:
                    row = list(vals[m.group(1)])
                    row[int(m.group(2))] = self.changed(kd, f"{tp}:{fd}", nm, arg, row[int(m.group(2))])
                    vals[m.group(1)] = row
                else:
                    raise KeyError(f"{topic}: {fd} not in {list(vals)}")
        return vals

    def changed(self, kd, path, nm, arg, v):
        if isinstance(v, s):
            return s(self.effect(kd, path, nm, arg, v.x + self.z0), v.step, v.sd, v.u, v.w, v.tau, v.lo, v.hi, v.own)
        return self.effect(kd, path, nm, arg, v + self.z0)

    def truth(self):
        out = super().truth()
        for f in out:
            for tp, fd, *_ in self.KINDS[f["kind"]].also:
                f["topics"] = f["topics"] + [tp] * (tp not in f["topics"])
                f["fields"] = f["fields"] + [fd] * (fd not in f["fields"])
        return out

    def blink(self, kd):
        """0/1: the warning of a spoken fault that comes and goes: some seconds each time, many times."""
        w, y = self.when(kd), np.zeros(self.n)
        if w:
            r, t = self.rng("blink" + kd), w["start"] + 0.5
            while t < w["end"]:
                e = min(t + r.uniform(2, 7), w["end"])
                y[int(t / DT) : int(e / DT)] = 1
                t = e + r.uniform(5, 22)
        return y

    def end(self, tag, spoken, lines, hello, version):
        """As in ../o; kinds of COMES only warn, for seconds each time; parts of RETRY warn briefly though they are healthy."""
        for kd, node, msg, hw in [x for x in spoken if x[0] in self.COMES]:
            y = self.blink(kd)
            for i in np.flatnonzero(np.diff(y) > 0):
                self.log((i + 1) * DT + 0.02, "W", node, msg, "fault")
            self.status(node, hw, y, {1: msg})
        for node, hw, msg, count, lo, hi in self.RETRY:
            y, r = brief_warn(self, node, count, 1.2, 6), self.rng("retry" + node)
            for i in np.flatnonzero(np.diff(y) > 0):
                self.log((i + 1) * DT + 0.02, "W", node, msg.format(f"{r.uniform(lo, hi):.1f}"), "cycle")
            self.status(node, hw, y, {1: msg.split(" {}")[0]})
        super().end(tag, [x for x in spoken if x[0] not in self.COMES], lines, hello, version)

    def wear(self, per):
        """Normal wear: grows so much a session of the life; another amount for each unit of the first sessions."""
        return per * (self.idx - 1) if self.unit == "life" else per * 3 * min(abs(self.u("wear")), 3)

    def setpoint(self, T, key, lo, hi, share, dd=2):
        """A set point that people change now and then."""
        if T.r.random() < share:
            T.set(**{key: round(float(T.r.uniform(lo, hi)), dd)})
