"""What the four robots share: signals that are declared and effects that stand beside the words of a kind, of ../n/base.py (and by it ../m, ../l, ../k), and here: more effects (bits, saturation, dead time, coarse steps, bursts, slow actuators, hunting), vehicles and process helpers."""

import pathlib
import sys

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1]))
import numpy as np
from n.base import DT, Track, Way, delayed, kind, lp, mdef, q, quat, ring, s, slew, turn_to
from n.base import Robot as Base

__all__ = ["DT", "Robot", "Track", "Way", "kind", "lp", "mdef", "quat", "ring", "s", "slew", "turn_to"]


class Robot(Base):
    def effect(self, kd, nm, name, a, x):
        """Effects that ../n/base.py does not know."""
        g, on, n = self.gate(kd), self.on(kd) & (self.gate(kd) > 0.3), self.n
        a0, a1, a2 = (list(a) + [None] * 3)[:3]
        if name == "bit":  # a bit of the converter stands on 1 now and then
            return np.where(on & (self.rng("bit" + kd + nm).random(n) < a1), x + a0, x)
        if name == "sat":  # nothing above a0 is measured
            return np.where(on, np.minimum(x, a0), x)
        if name == "dead":  # comes a0 seconds later
            return np.where(on, delayed(x, a0), x)
        if name == "coarse":  # converter has lost its low bits
            return np.where(on, q(x, a0), x)
        if name == "burst":  # noise that comes and goes
            return x + g * a0 * (self.pieces(kd + "b", a1, a2, 0, 1) < 0.55) * self.rng("burst" + kd + nm).standard_normal(n)
        if name == "rate":  # moves at most a0 a second
            return np.where(on, slew(x, a0), x)
        if name == "hunt":  # rises and falls back, period a1
            ph = self.t / a1 + self.wander(kd + nm + "h", 0.3, 25)
            return x + g * a0 * (2 * np.mod(ph, 1) - 1)
        return super().effect(kd, nm, name, a, x)

    def pulse(self, nm, period, share, tau=0.6, wob=0.0):
        """Something that is switched on for a share of each period (s), softly; its phase is of the session."""
        return lp((np.mod(self.t + period * abs(self.su(nm)) + wob * self.wander(nm + "wob", 1, 60), period) < share * period) * 1.0, tau)

    def wheel_way(self, T, pts, v, code, stops=(), turn=0.8):
        """Drives a line of points, turns to it first; short ones are gone straight."""
        if sum(np.hypot(b[0] - a[0], b[1] - a[1]) for a, b in zip(pts, pts[1:])) < 3:
            T.go(code, v=min(v, 0.5), a=0.4, x=pts[-1][0], y=pts[-1][1])
            return
        w = Way(pts)
        turn_to(T, w, turn, code)
        w.drive(T, v, code, stops=dict(stops))

    def vehicle(self, A, damp=0.7):
        """Position, heading, speed, yaw rate and acceleration of a vehicle by its track."""
        self.x, self.y, self.yaw = lp(A["x"], 0.25), lp(A["y"], 0.25), ring(A["h"], 0.9, damp)
        self.vx, self.vy = np.gradient(self.x, DT), np.gradient(self.y, DT)
        self.v, self.yr = lp(np.hypot(self.vx, self.vy), 0.2), lp(np.gradient(self.yaw, DT), 0.15)
        self.fw, self.sd = lp(np.cos(self.yaw) * self.vx + np.sin(self.yaw) * self.vy, 0.15), lp(np.cos(self.yaw) * self.vy - np.sin(self.yaw) * self.vx, 0.15)
        self.acc = lp(np.gradient(self.v, DT), 0.2)

    def odometry(self, topic, rate, frame, x, y, sd=0.006):
        qz, qw = quat(self.yaw)
        pose = {"pose.pose.position.x": s(x, 1e-3, 0.004, 0, 0.012, 30), "pose.pose.position.y": s(y, 1e-3, 0.004, 0, 0.012, 30), "pose.pose.orientation.z": qz, "pose.pose.orientation.w": qw}
        self.pub(topic, "nav_msgs/msg/Odometry", rate, {**pose, "twist.twist.linear.x": s(self.fw, 1e-3, sd), "twist.twist.linear.y": s(self.sd, 1e-3, sd), "twist.twist.angular.z": s(self.yr, 1e-3, sd)}, frame)
        return pose

    def wrench(self, topic, rate, force, torque, sd=(0.5, 0.03)):
        v = {f"wrench.force.{c}": s(x, 0.01, sd[0], sd[0] / 2, sd[0] / 3, 8) for c, x in zip("xyz", force)}
        v.update({f"wrench.torque.{c}": s(x, 1e-3, sd[1], sd[1] / 2, sd[1] / 3, 8) for c, x in zip("xyz", torque)})
        self.pub(topic, "geometry_msgs/msg/WrenchStamped", rate, v, "wrist")
