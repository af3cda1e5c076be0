"""make.py --out DIR --seed N [--robot NAME] [--short] [--only first/1,life/4]"""
import argparse, importlib, json, os, sys, time
import numpy as np
from core import Sess
ROBOTS = ['forklift', 'sprayer', 'palletizer', 'scrubber']
DAY0 = 1772434800            # Mon 2026-03-02 07:00 UTC


def sessions(mod, seed, short):
    """(name, dur, begin of faults, end of faults, kinds, ctx, unit)"""
    k = .1 if short else 1
    r = np.random.default_rng([seed, 99])
    for i, kinds in enumerate(mod.FIRST, 1):
        ctx = dict(mod.CTX[1 + i % 3], **getattr(mod, 'FIRST_CTX', {}).get(i, {}))
        yield f'first/{i}', 3600 * k, 1200 * k, 3330 * k, [kinds[j] for j in r.permutation(len(kinds))], ctx, i - 1
    for i in range(1, 6):
        dur = 3600 if i == 4 else 2400 if i == 5 else float(r.integers(25, 40) * 60)
        kinds = [mod.LIFE4[j] for j in r.permutation(len(mod.LIFE4))] if i == 4 else []
        yield f'life/{i}', dur * k, 310 * k, 3330 * k, kinds, dict(mod.CTX[i], upd=int(i >= 3)), 10


def main():
    ap = argparse.ArgumentParser()
    ap.add_argument('--out', required=True); ap.add_argument('--seed', type=int, required=True)
    ap.add_argument('--robot', choices=ROBOTS); ap.add_argument('--short', action='store_true'); ap.add_argument('--only')
    a = ap.parse_args()
    for ri, robot in enumerate(ROBOTS):
        if a.robot and robot != a.robot: continue
        mod = importlib.import_module(robot)
        truth = dict(robot=robot, seed=a.seed, short=a.short, sessions={}, faults=[], never_showed=[])
        for si, (name, dur, b, e, kinds, ctx, unit) in enumerate(sessions(mod, a.seed, a.short)):
            if a.only and name not in a.only.split(','): continue
            c0 = time.time()
            t0 = DAY0 + ((a.seed * 13) % 60 + ri * 3 + (si + 3 if si >= len(mod.FIRST) else 20 * si)) * 86400 + [3100, 0, 21500, 9800, 30100][si % 5] + (a.seed * 7919 + si * 631) % 1500
            s = Sess(robot, name, a.seed, dur, t0, mod.LIB, dict(ctx), unit)
            mod.run(s, kinds, b, e)
            path = f'{a.out}/{robot}/{name}.mcap'
            n, d = s.write(path)
            truth['sessions'][name] = dict(start=t0, end=t0 + dur, messages=n, faults_from=t0 + min(f.a for f in s.faults) if s.faults else None)
            truth['faults'] += s.truth(); truth['never_showed'] += [f'{name}:{x}' for x in s.dropped]
            print(f'{path}: {n} messages, {n / d:.0f}/s, {os.path.getsize(path) / 1e6:.1f} MB, {time.time() - c0:.1f} s, {len(s.faults)} faults', flush=True)
        json.dump(truth, open(f'{a.out}/{robot}/truth.json', 'w'), indent=1)


if __name__ == '__main__':
    main()
