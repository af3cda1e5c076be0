#!/usr/bin/env python3
"""check.py --data DIR [--stride N] | --seed N [--robot NAME] | --kinds N [--robot NAME]

--data DIR: every MCAP opens, every message (or every N-th) deserialises with rosbags from the embedded definition; faults only in
            first/* and life/4; texts, status levels and flags speak only of spoken faults.
            --seed and --kinds also compare /rosout, /diagnostics and error fields (FLAGS) of silent faults byte by byte with the session
            without faults, and print topics that change although the truth does not name them (also: ...).
--seed N:   each silent fault of the seed against the same session without faults (same random streams): the effect in the named
            fields within the exposed time, over the sample noise (noise), the spread of the whole hour (hour) and the spread in the
            same time without the fault, about the level of the surrounding 10 s (shown, robust) and as a whole (all, standard deviation).
--kinds N:  the same for every kind of the robots, one at a time, with magnitude 1.
"""
import argparse, glob, json, os, re, sys, time
import numpy as np
from make import robots, sessions
from lib import DT


def cols(arr, path):
    names = arr.dtype.names
    out = {}
    m = re.match(r'(.*)\[(\d+)\]$', path)
    if path in names: out[path] = arr[path]
    elif m and m.group(1) in names: out[path] = arr[m.group(1)][:, int(m.group(2))]
    else:
        for n in names:
            if n.endswith('.' + path) or n.startswith(path + '.'): out[n] = arr[n]
    res = {}
    for k, v in out.items():
        v = np.asarray(v, float)
        if v.ndim == 2: res.update({f'{k}[{i}]': v[:, i] for i in range(v.shape[1])})
        else: res[k] = v
    return res


def local(y, st, m):
    """Natural spread in the shown time: of the healthy signal about its level of the surrounding 10 s (robust)."""
    from scipy.ndimage import median_filter
    k = max(3, int(10 / max(np.median(np.diff(st)), 1e-3)) | 1)
    return 1.4826 * np.median(np.abs(y - median_filter(y, k))[m])


def effect(A, B, k, s):
    best = (0, 0, '-', 0, 0, 0)
    for tp in k.topics:
        if tp not in A.values: continue
        (sa, ra, a), (sb, rb, b) = A.values[tp], B.values[tp]
        na, nb = ((sa > s['start']) & (sa < s['end'])).sum(), ((sb > s['start']) & (sb < s['end'])).sum()
        if nb and na / nb < .8: return (99, 99, f'{tp} lost {1 - na / nb:.0%}', 99, 99, 99)
        ia = (sa > s['start']) & (sa < s['end'])
        if np.median((ra - sa)[ia]) > .3: return (99, 99, f'{tp} age {np.median((ra - sa)[ia]):.2f} s', 99, 99, 99)
        _, i, j = np.intersect1d(np.round(sa, 6), np.round(sb, 6), return_indices=True)
        st = sa[i]
        m = s['shown'][np.clip((st / DT).astype(int), 0, len(s['shown']) - 1)]
        if not m.any(): continue
        for f in k.fields:
            ca, cb = cols(a, f), cols(b, f)
            for n in ca:
                x, y = ca[n][i], cb[n][j]
                d = (x - y)[m]
                noise = np.std(np.diff(y)[m[1:]]) / 1.414 if m.sum() > 3 else 1
                e, sp = np.sqrt(np.mean(d**2)), max(np.std(y), 1e-9)
                if e == 0: continue
                r1 = e / max(noise, 1e-9) if noise > 0 else 99.
                r2 = e / sp
                sc = min(r1 / 2, r2 / .3)
                if sc > best[3]: best = (r1, r2, f'{tp} {n} rms {e:.3g}', sc, e / max(np.std(y[m]), noise, 1e-9), e / max(local(y, st, m), noise, 1e-9))
    return best


def texts(sim):
    return {c[0]: b''.join(c[5]) for c in sim.chans if c[0] in ('/rosout', '/diagnostics')}


def quiet(name, ses, A, B, bad):
    """Texts and error fields are the same with and without the (silent) faults."""
    ta, tb = texts(A), texts(B)
    for k in ta:
        if ta[k] != tb[k]: bad.append((name, ses, list(A.sev), 'speaks in ' + k))
    for tp, fld in A.FLAGS:
        (sa, _, a), (sb, _, b) = A.values[tp], B.values[tp]
        _, i, j = np.intersect1d(np.round(sa, 6), np.round(sb, 6), return_indices=True)
        if (a[fld][i] != b[fld][j]).any(): bad.append((name, ses, list(A.sev), f'changes {tp} {fld}'))


def others(A, B, k, s):
    """Changed topics that the truth does not name."""
    out = []
    for tp in A.values:
        if tp in k.topics or tp in k.cons: continue
        (sa, _, a), (sb, _, b) = A.values[tp], B.values[tp]
        if len(sa) != len(sb): out.append(tp + ' count'); continue
        for n in a.dtype.names:
            if n.startswith('header'): continue
            x, y = np.asarray(a[n], float), np.asarray(b[n], float)
            if x.ndim == 1: x, y = x[:, None], y[:, None]
            for j in range(x.shape[1]):
                e = np.sqrt(np.mean((x[:, j] - y[:, j])[(sa > s['start']) & (sa < s['end'] + 200)]**2))
                no = np.std(np.diff(y[:, j])) / 1.414
                if e > .8 * no and e > .12 * np.std(y[:, j]): out.append(f'{tp} {n}[{j}] {e / max(no, 1e-9):.1f}')
    return out


def report(name, ses, A, B, bad, only=False):
    for s in A.sched:
        k = A.KINDS[s['kind']]
        if not k.silent or not s['exposed']: continue
        r = effect(A, B, k, s)
        flag = '' if r[0] >= 2 and max(r[4], r[5]) >= 2 else ('  weak' if r[3] >= .5 else '  WEAK')
        if flag: bad.append((name, ses, s['kind']))
        print(f"{name:8s} {ses:8s} {s['kind']:18s} exposed {s['exposed_s']:5.0f} s  noise x{min(r[0], 99):5.1f}  hour x{min(r[1], 99):5.2f} shown x{min(r[5], 99):5.2f} all x{min(r[4], 99):5.2f}  {r[2]}{flag}" + (f"  also: {others(A, B, k, s)}" if only and others(A, B, k, s) else ''), flush=True)


def main():
    p = argparse.ArgumentParser()
    p.add_argument('--data'); p.add_argument('--stride', type=int, default=1); p.add_argument('--seed', type=int); p.add_argument('--kinds', type=int); p.add_argument('--robot'); p.add_argument('--session')
    a = p.parse_args()
    bad = []
    if a.seed is not None:
        for name, cls in robots(a.robot).items():
            for s in sessions(a.seed, name):
                if s[1] == 'life' and s[2] != 4: continue
                A, B = (cls(a.seed, s[1], s[0], s[2], s[3], s[4], x) for x in (True, False))
                A.build(); B.build()
                report(name, s[0], A, B, bad)
                Q = cls(a.seed, s[1], s[0], s[2], s[3], s[4], True)                  # the silent ones alone
                Q.sched = [x for x in Q.sched if Q.KINDS[x['kind']].silent]; Q.sev = {x['kind']: x['sev'] for x in Q.sched}
                Q.build(); Q.finish(); B.finish()
                quiet(name, s[0], Q, B, bad)
    if a.kinds is not None:
        for name, cls in robots(a.robot).items():
            s = next(x for x in sessions(a.kinds, name) if x[0] == (a.session or 'first/2'))
            B = cls(a.kinds, s[1], s[0], s[2], s[3], s[4], False); B.build(); B.finish()
            for kind, k in cls.KINDS.items():
                if not k.silent: continue
                A = cls(a.kinds, s[1], s[0], s[2], s[3], s[4], False)
                st, en = 1500., 2040.
                pr = ((A.t >= st) & (A.t < en)).astype(float)
                if not k.step: pr *= np.clip((A.t - st) / (.6 * (en - st)), 0, 1)
                shown = (pr > (0 if k.step else .35)) & A.seen(kind)
                A.sched = [dict(kind=kind, start=st, end=en, sev=pr, mag=1., shown=shown, exposed_s=shown.sum() * DT, exposed=shown.sum() * DT > 1)]
                A.sev = {kind: pr}
                A.build(); A.finish()
                quiet(name, s[0], A, B, bad)
                if not A.sched[0]['exposed']: print(name, kind, 'not exposed in this window'); continue
                report(name, s[0], A, B, bad, True)
    if a.data:
        from mcap.reader import make_reader
        from rosbags.typesys import Stores, get_typestore, get_types_from_msg
        for tf in sorted(glob.glob(os.path.join(a.data, '*', 'truth.json'))):
            tr = json.load(open(tf)); name = tr['robot']
            if a.robot and name != a.robot: continue
            assert all(f['session'].startswith('first') or f['session'] == 'life/4' for f in tr['faults'])
            for se in tr['sessions']:
                path = os.path.join(os.path.dirname(tf), se['session'] + '.mcap')
                ts = get_typestore(Stores.EMPTY)
                fs = [f for f in tr['faults'] if f['session'] == se['session']]
                spoken = [(f['start'], f['end'] + 2) for f in fs if not f['silent']]
                n, last = 0, 0
                with open(path, 'rb') as fh:
                    rd = make_reader(fh)
                    sm = rd.get_summary()
                    for sc in sm.schemas.values():
                        new = get_types_from_msg(sc.data.decode(), sc.name)
                        ts.register({k: v for k, v in new.items() if k not in ts.fielddefs})
                    for sc, ch, m in rd.iter_messages():
                        n += 1
                        assert m.log_time >= last; last = m.log_time
                        slow = ch.topic in ('/rosout', '/diagnostics')
                        if n % a.stride and not slow: continue
                        x = ts.deserialize_cdr(m.data, sc.name)
                        tsec = m.log_time / 1e9
                        ins = any(b <= tsec <= e for b, e in spoken)
                        if ch.topic == '/rosout' and x.level >= 40 and not ins: bad.append((path, 'text', x.msg))
                        if ch.topic == '/diagnostics' and not ins and any(s.level >= 2 for s in x.status): bad.append((path, 'diag', tsec))
                assert n == sm.statistics.message_count
                assert se['begin'] <= sm.statistics.message_start_time / 1e9 and last / 1e9 <= se['end'] + 1
                print(name, se['session'], n, 'messages', len(sm.channels), 'topics ok', flush=True)
    print('not passed:', bad)


if __name__ == '__main__':
    main()
