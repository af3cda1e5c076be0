"""Write MCAP sessions of robots with faults, and their truth. See README.md."""
import argparse, importlib, json, time
from pathlib import Path
from core import Sim, schedule

ROBOTS = ['usv', 'excavator', 'gantry', 'quadruped']
SESSIONS = ['first/1', 'first/2', 'first/3', 'life/1', 'life/2', 'life/3', 'life/4', 'life/5']


def build(robot, session, seed, out=None, short=False, keep=False, nofault=False):
    mod = importlib.import_module(robot)
    c = mod.cond(session)
    dur = c['dur'] * (8 / 60 if short else 1)
    F = [] if nofault else schedule(mod.FAULTS, robot, session, seed, dur)
    s = Sim(mod, robot, session, seed, dur, c['t0'] + 0.137 * seed % 1, c, F, out, keep)
    mod.simulate(s)
    s.finish()
    return s


if __name__ == '__main__':
    ap = argparse.ArgumentParser()
    ap.add_argument('--out', required=True)
    ap.add_argument('--seed', type=int, default=1)
    ap.add_argument('--robot', choices=ROBOTS)
    ap.add_argument('--session', help='only this one, as life/1 (truth is still written for all)')
    ap.add_argument('--short', action='store_true', help='some minutes a session, for a smoke test')
    a = ap.parse_args()
    for rb in [a.robot] if a.robot else ROBOTS:
        truth, info = [], []
        for se in SESSIONS:
            if a.session and se != a.session:
                continue
            w = time.time()
            out = Path(a.out) / rb / f'{se}.mcap'
            s = build(rb, se, a.seed, out, a.short)
            truth += s.truth()
            info.append(dict(session=se, begin=s.t0, end=s.t0 + s.dur, messages=s.count))
            print(f'{rb}/{se}: {s.count} messages, {out.stat().st_size / 1e6:.1f} MB, {s.count / s.dur:.0f}/s, {len(s.faults)} faults, {time.time() - w:.1f} s', flush=True)
        (Path(a.out) / rb / 'truth.json').write_text(json.dumps(dict(robot=rb, seed=a.seed, sessions=info, faults=truth), indent=1))
