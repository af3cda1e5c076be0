"""score.py --data DIR (--results RESULTS.json | --oracle | --empty) [--json OUT]

RULES (fixed before any result was seen)
* RESULTS: {"<robot>/first/<k>": [finding..], "<robot>/life": [finding..]}; a missing key is an empty list.
  finding = {text, component, topics[], fields[], times[[begin, end|null]..], confidence}.  Confidence is not used.
* NAMES.  A finding names a fault (case does not matter) if
    topic: a topic of the fault is in finding.topics, or stands with its slash in the text, or is the component.  /rosout and /diagnostics are too general: they
           count only together with a part, a field or a speaker (node or diagnostic name) of the fault; or
    field: a field of the fault equals a finding field or is a suffix of it (or the other way round) at a '.' border.  Indices: '[3]' and '[]' and
           none agree, '[3]' and '[4]' do not.  Or the field stands in the text as a whole word.  Very common fields (GEN_F below: x, data, rate,
           status, state, velocity, current, error..) alone count only in finding.fields, and only if the finding names no topic outside those of the fault; or
    part:  a word of `parts` or `speakers` stands in text, component, topics or fields as a whole word ('_', '/', '.' and blanks are borders too).
* TELLS.  A finding tells a fault of its session (first) or of the memory's sessions (life) if it names it and one of its begin times lies in
  [start-10 s, end+60 s].  One finding may tell several faults.  A fault is recalled if a finding tells it.
* STRICT recall (information only): a field or a part must be named; the topic alone is not enough.
* NEUTRAL (neither true nor false): a finding that tells nothing, but
    - names an entry of `consequences` (topic, field or word) of a fault and begins in [start-10, end+60]; or
    - names a field or part of a fault that is not a step (heat, leak...) and begins in (end+60, end+300]: it is on its way back.
* FALSE: every other finding; counted once, however many times it has; also findings without a time.   precision = true / (true + false).
* HEALTHY HOURS: life/1-3, life/5, and in first/* and life/4 the time before the first fault - 10 s.  A false finding with a begin there is a false finding
  in healthy hours.  True or neutral findings which also begin in healthy hours are counted apart ("also in healthy hours").
* LATENCY: for recalled step faults: first begin (in the window) of a finding that tells it - start; and the same from first_visible (when a
  condition, e.g. lifting, first shows it).  Not below 0.  A begin is the time the finding gives for its evidence.
"""
import argparse, glob, json, re, statistics as st
from collections import defaultdict
GEN_T = {'rosout', 'diagnostics'}
GEN_F = {'x', 'y', 'z', 'data', 'rate', 'value', 'status', 'state', 'stamp', 'velocity', 'position', 'effort', 'current', 'voltage', 'temp', 'error', 'err',
         'result', 'quality', 'rpm', 'level', 'status_list', 'eyes', 'points', 'humidity'}


def word(w, text):
    w = re.escape(w.lower().strip('/'))
    return re.search(rf'(?<![a-z0-9]){w}(?![a-z0-9])', text) is not None


def fmatch(a, b):
    a, b = a.lower().strip('/. '), b.lower().strip('/. ')
    ia, ib = re.findall(r'\[(\d*)\]', a), re.findall(r'\[(\d*)\]', b)
    if ia and ib and all(ia) and all(ib) and ia[-1] != ib[-1]: return False
    a, b = re.sub(r'\[\d*\]', '', a), re.sub(r'\[\d*\]', '', b)
    return a == b or a.endswith('.' + b) or b.endswith('.' + a)


def names(fd, topics, fields, parts):
    """-> set of 'topic','field','part'"""
    txt = f"{fd.get('text', '')} {fd.get('component', '')}".lower()
    ft = [t.lower().strip('/') for t in fd.get('topics') or []]; ff = [f for f in fd.get('fields') or [] if f]
    every = ' '.join([txt, *ft, *[f.lower() for f in ff]])
    T = [t.lower().strip('/') for t in topics]
    out = set()
    for t in T:
        if t not in GEN_T and (t in ft or '/' + t in re.findall(r'[/\w]+', txt) or fd.get('component', '').lower().strip('/') == t): out.add('topic')
    only = not [t for t in ft if t not in T]
    for f in fields:
        g = re.sub(r'\[\d*\]', '', f).lower() in GEN_F
        if g and not only: continue
        if any(fmatch(f, x) for x in ff) or not g and word(f, txt): out.add('field')
    if any(word(p, every) for p in parts): out.add('part')
    return out


def judge(truth, session_of, findings):
    faults = [f for f in truth['faults'] if session_of(f['session'])]
    told = {f['id']: [] for f in faults}; strict = set(); rows = []
    healthy = []
    for n, s in truth['sessions'].items():
        if session_of(n): healthy.append((s['start'], s['end'] + .5 if s['faults_from'] is None else s['faults_from'] - 10))
    for k, fd in enumerate(findings):
        begins = [x[0] for x in fd.get('times') or [] if x and x[0] is not None]
        verdict, which = 'false', []
        for f in faults:
            at = [b for b in begins if f['start'] - 10 <= b <= f['end'] + 60]
            nm = names(fd, f['topics'], f['fields'], f['parts'] + f.get('speakers', []))
            if at and nm:
                which.append(f['id']); told[f['id']].append(min(at)); verdict = 'true'
                if nm & {'field', 'part'}: strict.add(f['id'])
        if verdict == 'false':
            for f in faults:
                c = f['consequences']
                at = [b for b in begins if f['start'] - 10 <= b <= f['end'] + 60]
                if at and names(fd, [x for x in c if x[0] == '/'], [x for x in c if x[0] != '/'], [x for x in c if x[0] != '/']): verdict = 'neutral'
                late = [b for b in begins if f['end'] + 60 < b <= f['end'] + 300]
                if late and not f['step'] and names(fd, f['topics'], f['fields'], f['parts']) & {'field', 'part'}: verdict = 'neutral'
        inh = sum(any(a <= b < e for a, e in healthy) for b in begins)
        rows.append((verdict, which, inh, fd))
    return faults, told, strict, rows, sum(e - a for a, e in healthy) / 3600


def oracle(truths):
    out = defaultdict(list)
    for rb, tr in truths.items():
        for f in tr['faults']:
            key = f"{rb}/{f['session']}" if f['session'].startswith('first') else f'{rb}/life'
            out[key].append(dict(text=f['words'], component=f['parts'][0], topics=f['topics'], fields=f['fields'], times=[[f['first_visible'], f['end']]], confidence=1.))
    return dict(out)


def main():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument('--data', required=True); ap.add_argument('--results'); ap.add_argument('--oracle', action='store_true'); ap.add_argument('--empty', action='store_true'); ap.add_argument('--json')
    a = ap.parse_args()
    truths = {json.load(open(p))['robot']: json.load(open(p)) for p in sorted(glob.glob(f'{a.data}/*/truth.json'))}
    res = oracle(truths) if a.oracle else {} if a.empty or not a.results else json.load(open(a.results))
    cnt = defaultdict(lambda: [0, 0]); lat, latv, missed, false, summ = [], [], [], [], defaultdict(float); per = {}
    for rb, tr in truths.items():
        groups = sorted({n for n in tr['sessions'] if n.startswith('first')}) + ['life'] * any(n.startswith('life') for n in tr['sessions'])
        for g in groups:
            key = f'{rb}/{g}'
            faults, told, strict, rows, hours = judge(tr, (lambda n: n.startswith('life/')) if g == 'life' else (lambda n: n == g), res.get(key, []))
            kind = 'life' if g == 'life' else 'first'; t = f = nn = hf = ha = 0
            for x in faults:
                for c in [('silent' if x['silent'] else 'spoken', kind)] + [(('silent' if x['silent'] else 'spoken'), 'all')]:
                    cnt[c][1] += 1; cnt[c][0] += bool(told[x['id']])
                cnt[('strict', 'all')][1] += 1; cnt[('strict', 'all')][0] += x['id'] in strict
                if not told[x['id']]: missed.append(f"{x['id']} ({'silent' if x['silent'] else 'spoken'}): {x['words']}")
                elif x['step']: lat.append(max(0, min(told[x['id']]) - x['start'])); latv.append(max(0, min(told[x['id']]) - x['first_visible']))
            for v, w, inh, fd in rows:
                t += v == 'true'; f += v == 'false'; nn += v == 'neutral'
                if v == 'false':
                    hf += bool(inh); false.append(f"{key}{' HEALTHY' if inh else ''}: [{fd.get('component', '')}] {fd.get('text', '')} @ {[x[0] for x in (fd.get('times') or [])][:4]}")
                else: ha += bool(inh)
            for k2, v2 in dict(true=t, false=f, neutral=nn, healthy_false=hf, healthy_also=ha, healthy_hours=hours).items(): summ[k2] += v2; summ[k2 + '_' + kind] += v2
            per[key] = dict(faults=len(faults), recalled=sum(bool(v) for v in told.values()), true=t, false=f, neutral=nn, healthy_false=hf)
    pr = lambda c: f'{c[0]}/{c[1]} = {c[0] / c[1]:.3f}' if c[1] else '0/0 = -'
    for nm in ('silent', 'spoken'):
        for k in ('first', 'life', 'all'): print(f'recall {nm:6s} {k:5s} {pr(cnt[(nm, k)])}')
    print('recall strict (field or part named)', pr(cnt[('strict', 'all')]))
    for k in ('', '_first', '_life'):
        T, F = summ['true' + k], summ['false' + k]
        print(f"precision{k or '_all'} {T / (T + F) if T + F else 0:.3f}  true {T:.0f} false {F:.0f} neutral {summ['neutral' + k]:.0f}; false in healthy hours {summ['healthy_false' + k]:.0f} in {summ['healthy_hours' + k]:.2f} h; true or neutral also there {summ['healthy_also' + k]:.0f}")
    print(f"median s from start to first evidence, step faults: {st.median(lat) if lat else float('nan'):.1f} (from first visible {st.median(latv) if latv else float('nan'):.1f}), n={len(lat)}")
    for k, v in per.items(): print('  ', k, v)
    print(f'MISSED ({len(missed)}):', *missed, sep='\n  '); print(f'FALSE ({len(false)}):', *false, sep='\n  ')
    if a.json: json.dump(dict(recall={f'{k[0]}_{k[1]}': v for k, v in cnt.items()}, summary=summ, latency=st.median(lat) if lat else None, latency_visible=st.median(latv) if latv else None, per=per, missed=missed, false=false), open(a.json, 'w'), indent=1)


if __name__ == '__main__':
    main()
