"""check.py FILE [topic ...]: decode with mcap-ros2-support; per topic count, rate; for faults: means before/in window of the fault's fields"""
import sys, json, numpy as np, re
from mcap.reader import make_reader
from mcap_ros2.decoder import DecoderFactory
def flat(m, p=''):
    out = {}
    for k in m.__slots__:
        v = getattr(m, k); q = f'{p}.{k}' if p else k
        if hasattr(v, '__slots__'): out.update(flat(v, q))
        elif isinstance(v, (list, tuple)):
            for i, x in enumerate(v[:40]):
                if hasattr(x, '__slots__'): out.update(flat(x, f'{q}[{i}]'))
                elif isinstance(x, (int, float)): out[f'{q}[{i}]'] = float(x)
        elif isinstance(v, (int, float, bool)): out[q] = float(v)
    return out
def load(path, topics=None):
    d = {}
    with open(path, 'rb') as f:
        for sc, ch, m, o in make_reader(f, decoder_factories=[DecoderFactory()]).iter_decoded_messages(topics=topics):
            e = flat(o); e['_t'] = m.log_time / 1e9
            if 'header.stamp.sec' in e: e['_age'] = e['_t'] - e['header.stamp.sec'] - e['header.stamp.nanosec'] / 1e9
            d.setdefault(ch.topic, []).append(e)
    return d
if __name__ == '__main__':
    path = sys.argv[1]; d = load(path, sys.argv[2:] or None)
    sess = re.search(r'((first|life)/\d)\.mcap', path).group(1)
    tr = json.load(open(path.split('/' + sess)[0] + '/truth.json')); t0 = tr['sessions'][sess]['start']
    for tp, l in sorted(d.items()):
        t = np.array([e['_t'] for e in l])
        print(f'== {tp}: {len(l)} msgs, {len(l) / (t[-1] - t[0]):.2f} Hz, first +{t[0] - t0:.1f}, max gap {np.diff(t).max():.2f}')
        if sys.argv[2:]:
            for k in list(l[0])[:70]:
                x = np.array([e.get(k, np.nan) for e in l]); print(f'   {k:40s} min {np.nanmin(x):.4g} p5 {np.nanpercentile(x, 5):.4g} med {np.nanmedian(x):.4g} p95 {np.nanpercentile(x, 95):.4g} max {np.nanmax(x):.4g}')
    if not sys.argv[2:]:
        for f in tr['faults']:
            if f['session'] != sess: continue
            print(f"## {f['kind']} +{f['start'] - t0:.0f}..{f['end'] - t0:.0f} vis +{f['first_visible'] - t0:.0f} mag {f['magnitude']} silent={f['silent']}")
            for tp in f['topics']:
                if tp not in d: continue
                t = np.array([e['_t'] for e in d[tp]]); a = (t > f['start']) & (t < f['end']); b = (t > t0 + 60) & (t < tr['sessions'][sess]['faults_from'])
                if not a.any() or not b.any(): print('   ', tp, 'messages in window:', a.sum()); continue
                print(f"    {tp} rate {b.sum() / (t[b][-1] - t[b][0]):.1f} -> {a.sum() / (f['end'] - f['start']):.1f}")
                for k in d[tp][-1]:
                    kk = re.sub(r'\d+\]', ']', k)
                    if k in f['fields'] or kk in [re.sub(r'\d+\]', ']', z) for z in f['fields']] and f['fields'] and not any('[' in z and z != kk for z in f['fields'] if z.split('[')[0] == k.split('[')[0]) or k == '_age' and 'header.stamp' in f['fields']:
                        x = np.array([e.get(k, np.nan) for e in d[tp]]); g = lambda m: f"{np.nanmean(x[m]):.4g} sd {np.nanstd(x[m]):.3g} [{np.nanpercentile(x[m], 2):.4g} {np.nanpercentile(x[m], 98):.4g}]"
                        print(f'        {k}: {g(b)} -> {g(a)}')
