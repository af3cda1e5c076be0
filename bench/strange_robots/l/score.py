#!/usr/bin/env python3
"""Usage and rules: ../scoring.py. Healthy sessions of the life are here 1..3 and 5..10, and one line more is printed: FALSE findings whose first begin
lies in life/5..10 (with the hours of these) and in life/1..3."""
import glob, json, os, pathlib, sys
sys.path.append(str(pathlib.Path(__file__).resolve().parents[1]))
import scoring as score


def argument(name):
    return sys.argv[sys.argv.index(name) + 1] if name in sys.argv[:-1] else None


def later():
    """The extra line."""
    res = json.load(open(argument('--results'))) if argument('--results') else {}
    n, hours = dict(late=0, early=0), dict(late=0., early=0.)
    for p in sorted(glob.glob(os.path.join(argument('--data'), '*', 'truth.json'))):
        t = json.load(open(p)); fs = [f for f in t['faults'] if f['session'].startswith('life')]
        span = {k: [(s['begin'], s['end']) for s in t['sessions'] if s['session'] in ['life/%d' % x for x in ks]] for k, ks in (('late', range(5, 11)), ('early', range(1, 4)))}
        for k in span: hours[k] += sum(b - a for a, b in span[k]) / 3600
        for fi in res.get(t['robot'] + '/life', []):
            fi['_blob'] = score.blob(fi); bs = score.begins(fi)
            if not bs: continue
            if any(any(f['start'] - 10 <= b <= f['end'] + 60 + f['tail_s'] for b in bs) and score.names(fi, f, True) for f in fs): continue      # TRUE or NEUTRAL
            for k in span: n[k] += any(a <= min(bs) < b for a, b in span[k])
    print(f"false statements in life/5..10: {n['late']} in {hours['late']:.1f} h; in life/1..3: {n['early']} in {hours['early']:.1f} h")


if __name__ == '__main__':
    score.main('l')
    if argument('--data'): later()
