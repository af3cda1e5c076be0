"""Shared machinery: message definitions -> CDR templates filled column-wise by numpy, MCAP writing, noise, faults."""
import json, re, struct, zlib
from collections import defaultdict
from datetime import datetime, timezone
from pathlib import Path
import numpy as np
from mcap.writer import Writer, CompressionType
from rosbags.typesys import get_typestore, Stores
from scipy.signal import lfilter

TS = get_typestore(Stores.ROS2_HUMBLE)
PRIM = dict(bool='?', byte='B', char='B', uint8='B', int8='b', uint16='H', int16='h', uint32='I', int32='i',
            uint64='Q', int64='q', float32='f', float64='d')
DT = 0.05  # simulation grid, s


# ------------------------------------------------------------------ messages
class Types:
    def __init__(self, custom):
        self.custom, self.cache, self.text = custom, {}, {}

    def fields(self, name):
        """list of (type, field, array) with array None, int (fixed) or -1 (sequence)."""
        if name in self.cache:
            return self.cache[name]
        if name in self.custom:
            body = self.custom[name]
        else:
            pkg, typ = name.split('/')
            body = TS.generate_msgdef(f'{pkg}/msg/{typ}', ros_version=2)[0].split('=' * 80)[0]
        body = body.strip() + '\n'
        out = []
        for line in body.splitlines():
            line = line.split('#')[0].strip()
            m = re.match(r'^([\w/]+)(\[(\d*)\])?\s+(\w+)\s*(=.*)?$', line)
            if not m or m[5]:
                continue
            t = m[1]
            if t not in PRIM and t != 'string' and '/' not in t:
                t = 'std_msgs/Header' if t == 'Header' else name.split('/')[0] + '/' + t
            out.append((t, m[4], None if not m[2] else int(m[3]) if m[3] else -1))
        self.cache[name], self.text[name] = out, body
        return out

    def schema(self, name):
        done, todo = [], [name]
        while todo:
            n = todo.pop(0)
            if n in done:
                continue
            done.append(n)
            todo += [t for t, _, _ in self.fields(n) if '/' in t]
        return ('\n' + '=' * 80 + '\n').join((f'MSG: {n}\n' if i else '') + self.text[n].strip() for i, n in enumerate(done)) + '\n'

    def pack(self, name, val, offs=None):
        buf = bytearray(b'\0\1\0\0')
        self._msg(name, val or {}, '', buf, offs)
        return bytes(buf)

    def _msg(self, name, val, path, buf, offs):
        for t, f, arr in self.fields(name):
            v, p = val.get(f), f'{path}.{f}' if path else f
            if arr is None:
                self._one(t, v, p, buf, offs)
                continue
            if arr < 0:
                v = [] if v is None else v
                self._align(buf, 4)
                buf += struct.pack('<I', len(v))
            else:
                v = [None] * arr if v is None else v
            if t in PRIM and len(v):
                c = PRIM[t]
                z = struct.calcsize(c)
                self._align(buf, z)
                if offs is not None:
                    offs[p] = (len(buf), c, len(v))
                    for i in range(len(v)):
                        offs[f'{p}[{i}]'] = (len(buf) + i * z, c, 1)
                buf += struct.pack(f'<{len(v)}{c}', *[0 if x is None else x for x in v])
            else:
                for i, x in enumerate(v):
                    self._one(t, x, f'{p}[{i}]', buf, offs)

    @staticmethod
    def _align(buf, z):
        buf += b'\0' * (-(len(buf) - 4) % z)

    def _one(self, t, v, p, buf, offs):
        if t == 'string':
            b = (v or '').encode() + b'\0'
            self._align(buf, 4)
            buf += struct.pack('<I', len(b)) + b
        elif t in PRIM:
            c = PRIM[t]
            z = struct.calcsize(c)
            self._align(buf, z)
            if offs is not None:
                offs[p] = (len(buf), c, 1)
            buf += struct.pack('<' + c, 0 if v is None else v)
        else:
            self._msg(t, v or {}, p, buf, offs)




class S:
    """A string column: codes on the grid and the strings they stand for."""
    def __init__(self, codes, strings):
        self.codes, self.strings = np.asarray(codes), list(strings)


def setpath(d, path, v):
    ks = re.findall(r'\w+', path)
    for k in ks[:-1]:
        d = d[int(k)] if k.isdigit() else d.setdefault(k, {})
    d[int(ks[-1]) if ks[-1].isdigit() else ks[-1]] = v


# ------------------------------------------------------------------ faults
def fault(words, topics, fields, parts, silent=1, step=1, cons=(), cond=None, net=None, group=None, tail=0,
          dur=(150, 270), say=None, amp=None):
    return dict(words=words, topics=topics, fields=fields, parts=parts, silent=silent, step=step, cons=list(cons), cond=cond,
                net=net, group=group, tail=tail, dur=dur, say=say, amp=amp)


def schedule(F, robot, session, seed, T):
    """Faults of a session as (kind, start, end, mag): a deterministic function of the seed."""
    kinds = sorted(F)
    rng = np.random.default_rng([seed, zlib.crc32(robot.encode())])
    order = list(rng.permutation(kinds))
    sil, spo = [k for k in order if F[k]['silent']], [k for k in order if not F[k]['silent']]
    # first/1..3 and life/4 take from the two lists in turn, so that every kind occurs at least once
    want = {'first/1': (5, 2), 'first/2': (5, 2), 'first/3': (5, 2), 'life/4': (8, 2)}
    if session not in want:
        return []
    i = j = 0
    for k, (a, b) in want.items():
        pick = [sil[(i + q) % len(sil)] for q in range(a)] + [spo[(j + q) % len(spo)] for q in range(b)]
        i, j = i + a, j + b
        if k == session:
            break
    rs = np.random.default_rng([seed, zlib.crc32((robot + session).encode())])
    pick = list(rs.permutation(sorted(set(pick))))
    begin, last = (1200 if session[:5] == 'first' else 300) * T / 3600, 3480 * T / 3600
    durs = np.array([rs.uniform(*F[k]['dur']) for k in pick])
    durs = np.maximum(durs * min(1, T / 3600 * 1.0), 30)
    # pairs of unlike groups may overlap: two tracks where the second starts inside the first
    pairs = []
    for q in range(len(pick) - 1):
        g1, g2 = F[pick[q]]['group'], F[pick[q + 1]]['group']
        still = any(F[z]['net'] and F[z]['net'][0] in ('frozen', 'silent') for z in pick[q:q + 2])
        if g1 != g2 and not still and len(pairs) < 2 and not (pairs and pairs[-1] == q - 1) and rs.random() < .6:
            pairs.append(q)
    over = np.array([0.4 * min(durs[q], durs[q + 1]) if q in pairs else 0 for q in range(len(pick))])
    room = (last - begin) - durs.sum() + over.sum()
    ngap = len(pick) - len(pairs)
    if room < 40 * ngap * T / 3600:
        sc = ((last - begin) - 40 * ngap * T / 3600 + over.sum()) / durs.sum()
        durs *= sc
        over *= sc
        room = (last - begin) - durs.sum() + over.sum()
    gaps = rs.dirichlet(np.ones(ngap) * 4) * room
    t, out, gi = begin, [], 0
    for q, k in enumerate(pick):
        if q == 0 or q - 1 not in pairs:
            t += gaps[gi]
            gi += 1
        else:
            t -= over[q - 1]
        out.append((str(k), round(float(t), 2), round(float(t + durs[q]), 2), float(rs.uniform(.85, 1.25))))
        t += durs[q]
    return out


# ------------------------------------------------------------------ one session
class Sim:
    def __init__(self, mod, robot, session, seed, dur, t0, cond, faults, out=None, keep=False):
        self.mod, self.robot, self.session, self.seed, self.dur, self.t0, self.cond = mod, robot, session, seed, dur, t0, cond
        self.N = int(dur / DT)
        self.t = np.arange(self.N) * DT
        self.types = Types(mod.MSGS)
        self.faults = {k: (a, b, m) for k, a, b, m in faults}
        self.unit = 'life' if session.startswith('life') else session
        self.topics, self.rows, self.logs, self.diags = {}, [], [], []
        self.vis, self.keepcols, self.cols = {}, keep, {}
        self.out = out

    # ---- randomness: a stream a name, so that a fault does not disturb the other draws
    def rng(self, name, unit=False):
        return np.random.default_rng([self.seed, zlib.crc32(f'{self.robot}|{self.unit if unit else self.session}|{name}'.encode())])

    def u(self, name, lo, hi, unit=True):
        return float(self.rng('u' + name, unit).uniform(lo, hi))

    def n(self, name, sigma=1.0):
        return self.rng('n' + name).standard_normal(self.N) * sigma

    def ou(self, name, sigma, tau):
        a = np.exp(-DT / tau)
        e = self.n('ou' + name, sigma * np.sqrt(1 - a * a))
        e[0] = sigma * self.rng('oi' + name).standard_normal()
        return lfilter([1], [1, -a], e)

    def lag(self, x, tau, x0=None):
        a = np.exp(-DT / tau)
        x = np.broadcast_to(np.asarray(x, float), (self.N,))
        return lfilter([1 - a], [1, -a], x, zi=[a * (x[0] if x0 is None else x0)])[0]

    # ---- faults
    def F(self, kind, ramp=0.6):
        """0..mag over time: a step, or (step=False) a ramp over `ramp` of the duration and then held."""
        g = np.zeros(self.N)
        if kind in self.faults:
            a, b, m = self.faults[kind]
            w = (self.t >= a) & (self.t < b)
            g[w] = m if self.mod.FAULTS[kind]['step'] else m * np.minimum(1, (self.t[w] - a) / (ramp * (b - a)))
        return g

    def on(self, kind):
        g = np.zeros(self.N, bool)
        if kind in self.faults:
            g[(self.t >= self.faults[kind][0]) & (self.t < self.faults[kind][1])] = True
        return g

    def seen(self, kind, mask):
        """the fault has an effect only where mask: note the first such time."""
        if kind in self.faults:
            w = np.flatnonzero(self.on(kind) & mask)
            self.vis[kind] = (float(self.t[w[0]]), float(len(w) * DT)) if len(w) else (None, 0.0)

    def i(self, t):
        return int(min(max(t / DT, 0), self.N - 1))

    # ---- output
    def _net(self, topic):
        return [(k, self.mod.FAULTS[k]['net'], self.faults[k]) for k in self.faults
                if self.mod.FAULTS[k]['net'] and topic in self.mod.FAULTS[k]['net'][1]]

    def pub(self, topic, typ, rate, cols, frame=None, base=None, jit=0.0015, lat=0.003):
        """cols: path -> grid array (N) or (N,k), scalar, or S. Publishes at `rate` Hz."""
        r = self.rng('pub' + topic)
        M = int(self.dur * rate)
        ts = (np.arange(M) + r.uniform(0, .9)) / rate * (1 + r.normal(0, 2e-6))
        ts = ts[ts < self.dur - .1]
        ts = ts + np.abs(r.normal(0, jit, len(ts)))
        delay = lat * r.uniform(.5, 1.5) + r.exponential(lat * .4, len(ts)) + np.where(r.random(len(ts)) < .0004, r.uniform(.01, .05, len(ts)), 0)
        keep = np.ones(len(ts), bool)
        if rate > 1 and r.random() < .12 * self.dur / 3600:   # a missed loop now and then
            a = r.uniform(0, self.dur)
            keep &= ~((ts > a) & (ts < a + max(.25, 2.2 / rate)))
        idx = np.minimum((ts / DT).astype(int), self.N - 1)
        stamp = ts.copy()
        for k, (how, _, par), (a, b, m) in self._net(topic):
            w = (ts >= a) & (ts < b)
            if how == 'rate':
                keep &= ~(w & (np.arange(len(ts)) % par != 0))
            elif how == 'silent':
                keep &= ~w
            elif how == 'gaps':
                gr = self.rng('gap' + topic)
                for c in np.arange(a, b, par[0]) + gr.uniform(0, par[0] * .4, len(np.arange(a, b, par[0]))):
                    keep &= ~(w & (ts > c) & (ts < c + par[1]))
            elif how == 'age':
                stamp[w] -= par * m * (1 + .1 * r.standard_normal(w.sum()))
            elif how == 'step':
                stamp[w] += par
            elif how == 'frozen':
                if w.any():
                    idx[w] = idx[np.flatnonzero(w)[0]]
        ts, idx, stamp, delay = ts[keep], idx[keep], stamp[keep], delay[keep]
        if self.keepcols:
            self.cols[topic] = (ts, stamp, {k: (v.codes[idx] if isinstance(v, S) else np.asarray(v)[idx] if np.ndim(v) and len(v) == self.N else v)
                                            for k, v in cols.items()})
            return
        strs = {k: v for k, v in cols.items() if isinstance(v, S)}
        base = json.loads(json.dumps(base or {}))
        if frame is not None:
            setpath(base, 'header.frame_id', frame)
        num = {k: v for k, v in cols.items() if k not in strs}
        key = np.zeros(len(idx), int)
        for v in strs.values():
            key = key * len(v.strings) + v.codes[idx]
        res = np.empty(len(idx), object)
        for kk in np.unique(key):
            sel = np.flatnonzero(key == kk)
            for p, v in strs.items():
                setpath(base, p, v.strings[int(v.codes[idx[sel[0]]])])
            offs = {}
            tmpl = self.types.pack(typ, base, offs)
            A = np.tile(np.frombuffer(tmpl, np.uint8), (len(sel), 1))
            def put(p, v):
                if p not in offs:
                    raise KeyError(f'{topic} {typ}: no field {p}')
                o, c, n = offs[p]
                dt = np.dtype('<' + c)
                if dt.kind in 'iu':
                    ii = np.iinfo(dt)
                    v = np.clip(np.rint(v), ii.min, ii.max)
                v = np.ascontiguousarray(np.broadcast_to(np.asarray(v).astype(dt), (len(sel),) if n == 1 else (len(sel), n)))
                A[:, o:o + dt.itemsize * n] = v.view(np.uint8).reshape(len(sel), -1)
            for p, v in num.items():
                v = np.asarray(v)
                put(p, v[idx[sel]] if v.ndim and len(v) == self.N else v)
            for sp in ('header.stamp', 'stamp'):
                if sp + '.sec' in offs:
                    w = self.t0 + stamp[sel]
                    put(sp + '.sec', np.floor(w))
                    put(sp + '.nanosec', np.floor((w - np.floor(w)) * 1e9))
            res[sel] = [x.tobytes() for x in A]
        self.topics[topic] = typ
        self.rows.append((topic, ((self.t0 + ts + delay) * 1e9).astype(np.int64), res))

    def stamp(self, t):
        w = self.t0 + t
        return {'sec': int(w), 'nanosec': int((w % 1) * 1e9)}

    def events(self, topic, typ, items):
        """items: (t, dict); header.stamp is filled where the type has a header."""
        if not items or self.keepcols:
            return
        hdr = any(f == 'header' for _, f, _ in self.types.fields(typ))
        tt, data = [], []
        for t, v in items:
            if not 0 <= t < self.dur:
                continue
            if hdr:
                v = {**v, 'header': {'stamp': self.stamp(t), **v.get('header', {})}}
            tt.append(int((self.t0 + t + .002) * 1e9))
            data.append(self.types.pack(typ, v))
        if tt:
            self.topics[topic] = typ
            o = np.empty(len(data), object)
            o[:] = data
            self.rows.append((topic, np.array(tt, np.int64), o))

    def log(self, t, level, node, msg):
        self.logs.append((t, dict(INFO=20, WARN=30, ERROR=40, FATAL=50, DEBUG=10)[level], node, msg))

    def diag(self, name, hwid, level, texts, values):
        """level: grid array of 0/1/2 or 0; texts {level: text}; values {key: (grid array, fmt)}"""
        self.diags.append((name, hwid, np.broadcast_to(np.asarray(level, int), (self.N,)), texts, values))

    def action(self, topic, goals):
        """goals: (start, end, status)"""
        r, ev = self.rng('act' + topic), []
        live = []
        for a, b, st in goals:
            info = {'goal_id': {'uuid': [int(x) for x in r.integers(0, 256, 16)]}, 'stamp': self.stamp(a)}
            for t, s in ((a, 2), (b, st)):
                live = [g for g in live if g['goal_info'] is not info][-1:] + [{'goal_info': info, 'status': s}]
                ev.append((t, {'status_list': list(live)}))
        self.events(topic, 'action_msgs/GoalStatusArray', ev)

    def chatter(self, startup, routine):
        """startup: (t, level, node, text); routine: (per hour, level, node, text with {}, lo, hi)"""
        for t, l, n, m in startup:
            self.log(t, l, n, m)
        r = self.rng('chat')
        for ph, l, n, m, lo, hi in routine:
            for t in np.sort(r.uniform(20, self.dur, r.poisson(ph * self.dur / 3600))):
                self.log(t, l, n, m.format(r.uniform(lo, hi)))

    def spoken(self):
        for k, (a, b, m) in self.faults.items():
            sp = self.mod.FAULTS[k]['say']
            if not sp:
                continue
            r, t = self.rng('say' + k), a + sp.get('delay', 2.0)
            self.log(t, sp['level'], sp['node'], sp['msgs'][0].format(r.uniform(*sp.get('val', (0, 1)))))
            t += r.uniform(.7, 1.3) * sp.get('every', 20)
            while t < b:
                self.log(t, sp['level'], sp['node'], sp['msgs'][int(r.integers(len(sp['msgs'])))].format(r.uniform(*sp.get('val', (0, 1)))))
                t += r.uniform(.7, 1.3) * sp.get('every', 20)
            if sp.get('end'):
                self.log(b + 1, 'INFO', sp['node'], sp['end'])

    def finish(self):
        self.spoken()
        if self.keepcols:
            return
        self.events('/rosout', 'rcl_interfaces/Log', [(t, dict(stamp=self.stamp(t), level=l, name=n, msg=m, file='', function='', line=int(zlib.crc32(m[:12].encode()) % 900 + 20)))
                                                     for t, l, n, m in sorted(self.logs)])
        ds, P = [], np.arange(.37, self.dur - .2, 1.0)
        gi = np.minimum((P / DT).astype(int), self.N - 1)
        pre = [(n, h, lv[gi], tx, [(k, np.asarray(v)[gi] if np.ndim(v) else None, v, f) for k, (v, f) in vals.items()]) for n, h, lv, tx, vals in self.diags]
        for q, t in enumerate(P):
            sts = [dict(level=int(lv[q]), name=n, message=tx.get(int(lv[q]), 'OK'), hardware_id=h,
                        values=[dict(key=k, value=f.format(arr[q] if arr is not None else v)) for k, arr, v, f in vals]) for n, h, lv, tx, vals in pre]
            ds.append((t, dict(status=sts)))
        self.events('/diagnostics', 'diagnostic_msgs/DiagnosticArray', ds)
        self.write()

    def write(self):
        self.out.parent.mkdir(parents=True, exist_ok=True)
        names = [r[0] for r in self.rows]
        which = np.concatenate([np.full(len(r[1]), i) for i, r in enumerate(self.rows)])
        tt = np.concatenate([r[1] for r in self.rows])
        data = np.concatenate([r[2] for r in self.rows])
        order = np.argsort(tt, kind='stable')
        with open(self.out, 'wb') as f:
            w = Writer(f, chunk_size=1 << 20, compression=CompressionType.ZSTD)
            w.start('ros2', 'fleetsim')
            sid, cid = {}, []
            for n in names:
                ty = self.topics[n]
                if ty not in sid:
                    p, m = ty.split('/')
                    sid[ty] = w.register_schema(f'{p}/msg/{m}', 'ros2msg', self.types.schema(ty).encode())
                cid.append(w.register_channel(n, 'cdr', sid[ty], {'offered_qos_profiles': ''}))
            seq = [0] * len(names)
            for c, t, d in zip(which[order].tolist(), tt[order].tolist(), data[order]):
                w.add_message(cid[c], t, d, t, seq[c])
                seq[c] += 1
            w.finish()
        self.count = len(order)

    def truth(self):
        out = []
        for q, (k, (a, b, m)) in enumerate(sorted(self.faults.items(), key=lambda x: x[1])):
            f = self.mod.FAULTS[k]
            fv, ex = self.vis.get(k, (a, b - a))
            out.append(dict(id=f'{self.robot}/{self.session}#{q + 1}', robot=self.robot, session=self.session, kind=k,
                            start=round(self.t0 + a, 3), end=round(self.t0 + b, 3), silent=bool(f['silent']), step=bool(f['step']), words=f['words'],
                            magnitude=round(m, 3), topics=f['topics'], fields=f['fields'], parts=f['parts'], consequences=f['cons'],
                            condition=f['cond'], tail_s=f['tail'], exposed=fv is not None,
                            first_visible=round(self.t0 + fv, 3) if fv is not None else None, exposed_s=round(ex, 1)))
        return out


# ------------------------------------------------------------------ helpers for signals
def q(x, step):
    return np.round(np.asarray(x) / step) * step


def smooth01(x):
    x = np.clip(x, 0, 1)
    return x * x * x * (10 - 15 * x + 6 * x * x)


def quat(roll, pitch, yaw):
    cr, sr, cp, sp, cy, sy = np.cos(roll / 2), np.sin(roll / 2), np.cos(pitch / 2), np.sin(pitch / 2), np.cos(yaw / 2), np.sin(yaw / 2)
    return dict(x=sr * cp * cy - cr * sp * sy, y=cr * sp * cy + sr * cp * sy, z=cr * cp * sy - sr * sp * cy, w=cr * cp * cy + sr * sp * sy)


def qcols(path, roll, pitch, yaw):
    return {f'{path}.{k}': v for k, v in quat(roll, pitch, yaw).items()}


def vcols(path, *v, names='xyz'):
    return {f'{path}.{k}': x for k, x in zip(names, v)}


def hhmm(y, mo, d, h, mi):
    return datetime(y, mo, d, h, mi, tzinfo=timezone.utc).timestamp()
