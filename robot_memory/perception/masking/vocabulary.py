"""The words around a numeral that show whether it is a name or a reading (:mod:`.masking`).

The words are English, as drivers write it, except for some names of a code; lower case, singular.
Each list is a class of words, and a word belongs in it because of its meaning, never because of one
message. A noun in no list, directly before a small numeral, counts as a name ("Turntable 2"), so
that unforeseen parts can be told apart.
"""

from __future__ import annotations

#: The numeral is a code of any size or sign: another code is another fault.
CODE = frozenset(
    """
    abort alarm cmd code codes command dtc emcy err errno error event exception exit fault fmi
    hresult opcode pgn rc reason result ret retcode returned returns retval serial sig signal sn spn
    subcode warn warning alarme défaut erreur fallo fehler störung
    """.split()
)

#: The numeral names a part or a place.
COMPONENT = frozenset(
    """
    accel accelerometer actuator adapter adc adr amplifier antenna arm axes axis axle bank baro
    barometer bay beacon bearing board body bogie brake bumper bus cam camera can cell channel
    charger chassis coil compartment compass connector contactor controller converter core cpu
    cylinder dac dock door drive driver drone elevator encoder engine esc fan finger fingertip
    flipper floor fuse gate gimbal gpio gps gpu gripper gyro heater hinge housing hub imu input
    inverter joint lane led leg lidar lift light limb link lock magnetometer manipulator marker
    module mosfet motor muscle node nozzle output pad paddle pallet panel pin probe propeller pump
    rack radar radio receiver register relay ring robot room rotor router scanner section sensor
    servo shelf slave slot solenoid sonar spindle spring station steering string suction supply
    switch table tag tank thermistor thermocouple thruster tool track transceiver transmitter tread
    turret unit valve vehicle wheel winch winding wing wrist zone
    """.split()
)

#: Numbered rather than measured: "slave: 3" names a slave, while "fan: 80" is a reading.
NUMBERED = frozenset(
    """
    addr address adr axis board bus cell channel gpio id j joint leg link mode module motor node pin
    register section servo slave slot state station status tag type wheel zone
    """.split()
)

#: Skipped between a word and its numeral: "motor no. 3", "joint index 5".
THROUGH = frozenset("idx index no nr num number".split())

#: Likewise, but a name itself without a known word before it: "bumper left 1", "retries left 2";
#: "ID 4".
ASIDE = frozenset("back bottom front id inner left lower outer rear right top upper".split())

#: The numeral counts a passing series: the twelfth attempt fails like the eleventh.
PASSING = frozenset(
    """
    attempt batch block buffer build burst byte chunk col column cycle delivery episode epoch fd
    frame goal heartbeat image iter iteration job line loop message msg occurrence order packet page
    pid piece point poll process pt record req request retrial retry rev revision row run sample
    scan segment seq sequence session task thread tick tid token transaction trial try
    """.split()
)

#: A hexadecimal numeral is their code, but a decimal one may count them: "fault bits 0x10".
BIT_FIELD = frozenset("alarm bit error fault flag mask state status warning word".split())

#: A numeral beside one of these is computed from data: "crc error: 0x12ab".
COMPUTED = frozenset("checksum crc digest hash md5 sha".split())
#: Words for two values that differ: "got 0x3f21, want 0x91ac".
COMPARED = frozenset(
    "actual calculated computed expected expecting got received want wanted was".split()
)

#: A hexadecimal numeral after one of these is an address: "SDO read of 0x6064".
OF_AN_ADDRESS = frozenset("from of to".split())

#: Counted nouns, in the plural after the numeral: "3 packets lost".
COUNTED = PASSING | frozenset(
    """
    beam bug byte collision connection correction element entry error event failure fault field
    fragment item measurement minute moment overflow overrun particle pixel pose processor pulse
    reading reset result retransmission satellite second slot state step subscriber subscription
    time timeout transition
    warning waypoint
    """.split()
)

#: The numeral is an amount.
QUANTITY = frozenset(
    """
    acceleration accuracy age altitude amount angle area average bandwidth baud baudrate capacity
    charge checksum coefficient confidence cost count counter covariance crc current data delay
    depth deviation diameter difference dimension distance drift duration duty effort elapsed
    elevation energy estimate factor force frequency fuel gain heading health height humidity
    interval jitter lag latency latitude len length level limit load longitude margin mass max
    maximum mean median memory min minimum offset orientation overshoot percent percentage period
    pitch position power precision pressure priority prob probability progress pwm quality quantity
    range rate ratio residual resolution roll rotation rpm rssi score shift size slip snr soc soh
    space speed stamp std strength temp temperature tension threshold throttle throughput time
    timeout timestamp tolerance torque total uptime usage val value var variance velocity vibration
    voltage volume wait watchdog weight width yaw
    """.split()
)

#: Ties a reading to its sentence; so do verbs in -ed and -ing, plurals and adverbs in -ly.
BINDING = frozenset(
    """
    a about above after again all allow an and another are around as at be been before begin
    beginning below between boot but by did do does drop each equal every exceed expect first for
    found free from full get give got had has have high hit if in into is just keep kept last least
    less lost low made max more most multiple n need new next not now of off old on or out over per
    reach read require same saw send sent set since skip some start startup still take than that the
    then there these this those till to too took under until up use was were when while with within
    without
    """.split()
)

#: The word after one of these is a verb or a measure, and its numeral a reading: "can store 3",
#: "could not convert 3", "larger than buffer 3".
MODAL = frozenset("can cannot could just may might must only shall should than will would".split())

#: Units as written, by the unit in the template. Prefixes and spellings of one quantity are merged,
#: so that a driver that changes from "999 ms" to "1.2 s" still reports the same fault.
_UNITS = {
    "s": """s sec secs second seconds ms msec msecs millisecond milliseconds us usec µs μs
            microsecond microseconds ns nsec nanosecond nanoseconds min mins minute minutes h hr hrs
            hour hours day days""",
    "m": "m mm cm km um µm μm meter meters metre metres ft inch kph mph kt kts knots",
    "°C": "°C ºC ℃ °c C celsius degC °F F degF K",
    "°": "° º deg degs degree degrees rad rads radian radians mrad dps",
    "V": "V mV µV μV kV VDC volt volts Volt Volts",
    "A": "A mA µA μA kA amp amps Amp Amps ampere amperes",
    "W": "W mW kW watt watts Watt Watts",
    "Ah": "Ah mAh",
    "Wh": "Wh kWh J kJ",
    "Ω": "Ω kΩ mΩ MΩ ohm ohms Ohm Ohms",
    "Hz": "Hz kHz KHz MHz GHz hz fps FPS hertz Hertz",
    "%": "% percent pct ppm",
    "B": "B kB KB KiB MB MiB GB GiB TB TiB byte bytes Byte Bytes bit bits kbit Mbit Mb Gb",
    "bps": "bps kbps Kbps Mbps Gbps baud",
    "Pa": "Pa hPa kPa MPa mbar bar psi",
    "N": "N kN newton newtons Newton",
    "Nm": "Nm N·m N.m mNm N-m Ncm",
    "g": "g mg kg G lb lbs mG",
    "rpm": "rpm RPM",
    "dB": "dB dBm dBi dBHz",
    "px": "px pix pixel pixels Mpx",
    "T": "T mT uT µT μT gauss Gauss mGauss",
    "lx": "lx lux",
}
#: From a spelling to its base unit.
BASE_UNIT = {form: base for base, forms in _UNITS.items() for form in forms.split()}


def is_plural(word: str) -> bool:
    """Tell whether a word looks like a plural; "GPS", "bus", "chassis" and "status" do not."""
    return len(word) > 3 and word[-1] == "s" and word[-2] not in "suiao"


def singular(word: str) -> str:
    """Return the dictionary form of a word, in lower case."""
    low = word.lower()
    if not is_plural(word):
        return low
    if low.endswith("ies"):
        return low[:-3] + "y"
    return low[:-2] if low.endswith(("ches", "shes", "xes")) else low[:-1]


def binds(word: str) -> bool:
    """Tell whether a word ties a reading to it: "took 5", "dropped 5", "limit 80", "errors 3"."""
    inflected = len(word) > 4 and word.endswith(("ed", "ing", "ly"))
    return inflected or is_plural(word) or word.lower() in BINDING or word.lower() in QUANTITY
