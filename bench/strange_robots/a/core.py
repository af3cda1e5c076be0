"""Common part: CDR encoding by columns, time lines, noise, faults, sessions, MCAP writing."""
import json, os, re, struct
import numpy as np
from scipy.signal import lfilter
from rosbags.typesys import Stores, get_typestore, get_types_from_msg
from mcap.writer import Writer, CompressionType

TS = get_typestore(Stores.ROS2_HUMBLE)
RAW = {}          # raw text of our own types (with comments)
FMT = {'bool': '?', 'octet': 'B', 'byte': 'B', 'char': 'B', 'uint8': 'B', 'int8': 'b', 'uint16': 'H', 'int16': 'h', 'uint32': 'I',
       'int32': 'i', 'uint64': 'Q', 'int64': 'q', 'float32': 'f', 'float64': 'd'}
DT = 0.04         # base grid of the simulation, s


def register(pkg, text):
    """text: blocks 'MSG Name' followed by lines of a .msg"""
    for block in re.split(r'^MSG ', text, flags=re.M)[1:]:
        name, body = block.split('\n', 1)
        body = '\n'.join(l.strip() for l in body.strip().splitlines()) + '\n'
        RAW[f'{pkg}/msg/{name.strip()}'] = body
        TS.register(get_types_from_msg(body, f'{pkg}/msg/{name.strip()}'))


def subs(typ):
    out = []
    for _, d in TS.fielddefs[typ][1]:
        k = int(d[0])
        n = d[1] if k == 2 else (d[1][0][1] if k > 2 and int(d[1][0][0]) == 2 else None)
        if n and n not in out:
            out.append(n)
    return out


def schema(typ):
    if typ not in RAW and not any(s in RAW for s in subs(typ)):
        return TS.generate_msgdef(typ, ros_version=2)[0]
    done, todo, text = {typ}, subs(typ), RAW[typ]
    while todo:
        s = todo.pop(0)
        if s in done:
            continue
        done.add(s)
        body = RAW.get(s) or TS.generate_msgdef(s, ros_version=2)[0].split('=' * 80)[0]
        text += '=' * 80 + f"\nMSG: {s.replace('/msg/', '/')}\n{body}"
        todo += subs(s)
    return text


# ------------------------------------------------------------------ CDR
def encode(typ, val, lay=None):
    buf = bytearray(b'\0\1\0\0')
    def pad(a):
        r = (len(buf) - 4) % a
        if r:
            buf.extend(b'\0' * (a - r))
    def base(b, v, path):
        if b == 'string':
            e = (v or '').encode()
            pad(4); buf.extend(struct.pack('<I', len(e) + 1)); buf.extend(e + b'\0')
        else:
            f = FMT[b]; pad(struct.calcsize(f))
            if lay is not None:
                lay[path] = (len(buf), f, 1)
            buf.extend(struct.pack('<' + f, v or 0))
    def node(d, v, path):
        k = int(d[0])
        if k == 1:
            base(d[1][0], v, path)
        elif k == 2:
            msg(d[1], v or {}, path)
        else:
            sub, ln = d[1]
            if v is None:
                v = [None] * ln if k == 3 else []
            if k == 4:
                pad(4); buf.extend(struct.pack('<I', len(v)))
            if int(sub[0]) == 1 and sub[1][0] != 'string':
                f = FMT[sub[1][0]]
                if len(v):
                    pad(struct.calcsize(f))
                if lay is not None:
                    lay[path] = (len(buf), f, len(v))
                buf.extend(np.asarray([x or 0 for x in v]).astype('<' + ('u1' if f == '?' else f)).tobytes())
            else:
                for i, x in enumerate(v):
                    node(sub, x, f'{path}[{i}]')
    def msg(t, v, path):
        for n, d in TS.fielddefs[t][1]:
            node(d, v.get(n), f'{path}.{n}' if path else n)
    msg(typ, val, '')
    return bytes(buf)


def setpath(d, path, v):
    m = re.match(r'([^.\[]+)(?:\[(\d+)\])?(?:\.(.*))?$', path)
    n, i, rest = m.groups()
    if i is not None:
        l = d.setdefault(n, [])
        while len(l) <= int(i):
            l.append({} if rest else None)
        if rest:
            setpath(l[int(i)], rest, v)
        else:
            l[int(i)] = v
    elif rest:
        setpath(d.setdefault(n, {}), rest, v)
    else:
        d[n] = v


def deep(x):
    return {k: deep(v) for k, v in x.items()} if isinstance(x, dict) else [deep(v) for v in x] if isinstance(x, list) else x


def encode_cols(typ, const, cols, n):
    """-> list of n bytes.  cols: path -> (n,) or (n,k) array; object arrays (str/tuple) split into groups"""
    exp = {}
    for p, a in cols.items():
        if '[]' in p:
            for j in range(a.shape[1]):
                exp[p.replace('[]', f'[{j}]')] = a[:, j]
        else:
            exp[p] = a
    objs = {p: a for p, a in exp.items() if a.dtype == object}
    out = [None] * n
    if objs:
        keys = list(zip(*objs.values()))
        groups = {}
        for i, k in enumerate(keys):
            groups.setdefault(k, []).append(i)
    else:
        groups = {(): range(n)}
    for key, idx in groups.items():
        c = deep(const)
        for p, v in zip(objs, key):
            setpath(c, p, list(v) if isinstance(v, tuple) else v)
        for p, a in exp.items():
            if p not in objs:
                setpath(c, p, 0 if a.ndim == 1 else [0] * a.shape[1])
        lay = {}
        tmpl = encode(typ, c, lay)
        idx = np.asarray(idx)
        buf = np.tile(np.frombuffer(tmpl, np.uint8), (len(idx), 1))
        for p, a in exp.items():
            if p in objs:
                continue
            off, f, cnt = lay[p]
            a = a[idx]
            if f in 'bBhHiIqQ' and a.dtype.kind == 'f':
                ii = np.iinfo(f)
                a = np.clip(np.rint(a), ii.min, min(ii.max, 2**62))
            b = np.ascontiguousarray(a.astype('<' + ('u1' if f == '?' else f))).view(np.uint8).reshape(len(idx), -1)
            buf[:, off:off + b.shape[1]] = b
        raw, L = buf.tobytes(), len(tmpl)
        for j, i in enumerate(idx):
            out[i] = raw[j * L:(j + 1) * L]
    return out


# ------------------------------------------------------------------ signals
def lag(x, tau, x0=None, dt=DT):
    if tau <= 0:
        return x
    a = np.exp(-dt / tau)
    x = np.asarray(x, float)
    z = a * (x[0] if x0 is None else x0)
    y = lfilter([1 - a], [1, -a], x, zi=[z])[0]
    y[np.abs(y) < 1e-9] = 0
    return y


def slew(x, up, dn, x0=None, dt=DT):
    """rate limit; up/dn: max speed per s (scalar or array)"""
    n = len(x)
    up = (np.broadcast_to(up, n) * dt).tolist(); dn = (np.broadcast_to(dn, n) * dt).tolist()
    y, out = float(x[0] if x0 is None else x0), np.empty(n)
    xs = np.asarray(x, float).tolist()
    for i in range(n):
        d = xs[i] - y
        if d > up[i]: d = up[i]
        elif d < -dn[i]: d = -dn[i]
        y += d
        out[i] = y
    return out


def q(x, step):
    return np.round(np.asarray(x) / step) * step


def trap(dist, vmax, acc, dt=DT):
    """speeds per dt whose sum*dt is dist"""
    s = np.sign(dist); d = abs(dist)
    if d < 1e-6:
        return np.zeros(1)
    v = min(vmax, np.sqrt(d * acc))
    T = d / v + v / acc
    t = (np.arange(int(np.ceil(T / dt)) + 1) + .5) * dt
    p = np.clip(np.minimum(t, T - t) * acc, 0, v)
    return s * p * d / (p.sum() * dt)


class Timeline:
    """channels over the base grid, built by segments"""
    def __init__(s, dur, **init):
        s.n = int(round(dur / DT)); s.i = 0; s.cur = dict(init); s.segs = {k: [] for k in init}; s.marks = []
    def full(s):
        return s.i >= s.n
    def now(s):
        return s.i * DT
    def set(s, **kw):
        s.cur.update(kw)
    def add(s, dur, **kw):
        """kw: value (kept) or array (only for this segment; its length wins)"""
        arr = {k: v for k, v in kw.items() if isinstance(v, np.ndarray)}
        s.cur.update({k: v for k, v in kw.items() if k not in arr})
        m = max([len(v) for v in arr.values()] or [max(1, int(round(dur / DT)))])
        for k in s.segs:
            if k in arr:
                v = arr[k]; s.segs[k].append(np.concatenate([v, np.zeros(m - len(v))]))
            else:
                s.segs[k].append(np.full(m, s.cur[k], float))
        s.i += m
    def mark(s, what, **kw):
        s.marks.append((s.now(), what, kw))
    def done(s):
        return {k: np.concatenate(v)[:s.n] for k, v in s.segs.items()}


# ------------------------------------------------------------------ faults
class K:
    """a kind of fault.  cond: name of a condition array (plan) in which it shows; need: seconds of it within the window"""
    def __init__(s, kind, words, topics, fields, parts, silent=True, step=True, cond=None, need=20, grp=None, cons=(), where=None,
                 say=None, every=(8, 25), hush=0., diag=None, timing=None, dur=(150, 330), mag=(1, 1)):
        s.__dict__.update({k: v for k, v in locals().items() if k != 's'})


class Fault:
    def __init__(s, spec, a, b, r):
        s.spec, s.a, s.b = spec, a, b
        s.mag = round(float(r.uniform(*spec.mag)), 4)
        s.seen = None


def speaker(r, txt, vals=None, i=0):
    """'{1.2~3.4}' -> random number with as many decimals; '{@name:.1f}' -> the simulated value at that moment"""
    txt = re.sub(r'\{@(\w+)(:[^}]*)?\}', lambda m: format(float(vals[m.group(1)][i]), (m.group(2) or ':.1f')[1:]), txt)
    def f(m):
        lo, hi = m.group(1), m.group(2)
        d = len(lo.split('.')[1]) if '.' in lo else 0
        return f'{r.uniform(float(lo), float(hi)):.{d}f}'
    return re.sub(r'\{(-?[\d.]+)~(-?[\d.]+)\}', f, txt)


class Sess:
    def __init__(s, robot, name, seed, dur, t0, lib, ctx, unit=0):
        s.robot, s.name, s.dur, s.t0, s.ctx, s.unit = robot, name, dur, t0, ctx, unit
        h = lambda x: int.from_bytes(__import__('hashlib').md5(x.encode()).digest()[:4], 'little')
        s.r = np.random.default_rng([seed, h(robot), h(name)])
        s.ru = np.random.default_rng([seed, h(robot), 77, unit])       # what belongs to the unit
        s.rf = np.random.default_rng([seed, h(robot), h(name), 5])     # faults
        s.n = int(round(dur / DT)); s.t = np.arange(s.n) * DT
        s.lib = {k.kind: k for k in lib}; s.faults = []; s.dropped = []
        s.msgs, s.topics, s.logs, s.diags = [], {}, [], []
        s.conds = {}; s.vals = {}
    # --- noise
    def ou(s, tau, sig, n=None):
        n = n or s.n; a = np.exp(-DT / tau)
        w = s.r.standard_normal(n)
        return lfilter([np.sqrt(1 - a * a) * sig], [1, -a], w, zi=[a * s.r.normal() * sig])[0]
    def wn(s, sig, n=None):
        return s.r.standard_normal(n or s.n) * sig
    # --- faults
    def place(s, kinds, begin, end, conds):
        """one after another or overlapping between begin and end; windows are moved until the condition shows"""
        s.conds = conds
        r = s.rf
        slot = (end - begin) / max(1, len(kinds)); short = min(1, slot / 200)
        key = lambda sp: sp.grp or (sp.timing['topics'][0] if sp.timing else sp.kind)
        def clash(sp, x, y):
            ov = [f for f in s.faults if f.a < y and x < f.b]
            return len(ov) > 1 or any(key(f.spec) == key(sp) and f.a < y + 40 * short and x < f.b + 40 * short for f in s.faults) or any(min(y, f.b) - max(x, f.a) > .45 * (y - x) for f in ov)
        for i, kind in sorted(enumerate(kinds), key=lambda z: (s.lib[z[1]].cond in (None, 'scrub', 'drive', 'spray', 'move', 'hold'), z[0])):    # rare conditions first
            sp = s.lib[kind]
            d = min(r.uniform(*sp.dur) * short, slot * 1.25 if not sp.where else 1e9, 358)
            a0 = begin + i * slot + r.uniform(0.02, 0.3) * slot
            shifts = [a0 + k * short for k in (0, 20, 40, -20, 60, 90, -50, 120, 150, -90, 180, 240, 300)]
            c = None
            if sp.cond:
                c = np.asarray(conds[sp.cond], float)
                up = np.where(np.diff(c > 0, prepend=False) & (c > 0))[0] * DT
                shifts += [u - r.uniform(5, 40) * short for u in r.permutation(up)]
            free = list(r.uniform(begin, end - d * .8, 60))
            ok = None
            for x in shifts + free:
                for dd in (d, min(d * 1.5, 358), d * .75):
                    y = min(x + dd, end + .08 * slot, s.dur - 20)
                    if x < begin or y - x < min(110, .6 * d) * (1 if short == 1 else .5) or clash(sp, x, y): continue
                    if c is not None and c[int(x / DT):int(y / DT)].sum() * DT < sp.need * short: continue
                    ok = (x, y); break
                if ok: break
            if not ok:
                s.dropped.append(kind)
                continue
            f = Fault(sp, round(ok[0], 2), round(ok[1], 2), r)
            if c is not None:
                f.seen = f.a + float(np.argmax(c[int(f.a / DT):int(f.b / DT)] > 0)) * DT
            s.faults.append(f)
        s.faults.sort(key=lambda f: f.a)
        return s
    def shown(s, kind):
        """from the first moment the condition shows"""
        m = np.zeros(s.n, bool)
        for f in s.fs(kind): m[int((f.seen or f.a) / DT):int(f.b / DT)] = True
        return m
    def fs(s, kind):
        assert kind in s.lib, kind
        return [f for f in s.faults if f.spec.kind == kind]
    def w(s, kind, ramp=None):
        """0..mag over the grid; ramp: seconds to grow (None: at once; 0<ramp<1: that part of the window)"""
        x = np.zeros(s.n)
        for f in s.fs(kind):
            i, j = int(f.a / DT), int(f.b / DT)
            x[i:j] = f.mag
            if ramp:
                T = ramp if ramp > 1 else ramp * (f.b - f.a)
                x[i:j] *= np.minimum(1, np.arange(j - i) * DT / T)
        return x
    def on(s, kind):
        return s.w(kind) != 0
    # --- publishing
    def topic(s, topic, typ):
        if topic not in s.topics:
            s.topics[topic] = typ
    def clock(s, topic, rate, jit=.03, lat=.004, start=None, stop=None):
        r = s.r
        a = s.r.uniform(.2, 6) if start is None else start
        n = int((min(stop or s.dur, s.dur - .2) - a) * rate)
        ts = a + (np.arange(n) + np.clip(r.normal(0, jit, n), -.4, .4)) / rate
        keep = r.random(n) > 5e-5
        hic = r.random(n) < 1 / (2500. * rate)                       # a short hiccup now and then
        age = lat * np.exp(r.normal(0, .35, n)) + hic * r.uniform(.03, .12, n)
        st, tv = ts.copy(), ts.copy()
        for f in s.faults:
            tm = f.spec.timing
            if not tm or topic not in tm['topics']:
                continue
            m = (ts >= f.a) & (ts < f.b); mode = tm['mode']
            if mode == 'half': keep &= ~(m & (np.arange(n) % 2 == 1))
            elif mode == 'third': keep &= ~(m & (np.arange(n) % 3 != 0))
            elif mode == 'silent': keep &= ~m
            elif mode == 'drop': keep &= ~(m & (lfilter([.3], [1, -.7], r.random(n)) > 1 - .5 * tm.get('p', .45) / .45))
            elif mode == 'age': age = age + m * tm['by'] * f.mag * (1 + .12 * r.standard_normal(n))
            elif mode == 'clock': st = st + m * tm['by'] * f.mag
            elif mode == 'stale': tv = np.where(m, f.a, tv)
            elif mode == 'burst':
                k = np.ceil(ts / tm['by']) * tm['by']
                age = np.where(m, age + np.clip(k - ts, 0, tm['by']), age)
        tp = np.maximum.accumulate(np.where(keep, ts + age, 0))
        tp = np.maximum(tp, ts)
        ok = keep & (tp < s.dur)
        return tv[ok], tp[ok] + np.arange(ok.sum()) * 1e-7, st[ok]
    def ns(s, t):
        return np.int64(s.t0) * 10**9 + np.rint(np.asarray(t) * 1e9).astype(np.int64)
    def pub(s, topic, typ, rate, cols=None, const=None, frame=None, **kw):
        """cols: path -> grid array (n,) or (n,k), or callable(t_values)->array"""
        s.topic(topic, typ)
        ts, tp, st = s.clock(topic, rate, **kw)
        idx = np.minimum((ts / DT).astype(int), s.n - 1)
        c = {}
        for p, a in (cols or {}).items():
            c[p] = a(ts) if callable(a) else a[idx]
        const = dict(const or {})
        fields = [f[0] for f in TS.fielddefs[typ][1]]
        hp = 'header.stamp' if 'header' in fields else 'stamp' if 'stamp' in fields else None
        if hp:
            n = s.ns(st)
            c[hp + '.sec'], c[hp + '.nanosec'] = n // 10**9, n % 10**9
            if hp == 'header.stamp':
                const['header'] = {'frame_id': frame or ''}
        s.msgs.append((topic, s.ns(tp), encode_cols(typ, const, c, len(ts))))
    def event(s, topic, typ, items):
        """items: (t, dict); header stamp filled"""
        s.topic(topic, typ)
        fields = [f[0] for f in TS.fielddefs[typ][1]]
        T, B = [], []
        for t, d in sorted(items, key=lambda x: x[0]):
            if not 0 <= t < s.dur: continue
            n = int(s.ns(t))
            if 'header' in fields:
                d = dict(d, header=dict(d.get('header', {}), stamp={'sec': n // 10**9, 'nanosec': n % 10**9}))
            elif 'stamp' in fields:
                d = dict(d, stamp={'sec': n // 10**9, 'nanosec': n % 10**9})
            T.append(n + 2_000_000); B.append(encode(typ, d))
        s.msgs.append((topic, np.array(T, np.int64), B))
    # --- texts
    def log(s, t, level, node, msg):
        s.logs.append((t, level, node, msg))
    def startup(s, lines, t=1.0):
        u = s.ctx.get('upd', 0)
        lines = [('bringup', 20, f'software 4.{2 + u}.{1 + 3 * u}')] + lines
        for node, lv, m in lines:
            t += s.r.uniform(.05, 1.6)
            s.log(t, lv, node, speaker(s.r, m))
    def sometimes(s, per_hour, node, lv, msg, after=0, cond=None):
        """routine messages at random moments"""
        for _ in range(s.r.poisson(per_hour * (s.dur - after) / 3600)):
            t = s.r.uniform(after, s.dur)
            if cond is None or cond[min(int(t / DT), s.n - 1)]:
                s.log(t, lv, node, speaker(s.r, msg))
    def diag(s, name, hw, values, level=None, message='OK', extra=None):
        """values: key -> (grid array, format); level: grid array 0..2; extra: {level: message}"""
        s.diags.append((name, hw, values, level, message, extra or {}))
    def finish_texts(s):
        for f in s.faults:
            sp = f.spec
            if not sp.say: continue
            t, n = f.a + sp.hush * (f.b - f.a) + s.rf.uniform(.3, 2.5), 0
            if f.seen: t = max(t, f.seen + .5)
            while t < f.b:
                node, lv, m = sp.say[n % len(sp.say) if n < len(sp.say) else s.rf.integers(len(sp.say))]
                s.log(t, lv, node, speaker(s.rf, m, s.vals, min(int(t / DT), s.n - 1))); n += 1
                t += s.rf.uniform(*sp.every)
        LT = [(t, dict(level=lv, name=nd, msg=m, file=f'src/{nd.split(".")[-1]}.cpp', function='run', line=40 + hash_(nd + m[:6]) % 400))
              for t, lv, nd, m in s.logs]
        s.event('/rosout', 'rcl_interfaces/msg/Log', LT)
        ts, tp, st = s.clock('/diagnostics', 1, start=3.)
        s.topic('/diagnostics', 'diagnostic_msgs/msg/DiagnosticArray')
        B = []
        for a, b in zip(ts, st):
            i = min(int(a / DT), s.n - 1); n = int(s.ns(b)); sts = []
            for name, hw, vals, lev, msg, extra in s.diags:
                lv, m = (0, msg) if lev is None else (int(lev[i]), msg)
                if lv: m = extra.get(lv, m)
                for f in s.faults:
                    if f.spec.diag and f.spec.diag[0] == name and max(f.a + f.spec.hush * (f.b - f.a), f.seen or 0) + 1 < a < f.b:
                        lv, m = f.spec.diag[1], speaker(s.rf, f.spec.diag[2], s.vals, i)
                sts.append(dict(level=lv, name=name, message=m, hardware_id=hw,
                                values=[dict(key=k, value=format(float(v[i]), fm) if isinstance(v, np.ndarray) else str(v))
                                        for k, (v, fm) in vals.items()]))
            B.append(encode('diagnostic_msgs/msg/DiagnosticArray', dict(header=dict(stamp=dict(sec=n // 10**9, nanosec=n % 10**9)), status=sts)))
        s.msgs.append(('/diagnostics', s.ns(tp), B))
    # --- output
    def write(s, path):
        s.finish_texts()
        os.makedirs(os.path.dirname(path), exist_ok=True)
        names = list(s.topics)
        T = np.concatenate([m[1] for m in s.msgs]); I = np.concatenate([np.full(len(m[1]), names.index(m[0])) for m in s.msgs])
        B = [b for m in s.msgs for b in m[2]]
        order = np.argsort(T, kind='stable')
        with open(path, 'wb') as fh:
            w = Writer(fh, chunk_size=1 << 20, compression=CompressionType.ZSTD)
            w.start('ros2', library='gen-A')
            sid, cid = {}, []
            for nme, typ in s.topics.items():
                if typ not in sid:
                    sid[typ] = w.register_schema(typ, 'ros2msg', schema(typ).encode())
                cid.append(w.register_channel(nme, 'cdr', sid[typ], {'offered_qos_profiles': ''}))
            seq = [0] * len(names)
            for o in order.tolist():
                c = int(I[o]); t = int(T[o]); seq[c] += 1
                w.add_message(cid[c], t, B[o], t, seq[c])
            w.finish()
        return len(B), float(s.dur)
    def truth(s):
        out = []
        for k, f in enumerate(s.faults):
            sp = f.spec
            out.append(dict(id=f'{s.robot}/{s.name}/{k + 1}:{sp.kind}', kind=sp.kind, session=s.name, start=round(s.t0 + f.a, 3),
                            end=round(s.t0 + f.b, 3), silent=sp.silent, step=sp.step, words=sp.words, magnitude=f.mag, topics=list(sp.topics),
                            fields=list(sp.fields), parts=list(sp.parts), speakers=sorted({x[0] for x in sp.say or []} | ({sp.diag[0]} if sp.diag else set())), consequences=list(sp.cons), where=sp.where or sp.cond,
                            first_visible=round(s.t0 + (f.seen if f.seen else f.a), 3)))
        return out


def hash_(x):
    h = 7
    for c in x: h = (h * 31 + ord(c)) & 0xffff
    return h


# ------------------------------------------------------------------ things several robots have
def goals(s, items, topic='/navigate_to_pose/_action/status'):
    """items: (t_start, t_end, status 4 ok/6 abort/5 cancel) -> GoalStatusArray events"""
    ev = []; last = []
    for k, (a, b, st) in enumerate(items):
        uid = list(s.r.integers(0, 255, 16)); n = int(s.ns(a))
        g = dict(goal_info=dict(goal_id=dict(uuid=uid), stamp=dict(sec=n // 10**9, nanosec=n % 10**9)))
        last = last[-2:]
        ev.append((a, dict(status_list=last + [dict(g, status=1)]))); ev.append((a + .03, dict(status_list=last + [dict(g, status=2)])))
        last = last + [dict(g, status=st)]
        ev.append((b, dict(status_list=list(last))))
    s.event(topic, 'action_msgs/msg/GoalStatusArray', ev)


def pose2d(v, w, x0=0., y0=0., a0=0.):
    th = a0 + np.cumsum(w) * DT
    return x0 + np.cumsum(v * np.cos(th)) * DT, y0 + np.cumsum(v * np.sin(th)) * DT, th


def quat(th):
    return np.sin(th / 2), np.cos(th / 2)


def imu_cols(s, v, w, rough, extra_z=0., gz_bias=0., speed_noise=.35, roll=0., pitch=0.):
    """acc and gyro of a ground vehicle; rough: floor roughness"""
    av = np.abs(v)
    ax = np.gradient(v, DT); n = s.n
    nz = rough * (.05 + speed_noise * np.minimum(av, 4))
    o = dict(ax=lag(ax, .06) + s.wn(.03) + s.wn(1) * nz * .5 + 9.81 * np.sin(pitch), ay=v * w + s.wn(.03) + s.wn(1) * nz * .5 - 9.81 * np.sin(roll),
             az=9.81 + s.wn(.03) + s.wn(1) * nz + extra_z)
    b = s.ru.normal(0, .0012, 3); ab = s.ru.normal(0, .03, 3)
    g = [np.gradient(roll, DT) if np.ndim(roll) else np.zeros(n), np.gradient(pitch, DT) if np.ndim(pitch) else np.zeros(n), w + gz_bias]
    g = [g[i] + b[i] + s.ou(300, .0004) + s.wn(.002) + s.wn(1) * nz * .02 for i in range(3)]
    z, ww = quat(np.cumsum(w) * DT + s.ou(400, .01))
    return {'linear_acceleration.x': q(o['ax'] + ab[0], .0024), 'linear_acceleration.y': q(o['ay'] + ab[1], .0024),
            'linear_acceleration.z': q(o['az'] + ab[2], .0024), 'angular_velocity.x': q(g[0], .0005), 'angular_velocity.y': q(g[1], .0005),
            'angular_velocity.z': q(g[2], .0005), 'orientation.z': z, 'orientation.w': ww}


def odom_cols(x, y, th, v, w, s):
    z, ww = quat(th)
    return {'pose.pose.position.x': x, 'pose.pose.position.y': y, 'pose.pose.orientation.z': z, 'pose.pose.orientation.w': ww,
            'twist.twist.linear.x': v + s.wn(.004) * (np.abs(v) > .01), 'twist.twist.angular.z': w + s.wn(.003) * (np.abs(v) + np.abs(w) > .01)}


def host(s, prefix, load=0., mem_extra=0., loop_extra=0., period_ms=20.):
    """/system topic: cpu, memory, temps, loop time.  returns nothing"""
    up = s.ru.uniform(24, 34); amb = s.ctx.get('amb', 22)
    spikes = lfilter([1], [1, -np.exp(-DT / 3)], s.r.random(s.n) < DT / 120) * 9
    upd = s.ctx.get('upd', 0)                                               # after the software update: a bit more of all
    cpu = np.clip(up + load + 4 * upd + s.ou(8, 2.5) + s.ou(200, 2) + spikes + 25 * np.exp(-s.t / 25), 3, 99.5)
    saw = (s.t % s.ru.uniform(240, 420)) / 300 * 18                         # caches and garbage collection
    mem = s.ru.uniform(2100, 2600) + 120 * upd + 160 * (1 - np.exp(-s.t / 90)) + saw + s.ou(20, 4) + mem_extra
    tmp = lag(amb + 18 + .35 * cpu, 120, amb + s.ctx.get('warm', 0) * 20 + 12)
    loop = period_ms * .31 + .05 * period_ms * cpu / 40 + np.abs(s.ou(.5, .03 * period_ms)) + loop_extra
    return {'cpu_pct': q(cpu, .1), 'mem_used_mb': q(mem, 1), 'soc_temp': q(tmp, .5), 'loop_time_us': np.rint(loop * 1000),
            'disk_free_gb': q(s.ctx.get('disk', 71.3) - s.t / 3600 * .8, .1), 'uptime_s': np.floor(s.ctx.get('uptime', 40) + s.t)}


def wifi(s, x=None, rtt_extra=0., loss=0.):
    rssi = -55 + s.ou(60, 3) + s.ou(4, 2) + (0 if x is None else 6 * np.sin(x / 7.))
    rtt = np.abs(9 + .25 * np.clip(-60 - rssi, 0, 40) + s.ou(1, 2.5)) + lfilter([1], [1, -.97], s.r.random(s.n) < DT / 90) * 35 + 2 + rtt_extra
    return {'rssi_dbm': np.rint(rssi), 'rtt_us': np.rint(rtt * 1000), 'tx_retries': s.r.poisson(np.clip(.4 + .05 * np.clip(-60 - rssi, 0, 30) + loss, 0, None)),
            'roams': np.floor(np.cumsum(s.r.random(s.n) < DT / 700))}


register('robot_host', """
MSG HostStatus
std_msgs/Header header
float32 cpu_pct
uint32 mem_used_mb
float32 soc_temp
uint32 loop_time_us
float32 disk_free_gb
uint32 uptime_s
MSG LinkStatus
builtin_interfaces/Time stamp
string ssid
int8 rssi_dbm
uint32 rtt_us
uint16 tx_retries
uint32 roams
""")
