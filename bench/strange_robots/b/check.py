"""Dev tool: visibility of each fault. Same session with and without faults; every numeric field in the window
against its own healthy life (robust scale). Usage: check.py ROBOT [SESSION] [SEED]"""
import sys
import numpy as np
from make import build, SESSIONS


def feats(ts, v, a, b, win=20.):
    """window means, stds and difference-stds of a field between a and b"""
    o = []
    for c in np.arange(a, b - win + .1, win):
        w = v[(ts >= c) & (ts < c + win)]
        if len(w) > 1:
            o.append((w.mean(), w.std(), np.diff(w).std(), np.abs(w).max()))
        else:
            o.append((np.nan,) * 4)
    return np.array(o) if o else np.zeros((0, 4))


def columns(s):
    for tp, (ts, st, cols) in s.cols.items():
        yield tp, '#dt', ts[1:], np.diff(ts)
        yield tp, '#age', ts, ts - st
        for k, v in cols.items():
            v = np.asarray(v)
            if v.ndim == 0 or v.dtype.kind not in 'fiub':
                continue
            if v.ndim == 1:
                yield tp, k, ts, v.astype(float)
            else:
                for j in range(v.shape[1]):
                    yield tp, f'{k}[{j}]', ts, v[:, j].astype(float)


if __name__ == '__main__':
    rb, seed = sys.argv[1], int(sys.argv[3]) if len(sys.argv) > 3 else 1
    for se in ([sys.argv[2]] if len(sys.argv) > 2 and sys.argv[2] != '-' else [x for x in SESSIONS if x[:5] == 'first' or x == 'life/4']):
        f, h = build(rb, se, seed, keep=True), build(rb, se, seed, keep=True, nofault=True)
        H = {(a, b): (ts, v) for a, b, ts, v in columns(h)}
        for k, (a, b, m) in sorted(f.faults.items(), key=lambda x: x[1]):
            sp, res = f.mod.FAULTS[k], []
            for tp, fd, ts, v in columns(f):
                hts, hv = H[(tp, fd)]
                X, Y = feats(ts, v, a, b), feats(hts, hv, 60, f.dur)
                if not len(X) or not len(Y):
                    if not len(X[~np.isnan(X[:, 0])]):
                        res.append((99, tp, fd, 'gone'))
                    continue
                lo, hi = np.nanpercentile(Y, 1, 0), np.nanpercentile(Y, 99, 0)
                sc = np.maximum(hi - lo, 1e-9 + 1e-3 * np.abs(hi))
                ex = np.nanmax(np.maximum(X - hi, lo - X) / sc, 0) if not np.isnan(X).all() else np.full(4, 99)
                j = int(np.nanargmax(ex))
                res.append((min(ex[j], 99), tp, fd, ('mean', 'std', 'dstd', 'max')[j]))
            res.sort(reverse=True)
            mine = [z for z in res if z[1] in sp['topics']]
            fmt = lambda L: '; '.join(f'{z[1]}.{z[2]} {z[3]} {z[0]:.1f}' for z in L)
            print(f'{se} {a:6.0f}-{b:6.0f} {k} {"SIL" if sp["silent"] else "spk"} vis={f.vis.get(k)}\n    own: {fmt(mine[:4])}\n    all: {fmt([z for z in res if z not in mine][:6])}')
