"""The score of the generators d to k; run as LETTER/score.py --data DIR (--results RESULTS.json | --oracle [OUT.json] | --empty) [--first-lines FILE.json] [--quiet]

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
Number statements: findings that list topics, none of which is /rosout or /diagnostics; word statements: those that list
one of the two; the rest (no topics) is shown as "other".
Places and conditions: judged for each exposed fault that is told and whose truth has a condition of type number or place,
with all TRUE findings that tell it: right if one says it right, else wrong if one says another, else not said.
 A finding says a place if its text has a pair "a, b" of numbers within 40 characters after one of place, near, around, at,
 within, position, spot, where, or "x = a ... y = b" (or the optional key "place": [a, b]); right if it is not farther from
 the truth's place than two of its radii.
 A finding says a condition if its text has one of only, when, while, whenever, during, with a clause up to the
 end of the sentence (or the optional key "condition": text); right if the clause (words, as above) holds one of the
 condition's words and every number after above / over / below / under / more than / less than / > / < / = that
 stands in it lies in one of the accepted ranges with the right direction. A clause that is not right is wrong only if it has
 "only" or such a number; else it is not said ("while driving" of a fault that needs a speed above a number).
 The mode conditions (only while moving ...) and faults that are there always: a claim is "fitting" if the clause holds a
 word of the mode, else "not needed"; this is printed only.
First lines: FILE.json has the same keys and format as the results, the finding that an agent reads first being the first of
each list; told is how many of them are TRUE, of all recordings (keys) with faults. Without the file: the first findings of RESULTS.
"""
import argparse, glob, json, os, re, statistics, sys

# Words of fields that alone name no fault: of a generator those of its letter, and of all letters before it.
WORDS = dict(
    d='''status state position velocity temperature current rate voltage effort range ranges level mode speed header stamp data value
values name x y z w pose twist linear angular power pressure temp flow phase time times error code bits flags fault alarm torque rpm angle
charge percentage running valid vel dist id label running kpa leak frames points rssi az alt q vitesse courant err pos range bits slot wind rh dp fan alm shutter''',
    e='''covariance latitude longitude active oppe starter stilling maal alarm gaar pot vlv lck signal''',
    f='''corriente presion temperatura velocidad posicion tension fuerza nivel peso flujo caudal altura carga fallo paro modo par racha viento humedad senal ref amps volts litres interval tank bus tol str dv wid cyc cpu mem volt amp rms heading kilometre gain exposure''',
    g='''predkosc moment prad temperatura cisnienie napiecie poziom obroty masa kat przeplyw sygnal tryb blad kod opor ostrosc jasnosc metan scr gls lel vo act cmd throttle innovation sharpness zoom shutter''',
    h='''strom drehzahl druck spannung schwingung schaerfe helligkeit ziele zelle im perr trq tmp flw cnt cnf fan lum contrast grey roughness logs layer step''',
    i='''corrente tensione pressione peso portata umidita livello giri gradi ampere dose ciclo scarto calore tq an idc vdc soc iso pbr cma tms rss lss''',
    j='''courant couple regime vitesse debit masse hauteur ecart amplitude nettete confiance ondulation distance rpm ws wdir vbr gtp olp
thd hts shp ctp lpr fkn lia gst zm mt sound luma residual overlap opening slip force torque wrench contact''',
    k='''rotacao torque corrente pressao vazao nivel altura densidade viscosidade vibracao tensao nitidez confianca carga temp velocidade luminosidade sinal volume
pr hum rng ang bat sal phs rad cc alt ip rev ttl gain snr rate wear fill stroke score zero overlap slope yaw pitch roll effort range illuminance data''',
    l='''stroom spanning druk temp snelheid toerental hoogte kracht trilling dikte scherpte helderheid dauwpunt volgfout onderdruk stuks fase artikel lagen mensen fasestroom fasespanning plaattemperatuur
celsius strain residual markers landmarks brightness sharpness people gap focus tension feed rail tool bay target tags stand trip dollies
cw fl hy hs df ol mt ag pm gs ar cl op gn bd wl dr act cmd ld ln um lat ls pc mx shp brt fr bt pb sp st cn sv mm el''',
    m='''varvtal hjulvarv hastighet tryck temperatur oljetemperatur avgastemperatur hyttemperatur spanning strom flode bransleflode vikt vinkel boggivinkel gripvinkel lutning hyttlutning flaktvarv bildskarpa bildljus
batterispanning generatorstrom givarspanning signalstyrka paketforlust felkod arbetsfas sortiment lass hog manniskor kylvatten laddluft
motor cable controller particles spread tube timeouts lost canopy detector guy head rope plot plan room persons zone job
tmp dut pos vel frc prs tq flw tin tout lvl dew vac foc len brt tms rej mas vlt amp cyc rsp lss str ph rcp box vis''',
    n='''devir basinc sicaklik gerilim akim debi agirlik titresim netlik doluluk teker gecikme uzama kilitlendi surum isik nem
altitude illuminance camera aisle cell activity release firmware fw level seeds prd pgr rej drop hits ppl ph brt foc lss''',
    o='''kierrosluku kulutus paine virta jannite lampo nopeus voima kulma korkeus syvyys aukeama torsio tarina kuuluvuus havikki teravyys tunnistus iskut juuttunut lipsuu vaihe ihmisia tankki urea
vikakoodi kallistuskulma paaluja force magnetic bay ticket image build particles samples cell grp mat thk foc brt lss fw ppl vessel mixer arm''',
    p='''faze lide nadrz adblue naplneni ostrost otacky pas pritlak pruh rucne snek spotreba vyfuk zablokovano ztraty teplota tlak proud napeti rychlost hladina
amplifier bridge checkpoint docked floor hottest motor pin scene sensor shutter visitors dcdc cpu axis blade cabinet core cuts finger left nozzle pad palm peg press shear spool tape tendon tests variant wire
amp brx hed man vlt bt rj''',
    q='''aramlas csomagvesztes emberek felismeres feltekeredett fogyasztas fordulatszam hibakod hutoviz jelerosseg kepelesseg kerek kezi kipufogo noveny olajnyomas olajszint oldaldoles sav szallitas szelirany szelsebesseg toltonyomas uzemmod zavarossag zsirkeszlet zsirnyomas
nyomas homerseklet feszultseg sebesseg szint fordulat amper melyseg rezges utem magassag tomeg
beacon bystanders comfort faces fork gate lift plug projector pushed screen sharp shoe stick touches winding carrier cup hose joint labels pump queue reader ribbon
chg rc stp wave lvl prs flw thk mas swg rop vap''',
    r='''turatie presiune temperatura debit nivel viteza curent tensiune cuplu vibratie unghi abatere inaltime distanta consum deschidere alunecare claritate recunoastere semnal densitate rand reteta oameni manual
presiunea rezerva intarziere raspuns expunere roata duza memorie ciclu directie motor
shift mission phase lag tread retry spot coil caster brake supply converter features contamination slip
cyc fw dr vp ph prg phs lot rq sv pct hs bl cp dt af sh sc cm ai ln cb fn lu ws wd st cd cw ch dn jk sw rat foc lum tms sco amp tmp vlt rpm dry
arm rack tray eye zero chuck rotor plunger line sample assay lamp sash wash water waste opening grip finger plate chamber bearing tick used''',
    s='''hastighed omdrejninger olietryk koelevand ladetryk braendstof forbrug luftfilter pumpetryk motortryk pedal hjulhastighed daektryk bremsetryk skivetemperatur tryk olietemperatur oliestand filtertryk gennemloeb ventilstroem cylindertryk kurvlast haeldning overlast
roeggas flammestroem braendertryk blaeser fejlkode trin tanktemperatur niveau pumpestroem pumpevibration dysetryk dysetemperatur spredning brydning koncentration blandeventil ekko radarstroem skarphed belysning billedalder vindhastighed vindretning sigtbarhed nedboer
spaending generatorstroem batteristroem styrespaending styrestroem kabinetemperatur varmestroem fugtighed lampestroem blinkstroem svartid pakketab middeltid hukommelse fedttryk fedtstand modtryk nox rystelse
cur rpm tens dia slip tmp tq vib frc prs shp lat lum gap flw dp pan tilt zoom dew hot voc lel iso hv dz cnf per bas hu ma kvp afc sf6 rfl cnd tin tout ofs nse frm wrt mas tlt wid lvl sway rat mpas thk loss rtt mem cyc smp stall flt ilk arc''',
    t='''struja napon tlak toplina razina brzina sila visina vlaga blokada bocna cestice curenje dizanje ekspozicija frekvencija hod izgubljeno izlaz ulaz izolacija jakost kut memorija nacin nagib napon24 struja24 naprezanje odmak okomita okretaji
ostrina svjetlina osvijetljenost plima podtlak prilaz protok punjenje punjenost put razmak rucno korak skretanje slanost smjer stlacenost svornjak takt tip titranje udaljenost udar uzduzna valjanje vibracija viskoznost ljudi greska pritisak
blocked confidence icing jammed net positions ripeness actual desired missed picked seen width berry tray
air bal blk bri cap ctr dc dfl dif dst evc evp hgt int itm jam jog mod nrd off on ord ppm pwr qlt qry que rd rds rel rib sig slp spd tgs use v24 v48 v5 zer a24 a48 jaw shelf outlet
bar blower case clnt dtc ecu egt field hp iat low lpm oil overload radius shots u12v u5v ubat wif attachment bitrate diel boom telescope humidity battery''',
    u='''anggukan arah arus tegangan suhu putaran tekanan kecepatan berat beban cakupan cara celah derau debit frekuensi getaran goyang hilang hujan isolasi jalur jarak jenis kebocoran kecerahan kedalaman kekeruhan ketajaman keyakinan langkah macet memori oksigen orang paparan penyelam
potensial redaman salinitas sarat selip sisa versi arus24 tegangan24
acc airspeed amsl armed channels climb clipping cog connected count drops eph epv fixed groundspeed guided hiss integrated kind load local lon monotonic noise offset orientation quality relative remnoise remrssi rxerrors software terrain thrust totalcurrent txbuf vibration
adv amb ax ay bel brd brk clp cmx cph dcb dx dy emp expo frq ion itn lft los o2 occ oft ofx ofy pch pf pkg plc pur res rst scl side th tim tns tz ver vin vol vsc wrp zamp
cel conductivity cycles iac lo ped plg rsrp tmo tw''',
    v='''apsukos greitis itempimas slydimas isleista storis stiprinimas triuksmas slegis debitas virpesiai klampumas profilis trukstami astrumas pazaidos izoliacija itampa srove ikrova droselis poslinkis daznis pagreitis ventiliatorius
apkrova atmintis versija signalas velinimas praradimai varza matavimai etapas juosta rankinis dregme polinkis posvyris kryptis tikslumas vakuumas ekspozicija
coupled density east latched nearest north plugged
tmt tdo bra tsu tre flo phi plo icp run wgt hop twa ram trm avg dly px py pz lev eje dcy tem htr stm dor trk tzn oxy flu drf gas blt tou dr2 dwp exs rjc dep tpr pfa tbd jit tai rhu pcs fnc es1 frt''',
    w='''acceleration loaded oxygen pulsation
agi bld brg cal cop deg dmp dnc dp1 dpf drv fwv grd hrd hrg hx iag imo lfd mtr pdi pmp pmx pnh pos1 pos2 prf pul rec rol spv src sta stc tcd tdi ten tex tsl vcm wet whl
alarohk asukoht etapp hagusus imemisrohk isolatsioon juhtivus kadu kalle kasitsi kaugus kiirendus kiirus koormus korgus korvalekalle kreen labim laetus lekkevool libisemine mahis malu muratase niiskus pingsus pohisagedus
poorded poordekiirus rohuvahe sariaeg siserohk sisetemperatuur soolsus sukeldujaid suund takistus tapsus tarkvara tekivool teravus toitepinge tombejoud valgustihedus viide rohk vool pinge temperatuur vooluhulk tase nurk sagedus signaal vonke''',
)
GENERIC = set()



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


def _dir(word):
    return 'above' if word in ('above', 'over', 'more than', 'at least', 'from', '>', '>=') else '' if word == '=' else 'below'


def claims(find):
    """Places and condition clauses that a finding says."""
    t = str(find.get('text', ''))
    n = r'(-?\d+(?:\.\d+)?)'
    places = [(float(a), float(b)) for a, b in re.findall(r'\b(?:place|near|around|at|within|position|spot|where)\b[^;]{0,40}?\(?\s*' + n + r'\s*m?\s*[,/]\s*' + n, t, re.I)]
    places += [(float(a), float(b)) for a, b in re.findall(r'\bx\s*[=:]?\s*' + n + r'[^;]{0,12}?\by\s*[=:]?\s*' + n, t, re.I)]
    if find.get('place'): places.append(tuple(map(float, find['place'][:2])))
    cl = [m.group(0) for m in re.finditer(r'\b(only|when|while|whenever|during)\b(.*?)(?=\.\s|;|$)', t, re.I)]
    if find.get('condition'): cl.append(str(find['condition']))
    return places, cl


def right_clause(c, clause):
    b = ' ' + ' '.join(words(clause)) + ' '
    if not any((' ' + ' '.join(words(w))) in b for w in c['words']): return False
    nums = re.findall(r'(above|over|below|under|more than|less than|at least|at most|from|>=?|<=?|=)\s*(-?\d+(?:\.\d+)?)', clause.lower())
    for d, x in nums:
        x = float(x)
        if not any(min(a) <= v <= max(a) for a in c['accept'] for v in (x, abs(x))): return False
        want = 'above' if c.get('above') is not None else 'below' if c.get('below') is not None else ''
        if want and _dir(d) and x >= 0 and _dir(d) != want: return False
    return True


STRICT = re.compile(r'\bonly\b|(?:above|over|below|under|more than|less than|at least|at most|from|[<>=])\s*-?\d', re.I)


def judge(c, finds):
    """right, wrong or None (not said) for a condition of type number or place."""
    out = None
    for fi in finds:
        pl, cl = claims(fi)
        if c['type'] == 'place':
            if any(((a - c['place'][0]) ** 2 + (b - c['place'][1]) ** 2) ** .5 <= 2 * c['radius'] for a, b in pl): return 'right'
            if pl: out = 'wrong'
            elif any(STRICT.search(x) for x in cl) and not any(has(' ' + ' '.join(words(x)) + ' ', [w]) for x in cl for w in ('place', 'position', 'pose', 'spot', 'x', 'y')): out = out or 'wrong'
        else:
            if any(right_clause(c, x) for x in cl): return 'right'
            if pl or any(STRICT.search(x) for x in cl): out = 'wrong'
    return out


def oracle_text(f):
    c = f.get('condition') or {}
    t = f"{f['fields'][0]} is not normal"
    if c.get('type') == 'place': return t + f", at the place ({c['place'][0]}, {c['place'][1]})"
    if c.get('type') == 'number':
        th = f"above {c['above']}" if c['above'] is not None else f"below {c['below']}" if c['below'] is not None else f"= {c['value']}" if c['value'] is not None else f"above {c['between'][0]}"
        return t + f", only when {c['words'][0]} {th}"
    if c.get('type') == 'mode': return t + f", only while {c['words'][0]}"
    return t


def main(letter):
    for k, v in WORDS.items():
        if k <= letter: GENERIC.update(v.split())
    p = argparse.ArgumentParser()
    p.add_argument('--data', required=True); p.add_argument('--results'); p.add_argument('--oracle', nargs='?', const='-'); p.add_argument('--first-lines')
    p.add_argument('--empty', action='store_true'); p.add_argument('--quiet', action='store_true')
    a = p.parse_args()
    truths = [json.load(open(x)) for x in sorted(glob.glob(os.path.join(a.data, '*', 'truth.json')))]
    faults = [f for t in truths for f in t['faults']]
    key = lambda f: f['robot'] + ('/life' if f['session'].startswith('life') else '/' + f['session'])
    if a.oracle:
        res = {}
        for f in faults:
            if f['exposed']:
                res.setdefault(key(f), []).append(dict(text=oracle_text(f), component=f['parts'][0], topics=f['topics'], fields=f['fields'], times=[[f['first_visible'], f['end']]], confidence=1.0))
        if a.oracle != '-': json.dump(res, open(a.oracle, 'w'), indent=1)
    elif a.empty: res = {}
    elif a.results: res = json.load(open(a.results))
    else: p.error('one of --results, --oracle, --empty')
    told, delays, rows, missed, false_, hf, hours = {}, [], {}, [], [], 0, 0.0
    tot = dict(TRUE=0, NEUTRAL=0, FALSE=0); conf = dict(tot); by = {k: dict(tot, healthy=0) for k in ('number', 'word', 'other')}; tellers = {}
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
                            hit.append(f); told[f['id']] = min([told.get(f['id'], 9e99)] + ins); tellers.setdefault(f['id'], []).append(fi)
                        else: unex = True
                    if any(f['start'] - 10 <= b <= f['end'] + 60 + f['tail_s'] for b in bs) and names(fi, f, True): neu = True
                c = 'TRUE' if hit else 'NEUTRAL' if (neu or unex) else 'FALSE'
                row[c] += 1; tot[c] += 1
                ty = 'other' if not fi.get('topics') else 'word' if {'/rosout', '/diagnostics'} & set(fi['topics']) else 'number'
                by[ty][c] += 1
                if float(fi.get('confidence', 1) if fi.get('confidence') is not None else 1) >= .5: conf[c] += 1
                if c == 'FALSE':
                    h = bool(bs) and any(x <= min(bs) < y for x, y in healthy)
                    row['hf'] += h; by[ty]['healthy'] += h; false_.append((k, h, fi))
    for k in res:
        if k not in known: print('WARNING: unknown key in results:', k)

    def rec(sel):
        e = [f for f in faults if f['exposed'] and sel(f)]
        return sum(f['id'] in told for f in e), len(e)
    show = lambda x: f'{x[0]}/{x[1]} = {x[0] / x[1]:.3f}' if x[1] else '0/0'
    prec = lambda d: f"{d['TRUE'] / (d['TRUE'] + d['FALSE']):.3f}" if d['TRUE'] + d['FALSE'] else 'none'
    hours = sum(x['hours'] for x in rows.values())
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
    for ty, x in by.items():
        print(f"  {ty} statements: true {x['TRUE']} neutral {x['NEUTRAL']} false {x['FALSE']} (healthy {x['healthy']} in {hours:.1f} h)  precision {prec(x)}")
    d = [told[f['id']] - f['first_visible'] for f in faults if f['id'] in told and f['step']]
    print('median delay of step faults', f'{statistics.median(d):.1f} s ({len(d)})' if d else 'none', f"; not exposed (count nowhere): {sum(not f['exposed'] for f in faults)}")
    lines, sets = [], dict(number=[], place=[])
    extra = dict(fitting=0, needless=0)
    for f in faults:
        if f['id'] not in told or not f['exposed']: continue
        c = f.get('condition') or {}
        if c.get('type') in sets:
            j = judge(c, tellers[f['id']]); sets[c['type']].append(j)
            lines.append((j or 'not said', f, tellers[f['id']]))
        else:
            for fi in tellers[f['id']]:
                for x in claims(fi)[1]:
                    ok = any((' ' + ' '.join(words(w))) in ' ' + ' '.join(words(x)) + ' ' for w in c.get('words', []))
                    extra['fitting' if ok else 'needless'] += 1
                    lines.append(('fitting' if ok else 'not needed', f, [fi]))
    allc = {t: sum(f['exposed'] and (f.get('condition') or {}).get('type') == t for f in faults) for t in sets}
    for t, x in sets.items():
        print(f"{'places' if t == 'place' else 'conditions'} told right {x.count('right')}, wrong {x.count('wrong')}, not said {x.count(None)}, of {len(x)} told of {allc[t]} such faults")
    print(f"conditions said of other faults: fitting {extra['fitting']}, not needed {extra['needless']}")
    fl = json.load(open(a.first_lines)) if a.first_lines else res
    good = total = 0
    for k in sorted(known):
        fs = [f for f in faults if key(f) == k and f['exposed']]
        if not fs: continue
        total += 1
        if fl.get(k):
            fi = fl[k][0]; fi['_blob'] = blob(fi)
            good += any(any(f['start'] - 10 <= b <= f['end'] + 60 for b in begins(fi)) and names(fi, f) for f in fs)
    print(f"first lines about a real fault {good} of {total}" + ('' if a.first_lines else ' (first findings of the list, no --first-lines)'))
    if not a.quiet:
        print('\nPLACES AND CONDITIONS')
        for j, f, fs in lines: print(f"  {j}: {f['id']} {json.dumps(f.get('condition'))} | " + ' || '.join(str(x.get('text', ''))[:160] for x in fs[:3]))
        print('\nMISSED')
        for f in faults:
            if f['exposed'] and f['id'] not in told:
                print(f"  {f['id']} ({'silent' if f['silent'] else 'spoken'}, {f['first_visible']:.0f}, {f['end'] - f['start']:.0f} s, exposed {f['exposed_s']:.0f} s): {f['words']} | {', '.join(f['topics'])} | {', '.join(f['fields'])}")
        print('\nFALSE')
        for k, h, fi in false_:
            print(f"  {k}{' HEALTHY' if h else ''} {[round(b) for b in begins(fi)][:3]} c={fi.get('confidence')}: {fi.get('text', '')[:200]} | {fi.get('component', '')} | {', '.join(fi.get('topics') or [])} | {', '.join(fi.get('fields') or [])}")


def argument(name):
    return sys.argv[sys.argv.index(name) + 1] if name in sys.argv[:-1] else None


def later():
    """Print one line more, of lives of ten sessions (k and l): FALSE findings whose first begin lies in life/5..10, and in life/1..3, with the hours of these."""
    res = json.load(open(argument('--results'))) if argument('--results') else {}
    n, hours = dict(late=0, early=0), dict(late=0., early=0.)
    for p in sorted(glob.glob(os.path.join(argument('--data'), '*', 'truth.json'))):
        t = json.load(open(p)); fs = [f for f in t['faults'] if f['session'].startswith('life')]
        span = {k: [(s['begin'], s['end']) for s in t['sessions'] if s['session'] in ['life/%d' % x for x in ks]] for k, ks in (('late', range(5, 11)), ('early', range(1, 4)))}
        for k in span: hours[k] += sum(b - a for a, b in span[k]) / 3600
        for fi in res.get(t['robot'] + '/life', []):
            fi['_blob'] = blob(fi); bs = begins(fi)
            if not bs: continue
            if any(any(f['start'] - 10 <= b <= f['end'] + 60 + f['tail_s'] for b in bs) and names(fi, f, True) for f in fs): continue      # TRUE or NEUTRAL
            for k in span: n[k] += any(a <= min(bs) < b for a, b in span[k])
    print(f"false statements in life/5..10: {n['late']} in {hours['late']:.1f} h; in life/1..3: {n['early']} in {hours['early']:.1f} h")
