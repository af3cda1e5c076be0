"""Hull cleaning crawler: magnet tracks on a ship's side under water, three brushes, suction to a filter on the barge, umbilical on a reel, genset; Indonesian fields."""

# fmt: off
import numpy as np
from base import DT, NU, PL, Robot, Track, diff, lp, mdef, n, ring
from base import kind as k

RAN, SIK, HIS, SAR, MAG, DAL, POS, AKU, KAB, TEB, KAM, LAM, TER, AIR, KOM, BEJ, LIS, GEN, KMP, JAR, DOR, SON, JRK, KAT, CUA, OMB, KPL, DER, LUM, IMU = (
    "/rantai", "/sikat", "/hisap", "/saringan", "/magnet", "/kedalaman", "/posisi", "/akustik", "/kabel", "/tebal", "/kamera", "/lampu", "/teritip", "/air", "/kompensator", "/bejana", "/listrik", "/genset", "/komputer", "/jaringan", "/pendorong", "/sonar_depan", "/jarak_lambung", "/katodik", "/cuaca", "/ombak", "/kapal", "/derek", "/tangki_lumpur", "/imu")
JL, BR, HI, UT = dict(where="when it drives"), dict(where="when the brushes turn"), dict(where="when it sucks"), dict(where="when it is under water")


class Lambung(Robot):
    NAME = "lambung"
    FLAGS = [(SIK, "macet"), (SAR, "saringan_penuh"), (KAB, "kabel_kusut"), (LUM, "tangki_penuh")]
    COMES = ("s_kab",)
    RETRY = [("kamera", "KAM", "air keruh, gambar dilewati {} s", 3, 0.5, 4), ("akustik", "AKU", "pantulan ganda, selisih {} m", 3, 0.5, 3)]
    DEFS = {
        "lbg_msgs/msg/Rantai": mdef("float32[2] kecepatan_rantai arus_rantai suhu_rantai; float32 selip tegangan_rantai"),
        "lbg_msgs/msg/Sikat": mdef("float32[3] arus_sikat putaran_sikat suhu_sikat; float32 gaya_tekan tinggi_sikat; bool macet"),
        "lbg_msgs/msg/Hisap": mdef("float32 tekanan_hisap debit arus_pompa suhu_pompa getaran putaran_pompa"),
        "lbg_msgs/msg/Saringan": mdef("float32 beda_tekanan tekanan_masuk kekeruhan_keluar daya_uv; uint32 bilas_balik; bool saringan_penuh"),
        "lbg_msgs/msg/Magnet": mdef("float32[4] celah gaya_tarik"),
        "lbg_msgs/msg/Kedalaman": mdef("float32 kedalaman tekanan_air laju_turun"),
        "lbg_msgs/msg/Akustik": mdef("float32 jarak arah mutu_sinyal derau"),
        "lbg_msgs/msg/Kabel": mdef("float32 tegangan_kabel panjang_kabel kecepatan_gulungan arus_gulungan suhu_gulungan; bool kabel_kusut"),
        "lbg_msgs/msg/Tebal": mdef("float32 tebal_pelat tebal_cat mutu_gema"),
        "lbg_msgs/msg/Kamera": mdef("float32[2] ketajaman kecerahan; float32 paparan jeda_gambar"),
        "lbg_msgs/msg/Lampu": mdef("float32[2] arus_lampu suhu_lampu"),
        "lbg_msgs/msg/Teritip": mdef("float32 cakupan keyakinan waktu_hitung sisa"),
        "lbg_msgs/msg/Air": mdef("float32 suhu_air salinitas kekeruhan oksigen arus_air arah_arus"),
        "lbg_msgs/msg/Kompensator": mdef("float32 tekanan_kompensator isi_oli suhu_oli"),
        "lbg_msgs/msg/Bejana": mdef("float32 suhu_bejana kelembapan_bejana kebocoran putaran_kipas"),
        "lbg_msgs/msg/Listrik": mdef("float32 tegangan_utama arus_utama tegangan24 arus24 isolasi suhu_trafo"),
        "lbg_msgs/msg/Genset": mdef("float32 putaran_mesin tegangan_genset frekuensi suhu_mesin tekanan_oli bahan_bakar suhu_buang; uint16 kode_galat"),
        "lbg_msgs/msg/Komputer": mdef("float32 siklus_ms siklus_maks memori suhu_inti; string versi"),
        "lbg_msgs/msg/Jaringan": mdef("float32 waktu_balas hilang redaman"),
        "lbg_msgs/msg/Pendorong": mdef("float32[2] arus_pendorong putaran_pendorong"),
        "lbg_msgs/msg/Katodik": mdef("float32 potensial arus_anoda"),
        "lbg_msgs/msg/Cuaca": mdef("float32 kecepatan_angin arah_angin hujan"),
        "lbg_msgs/msg/Ombak": mdef("float32 tinggi_ombak periode_ombak"),
        "lbg_msgs/msg/Kapal": mdef("float32 sarat goyang anggukan"),
        "lbg_msgs/msg/Derek": mdef("float32 beban arus_derek tinggi_kait"),
        "lbg_msgs/msg/Lumpur": mdef("float32 tinggi_lumpur berat arus_pengaduk; bool tangki_penuh"),
        "lbg_msgs/msg/Aman": mdef("bool henti_darurat_ok pagar_tertutup; uint8 orang penyelam"),
        "lbg_msgs/msg/Tugas": mdef("uint8 langkah cara jenis; uint16 jalur tugas_ke; float32 batas_kecepatan; bool manual"),
    }
    KINDS = dict(
        seg=k("bearing of the left track full of sand: more current, hot", RAN, "arus_rantai[0] suhu_rantai[0]", "rantai kiri|rantai|bantalan", cons="arus utama|listrik|suhu trafo", step=False, tail=300, **JL),
        imp=k("impeller of the suction pump worn: less flow and suction, shakes", HIS, "debit tekanan_hisap getaran", "pompa hisap|hisap|impeler", cons="arus pompa|saringan|beda tekanan|tekanan masuk|listrik|tangki lumpur|teritip", step=False, **HI),
        tali=k("rope wound about brush 2: more current, slower, hot", SIK, "arus_sikat[1] putaran_sikat[1] suhu_sikat[1]", "sikat 2|sikat|tali", cons="listrik|arus utama|suhu trafo", tail=200, **BR),
        mgt=k("magnet 3 comes off its holder: wider gap, less pull, tracks slip", [MAG, RAN], "celah[2] gaya_tarik[2] selip", "magnet 3|magnet|rantai", cons="kecepatan rantai|getaran", step=False, **UT),
        buta=k("filter cloth blind: difference grows, rinsed more often, less flow", [SAR, HIS], "beda_tekanan tekanan_masuk debit", "saringan|hisap", cons="bilas balik|tekanan hisap|arus pompa|tangki lumpur", step=False, **HI),
        bocor=k("seal of the housing leaks: damp inside, leak sensor wet", BEJ, "kelembapan_bejana kebocoran", "bejana|segel", cons="isolasi|listrik", step=False, tail=120),
        lamp=k("lamp 1 has aged: pictures dark, growth seen less surely", [LAM, KAM, TER], "arus_lampu[0] kecerahan[0] keyakinan", "lampu 1|lampu|kamera|teritip", cons="paparan|suhu lampu|ketajaman"),
        rem=k("brake of the reel drags: umbilical tight, reel motor hot", KAB, "tegangan_kabel arus_gulungan suhu_gulungan", "gulungan|kabel|rem", cons="rantai|arus rantai|listrik", step=False, tail=240),
        inj=k("injector of the genset drips: speed and frequency hunt, exhaust hot", GEN, "putaran_mesin frekuensi suhu_buang", "genset|injektor", cons="tegangan genset|bahan bakar|tegangan utama", step=False, tail=120),
        komp=k("compensator loses oil: pressure lags behind the depth", KOM, "tekanan_kompensator isi_oli", "kompensator|oli", cons="suhu oli", step=False),
        kip=k("fan in the housing stands: housing and computer hot, cycles longer", [BEJ, KMP], "putaran_kipas suhu_bejana suhu_inti siklus_ms", "kipas|bejana|komputer", cons="siklus maks|waktu hitung", tail=400),
        serat=k("plug of the fibre dirty: damping high, packets lost, answers late", JAR, "redaman hilang waktu_balas", "jaringan|serat", cons="kamera|jeda gambar"),
        r_kec=k("speed of the right track reads too high: encoder ring cracked", RAN, "kecepatan_rantai[1]", "rantai kanan|rantai|enkoder", "~mul .35 .1", **JL),
        r_ar=k("right track current swings: gear tooth broken", RAN, "arus_rantai[1]", "rantai kanan|rantai|gigi", "swing 1.6 1.1", **JL),
        r_teg=k("track tension falls: tensioner leaks", RAN, "tegangan_rantai", "rantai|penegang", "off -3.2 .05", step=False),
        r_hi=k("left track current flutters when the umbilical pulls more than a number: mount loose", RAN, "arus_rantai[0]", "rantai kiri|rantai|dudukan", "flut 1.9 .8", **NU),
        r_los=k("messages of the tracks get lost: plug wet", RAN, "header.stamp", "rantai|konektor", "lost .45"),
        s_su=k("brush 3 gets hot: gear oil gone", SIK, "suhu_sikat[2]", "sikat 3|sikat|oli gigi", "heat 11 80", step=False, tail=300),
        s_pt=k("brush 1 turns unevenly: coupling", SIK, "putaran_sikat[0]", "sikat 1|sikat|kopling", "swing 26 2.3", **BR),
        s_gy=k("pressing force breathes: cylinder sucks air", SIK, "gaya_tekan", "sikat|silinder tekan", "pump .34 5", **BR),
        s_tg=k("height of the brushes sticks in steps", SIK, "tinggi_sikat", "sikat|pengangkat", "off 7 .1"),
        s_hi=k("brush 1 current has blows when pressed more than a number: bristle plate bent", SIK, "arus_sikat[0]", "sikat 1|sikat|pelat bulu", "tick 2.6 1.3 .4", **NU),
        h_sp=k("suction pump hot: cooling water weak", HIS, "suhu_pompa", "pompa hisap|hisap|air pendingin", "heat 12 80", step=False, tail=300),
        h_ar=k("pump current too high: bearing greased with water", HIS, "arus_pompa", "pompa hisap|hisap|bantalan", "mul .16 .02", **HI),
        h_pt=k("pump speed falls again and again: inverter at its limit", HIS, "putaran_pompa", "pompa hisap|hisap|inverter", "~mul -.09 .2", **HI),
        h_gt=k("pump shakes at times: air in the hose", HIS, "getaran", "pompa hisap|hisap|selang", "burst 1.0 2 8", **HI),
        f_kr=k("water behind the filter turbid: cloth torn", SAR, "kekeruhan_keluar", "saringan|kain", "off 5 .3", step=False),
        f_uv=k("lamp of the uv stage flickers", SAR, "daya_uv", "saringan|lampu uv", "~mul -.22 .1"),
        f_dp=k("inlet pressure of the filter unsteady when the flow is above a number: valve loose", SAR, "tekanan_masuk", "saringan|katup", "flut .13 .8", **NU),
        m_cl=k("gap of magnet 1 reads too small: shell grown on the probe", MAG, "celah[0]", "magnet 1|magnet|probe", "off -1.5 .08"),
        m_tr=k("pull of magnet 4 noisy: cable", MAG, "gaya_tarik[3]", "magnet 4|magnet|kabel", "noise 24"),
        m_pl=k("gap of magnet 2 jumps at one place: doubled plate", MAG, "celah[1]", "magnet 2|magnet|pelat ganda", "walk 1.8 .5 2", **PL),
        d_hi=k("picture of camera 1 shakes when faster than a number: bracket cracked", KAM, "ketajaman[0]", "kamera 1|kamera|braket", "off -9 .3", **NU),
        d_dl=k("depth stands off: sensor zeroed under water", DAL, "kedalaman", "kedalaman|sensor tekanan", "off .6 .05"),
        d_tk=k("water pressure follows late: port grown over", DAL, "tekanan_air", "kedalaman|lubang tekanan", "slow 9"),
        d_lj=k("rate of sinking noisy", DAL, "laju_turun", "kedalaman|laju", "noise .08"),
        p_x=k("position along the ship slips: wheel counter on slime", POS, "pose.position.x", "posisi|penghitung", "skip .35 .2"),
        p_z=k("position z leans more the deeper: gyro scale", POS, "pose.position.z", "posisi|giroskop", "soft .3 2"),
        g_z=k("yaw gyro has a bias", IMU, "angular_velocity.z", "imu|giroskop", "off .035 .1"),
        g_y=k("acceleration y noisy: board loose", IMU, "linear_acceleration.y", "imu|papan", "noise .5"),
        r_pl=k("tracks slip at one place: oil film of a leak", RAN, "selip", "rantai|minyak", "off 5 .4", **PL),
        g_age=k("imu messages late", IMU, "header.stamp", "imu|jembatan", "age .6", step=False),
        g_pl=k("crawler shakes at one place: weld seam proud", IMU, "angular_velocity.x", "imu|las", "swing .2 .8", **PL),
        a_jr=k("acoustic range jumps: second echo from the quay", AKU, "jarak", "akustik|gema", "jumpy 9 6"),
        a_ar=k("acoustic bearing off: head turned", AKU, "arah", "akustik|kepala", "off 7 .1"),
        a_mt=k("acoustic quality low when the reel has out more than a number: shadow of the keel", AKU, "mutu_sinyal", "akustik|lunas", "off -16 .2", **NU),
        a_dr=k("acoustic noise high: propeller of a tug", AKU, "derau", "akustik|derau", "off 9 .2", step=False),
        k_pj=k("length of the umbilical creeps and is set right again", KAB, "panjang_kabel", "kabel|gulungan|penghitung", "creep 2.6 40"),
        k_kc=k("speed of the reel reads in holds", KAB, "kecepatan_gulungan", "kabel|gulungan", "hold 4", **JL),
        t_pl=k("plate thickness scatters: couplant pump dead", TEB, "tebal_pelat", "tebal|pompa kopling", "noise .5"),
        t_ct=k("paint thickness wrong: not linear after the repair", TEB, "tebal_cat", "tebal|probe cat", "off 46 .1"),
        t_gm=k("echo bad at one place: pitting", TEB, "mutu_gema", "tebal|korosi", "off -24 .2", **PL),
        c_tj=k("camera 2 out of focus: ring loose", KAM, "ketajaman[1]", "kamera 2|kamera|fokus", "off -13 .1"),
        c_kc=k("camera 2 breathes in brightness: iris", KAM, "kecerahan[1]", "kamera 2|kamera|iris", "pump .24 4"),
        c_pp=k("exposure hunts", KAM, "paparan", "kamera|paparan", "hunt 2.2 4"),
        c_jd=k("pictures late: encoder hot", KAM, "jeda_gambar", "kamera|penyandi", "late 40 130"),
        l_su=k("lamp 2 hot: grown over", LAM, "suhu_lampu[1]", "lampu 2|lampu", "heat 12 60", step=False, tail=300),
        b_ck=k("coverage of growth read too low: model wrong for weed", TER, "cakupan", "teritip|model", "mul -.45 .05"),
        b_wk=k("recognition slow", TER, "waktu_hitung", "teritip|prosesor", "late 30 90"),
        b_pl=k("recognition unsure at one place: draft marks", TER, "keyakinan", "teritip|tanda sarat", "off -.2 .2", **PL),
        w_sh=k("water temperature frozen", AIR, "suhu_air", "air|termometer", "frz", need=60),
        w_sl=k("salinity cell grown over", AIR, "salinitas", "air|sel salinitas", "off -2.6 .05", step=False),
        w_kr=k("turbidity of the water has spikes: bubbles", AIR, "kekeruhan", "air|gelembung", "peak 9 .12"),
        w_ox=k("oxygen drifts: membrane", AIR, "oksigen", "air|membran", "drift .8 40"),
        w_ar=k("current meter reads too little", AIR, "arus_air", "air|pengukur arus", "mul -.5 .04", step=False),
        w_hi=k("direction of the current unsteady when the current is stronger than a number: vane bent", AIR, "arah_arus", "air|sirip", "flut 24 .5", **NU),
        o_sh=k("oil of the compensator warm: bearing rubs", KOM, "suhu_oli", "kompensator|oli|bantalan", "heat 8 100", step=False, tail=400),
        e_ut=k("main voltage dips when the main current is above a number: slip ring burnt", LIS, "tegangan_utama", "listrik|cincin geser", "off -11 .3", **NU),
        e_24=k("24 v ripples", LIS, "tegangan24", "listrik|24 v|kapasitor", "swing .3 .7"),
        e_is=k("insulation falls: umbilical nicked", LIS, "isolasi", "listrik|isolasi|kabel", "off -450 .08", step=False),
        e_tr=k("transformer hot", LIS, "suhu_trafo", "trafo|listrik", "heat 12 90", step=False, tail=400),
        e_a24=k("24 v current higher: heater of a camera always on", LIS, "arus24", "listrik|24 v|pemanas kamera", "off 1.3 .05"),
        n_tg=k("genset voltage swings: regulator", GEN, "tegangan_genset", "genset|regulator", "swing 8 3"),
        n_ol=k("oil pressure of the genset low", GEN, "tekanan_oli", "genset|oli mesin", "off -.6 .06", step=False),
        n_sm=k("genset warm: cooler full of weed", GEN, "suhu_mesin", "genset|pendingin", "heat 9 100", step=False, tail=400),
        n_bb=k("fuel level sloshes: float loose", GEN, "bahan_bakar", "genset|pelampung", "walk 5 3 12"),
        j_mem=k("memory of the computer fills", KMP, "memori", "komputer|memori", "leak 420", step=False),
        j_max=k("worst cycles far longer", KMP, "siklus_maks", "komputer|siklus", "late 7 30"),
        u_ar=k("thruster 1 draws more: weed", DOR, "arus_pendorong[0]", "pendorong 1|pendorong|ganggang", "mul .5 .08", step=False),
        u_pt=k("thruster 2 speed flutters", DOR, "putaran_pendorong[1]", "pendorong 2|pendorong", "flut 190 .3"),
        so_b=k("beam 3 of the sonar short: shell on the window", SON, "ranges[2]", "sonar depan|sonar", "short .4 .7"),
        so_n=k("sonar noisy", SON, "ranges", "sonar depan|sonar", "noise .35"),
        jl=k("distance to the hull folds over: second echo", JRK, "range", "jarak lambung|pengukur jarak", "fold 1.5 .11", **UT),
        z_pt=k("protective potential off: reference cell dry", KAT, "potensial", "katodik|sel acuan", "off 62 .04"),
        z_an=k("anode current uneasy", KAT, "arus_anoda", "katodik|anoda", "noise .22"),
        y_an=k("wind gauge stiff", CUA, "kecepatan_angin", "cuaca|anemometer", "mul -.45 .05", step=False),
        y_om=k("waves read too high: buoy line tight", OMB, "tinggi_ombak", "ombak|pelampung", "off .16 .2"),
        y_sr=k("draft of the ship sticks", KPL, "sarat", "kapal|sensor sarat", "off .25 .04"),
        y_gy=k("roll of the ship reads too much", KPL, "goyang", "kapal|inklinometer", "mul 1.3 .05"),
        q_bb=k("load of the crane has an offset", DER, "beban", "derek|sel beban", "off 46 .05"),
        lu_t=k("level of the sludge tank jumpy: foam", LUM, "tinggi_lumpur", "tangki lumpur|busa", "jumpy 9 5"),
        lu_ad=k("agitator draws more: rags", LUM, "arus_pengaduk", "tangki lumpur|pengaduk", "off .9 .1", step=False),
        s_kab=k("reel warns for seconds again and again that the umbilical is tangled", [KAB, "/rosout", "/diagnostics"], "kabel_kusut", "kabel|gulungan", silent=False),
        s_sik=k("brushes report that they are jammed", [SIK, "/rosout", "/diagnostics"], "macet arus_sikat[0]", "sikat", silent=False),
        s_sar=k("filter reports that it is full", [SAR, "/rosout", "/diagnostics"], "saringan_penuh", "saringan", silent=False),
        s_lum=k("sludge tank warns that it is nearly full", [LUM, "/rosout", "/diagnostics"], "tangki_penuh", "tangki lumpur", silent=False),
    )

    def life(self):
        self.day(28 + self.season(0.5), 2.0, 3.0)
        r, site = self.rng("strips"), self.site_of()  # another ship
        x0, span, deep = ((20.0, 26.0, 7.0), (45.0, 20.0, 5.5), (10.0, 30.0, 8.5))[site]
        T, no = Track(self, x=x0, z=0.6, h=0.0, b=60.0), 0
        T.set(sik=0, his=0, foul=0, jenis=1, cara=1, job=0, strip=0, ppl=1, div=0, man=0, lim=0.3, ut=0, bilas=0, press=0, hook=0), T.wait(r.uniform(20, 60), 0)
        T.set(ppl=0)
        z = 1.0
        while T.more:
            no, a0 = no + 1, T.i
            jenis = int(r.choice((1, 1, 2, 2, 3)))  # slime, weed, barnacles
            cara = 2 if self.new(8) or self.new(3) and r.random() < 0.35 else 1  # new: gently, from life/8 on always
            if self.new(6) and r.random() < 0.25:
                jenis = 4  # new: soft coating of another maker
            T.spd = 1.0 if r.random() < 0.8 and not self.is_life(6) else 0.75
            v = r.uniform(0.24, 0.42) * (1.15 if cara == 2 else 1) * (0.75 if jenis == 3 else 1)
            press = (0, 180, 230, 330, 150)[jenis] * (0.75 if cara == 2 else 1) * r.uniform(0.92, 1.08)
            z = z + 0.55 if z + 0.55 < deep else 1.0
            T.set(job=no, strip=int(z / 0.55), jenis=jenis, cara=cara, lim=round(v, 2), press=0)
            dirn = 1 if T.pos["x"] < x0 + span / 2 else -1
            h = 0.0 if dirn > 0 else np.pi
            T.go(1, v=0.25, a=0.2, z=z), T.go(1, sec=abs(h - T.pos["h"]) / 0.35 + 1, h=h)
            T.set(his=1), T.wait(r.uniform(2, 4), 2), T.set(sik=1), T.go(2, sec=1.6, b=0.0), T.set(press=press)
            end = (x0 + span if dirn > 0 else x0) - dirn * r.uniform(0, 5)
            while T.more and (end - T.pos["x"]) * dirn > 0.2:
                step = min(r.uniform(2.5, 7), abs(end - T.pos["x"]))
                T.set(foul=(0, 0.5, 1.1, 1.8, 0.3)[jenis] * r.uniform(0.6, 1.4)), T.go(3, v=v, a=0.2, x=T.pos["x"] + dirn * step, z=z + r.uniform(-0.06, 0.06))
                u = r.random()
                if u < 0.10:  # grating of a sea chest: brushes up
                    T.set(press=0), T.go(4, sec=1.4, b=45.0), T.go(4, v=v, a=0.2, x=T.pos["x"] + dirn * 1.2), T.go(4, sec=1.4, b=0.0), T.set(press=press)
                elif u < 0.18:  # hard spot: to and fro
                    T.set(foul=2.4, press=press * 1.15), T.go(5, v=v * 0.7, a=0.2, x=T.pos["x"] - dirn * 1.0), T.go(5, v=v * 0.7, a=0.2, x=T.pos["x"] + dirn * 1.0), T.set(press=press)
                elif u < 0.22:
                    T.wait(r.uniform(3, 12), 6)  # waits for a boat's wash
                if self.new(4) and r.random() < 0.25:
                    T.set(ut=1, press=0), T.wait(r.uniform(3, 6), 7), T.set(ut=0, press=press)  # new: plate measured
            T.set(foul=0, press=0), T.go(8, sec=1.6, b=60.0), T.set(sik=0), T.wait(r.uniform(2, 5), 8), T.set(his=0)
            T.task(a0)
            if r.random() < 0.3:
                T.set(bilas=1), T.wait(r.uniform(10, 22), 9), T.set(bilas=0)
            if r.random() < 0.14 or self.is_life(8) and r.random() < 0.35:
                T.set(man=1), setattr(T, "spd", 0.3), T.manual(r.uniform(25, 70), 10, dict(x=-1.4, z=-0.3, h=-0.4), dict(x=1.4, z=0.5, h=0.4)), T.set(man=0)
            if no % 7 == 0:  # up to the surface: divers look at the brushes, people change
                T.go(11, v=0.25, a=0.2, z=0.6), T.set(ppl=2, hook=1, div=1), T.wait(r.uniform(50, 120), 12), T.set(ppl=0, hook=0, div=0)
            if self.is_life(5, 9) and no == 2:
                for e, d in (("x", 3.0), ("z", 1.0), ("b", -50.0)):
                    T.go(13, sec=14, **{e: T.pos[e] + d}), T.go(13, sec=14, **{e: T.pos[e] - d})
        self.take(T)
        self.weather(80)
        self.wind = self.wind * (1.5 if self.is_life(6) else 1)

    def physics(self):
        A, E, W, h, t = self.A, self.E, self.wander, self.h, self.t
        self.sea = 0.07 + 0.015 * lp(self.wind, 100)
        wav = self.waves("w", 1.0, 4.2, 5) * self.sea
        self.x, self.zz, self.hd, self.b = lp(A["x"], 0.25), lp(A["z"], 0.25), ring(A["h"], 0.8, 0.8), lp(A["b"], 0.3)
        self.wet = lp((A["z"] > 0.8) * 1.0, 1)
        vx, vz = diff(self.x), diff(self.zz)
        self.sp, self.yr = np.hypot(vx, vz), diff(self.hd)
        self.mv = (self.sp > 0.04) | (np.abs(self.yr) > 0.05)
        m3, sd = h("mgt", 0.5), h("seg", 0.5)
        self.cur_w = (0.25 + 0.12 * np.sin(2 * np.pi * t / 5200 + self.su("tide")) + 0.05 * abs(self.su("cw")) + 0.035 * W("cw", 1, 25) + 0.03 * W("cw2", 1, 120)).clip(0.02)
        sik, his, foul = lp(E("sik"), 0.7), lp(E("his"), 1.5), lp(E("foul"), 1.2) * (1 + 0.15 * W("fo", 1, 1.5)).clip(0)
        self.sik = sik
        self.gt = lp(E("press"), 0.5) * (1 + 0.03 * W("gt", 1, 0.8))
        self.gap = [(2.0 + 0.25 * np.sin(self.x * 1.1 + i) + 0.2 * np.cos(self.zz * 2 + i) + (1.0 * m3 * (1 + 0.15 * W("m3", 1, 1.2)) if i == 2 else 0)).clip(0.3) for i in range(4)]
        self.pull = [900 * np.exp(-0.22 * g) for g in self.gap]
        self.pull[2] = self.pull[2] * (1 - 0.08 * m3)
        self.slp = 2.0 + 2.2 * np.tanh(self.sp * 4) + 1.2 * foul + 5 * m3 * np.tanh(self.sp * 4)
        self.drag = h("rem", 0.5)
        self.out = 18 + np.hypot(self.x - 25, self.zz + 3) + 0.4 * W("ou", 1, 30)
        self.vo = diff(self.out, 0.6)
        self.tk = 95 + 210 * self.cur_w**2 * 3 + 5 * self.zz + 26 * np.tanh(9 * self.vo) + 14 * wav / 0.1 * np.exp(-self.zz / 3) + self.drag * (70 + 70 * np.tanh(6 * np.abs(self.vo)))
        self.ig = 0.5 + np.tanh(10 * np.abs(self.vo)) * 2.6 + 0.004 * self.tk + 1.5 * self.drag
        tan = np.tanh(8 * self.sp)
        self.it = [0.4 + tan * (3.1 + 0.5 * foul + 0.0035 * self.gt + 0.006 * self.tk + 0.6 * np.sin(self.hd) ** 2 + 1.2 * np.tanh(-9 * vz)) + 2.6 * s_ * np.tanh(4 * self.yr) ** 2 + (2.5 * sd * np.maximum(tan, 0.3 * np.tanh(9 * np.abs(self.yr))) * (1 + 0.2 * W("sd", 1, 1)) if i == 0 else 0) for i, s_ in ((0, 1), (1, 1))]
        self.vt = [(self.sp * np.sign(np.cos(self.hd) * vx + 1e-9) + s_ * 0.35 * self.yr) * (1 + self.slp / 100) for s_ in (-1, 1)]
        rp = h("tali", 0.3)
        self.ib = [0.2 + sik * (2.4 + 0.011 * self.gt * (0.8 + 0.45 * foul) * (1 + 0.04 * self.u(f"br{i}")) + (3.0 * rp * (1 + 0.2 * W("rp", 1, 0.5)) if i == 1 else 0)) for i in range(3)]
        self.nb = [sik * (520 - 5.0 * c) * (1 - (0.06 * rp if i == 1 else 0)) for i, c in enumerate(self.ib)]
        im, bl = h("imp", 1), h("buta", 1)
        load = np.zeros(self.n)
        x, bils, cnt = 0.3, [], 0.0
        rinse = 0
        for i, (f, b, c) in enumerate(zip((his * (0.0011 + 0.0022 * foul) * (1 + 1.2 * bl)).tolist(), E("bilas").tolist(), bl.tolist())):
            if x > 1 and rinse == 0:
                rinse, cnt = int(9 / DT), cnt + 1
            x = max(x - DT * 0.11, 0.05 + 0.25 * min(c, 1.2)) if rinse or b else x + f * DT
            rinse = max(rinse - 1, 0)
            load[i] = x
            bils.append(cnt)
        self.bil = np.array(bils)
        self.Q = his * (46 - 7 * load - 9.5 * im - 5 * bl + 0.6 * W("q", 1, 2))
        self.hp = -(0.05 + his * (0.42 + 0.05 * foul - 0.13 * im + 0.02 * load))
        self.dp, self.pin = 0.04 + his * (0.13 + 0.42 * load + 0.2 * bl), 0.1 + his * (0.62 + 0.42 * load + 0.22 * bl - 0.16 * im)
        self.ip = 1.2 + his * (15.5 + 0.11 * self.Q + 1.2 * self.pin - 1.2 * im)
        self.gv = 0.2 + his * (1.1 + 1.1 * im + 0.1 * load) + 0.1 * wav / 0.1
        lk, fd, li, fb, kp = h("bocor", 2), h("kip", 2).clip(0, 1), h("lamp", 0.5), h("serat", 0.5), h("komp", 1)
        self.lk, self.li, self.fb, self.kp = lk, li, fb, kp
        self.hot, self.fr = 8 * lp(fd, 140), 3100 * (1 - 0.97 * fd)
        self.turb = 7 + 3.2 * np.abs(W("tb", 1, 90)) + 5 * lp(foul * sik, 5) * (1.15 - his)
        self.im = lp(6 + sum(self.ib) * 0.9 + sum(self.it) * 0.8 + 1.1 * self.ig * 0.5 + 2.5 * lp(E("hook"), 1) + 1.5 * self.load("im", 10, 40), 0.3)
        ij = h("inj", 0.5)
        tot = self.im + 1.6 * self.ip
        self.rpm = 1502 - 0.35 * tot - 6 * lp(diff(tot, 0.5), 0.5).clip(-3, 3) + ij * (13 * np.sin(2 * np.pi * t / 2.4 + 0.6 * W("ij", 1, 12)) + 5 * W("ij2", 1, 1))
        self.tbu = 290 + 2.0 * lp(tot, 30) + 34 * lp(ij, 40)
        self.tot = tot
        self.zw = self.zz + 0.5 * wav * np.exp(-self.zz / 3)
        self.wav = wav
        self.a24 = lp(5.5 + 1.6 * E("ut") + 1.1 * self.load("a24", 9, 40) + 0.8 * sik, 0.3)

    def where(self):
        E, ones = self.E, np.ones(self.n, bool)
        on, hi, wet = self.sik > 0.6, lp(E("his"), 1.5) > 0.6, self.wet > 0.5
        self.over("r_hi", self.tk, KAB + ":tegangan_kabel", "tegangan kabel|tension|pull|kabel|force", self.mv, 0.55, 0, 0.4), self.over("s_hi", self.gt, SIK + ":gaya_tekan", "gaya tekan|force|press|load", on, 0.5, 0, 0.4)
        self.over("f_dp", self.Q, HIS + ":debit", "debit|flow|hisap", hi, 0.5, 1, 0.3), self.over("a_mt", self.out, KAB + ":panjang_kabel", "panjang kabel|length|further|kabel|reel", ones, 0.6, 1, 0.35)
        self.over("w_hi", self.cur_w, AIR + ":arus_air", "arus air|current|stream|stronger", ones, 0.55, 2, 0.4), self.over("e_ut", self.im, LIS + ":arus_utama", "arus utama|current|load", ones, 0.6, 0, 0.35)
        self.over("d_hi", self.vt[0], RAN + ":kecepatan_rantai[0]", "kecepatan rantai|speed|faster|velocity", ones, 0.6, 2, 0.35)
        self.places(self.x, self.zz, ones, m_pl=(1.6, 0.05), g_pl=(1.6, 0.05), t_gm=(1.6, 0.05), b_pl=(1.6, 0.05), r_pl=(1.6, 0.05))
        self.modes(
            ("seg r_kec r_ar k_kc", self.mv, "drive|drives|driving|moves|moving|speed|kecepatan rantai|arus rantai"), ("tali s_pt s_gy", on, "brush|sikat|turn|press|putaran sikat|gaya tekan"),
            ("imp buta h_ar h_pt h_gt", hi, "suck|suction|pump|hisap|debit|putaran pompa"), ("mgt jl", wet, "water|depth|kedalaman|hull|kabel"),
        )

    def record(self):
        E, W, t, on = self.E, self.wander, self.t, self.sik
        mc, out = self.shape("s_sik", 0.4, 0.8, 4), self.out
        self.pub(RAN, "lbg_msgs/msg/Rantai", 10, dict(kecepatan_rantai=[n(x, 0.006) for x in self.vt], arus_rantai=[n(x, 0.14, 0, out=(0.9, 0.003)) for x in self.it], suhu_rantai=[self.tm(f"rt{i}", 1.9 * lp(x, 110) + (4.5 * lp(self.h("seg", 0.5), 100) if i == 0 else 0), 2) for i, x in enumerate(self.it)], selip=n(self.slp, 0.35, 0), tegangan_rantai=n(24 - 0.05 * self.wear(3), 0.3, 0)))
        self.pub(SIK, "lbg_msgs/msg/Sikat", 10, dict(arus_sikat=[n(x + 3.5 * (mc & (i == 0)), 0.16, 0, out=(1.0, 0.003)) for i, x in enumerate(self.ib)], putaran_sikat=[n(x, 3.5, 0) for x in self.nb], suhu_sikat=[self.tm(f"sk{i}", 1.6 * lp(x, 90), 2) for i, x in enumerate(self.ib)], gaya_tekan=n(self.gt, 5, 0), tinggi_sikat=n(self.b, 0.4), macet=mc))
        self.pub(HIS, "lbg_msgs/msg/Hisap", 6, dict(tekanan_hisap=n(self.hp, 0.009), debit=n(self.Q, 0.5, 0), arus_pompa=n(self.ip, 0.25, 0), suhu_pompa=self.tm("pp", 0.9 * lp(self.ip, 150), 7), getaran=n(self.gv, 0.09, 0, out=(0.5, 0.003)), putaran_pompa=n(lp(E("his"), 1.5) * (2890 - 1.2 * self.ip), 7, 0)))
        self.pub(SAR, "lbg_msgs/msg/Saringan", 4, dict(beda_tekanan=n(self.dp, 0.012, 0), tekanan_masuk=n(self.pin, 0.018, 0), kekeruhan_keluar=n(2.2 + 0.06 * self.turb + 0.8 * lp(E("foul"), 10), 0.18, 0), daya_uv=n(1850 - 12 * self.wear(1), 14, 0), bilas_balik=self.bil + self.once(E("bilas")) + 40 * self.idx, saringan_penuh=self.flags("s_sar")))
        self.pub(MAG, "lbg_msgs/msg/Magnet", 6, dict(celah=[n(x, 0.08, 0) for x in self.gap], gaya_tarik=[n(x, 7, 0) for x in self.pull]))
        self.pub(DAL, "lbg_msgs/msg/Kedalaman", 8, dict(kedalaman=n(self.zw, 0.012), tekanan_air=n(1013 + 100.5 * self.zw, 1.2), laju_turun=n(diff(self.zw), 0.012)))
        self.inertial(IMU, 12, (0.03 * np.sin(self.x / 4), 1.35 - 0.05 * self.zz, self.hd), (self.yr + (0.01 + 0.06 * self.sp) * self.white("gx"), 0.01 * self.white("gy"), self.yr * 0.1 + 0.002 * W("gz", 1, 30)), (9.6 + 0.4 * self.sp * self.white("ax"), 0.5 + (0.04 + 0.25 * self.sp) * self.white("ay"), 1.6 + 0.4 * self.sp * self.white("az")), "badan", (0.004, 0.05))
        self.pub(POS, "geometry_msgs/msg/PoseStamped", 8, {"pose.position.x": n(self.x + 0.05 * W("px", 1, 60), 0.01), "pose.position.y": n(self.zz, 0.01), "pose.position.z": n(0.6 * self.zz, 0.012), "pose.orientation.z": np.sin(self.hd / 2), "pose.orientation.w": np.cos(self.hd / 2)}, "kapal")
        dist = np.hypot(self.x - 22, self.zz + 4) + 12
        self.pub(AKU, "lbg_msgs/msg/Akustik", 3, dict(jarak=n(dist, 0.15, 0), arah=n(np.degrees(np.arctan2(self.x - 22, 14)), 0.6), mutu_sinyal=n(83 - 0.5 * dist - 5 * on, 1.6, 0, 100), derau=n(41 + 5 * on + 3 * lp(E("his"), 2) + 2 * W("dr", 1, 40), 0.9)))
        self.pub(KAB, "lbg_msgs/msg/Kabel", 6, dict(tegangan_kabel=n(self.tk, 5, 0), panjang_kabel=n(out, 0.03, 0), kecepatan_gulungan=n(self.vo, 0.008), arus_gulungan=n(self.ig, 0.07, 0), suhu_gulungan=self.tm("gl", 3.4 * lp(self.ig, 100) + 2 * lp(self.drag, 90), 3), kabel_kusut=self.blink("s_kab")))
        bad = 1 - 0.3 * np.tanh(self.sp * 4)
        self.pub(TEB, "lbg_msgs/msg/Tebal", 4, dict(tebal_pelat=n(14.2 + 0.35 * np.sin(self.x / 3) + 0.25 * np.cos(self.zz * 1.3), 0.07, 0), tebal_cat=n(310 + 18 * np.sin(self.x / 2.1 + self.zz), 5, 0), mutu_gema=n(74 * bad + 5, 1.8, 0, 100)))
        tb = self.turb
        sun = 18 * self.sunny * np.exp(-self.zz / 4) * (0.3 if self.is_life(6) else 1)
        self.pub(KAM, "lbg_msgs/msg/Kamera", 5, dict(ketajaman=[n(66 - 1.1 * tb - 8 * self.sp - (2.5 * self.li if i == 0 else 0), 1.0, 0) for i in (0, 1)], kecerahan=[n(88 + sun - 0.8 * tb - (14 * self.li if i == 0 else 0), 1.3, 0, 255) for i in (0, 1)], paparan=n(9 + 0.25 * tb - 0.1 * sun + 1.5 * self.li, 0.16, 0.2), jeda_gambar=n(self.net("kg", 62, 8, 8) + 12 * self.fb, 0.6, 0)))
        self.pub(LAM, "lbg_msgs/msg/Lampu", 4, dict(arus_lampu=[n(2.6 * (1 - (0.13 * self.li if i == 0 else 0)), 0.03, 0) for i in (0, 1)], suhu_lampu=[self.tm(f"lp{i}", 7 - 2 * lp(self.wet, 60), 6) for i in (0, 1)]))
        f = lp(E("foul"), 0.8)
        self.pub(TER, "lbg_msgs/msg/Teritip", 4, dict(cakupan=n((14 + 26 * f) * (0.4 + 0.6 * lp((self.st > 1) * 1.0, 2)), 1.6, 0, 100), keyakinan=n(0.87 - 0.007 * tb - 0.02 * f - 0.12 * self.li, 0.013, 0, 1), waktu_hitung=n(self.net("wh", 36, 4, 4) + 0.5 * self.hot, 0.5, 0), sisa=n(3.5 + 1.4 * f, 0.4, 0, 100)))
        self.pub(AIR, "lbg_msgs/msg/Air", 3, dict(suhu_air=n(28.6 + 0.25 * (self.amb0 - 28) - 0.12 * self.zz, 0.04, tau=60), salinitas=n(33.4 + 0.1 * W("sl", 1, 200), 0.06, tau=60), kekeruhan=n(tb, 0.4, 0), oksigen=n(6.3 - 0.04 * self.zz, 0.07, tau=30), arus_air=n(self.cur_w, 0.006, 0), arah_arus=n(112 + 14 * W("aa", 1, 80), 3)))
        self.pub(KOM, "lbg_msgs/msg/Kompensator", 4, dict(tekanan_kompensator=n(1.42 + 0.1 * self.zz * (1 - 0.55 * self.kp) - 0.16 * self.kp, 0.009, 0), isi_oli=n(82 - 0.3 * self.wear(1) - 0.5 * self.zz - 5 * self.kp, 0.4, 0, 100), suhu_oli=self.tm("ko", 3 * lp(on, 120), 5)))
        self.pub(BEJ, "lbg_msgs/msg/Bejana", 3, dict(suhu_bejana=self.tm("bj", 4 * lp(on, 160) + 0.7 * self.hot, 8), kelembapan_bejana=n(31 + 1.5 * W("kl", 1, 200) + 9 * lp(self.lk, 20), 0.4, 0, 100), kebocoran=n(12 + 3 * self.lk * (1 + 0.3 * W("lk", 1, 2)), 0.5, 0), putaran_kipas=n(self.fr, 16, 0)))
        i, gv = self.im, 398 - 0.05 * self.tot + 0.08 * (self.rpm - 1480)
        self.pub(LIS, "lbg_msgs/msg/Listrik", 5, dict(tegangan_utama=n(gv - 0.22 * i, 0.8), arus_utama=n(i, 0.3, 0), tegangan24=n(24.15 - 0.02 * self.a24, 0.02), arus24=n(self.a24, 0.07, 0), isolasi=n(1320 - 45 * W("is", 1, 200) - 60 * self.lk, 16, 10, tau=60), suhu_trafo=self.tm("tf", 0.3 * lp(i, 150), 12)))
        self.pub(GEN, "lbg_msgs/msg/Genset", 4, dict(putaran_mesin=n(self.rpm, 1.6, 0), tegangan_genset=n(gv, 0.7), frekuensi=n(self.rpm / 30, 0.03), suhu_mesin=self.tm("sm", 0.05 * lp(self.tot, 200), 52), tekanan_oli=n(3.9 + 0.0012 * (self.rpm - 1480) - 0.01 * (self.amb - 28), 0.04, 0), bahan_bakar=n(78 - t / 260 * 0.9 + self.su("bb", 8) + 20 * self.wav / 4, 0.4, 0, 100), suhu_buang=n(self.tbu, 2.5, lag=3), kode_galat=0))
        ver = self.version("lambung", "2.0", "2.1", "2.4")
        mb = 2600 * (1 + 0.04 * self.new(3) + 0.03 * self.new(8))
        self.pub(KMP, "lbg_msgs/msg/Komputer", 3, dict(siklus_ms=n(self.net("c0", 14, 1, 0.4) + 0.5 * self.hot, 0.05, 0), siklus_maks=n(self.net("c1", 21, 2.2, 1.1) + 0.7 * self.hot, 0.05, 0), memori=n(mb + self.pieces("mb", 40, 200, -0.008, 0.008) * mb, 5), suhu_inti=self.tm("cpu", 3 + self.hot, 24, 0.3)), strs=dict(versi=ver))
        self.pub(JAR, "lbg_msgs/msg/Jaringan", 3, dict(waktu_balas=n(self.net("wb", 6, 2, 3) + 7 * self.fb, 0.2, 0), hilang=n(self.net("hl", 0, 0.3, 0.3) + 2.2 * self.fb * (0.4 + np.abs(W("fb", 1, 1))), 0.05, 0), redaman=n(3.1 + 0.03 * out / 10 + 0.9 * self.fb * (1 + 0.15 * W("fb2", 1, 2)), 0.06, 0)))
        pd = [(0.3 + 0.5 * self.cur_w + 0.4 * (1 - self.wet)) * (1 + 0.2 * W(f"pd{j}", 1, 3)).clip(0) for j in (0, 1)]
        self.pub(DOR, "lbg_msgs/msg/Pendorong", 5, dict(arus_pendorong=[n(0.6 + 4.2 * x**1.5, 0.1, 0) for x in pd], putaran_pendorong=[n(1500 * x, 14, 0) for x in pd]))
        self.lidar(SON, 4, [2.2 + 4.5 * (0.5 + 0.5 * np.sin(self.x / 3 + 0.7 * j)) + 0.2 * self.zz for j in range(8)], 0.9, 12, 0.05, "sonar")
        self.simple(JRK, "Range", 6, "range", n(0.135 + 0.012 * np.sin(self.x * 1.1) + 0.006 * np.cos(self.zz * 2) + 0.004 * np.mean(self.gap, 0), 0.003, 0.02, 1), min_range=0.02, max_range=1.0, field_of_view=0.1)
        self.pub(KAT, "lbg_msgs/msg/Katodik", 3, dict(potensial=n(-962 + 9 * np.sin(self.x / 6) - 2 * self.zz, 3), arus_anoda=n(1.7 + 0.06 * np.sin(self.x / 6) + 0.5 * self.cur_w, 0.03, 0)))
        self.pub(CUA, "lbg_msgs/msg/Cuaca", 2, dict(kecepatan_angin=n(self.wind, 0.2, 0), arah_angin=n(np.mod(140 + 30 * self.su("wd") + 18 * W("wdd", 1, 120), 360), 3), hujan=n(2.4 * lp((self.sunny < 0.3) * 1.0, 60), 0.1, 0)))
        self.pub(OMB, "lbg_msgs/msg/Ombak", 3, dict(tinggi_ombak=n(4 * self.sea * (1 + 0.2 * W("ob", 1, 40)).clip(0.2), 0.02, 0), periode_ombak=n(4.2 + 0.2 * W("po", 1, 90), 0.1, 1)))
        self.pub(KPL, "lbg_msgs/msg/Kapal", 4, dict(sarat=n(8.9 - t / 36000 + 0.3 * self.su("sr"), 0.012), goyang=n(0.25 + self.waves("go", 0.35, 9.0, 8) * self.sea * 5, 0.03), anggukan=n(0.05 + self.waves("an", 0.1, 7.0, 7) * self.sea * 5, 0.015)))
        hk = lp(E("hook"), 3)
        self.pub(DER, "lbg_msgs/msg/Derek", 4, dict(beban=n(22 + 310 * hk * (1 + 0.02 * self.wav / 0.1), 4, 0), arus_derek=n(0.4 + 6 * np.abs(diff(hk, 0.5)) * 3 + 0.8 * hk, 0.06, 0), tinggi_kait=n(4.2 - 3.1 * hk, 0.03)))
        self.pub(LUM, "lbg_msgs/msg/Lumpur", 2, dict(tinggi_lumpur=n(24 + 5 * self.su("lu") + np.cumsum(lp(E("foul"), 2) * self.Q) * DT / 3400, 0.6, 0, 100), berat=n(640 + np.cumsum(lp(E("foul"), 2) * self.Q) * DT / 180, 5, 0), arus_pengaduk=n(2.4 + 0.8 * (np.mod(t / 45, 1) < 0.5), 0.09, 0), tangki_penuh=self.f("s_lum") > 0))
        self.simple("/suhu", "Temperature", 1, "temperature", n(self.amb, 0.06)), self.simple("/tekanan_udara", "FluidPressure", 2, "fluid_pressure", n(100900 + 300 * self.su("tu") + 40 * np.sin(t / 1100), 6, tau=40))
        self.pub("/keselamatan", "lbg_msgs/msg/Aman", 2, dict(henti_darurat_ok=1, pagar_tertutup=E("ppl") < 0.5, orang=E("ppl"), penyelam=E("div"))), self.pub("/tugas", "lbg_msgs/msg/Tugas", 4, dict(langkah=self.st, cara=E("cara"), jenis=E("jenis"), jalur=E("strip"), tugas_ke=E("job") + 20 * self.idx, batas_kecepatan=n(E("lim"), 1e-3, u=0, w=0, step=0.01), manual=E("man")))
        self.end(
            "/bersihkan/_action/status",
            [("s_sik", "sikat", ["sikat macet, berputar balik", "sikat bebas lagi"], "SIK"), ("s_sar", "saringan", ["saringan penuh, bilas balik", "bilas balik selesai"], "SAR"), ("s_kab", "kabel", "kabel kusut, gulungan menunggu", "KAB"), ("s_lum", "tangki_lumpur", "tangki hampir penuh, segera kosongkan", "LUM")],
            [(14, "I", "tugas", "jalur selesai dalam {} s", 40, 110), (8, "W", "sonar", "benda di depan {} m", 1, 4), (6, "W", "perahu", "perahu lewat, menunggu {} s", 3, 12), (5, "I", "tebal", "kalibrasi diperiksa, {} mm", 0.01, 0.2), (4, "W", "jaringan", "peladen lambat {} ms", 400, 900)],
            [("genset", "siap, tegangan tercapai"), ("bejana", "segel diperiksa 15 hari lalu"), ("keselamatan", "rantai henti tertutup")],
            ver,
        )
