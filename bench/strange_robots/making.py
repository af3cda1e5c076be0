"""The make.py of the generators e to k: LETTER/make.py --out DIR --seed N [--robot NAME]: recordings of four robots, first hours and a life, with truth.json."""
import argparse, json, os, time
from multiprocessing import Pool
from lib import stream, write_mcap


NAMES, LIFE = (), 5       # modules of robots/, each with a class of its name; sessions of a life. Set by LETTER/make.py


def robots(only=None):
    import importlib
    return {k: getattr(importlib.import_module('robots.' + k), k.capitalize()) for k in NAMES if only in (None, k)}


def sessions(seed, name):
    """(session, unit, index, t0, duration) of the recordings of a robot."""
    r = stream(seed, name, 'calendar')
    base = 1767600000 + int(r.integers(0, 140)) * 86400      # some day after 2026-01-05
    out = []
    for k in (1, 2, 3):
        out.append((f'first/{k}', f'first{k}', k, base + k * 86400 * 2 + r.uniform(6, 15) * 3600, r.uniform(3540, 3640)))
    t = base + 12 * 86400 + 8 * 3600.
    for k in range(1, LIFE + 1):
        out.append((f'life/{k}', 'life', k, t, r.uniform(3540, 3640)))
        t += 3600 + (r.uniform(2, 9) * 3600 if r.random() < .4 else r.uniform(16, 90) * 3600)
    return [(a, b, c, round(d, 3), e) for a, b, c, d, e in out]


def simulate(cls, seed, s, faults=True):
    sim = cls(seed, s[1], s[0], s[2], s[3], s[4], faults)
    sim.build()
    sim.finish()
    return sim


def one(job):
    """All recordings of one robot, and its truth."""
    name, a = job
    cls, t = robots(name)[name], time.process_time()
    truth = dict(robot=name, sessions=[], faults=[])
    for s in sessions(a.seed, name):
        if a.session and a.session != s[0]: continue
        sim = simulate(cls, a.seed, s)
        path = os.path.join(a.out, name, s[0] + '.mcap')
        os.makedirs(os.path.dirname(path), exist_ok=True)
        write_mcap(path, sim.chans, {})
        truth['sessions'].append(dict(session=s[0], begin=s[3], end=round(s[3] + sim.dur, 3)))
        truth['faults'] += sim.truth()
        print(name, s[0], f'{sum(len(c[3]) for c in sim.chans) / sim.dur:.1f} msg/s, {len(sim.chans)} topics, {os.path.getsize(path) / 1e6:.1f} MB, cpu {time.process_time() - t:.1f} s', flush=True)
    with open(os.path.join(a.out, name, 'truth.json'), 'w') as f:
        json.dump(truth, f, indent=1)


def tables():
    """The tables of README.md."""
    for name, cls in robots().items():
        sim = simulate(cls, 1, sessions(1, name)[0], False)
        print(f'\n## {name}: topics\n\n| topic | type | msg/s |\n|---|---|---|')
        for c in sim.chans: print(f'| {c[0]} | {c[1]} | {len(c[3]) / sim.dur:.1f} |')
        ks = cls.KINDS.values(); ns = sum(k.silent for k in ks)
        print(f'\n## {name}: kinds ({ns} silent, {len(ks) - ns} spoken; {sum(k.cond for k in ks)} of the silent ones act only at a place or beyond a number)\n')
        print('| kind | silent | step | what | where |\n|---|---|---|---|---|')
        for n, k in cls.KINDS.items(): print(f"| {n} | {'yes' if k.silent else 'no'} | {'step' if k.step else 'ramp'} | {k.words} | {k.where}; {', '.join(k.topics)} |")


def main():
    p = argparse.ArgumentParser()
    p.add_argument('--out'); p.add_argument('--seed', type=int); p.add_argument('--tables', action='store_true'); p.add_argument('--robot')
    p.add_argument('--session')
    a = p.parse_args()
    if a.tables: return tables()
    if not a.out or a.seed is None: p.error('--out and --seed, or --tables')
    with Pool(2) as pool:
        pool.map(one, [(k, a) for k in robots(a.robot)], 1)
