"""Framework: named random streams, CDR layouts, an MCAP writer, fault schedule, simulation base."""
import hashlib, json, os, struct, zlib
from dataclasses import dataclass
import numpy as np
import zstandard
from scipy.signal import lfilter
from rosbags.typesys import Stores, get_typestore, get_types_from_msg

DT = 0.05
SIZES = dict(bool=('?', 1), byte=('u1', 1), char=('u1', 1), uint8=('u1', 1), int8=('i1', 1), uint16=('<u2', 2), int16=('<i2', 2),
             uint32=('<u4', 4), int32=('<i4', 4), uint64=('<u8', 8), int64=('<i8', 8), float32=('<f4', 4), float64=('<f8', 8))


def stream(*names):
    h = hashlib.sha256('/'.join(str(n) for n in names).encode()).digest()
    return np.random.default_rng(int.from_bytes(h[:8], 'little'))


@dataclass
class K:
    """One kind of fault."""
    words: str
    topics: list
    fields: list
    parts: list
    step: bool = True
    silent: bool = True
    cons: tuple = ()
    tail: float = 0.0
    where: str = 'always'
    need: float = 20.0       # seconds of visible time from which a fault counts as exposed
    cond: bool = False       # acts only at a place or beyond a number


# ---------------------------------------------------------------- types
class Types:
    def __init__(self, defs):
        """defs: {'pkg/msg/Type': text} of the robot's own messages."""
        self.ts = get_typestore(Stores.ROS2_HUMBLE)
        self.raw = {k: v.strip() + '\n' for k, v in defs.items()}
        new = {}
        for k, v in self.raw.items():
            new.update(get_types_from_msg(v, k))
        self.ts.register(new)

    def deps(self, typ, seen=None):
        seen = [] if seen is None else seen
        for _, d in self.ts.fielddefs[typ][1]:
            code, val = int(d[0]), d[1]
            if code in (3, 4):
                code, val = int(val[0][0]), val[0][1]
            if code == 2 and val not in seen:
                seen.append(val)
                self.deps(val, seen)
        return seen

    def own(self, typ):
        if typ in self.raw:
            return self.raw[typ]
        return self.ts.generate_msgdef(typ, ros_version=2)[0].split('=' * 80)[0]

    def full(self, typ):
        out = self.own(typ)
        for d in self.deps(typ):
            out += '=' * 80 + '\nMSG: ' + d.replace('/msg/', '/') + '\n' + self.own(d)
        return out


class Layout:
    """CDR layout of a message whose strings and sequence lengths are fixed."""

    def __init__(self, types, typ, lens, strs):
        self.leaf, self.const, self.lens, self.strs, self.fd = {}, [], lens, strs, types.ts.fielddefs
        self.off = 4
        self.walk(typ, '')
        n = self.off
        tmpl = bytearray(n)
        tmpl[0:4] = b'\0\1\0\0'
        for o, b in self.const:
            tmpl[o:o + len(b)] = b
        self.tmpl, self.size = bytes(tmpl), n
        names = list(self.leaf)
        self.dtype = np.dtype(dict(names=names, formats=[self.leaf[k][0] for k in names],
                                   offsets=[self.leaf[k][1] for k in names], itemsize=n))

    def al(self, n):
        self.off += (-(self.off - 4)) % n

    def prim(self, path, name, count=None):
        if name == 'string':
            for i in range(count or 1):
                p = path if count is None else f'{path}[{i}]'
                b = str(self.strs.get(p, '')).encode() + b'\0'
                self.al(4)
                self.const.append((self.off, struct.pack('<I', len(b)) + b))
                self.off += 4 + len(b)
            return
        f, s = SIZES[name]
        if count == 0:
            return
        self.al(s)
        self.leaf[path] = (f if count is None else (f, (count,)), self.off)
        self.off += s * (count or 1)

    def walk(self, typ, pre):
        for name, d in self.fd[typ][1]:
            p = pre + name
            code, val = int(d[0]), d[1]
            if code == 1:
                self.prim(p, val[0])
            elif code == 2:
                self.walk(val, p + '.')
            else:
                (scode, sval), n = (int(val[0][0]), val[0][1]), val[1]
                if code == 4:
                    n = self.lens.get(p, 0)
                    self.al(4)
                    self.const.append((self.off, struct.pack('<I', n)))
                    self.off += 4
                if scode == 1:
                    self.prim(p, sval[0], n)
                else:
                    for i in range(n):
                        self.walk(sval, f'{p}[{i}].')


class W:
    """Small CDR writer for messages of changing length."""

    def __init__(self):
        self.b = bytearray(b'\0\1\0\0')

    def al(self, n):
        self.b += b'\0' * ((-(len(self.b) - 4)) % n)

    def p(self, f, n, v):
        self.al(n)
        self.b += struct.pack('<' + f, v)

    def u32(self, v): self.p('I', 4, v)
    def i32(self, v): self.p('i', 4, v)
    def u8(self, v): self.b.append(v)

    def s(self, v):
        v = v.encode() + b'\0'
        self.u32(len(v))
        self.b += v

    def stamp(self, ns):
        self.i32(ns // 10**9)
        self.u32(ns % 10**9)


# ---------------------------------------------------------------- mcap
def _rec(op, body):
    return struct.pack('<BQ', op, len(body)) + body


def _str(s):
    b = s.encode()
    return struct.pack('<I', len(b)) + b


def write_mcap(path, chans, meta):
    """chans: list of (topic, typename, definition, log_ns, pub_ns, array-of-rows or list of bytes)."""
    heads, slices, logs, cids, sizes = [], [], [], [], []
    for c, (topic, typ, text, log, pub, rows) in enumerate(chans, 1):
        schema = _rec(3, struct.pack('<H', c) + _str(typ) + _str('ros2msg') + _str(text))
        heads.append(schema + _rec(4, struct.pack('<HH', c, c) + _str(topic) + _str('cdr') + struct.pack('<I', 0)))
        n = len(log)
        if isinstance(rows, np.ndarray):
            sz = rows.shape[1]
            r = np.zeros(n, np.dtype([('op', 'u1'), ('len', '<u8'), ('c', '<u2'), ('seq', '<u4'), ('log', '<u8'), ('pub', '<u8'), ('d', 'u1', (sz,))]))
            r['op'], r['len'], r['c'], r['seq'], r['log'], r['pub'], r['d'] = 5, 22 + sz, c, np.arange(n), log, pub, rows
            raw, st = r.tobytes(), 31 + sz
            slices += [raw[i:i + st] for i in range(0, n * st, st)]
        else:
            slices += [struct.pack('<BQHIQQ', 5, 22 + len(d), c, i, int(l), int(p)) + d for i, (l, p, d) in enumerate(zip(log, pub, rows))]
        logs.append(np.asarray(log, np.int64)); cids.append(np.full(n, c)); sizes.append(n)
    logs, cids = np.concatenate(logs), np.concatenate(cids)
    order = np.argsort(logs, kind='stable')
    logs, cids = logs[order], cids[order]
    n = len(order)
    cctx = zstandard.ZstdCompressor(level=3)
    with open(path, 'wb') as f:
        f.write(b'\x89MCAP0\r\n' + _rec(1, _str('ros2') + _str('genH')))
        index, per = [], 1000
        for a in range(0, n, per):
            b = min(n, a + per)
            pieces = [slices[i] for i in order[a:b]]
            head = b''.join(heads) if a == 0 else b''
            offs = len(head) + np.concatenate([[0], np.cumsum([len(x) for x in pieces])[:-1]])
            data = head + b''.join(pieces)
            comp = cctx.compress(data)
            pos = f.tell()
            t0, t1 = int(logs[a]), int(logs[b - 1])
            body = struct.pack('<QQQI', t0, t1, len(data), zlib.crc32(data)) + _str('zstd') + struct.pack('<Q', len(comp)) + comp
            f.write(_rec(6, body))
            clen, ioffs, ipos = f.tell() - pos, [], f.tell()
            cc = cids[a:b]
            for c in np.unique(cc):
                m = cc == c
                e = np.empty((m.sum(), 2), '<u8')
                e[:, 0], e[:, 1] = logs[a:b][m], offs[m]
                ioffs.append((int(c), f.tell()))
                f.write(_rec(7, struct.pack('<HI', c, e.nbytes) + e.tobytes()))
            index.append(_rec(8, struct.pack('<QQQQ', t0, t1, pos, clen) + struct.pack('<I', 10 * len(ioffs)) +
                              b''.join(struct.pack('<HQ', c, o) for c, o in ioffs) +
                              struct.pack('<Q', f.tell() - ipos) + _str('zstd') + struct.pack('<QQ', len(comp), len(data))))
        f.write(_rec(15, struct.pack('<I', 0)))
        start = f.tell()
        f.write(b''.join(heads) + b''.join(index))
        counts = b''.join(struct.pack('<HQ', c, k) for c, k in enumerate(sizes, 1))
        f.write(_rec(11, struct.pack('<QHIIIIQQ', n, len(chans), len(chans), 0, 0, len(index), int(logs[0]), int(logs[-1])) +
                     struct.pack('<I', len(counts)) + counts))
        f.write(_rec(2, struct.pack('<QQI', start, 0, 0)) + b'\x89MCAP0\r\n')


# ---------------------------------------------------------------- signal helpers
def lp(x, tau, x0=None):
    a = np.exp(-DT / tau)
    x0 = x[0] if x0 is None else x0
    return lfilter([1 - a], [1, -a], x, zi=[a * x0])[0]


def hold(x, on):
    """x, but frozen at the value at the first sample of every interval where on."""
    on = on > 0
    idx = np.arange(len(x))
    first = on & ~np.concatenate([[False], on[:-1]])
    keep = np.where(first, idx, 0)
    keep = np.maximum.accumulate(keep)
    return np.where(on, x[keep], x)


def delayed(x, sec):
    n = len(x)
    return x[np.clip(np.arange(n) - np.rint(np.asarray(sec) / DT).astype(int), 0, n - 1)]


def slew(x, up, down=None):
    """Rate-limited follower (per second); up/down may be arrays."""
    n = len(x)
    up = np.broadcast_to(np.asarray(up, float) * DT, (n,)).tolist()
    down = up if down is None else np.broadcast_to(np.asarray(down, float) * DT, (n,)).tolist()
    y, out = float(x[0]), []
    for v, u, d in zip(np.asarray(x, float).tolist(), up, down):
        e = v - y
        y += u if e > u else (-d if e < -d else e)
        out.append(y)
    return np.array(out)


def q(x, step):
    return np.rint(x / step) * step


def hyst(out, inn, lo, hi, x0):
    """Store that loses out (per s, array) and is filled with inn (per s, array) from lo until hi; level and filling on/off."""
    x, on, xs, ons = float(x0), False, [], []
    for o, i in zip((out * DT).tolist(), (np.broadcast_to(inn, out.shape) * DT).tolist()):
        on = (x < hi) if on else (x < lo)
        x += (i if on else 0.0) - o
        xs.append(x); ons.append(on)
    return np.array(xs), np.array(ons, float)


def rpy(r, p, y):
    cr, sr, cp, sp, cy, sy = np.cos(r / 2), np.sin(r / 2), np.cos(p / 2), np.sin(p / 2), np.cos(y / 2), np.sin(y / 2)
    return sr * cp * cy - cr * sp * sy, cr * sp * cy + sr * cp * sy, cr * cp * sy - sr * sp * cy, cr * cp * cy + sr * sp * sy


def mdef(text):
    """'float32 a b; uint8 c' -> message definition with a header."""
    out = ['std_msgs/Header header']
    for part in text.split(';'):
        typ, *names = part.split()
        out += [f'{typ} {n}' for n in names]
    return '\n'.join(out)


# ---------------------------------------------------------------- simulation base
class Sim:
    NAME, KINDS, DEFS, FLAGS = '', {}, {}, ()
    types_cache = {}

    def __init__(self, seed, unit, session, idx, t0, dur, faults=True):
        self.seed, self.unit, self.session, self.idx, self.t0 = seed, unit, session, idx, t0
        self.n = int(dur / DT)
        self.t = np.arange(self.n) * DT
        self.dur = self.n * DT
        self.z0 = np.zeros(self.n)
        self.z0.setflags(write=False)
        self.masks, self.vis, self.conds, self.sched = {}, {}, {}, []
        self.chans, self.logs, self.statuses, self.count = [], [], [], 0
        self.values = {}
        if self.NAME not in Sim.types_cache:
            Sim.types_cache[self.NAME] = Types(self.DEFS)
        self.types = Sim.types_cache[self.NAME]
        g = self.rng('gap')
        self.gap_k, self.gap_t, self.gap_d = int(g.integers(2, 16)), g.uniform(200, dur - 200), g.uniform(1.2, 2.8)
        self.plan()
        if faults and not (unit == 'life' and idx != 4):
            self.schedule()
        self.sev = {}
        for s in self.sched:
            self.sev[s['kind']] = s['sev']

    # -- random
    def rng(self, name): return stream(self.seed, self.NAME, self.session, name)
    def u(self, name, sd=1.0): return sd * float(stream(self.seed, self.NAME, 'unit', self.unit, name).standard_normal())
    def white(self, name, sd=1.0): return sd * self.rng(name).standard_normal(self.n)

    def su(self, name, sd=1.0):
        """What differs from session to session (mounting, weather, filling)."""
        return sd * float(self.rng('session ' + name).standard_normal())

    def ns(self, name, sd, tau=0.4, part=0.5):
        """Sensor noise: white, with an autocorrelated part and rare larger deviations."""
        r = self.rng('tail' + name)
        big = np.where(r.random(self.n) < .002, 3.0, 1.0)
        return sd * (np.sqrt(1 - part * part) * self.rng(name).standard_normal(self.n) * big + self.wander(name + 'ar', part, tau))

    # -- where a fault acts
    def at(self, kind, x, y, px, py, rad, and_=True):
        """Fault acts only within rad metres of a place (px, py)."""
        self.masks[kind] = (np.hypot(x - px, y - py) < rad) & and_
        self.conds[kind] = dict(type='place', place=[round(float(px), 2), round(float(py), 2)], radius=rad)

    def num(self, kind, sig, variable, words, above=None, below=None, value=None, between=None, tol=.35, and_=True):
        """Fault acts only where a number is above, below, equal or between."""
        m = sig > above if above is not None else sig < below if below is not None else sig == value if value is not None else (sig > between[0]) & (sig < between[1])
        self.masks[kind] = m & and_
        ths = [x for x in (above, below, value) if x is not None] or list(between)
        self.conds[kind] = dict(type='number', variable=variable, words=list(words), above=above, below=below, value=value, between=between,
                                accept=[[round(x - abs(x) * tol, 4), round(x + abs(x) * tol, 4)] for x in ths])

    def mode(self, kinds, vis, *words):
        """Effect shows only while vis (moving, cleaning); words that say so."""
        for k in kinds.split():
            self.vis[k] = vis
            self.conds.setdefault(k, dict(type='mode', words=list(words)))

    def wander(self, name, sd, tau):
        r = self.rng(name)
        a = np.exp(-DT / tau)
        return sd * lfilter([np.sqrt(1 - a * a)], [1, -a], r.standard_normal(self.n), zi=[a * r.standard_normal()])[0]

    def spikes(self, name, prob):
        """0/1 array: 1 with probability prob (array or number) a sample."""
        return (self.rng(name).random(self.n) < prob).astype(float)

    # -- faults
    def f(self, kind):
        assert kind in self.KINDS, kind
        s = self.sev.get(kind)
        if s is None:
            return self.z0
        m = self.masks.get(kind)
        return s if m is None else s * m

    def on(self, kind): return self.f(kind) > 0
    def when(self, kind): return next((x for x in self.sched if x['kind'] == kind), None)

    def seen(self, kind):
        m = self.masks.get(kind)
        v = self.vis.get(kind)
        out = np.ones(self.n, bool)
        if m is not None: out &= np.asarray(m, bool)
        if v is not None: out &= np.asarray(v, bool)
        return out

    @staticmethod
    def visits(m, least=0.5):
        """Separate visits of at least that many seconds; gaps below 2 s do not part them."""
        e = np.flatnonzero(np.diff(np.concatenate([[0], m.astype(int), [0]])))
        out = []
        for a, b in zip(e[::2], e[1::2]):
            if out and (a - out[-1][1]) * DT < 2: out[-1][1] = b
            else: out.append([a, b])
        return sum((b - a) * DT >= least for a, b in out)

    def schedule(self):
        first = self.unit != 'life'
        r = stream(self.seed, self.NAME, 'schedule', self.session)
        lo, hi = (1200.0, self.dur - 75) if first else (300.0, self.dur - 75)
        ns, nsp = (5, 2) if first else (8, 2)
        # different first sessions draw without repetition as far as possible
        sil = sorted(k for k, v in self.KINDS.items() if v.silent)
        spk = sorted(k for k, v in self.KINDS.items() if not v.silent)
        if first:
            g = stream(self.seed, self.NAME, 'draw')
            j = int(self.session.split('/')[1]) - 1
            co, pl = [list(g.permutation([k for k in sil if self.KINDS[k].cond == x])) for x in (True, False)]
            pk = list(g.permutation(spk))
            kinds = co[2 * j:2 * j + 2] + pl[3 * j:3 * j + 3] + [pk[(2 * j) % len(pk)], pk[(2 * j + 1) % len(pk)]]
        else:
            co, pl = [list(r.permutation([k for k in sil if self.KINDS[k].cond == x])) for x in (True, False)]
            kinds = co[:3] + pl[:ns - 3] + list(r.permutation(spk)[:nsp])
        kinds = [str(k) for k in kinds]
        n = len(kinds)
        best = None
        for _ in range(500):
            ks = [kinds[i] for i in r.permutation(n)]
            base = np.where([self.KINDS[k].cond for k in ks], 245., 182.)           # a number is crossed several times: 4 to 7 minutes
            d = base + np.where([self.KINDS[k].cond for k in ks], 175., 418.) * np.where([not self.KINDS[k].cond for k in ks], r.beta(1.3, 3.0, n), r.beta(2.4, 2.4, n))
            d = np.where([self.KINDS[k].need < 20 for k in ks], np.maximum(d, 350), d)      # short events need time
            gaps = r.uniform(55, 130, n + 1)
            ov = int(r.integers(0, n - 1)) if r.random() < 0.7 else -1
            a, b = self.KINDS[ks[ov]], self.KINDS[ks[ov + 1]] if ov >= 0 else None
            if ov >= 0 and set(a.topics) & set(b.topics): ov = -1
            room, need = hi - lo, d.sum() + gaps[1:-1].sum()
            if ov >= 0: need -= gaps[ov + 1] + 0.5 * d[ov]
            if need > room - 10:
                x = d - base
                sc = max(0.0, 1 - (need - room + 10) / max(1, x.sum()))
                d = base + x * sc
                need = d.sum() + gaps[1:-1].sum() - ((gaps[ov + 1] + 0.5 * d[ov]) if ov >= 0 else 0)
                if need > room: continue
            t = lo + r.uniform(0, room - need)
            out = []
            for i in range(n):
                out.append((ks[i], t, t + d[i]))
                t += 0.5 * d[i] if i == ov else d[i] + gaps[i + 1]
            score = 0
            for k, a0, b0 in out:
                i0, i1 = int(a0 / DT), int(b0 / DT)
                m = self.seen(k)
                x = m[i0:i1].sum() * DT
                score += min(x, 90) + (0 if x >= 25 else -60)
                if self.KINDS[k].cond: score -= 40 * max(0, 3 - self.visits(m[i0:i1]))
            if best is None or score > best[0] + 1e-6:
                best = (score, out)
            if score >= 90 * n - 1e-6: break
        for k, a0, b0 in best[1]:
            kd = self.KINDS[k]
            mag = r.uniform(0.85, 1.25)
            p = ((self.t >= a0) & (self.t < b0)).astype(float)
            if not kd.step:
                p *= np.clip((self.t - a0) / (0.6 * (b0 - a0)), 0, 1)
            shown = (p > (0.35 if not kd.step else 0)) & self.seen(k)
            es = float(shown.sum() * DT)
            fv = float(self.t[np.argmax(shown)]) if es > 0 else None
            self.sched.append(dict(kind=k, start=a0, end=b0, sev=p * mag, mag=mag, exposed_s=es, fv=fv, visits=self.visits(self.seen(k)[int(a0 / DT):int(b0 / DT)]), exposed=es >= kd.need, shown=shown))

    def truth(self):
        out = []
        for s in self.sched:
            k = self.KINDS[s['kind']]
            out.append(dict(id=f"{self.NAME}/{self.session}/{s['kind']}", robot=self.NAME, session=self.session, kind=s['kind'], silent=k.silent,
                            step=k.step, words=k.words, topics=k.topics, fields=k.fields, parts=k.parts, start=round(self.t0 + s['start'], 3),
                            end=round(self.t0 + s['end'], 3), first_visible=None if s['fv'] is None else round(self.t0 + s['fv'], 3),
                            exposed=bool(s['exposed']), where=k.where, exposed_s=round(s['exposed_s'], 1), visits=int(s['visits']) if k.cond else None, magnitude=round(s['mag'], 3),
                            consequences=list(k.cons), tail_s=k.tail, condition=self.conds.get(s['kind'])))
        return out

    # -- output
    def pub(self, topic, typ, rate, vals, frame='', lens=None, strs=None, drop=None, age=None, jit=0.003, lag=0.005):
        """Publish grid signals. drop: probability of a lost message (grid); age: seconds that a message comes late (grid)."""
        strs = dict(strs or {})
        strs['header.frame_id'] = frame
        lay = Layout(self.types, typ, lens or {}, strs)
        r = self.rng('time' + topic)
        m = int((self.dur - 1) * rate)
        s = (np.arange(m) + r.uniform(0.1, 0.9)) / rate + np.clip(r.standard_normal(m), -3, 3) * jit
        g = lag * (0.5 + r.gamma(2, 0.5, m))
        u = r.random(m)
        idx = np.clip((s / DT).astype(int), 0, self.n - 1)
        rec = s + g
        if age is not None: rec = rec + age[idx]
        rec = np.maximum.accumulate(rec + np.arange(m) * 1e-6)
        keep = rec < self.dur
        if drop is not None: keep &= u >= drop[idx]
        self.count += 1
        if self.count == self.gap_k: keep &= ~((s > self.gap_t) & (s < self.gap_t + self.gap_d))
        s, rec, idx = s[keep], rec[keep], idx[keep]
        m = len(s)
        base = int(self.t0 * 1e9)
        sns, rns = base + (s * 1e9).astype(np.int64), base + (rec * 1e9).astype(np.int64)
        raw = np.tile(np.frombuffer(lay.tmpl, np.uint8), (m, 1))
        arr = raw.view(lay.dtype).reshape(m)
        if 'header.stamp.sec' in lay.leaf:
            arr['header.stamp.sec'], arr['header.stamp.nanosec'] = sns // 10**9, sns % 10**9
        for p, v in vals.items():
            if p not in lay.leaf: raise KeyError(f'{topic}: {p} not in {list(lay.leaf)}')
            f = lay.leaf[p][0]
            if isinstance(f, tuple):
                cols, f = [np.broadcast_to(np.asarray(x, float), (self.n,))[idx] if np.ndim(x) else np.full(m, float(x)) for x in v], f[0]
                v = np.stack(cols, 1)
            else:
                v = np.asarray(v)
                if v.ndim: v = v[idx]
                else: v = np.full(m, v)
            if f == '?': v = v > 0.5
            elif 'f' not in f:
                ii = np.iinfo(np.dtype(f))
                if v.dtype.kind == 'f': v = np.rint(np.nan_to_num(v))
                if v.dtype.kind == 'f' or ii.bits < 64: v = np.clip(v, ii.min, ii.max)
            arr[p] = v
        self.values[topic] = (s, rec, arr)
        self.chans.append((topic, typ, self.types.full(typ), rns, sns, raw))

    def raw(self, topic, typ, items):
        """items: list of (t, bytes)."""
        items = sorted(items, key=lambda x: x[0])
        ns = [int(self.t0 * 1e9) + int(t * 1e9) for t, _ in items]
        self.chans.append((topic, typ, self.types.full(typ), [x + 2_000_000 for x in ns], ns, [b for _, b in items]))

    def log(self, t, level, name, msg, fn='run', line=0):
        if 0 <= t < self.dur: self.logs.append((t, dict(D=10, I=20, W=30, E=40)[level], name, msg, fn, line))

    def status(self, name, hw, level=None, msgs=None, **kv):
        """level: grid of 0/1/2; msgs: {level: text}; kv: grid or text."""
        self.statuses.append((name, hw, self.z0 if level is None else level, msgs or {}, kv))

    def goals(self, topic, spans):
        """spans: list of (begin, end, final status); a GoalStatusArray at 1 Hz."""
        ids = [self.rng(f'goal{i}').bytes(16) for i in range(len(spans))]
        items = []
        for t in np.arange(0.37, self.dur - 1, 1.0):
            w, act = W(), [i for i, (a, b, _) in enumerate(spans) if a <= t][-3:]
            w.u32(len(act))
            for i in act:
                a, b, fin = spans[i]
                w.b += ids[i]
                w.stamp(int((self.t0 + a) * 1e9))
                w.p('b', 1, 2 if t < b else fin)
            items.append((t, bytes(w.b)))
        self.raw(topic, 'action_msgs/msg/GoalStatusArray', items)

    def finish(self):
        items = []
        for t, lev, name, msg, fn, line in self.logs:
            w = W()
            w.stamp(int((self.t0 + t) * 1e9)); w.u8(lev); w.s(name); w.s(msg); w.s(f'/opt/ros/{name.split(".")[-1]}.cpp'); w.s(fn)
            w.u32(line or 40 + zlib.crc32(fn.encode()) % 900)
            items.append((t, bytes(w.b)))
        self.raw('/rosout', 'rcl_interfaces/msg/Log', items)
        items = []
        for t in np.arange(0.61, self.dur - 1, 1.0):
            i = int(t / DT)
            w = W()
            w.stamp(int((self.t0 + t) * 1e9)); w.s(''); w.u32(len(self.statuses))
            for name, hw, level, msgs, kv in self.statuses:
                lv = int(level[i])
                w.u8(lv); w.s(name); w.s(msgs.get(lv, ('OK', 'Warning', 'Error')[lv])); w.s(hw); w.u32(len(kv))
                for k, v in kv.items():
                    w.s(k); w.s(v if isinstance(v, str) else f'{v[i]:.1f}')
            items.append((t, bytes(w.b)))
        self.raw('/diagnostics', 'diagnostic_msgs/msg/DiagnosticArray', items)

    # -- helpers of the robots
    @property
    def newver(self): return self.unit == 'life' and self.idx >= 3

    def segs(self, name, kinds, head=()):
        """Random sequence of tasks: kinds {name: (weight, shortest, longest)}; list of (begin, end, name)."""
        r, out, t, last = self.rng('segs ' + name), [], 0.0, None
        for k, d in head:
            out.append((t, t + d, k)); t += d; last = k
        ks = list(kinds); p = np.array([kinds[k][0] for k in ks], float)
        while t < self.dur:
            k = ks[int(r.choice(len(ks), p=p / p.sum()))]
            d = r.uniform(*kinds[k][1:])
            if k == last: continue
            out.append((t, min(t + d, self.dur), k)); t += d; last = k
        return out

    def is_(self, segs, *names):
        y = np.zeros(self.n, bool)
        for a, b, k in segs:
            if k in names: y[int(a / DT):int(b / DT)] = True
        return y

    def per(self, name, segs, rng):
        """A value for each task, drawn from rng[kind] = (lo, hi)."""
        r, y = self.rng('per ' + name), np.zeros(self.n)
        for a, b, k in segs:
            lo, hi = rng.get(k, (0, 0))
            y[int(a / DT):int(b / DT) + 1] = r.uniform(lo, hi)
        return y

    def pieces(self, name, dlo, dhi, lo, hi):
        """Piecewise constant random values."""
        r = self.rng('pieces ' + name)
        d = r.uniform(dlo, dhi, int(self.dur / dlo) + 2)
        return r.uniform(lo, hi, len(d))[np.minimum(np.searchsorted(np.cumsum(d), self.t, side='right'), len(d) - 1)]

    def spot(self, name, x, y, rad, ok, share=.09):
        """A place of the working area where about that share of the time is spent."""
        r, idx = self.rng('spot ' + name), np.flatnonzero(ok)
        best = None
        for i in r.choice(idx, 40):
            m = (np.hypot(x - x[i], y - y[i]) < rad) & ok
            h = [m[:24000].mean(), m[24000:48000].mean(), m[48000:].mean()]
            c = abs(np.mean(h) - share) + .5 * max(0, share * .6 - min(h))
            if best is None or c < best[0]: best = (c, x[i], y[i])
        return best[1], best[2]

    def speak(self, kind, node, msgs, every=18):
        """Log lines of a spoken fault while it lasts; level of its status."""
        s = self.when(kind)
        if s:
            r = self.rng('speak' + kind)
            t, i = s['start'] + r.uniform(.2, 1.5), 0
            while t < s['end']:
                self.log(t, 'E' if i % 3 == 0 else 'W', node, msgs[i % len(msgs)], 'fault')
                t += every * r.uniform(.5, 1.5); i += 1
        return np.where(self.on(kind), 2.0, 0.0)

    def routine(self, lines, start=()):
        """Lines at a routine rate: (per hour, level, node, text with {} for a number, lo, hi); start: lines at the begin."""
        for i, (lev, node, msg) in enumerate(start): self.log(.6 + .7 * i + self.rng(f'st{i}').uniform(0, .5), lev, node, msg, 'init')
        for i, (rate, lev, node, msg, lo, hi) in enumerate(lines):
            r = self.rng(f'routine{i}')
            for t in r.uniform(8, self.dur - 2, r.poisson(rate)): self.log(t, lev, node, msg.format(f'{r.uniform(lo, hi):.1f}'), 'cycle')

    def imu(self, topic, rate, att, gyro, acc, frame, **kw):
        q4 = rpy(*att)
        v = {f'orientation.{c}': q(x, 1e-5) for c, x in zip('xyzw', q4)}
        v.update({f'angular_velocity.{c}': q(x, 2e-4) for c, x in zip('xyz', gyro)})
        v.update({f'linear_acceleration.{c}': q(x, 2e-3) for c, x in zip('xyz', acc)})
        self.pub(topic, 'sensor_msgs/msg/Imu', rate, v, frame, **kw)

    def joints(self, topic, rate, names, pos, vel=(), eff=(), **kw):
        self.pub(topic, 'sensor_msgs/msg/JointState', rate, {k: [q(x, 1e-6 if k == 'position' else 1e-4) for x in v] for k, v in dict(position=pos, velocity=vel, effort=eff).items() if len(v)}, '',
                 dict(name=len(names), position=len(pos), velocity=len(vel), effort=len(eff)), {f'name[{i}]': x for i, x in enumerate(names)}, **kw)

    def computer_leak(self, kind, top):
        """0..top: rises while the leak lasts (slope of the fault, not its ramp), stays, and is freed at the end."""
        s = self.sev.get(kind)
        if s is None: return self.z0
        on = s > 0
        c = np.cumsum(on) * DT
        return np.where(on, top * s.max() * c / max(c[-1], 1), 0.0)

    def batt(self, topic, ib, vb, soc, cells, temps, rate=4, **kw):
        self.pub(topic, 'sensor_msgs/msg/BatteryState', rate, dict(voltage=q(vb, .02), current=q(-ib, .1), percentage=q(soc, .001), temperature=q(sum(temps) / len(temps), .1), present=1, power_supply_status=np.where(ib < 0, 1, 2),
                 cell_voltage=[q(c, .002) for c in cells], cell_temperature=[q(x, .1) for x in temps]), lens=dict(cell_voltage=len(cells), cell_temperature=len(temps)), **kw)

    def scan(self, topic, rate, rg, half, top, **kw):
        m = len(rg)
        self.pub(topic, 'sensor_msgs/msg/LaserScan', rate, dict(ranges=[q(np.clip(x, .1, top), .01) for x in rg], angle_min=-half, angle_max=half, angle_increment=2 * half / (m - 1), range_min=.1, range_max=float(top), scan_time=1. / rate), 'lidar', lens=dict(ranges=m), **kw)

    def warm(self, nm, amb, heat, tau, off=0., x0=None, sd=.1):
        """Temperature over ambient that follows losses (grid of steady state rise)."""
        return amb + off + self.u(nm, .8) + lp(heat, tau, x0) + self.ns(nm, sd)

    def quan(self, x, m, p, dd): return float(np.round(np.quantile(x[m], p), dd))

    def ups(self, on, sec):
        """Grid: the first sec seconds after every rise of on."""
        y, k = np.zeros(self.n, bool), int(sec / DT)
        for i in np.flatnonzero(np.diff(on.astype(int)) > 0): y[i + 1:i + 1 + k] = True
        return y

    def plan(self): raise NotImplementedError
    def build(self): raise NotImplementedError


def brief_warn(sim, name, count, lo=3, hi=15):
    """0/1 grid: status WARN for some seconds, now and then (harmless)."""
    r = sim.rng('warn' + name)
    y = np.zeros(sim.n)
    for _ in range(r.poisson(count)):
        a = r.uniform(30, sim.dur - 30)
        y[int(a / DT):int((a + r.uniform(lo, hi)) / DT)] = 1
    return y


def quat(yaw):
    return np.sin(yaw / 2), np.cos(yaw / 2)
