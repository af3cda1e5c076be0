#!/usr/bin/env python3
"""score.py --data DIR (--results RESULTS.json | --oracle | --empty) [--quiet]

Fixed rules.
RESULTS.json: {"<robot>/first/<k>": [finding...], "<robot>/life": [finding...]}; a finding is
{"text", "component", "topics": [..], "fields": [..], "times": [[begin_unix, end_unix|null]...], "confidence"}.
The list of a robot's life is one list over its five sessions.

Words: text is cut at everything that is no letter or digit, lower case. A phrase (topic, part, field) is named when its
words stand one after the other, whole, in the text, component, topics or fields of the finding.
A finding NAMES a fault if it holds one of the fault's topics or parts as a phrase, or one of its fields: the whole path,
the path without indices, or the last name of the path. A field of one word that is generic (GENERIC below) does not count
alone, with or without an index or axis letter. A finding that lists topics, none of which is the fault's, is not matched by field.  Topics /rosout and
/diagnostics name only spoken faults (they stand only in those).
A finding TELLS a fault if one of its begin times lies in [start-10 s, end+60 s] and it names it.
TRUE: tells at least one exposed fault.  NEUTRAL: tells none, but names topics, parts, fields or consequences of a fault
and begins in [start-10, end+60+tail_s]; or it only matches faults with exposed false (they count nowhere).  FALSE: else.
Recall: told / exposed faults, for silent faults in first, silent faults in life, spoken faults.
Precision: TRUE/(TRUE+FALSE), each finding once; again with those of confidence >= 0.5 (missing confidence is 1).
Healthy time: in a session with faults before its first fault, and all of life/1-3 and life/5. A FALSE finding counts there
if its first begin lies there.  Delay: first telling begin - first_visible, for step faults that are told; the median.
"""
import argparse, glob, json, os, re, statistics

GENERIC = set('''status state position velocity temperature current rate voltage effort range ranges level mode speed header stamp data value
values name x y z w pose twist linear angular power pressure temp flow phase time times error code bits flags fault alarm torque rpm angle
charge percentage running valid vel dist id label running kpa leak frames points rssi'''.split())


def words(s): return re.findall(r'[a-z0-9]+', str(s).lower())
def has(text, phrase): return bool(phrase) and (' ' + ' '.join(phrase) + ' ') in text


def field_phrases(f):
    noidx = re.sub(r'\[\d+\]', '', f)
    out = []
    for p in (f, noidx, noidx.split('.')[-1]):
        ws = words(p)
        core = [x for x in ws if not x.isdigit() and len(x) > 1]
        if core and not (len(core) == 1 and core[0] in GENERIC) and ws not in out:
            out.append(ws)
    return out


def blob(f):
    parts = [f.get('text', ''), f.get('component', '')] + list(f.get('topics') or []) + list(f.get('fields') or [])
    return ' ' + ' | '.join(' '.join(words(p)) for p in parts) + ' '


def names(find, fault, more=False):
    b = find['_blob']
    for p in list(fault['topics']) + list(fault['parts']) + (list(fault['consequences']) if more else []):
        if has(b, words(p)): return True
    lt = [tuple(words(x)) for x in find.get('topics') or []]
    if lt and not set(lt) & {tuple(words(x)) for x in fault['topics']}: return False
    return any(has(b, p) for f in fault['fields'] for p in field_phrases(f))


def begins(find): return [float(x[0]) for x in find.get('times') or [] if x and x[0] is not None]


def main():
    p = argparse.ArgumentParser()
    p.add_argument('--data', required=True); p.add_argument('--results'); p.add_argument('--oracle', action='store_true')
    p.add_argument('--empty', action='store_true'); p.add_argument('--quiet', action='store_true')
    a = p.parse_args()
    truths = [json.load(open(x)) for x in sorted(glob.glob(os.path.join(a.data, '*', 'truth.json')))]
    faults = [f for t in truths for f in t['faults']]
    key = lambda f: f['robot'] + ('/life' if f['session'].startswith('life') else '/' + f['session'])
    if a.oracle:
        res = {}
        for f in faults:
            if f['exposed']:
                res.setdefault(key(f), []).append(dict(text=f['words'], component=f['parts'][0], topics=f['topics'], fields=f['fields'], times=[[f['first_visible'], f['end']]], confidence=1.0))
    elif a.empty: res = {}
    elif a.results: res = json.load(open(a.results))
    else: p.error('one of --results, --oracle, --empty')
    told, delays, rows, missed, false_, hf, hours = {}, [], {}, [], [], 0, 0.0
    tot = dict(TRUE=0, NEUTRAL=0, FALSE=0); conf = dict(tot)
    known = set()
    for t in truths:
        r = t['robot']
        row = rows.setdefault(r, dict(TRUE=0, NEUTRAL=0, FALSE=0, hf=0, hours=0.0))
        sess = {s['session']: s for s in t['sessions']}
        healthy = []
        for s in t['sessions']:
            st = [f['start'] for f in t['faults'] if f['session'] == s['session']]
            healthy.append((s['begin'], min(st) if st else s['end']))
        row['hours'] = sum(b - c for c, b in healthy) / 3600
        for k in {f'{r}/life'} | {f'{r}/{s}' for s in sess if s.startswith('first')}:
            known.add(k)
            fs = [f for f in t['faults'] if key(f) == k]
            for fi in res.get(k, []):
                fi['_blob'] = blob(fi)
                bs = begins(fi)
                hit, unex, neu = [], False, False
                for f in fs:
                    ins = [b for b in bs if f['start'] - 10 <= b <= f['end'] + 60]
                    if ins and names(fi, f):
                        if f['exposed']:
                            hit.append(f); told[f['id']] = min([told.get(f['id'], 9e99)] + ins)
                        else: unex = True
                    if any(f['start'] - 10 <= b <= f['end'] + 60 + f['tail_s'] for b in bs) and names(fi, f, True): neu = True
                c = 'TRUE' if hit else 'NEUTRAL' if (neu or unex) else 'FALSE'
                row[c] += 1; tot[c] += 1
                if float(fi.get('confidence', 1) if fi.get('confidence') is not None else 1) >= .5: conf[c] += 1
                if c == 'FALSE':
                    h = bool(bs) and any(x <= min(bs) < y for x, y in healthy)
                    row['hf'] += h; false_.append((k, h, fi))
    for k in res:
        if k not in known: print('WARNING: unknown key in results:', k)

    def rec(sel):
        e = [f for f in faults if f['exposed'] and sel(f)]
        return sum(f['id'] in told for f in e), len(e)
    show = lambda x: f'{x[0]}/{x[1]} = {x[0] / x[1]:.3f}' if x[1] else '0/0'
    prec = lambda d: f"{d['TRUE'] / (d['TRUE'] + d['FALSE']):.3f}" if d['TRUE'] + d['FALSE'] else 'none'
    F = lambda f: f['session'].startswith('first')
    print('recall silent first ', show(rec(lambda f: f['silent'] and F(f))))
    print('recall silent life  ', show(rec(lambda f: f['silent'] and not F(f))))
    print('recall spoken       ', show(rec(lambda f: not f['silent'])))
    for r, row in rows.items():
        print(f"  {r:10s} silent first {show(rec(lambda f: f['robot'] == r and f['silent'] and F(f)))}, life {show(rec(lambda f: f['robot'] == r and f['silent'] and not F(f)))}, "
              f"spoken {show(rec(lambda f: f['robot'] == r and not f['silent']))}; true {row['TRUE']} neutral {row['NEUTRAL']} false {row['FALSE']} (healthy {row['hf']} in {row['hours']:.1f} h)")
    print(f"findings true {tot['TRUE']} neutral {tot['NEUTRAL']} false {tot['FALSE']}  precision {prec(tot)}")
    print(f"at confidence >= 0.5: true {conf['TRUE']} neutral {conf['NEUTRAL']} false {conf['FALSE']}  precision {prec(conf)}")
    print(f"false in healthy time {sum(x['hf'] for x in rows.values())} in {sum(x['hours'] for x in rows.values()):.1f} healthy hours")
    d = [told[f['id']] - f['first_visible'] for f in faults if f['id'] in told and f['step']]
    print('median delay of step faults', f'{statistics.median(d):.1f} s ({len(d)})' if d else 'none', f"; not exposed (count nowhere): {sum(not f['exposed'] for f in faults)}")
    if not a.quiet:
        print('\nMISSED')
        for f in faults:
            if f['exposed'] and f['id'] not in told:
                print(f"  {f['id']} ({'silent' if f['silent'] else 'spoken'}, {f['first_visible']:.0f}, {f['end'] - f['start']:.0f} s, exposed {f['exposed_s']:.0f} s): {f['words']} | {', '.join(f['topics'])} | {', '.join(f['fields'])}")
        print('\nFALSE')
        for k, h, fi in false_:
            print(f"  {k}{' HEALTHY' if h else ''} {[round(b) for b in begins(fi)][:3]} c={fi.get('confidence')}: {fi.get('text', '')[:200]} | {fi.get('component', '')} | {', '.join(fi.get('topics') or [])} | {', '.join(fi.get('fields') or [])}")


if __name__ == '__main__':
    main()
