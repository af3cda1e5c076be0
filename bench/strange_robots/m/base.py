"""What the four robots share: Track, Way and effects of faults of ../l/base.py (and by it ../k/base.py), and here: other shapes of noise, controllers with overshoot, pulsed heaters, sensors with a clock of their own."""
import pathlib, sys, zlib
sys.path.append(str(pathlib.Path(__file__).resolve().parents[1]))
import numpy as np
from l.base import DT, Robot as Base, Track, Way, brief_warn, delayed, hold, hyst, kind, lp, mdef, q, quat, slew
from scipy.signal import lfilter


def ring(x, f0, damp):
    """Answer of a loop of second order (f0 in Hz, damping below 1 overshoots)."""
    w = 2 * np.pi * f0 * DT; a1, a2 = -2 * np.exp(-damp * w) * np.cos(w * np.sqrt(max(1 - damp**2, 0))), np.exp(-2 * damp * w)
    g = 1 + a1 + a2; x0 = float(x[0])
    return x0 + lfilter([g], [1, a1, a2], np.asarray(x) - x0)


def turn_to(T, way, v=.8, code=None):
    """Turns on the spot towards the first heading of a way."""
    h = way.h[0] + 2 * np.pi * round((T.pos['h'] - way.h[0]) / (2 * np.pi))
    if abs(h - T.pos['h']) > .03: T.go(code, v=v, a=1.2, h=h)


class Robot(Base):
    def ns(self, name, sd, tau=.4, part=.5):
        """Noise of a sensor; its shape depends on its name: even (converter), long tails, sharp, growing and falling, normal; with a slow part and rare large ones."""
        k = zlib.crc32(name.encode()) % 5; r = self.rng('tail' + name); n = self.n
        w = r.uniform(-1.732, 1.732, n) if k == 0 else r.standard_t(5, n) / 1.291 if k == 1 else r.laplace(0, .7071, n) if k == 2 else r.standard_normal(n)
        if k == 3: w = w * np.exp(self.wander(name + 'am', .3, 50))
        w = np.where(r.random(n) < .0012, 3.2, 1.) * w
        return sd * (np.sqrt(1 - part * part) * w + self.wander(name + 'ar', part, tau * (.4, 1., 2.5, 1., 4.)[k]))

    def pink(self, name, sd, lo=.3, hi=120, steps=4):
        """Noise with as much in each octave."""
        return sum(self.wander(f'{name}p{i}', sd / steps**.5, lo * (hi / lo)**(i / (steps - 1))) for i in range(steps))

    def own(self, x, hz, name=''):
        """A sensor that measures by its own slow clock: the same value several times."""
        k = max(1, int(1 / hz / DT)); off = int(self.rng('own' + name).integers(0, k)); i = np.maximum((np.arange(self.n) - off) // k * k + off, 0)
        return np.asarray(x)[i]

    def pulsed(self, duty, period, name=''):
        """A heater switched on for its share of each period."""
        ph = self.rng('ph' + name).uniform(0, period); return ((np.mod(self.t + ph, period) / period) < duty) * 1.

    def hum(self, name, sd, f0):
        """A slow beat of mains or a pump, not quite steady."""
        return sd * np.sin(2 * np.pi * f0 * self.t + self.wander(name + 'ph', 1.5, 20) + self.u(name + 'p0', 2))
