"""Score findings against the truth.  score.py --data DIR (--results RESULTS.json | --oracle [OUT.json] | --empty)

RULES (fixed)
1.  RESULTS.json: {"<robot>/first/<k>": [finding...], "<robot>/life": [finding...]}; a finding is {"text", "component", "topics": [..],
    "fields": [..], "times": [[begin_unix, end_unix|null]...], "confidence"}. Robots without any truth.json in DIR are ignored; runs of
    robots in DIR that are missing from RESULTS count as empty.
2.  A finding TELLS a fault if one of its begin times lies in [start-10 s, end+60 s] and it NAMES it.
3.  Naming, all case-insensitive, on words (everything that is no letter or digit separates words; a key must be found as whole,
    consecutive words in text, component, topics or fields):
      - a topic of the fault, or - a part of the fault, or
      - a field of the fault; single generic field names (GENERIC below) do not count alone; and a finding that lists topics none of which
        is the fault's is not matched by a field (the same field name may exist on other topics).
4.  A finding that tells at least one fault is TRUE. One that tells none is NEUTRAL if a begin time lies in
    [start-10 s, end+60 s+tail_s] of a fault and it names that fault's topics, parts, fields or `consequences`. Otherwise it is FALSE.
5.  A fault whose condition never came up in its time (`exposed` false in the truth) counts neither for nor against recall.
6.  recall = told / exposed faults, for silent first, silent life, spoken. precision = TRUE / (TRUE + FALSE), each finding once.
    score = harmonic mean of the recall over all faults and precision (0 if there is no finding).
7.  Healthy falses: FALSE findings with a begin time in life/1-3, life/5, or in first/* and life/4 before the first fault (end of
    session inclusive 60 s of slack).
8.  Delay: for step faults that are told: max(0, first begin time in [start-10, end+60] of any finding that tells it - first_visible).
9.  For information only: `stray` begin times, i.e. begin times of TRUE findings that lie in no window of rule 4 that they name;
    and precision at confidence >= 0.5.
"""
import argparse
import json
import re
import statistics
from pathlib import Path

GENERIC = {'rate', 'status', 'state', 'stamp', 'age', 'latency', 'header stamp', 'status list', 'position', 'velocity', 'effort', 'current', 'voltage', 'temperature', 'code', 'contact', 'mode', 'step', 'flags', 'outcome', 'inputs', 'st'}


def norm(s):
    return ' ' + ' '.join(re.findall(r'[a-z0-9]+', str(s).lower())) + ' '


def words(f):
    return norm(' | '.join([f.get('text') or '', f.get('component') or '', *map(str, f.get('topics') or []), *map(str, f.get('fields') or [])]))


def has(hay, key):
    k = norm(key)
    return k.strip() != '' and k in hay


def names(find, hay, T):
    if any(has(hay, k) for k in T['topics'] + T['parts']):
        return True
    if find.get('topics'):
        return False
    return any(norm(k).strip() not in GENERIC and has(hay, k) for k in T['fields'])


def cons(hay, T):
    return any(has(hay, k) for k in T['consequences'])


def begins(f):
    return [float(t[0]) for t in f.get('times') or [] if t and t[0] is not None]


def evaluate(data, results):
    rows, told, healthy_s = [], {}, 0.
    faults, slots = [], {}
    for p in sorted(Path(data).glob('*/truth.json')):
        tr = json.loads(p.read_text())
        rb = tr['robot']
        for T in tr['faults']:
            T['run'] = f'{rb}/life' if T['session'].startswith('life') else f'{rb}/{T["session"]}'
            faults.append(T)
        for s in tr['sessions']:
            run = f'{rb}/life' if s['session'].startswith('life') else f'{rb}/{s["session"]}'
            first = min([T['start'] for T in tr['faults'] if T['session'] == s['session']], default=None)
            e = s['end'] + 60 if first is None else first - 10
            healthy_s += min(e, s['end']) - s['begin']
            slots.setdefault(run, []).append((s['begin'] - 60, e, s['session']))
    for run in slots:
        mine = [T for T in faults if T['run'] == run]
        for f in results.get(run, []):
            hay, bs = words(f), begins(f)
            hit, neutral, good = [], False, set()
            for T in mine:
                nm = names(f, hay, T)
                w = [b for b in bs if T['start'] - 10 <= b <= T['end'] + 60]
                if nm and w:
                    hit.append(T)
                    d = min(w)
                    told[T['id']] = min(told.get(T['id'], 1e18), d)
                wide = [b for b in bs if T['start'] - 10 <= b <= T['end'] + 60 + T['tail_s']]
                if wide and (nm or cons(hay, T)):
                    neutral = True
                    good |= set(wide)
            kind = 'true' if hit else 'neutral' if neutral else 'false'
            hz = sorted({s for a, e, s in slots[run] for b in bs if a <= b < e}) if kind == 'false' else []
            rows.append(dict(run=run, kind=kind, finding=f, healthy=hz, stray=len(set(bs) - good) if hit else 0))
    return faults, rows, told, healthy_s


def main():
    ap = argparse.ArgumentParser()
    ap.add_argument('--data', required=True)
    ap.add_argument('--results')
    ap.add_argument('--oracle', nargs='?', const='', default=None, help='score a perfect result (and write it)')
    ap.add_argument('--empty', action='store_true')
    ap.add_argument('--quiet', action='store_true', help='numbers only')
    a = ap.parse_args()
    if a.oracle is not None:
        res = {}
        for p in sorted(Path(a.data).glob('*/truth.json')):
            for T in json.loads(p.read_text())['faults']:
                run = f'{T["robot"]}/life' if T['session'].startswith('life') else f'{T["robot"]}/{T["session"]}'
                if T['exposed']:
                    res.setdefault(run, []).append(dict(text=T['words'], component=T['parts'][0], topics=T['topics'][:1], fields=T['fields'][:1], times=[[T['first_visible'], T['end']]], confidence=1.))
        if a.oracle:
            Path(a.oracle).write_text(json.dumps(res, indent=1))
    else:
        res = {} if a.empty else json.loads(Path(a.results).read_text())
    faults, rows, told, hs = evaluate(a.data, res)
    ex = [T for T in faults if T['exposed']]
    rec = lambda L: (f'{sum(T["id"] in told for T in L)}/{len(L)}' + (f' = {sum(T["id"] in told for T in L) / len(L):.3f}' if L else ''))
    sil = [T for T in ex if T['silent']]
    print('recall silent, first :', rec([T for T in sil if T['session'][:5] == 'first']))
    print('recall silent, life  :', rec([T for T in sil if T['session'][:5] != 'first']))
    print('recall spoken        :', rec([T for T in ex if not T['silent']]))
    for rb in sorted({T['robot'] for T in ex}):
        print(f'   {rb:11s} silent {rec([T for T in sil if T["robot"] == rb])}, spoken {rec([T for T in ex if T["robot"] == rb and not T["silent"]])}')
    n = {k: sum(r['kind'] == k for r in rows) for k in ('true', 'neutral', 'false')}
    prec = lambda R: sum(r['kind'] == 'true' for r in R) / max(1, sum(r['kind'] != 'neutral' for r in R))
    print(f'findings: {n["true"]} true, {n["neutral"]} neutral, {n["false"]} false; precision {prec(rows):.3f} (confidence >= 0.5: {prec([r for r in rows if float(r["finding"].get("confidence") or 0) >= .5]):.3f}); stray begin times of true findings {sum(r["stray"] for r in rows)}')
    hf = [r for r in rows if r['healthy']]
    print(f'false findings in healthy hours: {len(hf)} in {hs / 3600:.1f} h = {len(hf) / max(hs / 3600, 1e-9):.2f} an hour')
    ds = [max(0, told[T['id']] - T['first_visible']) for T in ex if T['step'] and T['id'] in told]
    print(f'median delay of step faults: {statistics.median(ds):.1f} s (of {len(ds)})' if ds else 'median delay of step faults: -')
    r_ = sum(T['id'] in told for T in ex) / max(1, len(ex))
    p_ = prec(rows)
    print(f'score: {2 * r_ * p_ / (r_ + p_) if r_ + p_ else 0.:.3f} (recall {r_:.3f}, precision {p_:.3f})')
    if not a.quiet:
        un = [T['id'] for T in faults if not T['exposed']]
        print('never exposed (not counted):', ', '.join(un) or '-')
        print('MISSED')
        for T in ex:
            if T['id'] not in told:
                print(f'   {T["id"]:24s} {"silent" if T["silent"] else "spoken"} {T["kind"]}: {T["words"]} [{T["start"]:.0f}..{T["end"]:.0f}] {", ".join(T["topics"])}')
        print('FALSE')
        for r in rows:
            if r['kind'] == 'false':
                f = r['finding']
                print(f'   {r["run"]:20s} {"healthy " + ",".join(r["healthy"]) if r["healthy"] else "during other faults or between"}: {f.get("text", "")[:150]} {begins(f)[:3]}')


if __name__ == '__main__':
    main()
