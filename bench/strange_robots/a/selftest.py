"""makes --short data into a temporary folder and checks it and the scorer"""
import glob, json, os, subprocess, sys, tempfile
from score import judge, oracle
from mcap.reader import make_reader
from mcap_ros2.decoder import DecoderFactory
here = os.path.dirname(os.path.abspath(__file__)); d = tempfile.mkdtemp(dir=here)
run = lambda *a: subprocess.run([sys.executable, *a], cwd=here, capture_output=True, text=True, check=True).stdout
run('make.py', '--out', d, '--seed', '3', '--short')
n = 0
for p in sorted(glob.glob(d + '/*/*/*.mcap')):
    last = 0
    with open(p, 'rb') as f:
        for k, (sc, ch, m, o) in enumerate(make_reader(f, decoder_factories=[DecoderFactory()]).iter_decoded_messages()):
            assert m.log_time >= last; last = m.log_time; n += 1
            if k > 3000: break
print('decoded', n)
o = run('score.py', '--data', d, '--oracle'); assert all(l.rstrip().endswith('= 1.000') for l in o.splitlines()[:7]) and 'precision_all 1.000' in o, o
e = run('score.py', '--data', d, '--empty'); assert all(l.rstrip().endswith('= 0.000') for l in e.splitlines()[:7]), e
tr = {'faults': [dict(id='a', session='first/1', start=100, end=200, topics=['/joint_states', '/rosout'], fields=['position[2]'], parts=['mast_lift_joint', 'pump'], consequences=['/battery_state', 'motor_temp'], step=False, speakers=['drv'])],
      'sessions': {'first/1': dict(start=0, end=600, faults_from=100)}}
F = lambda text='', topics=(), fields=(), t=150, comp='': dict(text=text, component=comp, topics=list(topics), fields=list(fields), times=[[t, None]])
for fd, want in [(F('x', ['/joint_states']), 'true'), (F('x', ['/rosout']), 'false'), (F('[drv] oops', ['/rosout']), 'true'), (F('x', [], ['/position[2]']), 'true'), (F('x', ['/other'], ['position']), 'false'), (F('position low'), 'false'), (F('see /joint_states'), 'true'), (F('joint_states'), 'false'), (F('x', ['/joint_states'], ['position[3]']), 'true'),
                 (F('the pump is slow'), 'true'), (F('pumpkin'), 'false'), (F('Mast_Lift_Joint low', t=259), 'true'), (F('pump', t=261), 'neutral'), (F('pump', t=89), 'false'), (F('v', ['/battery_state'], ['voltage']), 'neutral'),
                 (F('hot', ['/t'], ['motor_temp']), 'neutral'), (F('pump', t=50), 'false'), (dict(text='pump', times=[]), 'false')]:
    got = judge(tr, lambda s: True, [fd])[3][0][0]
    print('ok ' if got == want else 'BAD', want, got, fd['text'], fd.get('topics'), fd.get('fields'), fd['times'])
subprocess.run(['rm', '-rf', d])
