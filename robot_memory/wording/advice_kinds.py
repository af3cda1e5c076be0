"""The kinds of faults whose remedy is known: the words of each, and what to do.

English, as drivers write it, in the form of :func:`.plain_words.plain_words`. A pattern names the
part and the fault: "current" is a motor's where a motor is named, else it may be the present one.
"""

from __future__ import annotations

from robot_memory.wording.fault_table import FaultKind
from robot_memory.wording.link_advice import ENCODER, SILENT
from robot_memory.wording.remedies import (
    BRAKING,
    CAN_BUS,
    CHARGER,
    CHECK_ESTIMATE,
    COMPUTER_LOAD,
    DISK_SPACE,
    FAN,
    HELD_BACK,
    JOINT_HELD,
    LET_COOL,
    MEMORY,
    OPEN_SKY,
    PLUG_AGAIN,
    SAME_TIME,
    SUPPLY,
    WITHIN_LIMITS,
)

#: Parts at the end of a cable: what is silent here has lost its cable or its power.
DEVICE = (
    r"(?:lidars?|lasers?(?! scan)|scanners?|cameras?\d*|imus?|gps|gnss|receiver|radars?|sonars?"
    r"|(?<!video )(?<!image )(?<!h264 )(?<!jpeg )encoders?|sensors?|motors?|actuators?|servos?"
    r"|wheels?|drives?(?! on)|arm|gripper|joints?"
    r"(?! (?:state|trajectory|limit))|batter(?:y|ies)|bms|serial|usb|tty\w*|can|ether ?cat|slave"
    r"|device|board|mcu|plc|fcu|autopilot|tcp|odometry|joystick|gamepad|antenna|compass"
    r"|magnetometer|barometer|bumper|thrusters?|node id|inverter|charger|beacon|dock station)"
)
_NO_HARDWARE = r"(?! (?:\w+ )?(?:names?|files?|state|values?|settings?))"
LOST = (
    r"(?:time ?outs?|timed out|not (?:to )?respond\w*|no (?:response|answer|data|packets?|frames?"
    r"|scans?"
    r"|status packet|feedback (?:from|received)|heartbeats?|reply|signal|pulses)"
    r"|(?:lost|losing) (?:the )?(?:connection|communication|contact|link)|connection (?:\w+ )?lost"
    r"|communication (?:\w+ )?(?:lost|failed|failure|error|fault|timeout)|not answering|unreachable"
    r"|(?:fail\w* to|error) communicat\w*|disconnected|no link|link (?:is )?down|falls? silent"
    r"|stopped reporting|silent together|read (?:error|failed)|drop(?:s|ped) out|offline|no route"
    rf"|(?:unable to|could not|fail\w* to) read\b{_NO_HARDWARE})"
)
_FAILS = r"(?:fault|fail(?:s|ed|ure)?|error|broken|defect\w*)"
_MOTOR = r"(?:motor|drive|wheel|brush|joint|axis|actuator|servo|gripper|spindle|conveyor|roller)"
_SEES = r"(?:lidar|laser|scanner|camera|lens|window|optics?)"
_NO_TRANSFORM = r"(?:could not|cannot|can't|fail(?:s|ed|ure)? to|unable to)"
_OPENS_NOT = r"\b(?:could not|cannot|can't|fail\w* to|unable to|error) open(?:ing)?(?: the)?"

JOINT_NAMES = "compare the joint names of command, controller and robot description"


#: The first that fits decides: what is special stands before what is general.
KINDS = (
    FaultKind(
        r"\b(?:slips?|slip\w*|bumps?|slow\w*|ha[sd] to recover)\b[^(]*\bnear \(",
        "drive slowly there, or go round it",
    ),
    FaultKind(
        r"\b(?:gps|gnss|fix|signal|wireless|locali[sz]ation)\b[^(]*\bnear \(",
        "do not rely on it there",
    ),
    FaultKind(
        r"\bprotective ?stop(?:ped)?\b|\baborted by reflex\b|\breflex mode\b",
        "look for a collision, check payload and speed, then release the stop",
    ),
    FaultKind(
        rf"\bantennas?\b.{{0,30}}\b(?:short|open|{_FAILS}|not connected|disconnected|missing)\b",
        "check the antenna, its cable and its view of the sky",
    ),
    FaultKind(
        r"\breverse interface (?:dropped|lost|disconnected)|\brobot program (?:is )?not running\b"
        r"|\bexternal control (?:is )?(?:not running|stopped)\b",
        "start the arm's control program again",
    ),
    FaultKind(
        r"\bbumper (?:\w+ )?(?:pressed|hit|triggered)\b|\b(?:bumper|contact)\b.{0,20}\(bumper:"
        r"|\bbumper\b.{0,30}\bcontact \(|\bcollision (?:was )?detected\b|\bdetected a collision\b",
        "look for what the robot touches",
    ),
    FaultKind(
        r"\bcliff (?:was )?detected\b|\bwheel ?drop(?:ped)?\b(?! (?:out|off|below|in|packets?"
        r"|messages?|frames?|detection|sensor))",
        "check the floor, and the sensors under the robot",
    ),
    FaultKind(
        rf"\bcontamination (?:error|warning)\b|\b{_SEES} (?:is )?(?:contaminated|dirty|covered)\b"
        rf"|\b(?:contaminated|dirty|covered) {_SEES}\b|\bsees nothing\b",
        "clean {its} window, and look for what covers the view",
    ),
    FaultKind(
        r"\bfan(?: \d+)? (?:is |has )?(?:failed(?! to)|failure|fault|stopped|stalled|blocked|stuck"
        r"|broken|dead|not (?:spinning|running|turning))\b",
        FAN,
    ),
    FaultKind(
        r"(?<!color )\b(?:over ?temp(?:erature)?|over ?heat(?:s|ed|ing)?|too hot"
        r"|thermal (?:shutdown|throttling|overload))\b"
        r"|(?<!color )\btemperature\b(?!.{0,60}\b(?:low|cold|below|under|minimum|sensor|rate)\b)"
        r".{0,40}\b(?:high|hot|above|over|exceeds|exceeded|critical)\b"
        r"|\b(?:high|excessive) (?:\w+ )?(?<!color )temperature\b",
        LET_COOL,
    ),
    FaultKind(
        r"\b(?:battery|pack|bms)\b.*\bcells?\b.{0,30}\b(?:difference|imbalance\w*|diverg\w*)"
        r"|\bcells?(?: \d+)? voltage (?:is |too )*low\b"
        r"|\bcells?\b.{0,20}\bimbalance|\bcells?\b.{0,20}\bvoltage (?:difference|diverg\w*)",
        "balance or replace the pack",
    ),
    FaultKind(
        rf"\bchargers? (?:{_FAILS}|not (?:detected|connected))\b|\bcharging {_FAILS}\b"
        r"|\breports no charge\b|\blost contact (?:with|to) (?:the )?(?:charger|dock)\b",
        CHARGER,
    ),
    FaultKind(
        r"\bunder ?voltage\b|\b(?:low|loses) voltage\b|\bvoltage (?:is |too )*low\b"
        r"|\bbrown ?out\b|\bsupply voltage\b.{0,20}\b(?:below|drops?|dropped|lost)\b",
        SUPPLY,
    ),
    FaultKind(
        r"\bover ?voltage\b|\bvoltage (?:is )?too high\b",
        BRAKING,
    ),
    FaultKind(
        r"\b(?:compass|magnetometer)\b.{0,40}\b(?:interference|disturb\w*|inconsistent"
        r"|un ?calibrated|not calibrated)\b|\bmagnetic (?:interference|disturbance|anomaly)\b",
        "keep {it} away from metal and currents, then calibrate",
    ),
    FaultKind(
        r"\b(?:is |was )?(?:not (?:yet )?|un ?)calibrated\b|\bcalibration (?:is )?(?:needed"
        r"|required"
        r"|expired)\b|\bneeds? (?:re)?calibration\b",
        "calibrate {it}",
    ),
    FaultKind(
        rf"(?<!video )(?<!image )(?<!h264 )\b(?:encoder|hall sensor|resolver)\b.{{0,30}}"
        rf"\b(?:{_FAILS}|no pulses|{LOST}|noise|stuck)\b|\bspin ?out (?:detected|error)",
        ENCODER,
    ),
    FaultKind(
        rf"\b(?:{_MOTOR}|emcy)\b.*(?<!the )(?<!with )\bfollowing error (?!occurr)(?:\d|too|window"
        r"|limit|exceed\w*|fault)",
        HELD_BACK,
    ),
    FaultKind(
        r"\b(?:sensors?|load ?cells?|strain ?gauges?)(?: \d+)? (?:is |was |are )?"
        r"over ?load(?:ed)?\b",
        "take the load off {it}, and set the zero again",
    ),
    FaultKind(
        rf"\b{_MOTOR}\b.*\b(?:over ?current|over ?load(?:ed)?)\b|^(?!.*\b(?:usb"
        rf"|port)\b).*\bover ?current\b"
        rf"|\b(?:{_MOTOR}|phase)(?: [a-z]?\d+)? current\b.{{0,20}}\b(?:high|above|exceed\w*)"
        rf"|\b{_MOTOR}(?: [a-z]?\d+)? (?:is |has |was )?(?:stall(?:s|ed)?|jamm?ed|blocked|stuck)\b"
        r"(?! (?:at|by|for|in|on|until|waiting))|\bshort circuit\b(?! (?:eval|test))"
        rf"|\b{_MOTOR}(?: [a-z]?\d+)? ?: (?:stalled|blocked|jamm?ed"
        r"|over ?load(?:ed)?)\b",
        "look for a jam or a short circuit, and reduce the load",
    ),
    FaultKind(
        r"\bworking counter (?:error|mismatch|too low)"
        r"|\bslaves? \d+ (?:is |was )?(?:lost|missing|offline)\b"
        r"|\bether ?cat\b.{0,20}\b(?:link (?:is )?down|link lost|slave lost)\b",
        SILENT,
    ),
    FaultKind(
        r"\bbus ?off\b|\bcan\d? .{0,30}\berror passive\b",
        CAN_BUS,
    ),
    FaultKind(
        r"\b(?:dev (?!shm)|tty\w*|serial|usb|hidraw|i2c|spi|gpio).{0,60}\bpermission denied\b"
        r"|\bpermission denied\b.{0,60}\b(?:dev (?!shm)|tty\w*|serial|usb|hidraw|i2c|spi|gpio)",
        "give the user access to the device",
    ),
    FaultKind(
        r"\b(?:usb|libusb)\b.*\bclaim\b|\bdevice (?:is )?(?:busy|in use)\b",
        "close the other program that uses {it}, and give the user access to the device",
    ),
    FaultKind(
        r"\b2 ?[01] port\b|\busb ?2 [01] (?:port|speed|link|connection|cable)\b"
        r"|\bnot (?:a |on )?(?:a )?usb ?3\b",
        "use a USB 3 port and cable",
    ),
    FaultKind(
        rf"\b(?:rtcm|ntrip|rtk corrections?)\b.{{0,40}}\b(?:{LOST}|lost|stale|too old"
        r"|not (?:being )?received)\b",
        "check the link to the correction service",
    ),
    FaultKind(
        r"\b(?:gps|gnss) (?:position )?(?:glitch|jump)\b|\bno (?:gps |gnss |position |satellite "
        r"|3d )fix\b|\blos(?:es|t) (?:its "
        r"|the )?(?:gps |gnss )?"
        r"fix\b|\b(?:gps|gnss)\b.*\bno fix\b|\b(?:too few|not enough|few|no|only \d) satellites\b",
        OPEN_SKY,
    ),
    FaultKind(
        rf"\b(?:autopilot|fcu|flight controller)\b.*\b(?:imu|ins|gyro\w*|accel\w*)\d?"
        rf" (?:\w+ )?(?:{_FAILS}|unhealthy|not healthy|inconsistent)\b",
        "calibrate and restart the autopilot at rest; replace the autopilot if that returns",
    ),
    FaultKind(
        r"\bbaro(?:meter)?\b.{0,30}\b(?:fault|error|unhealthy|not healthy|inconsistent"
        r"|glitch\w*)\b",
        "check the barometer and its opening",
    ),
    FaultKind(
        r"\b(?:ekf\d?|ahrs)\b.{0,20}\b(?:variance|not healthy)\b|\b(?:ekf\d?"
        r"|estimator)\b.{0,40}\b(?:innovation|unhealthy|diverg\w*)|\binnovation"
        r" (?:test )?(?:fail\w*|too (?:large|high))",
        CHECK_ESTIMATE,
    ),
    FaultKind(
        r"\b(?:ptp|ntp|time ?sync\w*)\b.{0,30}\b(?:lost|stale|fail\w*"
        r"|not (?:locked|synchroni[sz]ed)|out of sync|no master)\b|\bclocks? .{0,30}\b"
        r"(?:drift\w*|jump\w*|skew\w*|out of sync|not synchroni[sz]ed)\b"
        r"|\bextrapolation into the (?:future|past)\b"
        r"|\bstamps? .{0,30}\b(?:jump back|in the future|backwards)\b"
        r"|\bheader stamps? .{0,40}\b(?:s off|behind|from the future|step back)\b",
        SAME_TIME,
    ),
    FaultKind(
        rf"\b{_NO_TRANSFORM} (?:transform\b.{{0,80}}\b(?:from|to|into|frame)\b"
        r"|(?:get|find|look ?up|obtain) (?:\S+ ){0,6}?(?:tf|transform)\b)"
        r"|\b(?:transform|tf) lookup failed\b|\bwaiting for (?:the )?transform\b"
        r"|\bno transform (?:available|from|between|possible)\b"
        r"|\btransform .{0,60}\bdid not become available\b",
        "check that both frames are published",
    ),
    FaultKind(
        r"\b(?:disk|hdd|ssd|storage|sd card)(?: is)?(?: almost| nearly)? full\b|\bno space left\b"
        r"|\blow disk space\b|\bdisk usage (?:is )?(?:too |very )?(?:high|critical)\b",
        DISK_SPACE,
    ),
    FaultKind(
        r"\bout of memory\b|\bmemory leak\b|\bcannot allocate memory\b"
        r"|\b(?:memory|ram) usage (?:is )?(?:too |very )?(?:high|critical)\b",
        MEMORY,
    ),
    FaultKind(
        r"\bloop\b.{0,30}\b(?:missed (?:its |the )?(?:desired|target) (?:update )?rate"
        r"|only ran at)\b"
        r"|\bfail(?:s|ed) to meet (?:the |its )?update rate\b|^overrun (?:detected|might occur)"
        r"|\bcpu (?:load|usage) (?:is )?(?:too |very )?(?:high|critical)\b",
        COMPUTER_LOAD,
    ),
    FaultKind(
        r"\b(?:packets|frames|images) (?:were |are |is )?(?:dropp\w*|incomplete|corrupt\w*|lost)\b"
        r"|\b(?:dropped|incomplete|corrupt\w*|lost) (?:\d+ )?(?:packets?|frames?)\b"
        r"|\b(?:usb|network|socket|serial|uart|rx|imu) (?:\w+ )?buffer over(?:flow|run)"
        r"|\bslows down well below\b|\bcomes? in bursts instead\b|\bframe (?:is |was )incomplete\b",
        "check {its} cable, and the load of the network or USB",
    ),
    FaultKind(
        r"\bgrip(?: force)?(?: was)? lost\b|\b(?:grip\w*|fingers?)\b.*\b(?:part"
        r"|object) (?:was |is )?"
        r"(?:lost|slipp\w*|dropped)\b|\bslip\w*\b.{0,20}\b(?:between|in"
        r"|from) (?:the )?(?:finger|grip)",
        "check fingers, force and part",
    ),
    FaultKind(
        r"\b(?:vacuum|suction) (?:pressure |level )?(?:is |was )?(?:lost|too low|low|not reached)\b"
        r"|\b(?:no|low|insufficient) (?:vacuum|suction)\b"
        r"|\b(?:air|vacuum|oil|hydraulic|pneumatic|coolant|hose|seal) (?:\w+ )?leak\w*",
        "check seals and hoses",
    ),
    FaultKind(
        r"\b(?:escs?|thrusters?|propellers?|rotors?)(?: \d+)? (?:\w+ )?(?:fault|failure"
        r"|failed(?! to)|stalled|stopped)\b",
        "check motor, cables and propeller before the next start",
    ),
    FaultKind(r"\bmotors?(?: \d+)? (?:failure|failed(?! to))\b", "check the motor and its cables"),
    FaultKind(
        r"^(?!.*\b(?:command|target|goal|velocity|effort|torque|acceleration|setpoint)\b)"
        r".*\bjoint(?: \S+)?(?: position| angle)?(?: \S+)? (?:is |has )?(?:out of (?:bounds|limits)"
        r"|beyond (?:its |the )?(?:position |joint |soft )?limits?|exceed(?:s|ed) (?:its |the )?"
        r"(?:position |angle |joint |soft )limits?)\b",
        WITHIN_LIMITS,
    ),
    FaultKind(
        r"\bwheels? slip\w*|\bwheels?\b.{0,20}\bslip(?:s|ped|ping)\b|\bfail(?:s"
        r"|ed) to make progress\b",
        "look for an obstacle, and for wheels that slip",
    ),
    FaultKind(
        r"^(?!.*\b(?:arm|motion|move ?it|ompl|trajectory|file|directory|handler|legal)\b)"
        r".*(?:\bno valid (?:path|plan)\b|\bfail(?:s|ed) to (?:create|find|compute|generate)"
        r" (?:a )?(?:valid )?(?:plan|path)(?: (?:to|with|through)\b|$))",
        "clear the way, or correct the map",
    ),
    FaultKind(
        r"\b(?:state|path|goal)(?: time)? tolerance (?:was )?(?:violat\w*|exceed\w*)"
        r"|\bexceeded (?:the )?(?:state|path|goal)(?: time)? tolerance\b",
        JOINT_HELD,
    ),
    FaultKind(
        r"\b(?:more|high|higher|rising|excessive) friction\b"
        r"|\bfriction (?:is |has )?(?:too high|risen|rises|increased|high)\b",
        "lubricate or inspect the bearing",
    ),
    FaultKind(
        rf"\b{_SEES}\b.*\b(?:start failure|(?:fail\w* to|could not) start stream\w*"
        r"|stream (?:start )?failed|grab\w* failed)\b|^hw error|\bhardware error\b",
        "reset {it}; then check cable and port",
    ),
    FaultKind(
        r"\bno such device\b|\bdevice (?:with (?:the )?serial (?:number )?)?(?:\S*\d\S* )?"
        r"(?:is |was )?(?:not (?:found|attached|detected"
        r"|present|connected)|detached|removed|unplugged)\b|\bno (?:\w+ ){0,3}(?:devices?"
        r"|cameras?|lidars?"
        r"|joystick|gamepad) (?:were |was |are |is )?(?:found|detected|connected|attached)\b"
        rf"|{_OPENS_NOT} (?:usb|device(?!.*\btty)|camera|dev video\d*)\b",
        PLUG_AGAIN,
    ),
    FaultKind(rf"{_OPENS_NOT} (?:serial|port|tty\w*|dev(?:ice)?|can)\b", SILENT),
    FaultKind(
        rf"\b(?:joystick|gamepad)\b.{{0,30}}\b{LOST}\b",
        "check the battery and the receiver of {it}",
    ),
    FaultKind(
        r"\bstands? still at one value\b|\bha(?:s|ve) a header stamp that stands still\b",
        "restart the driver; check the sensor, which repeats one reading",
    ),
    FaultKind(r"\bis exactly zero\b", "check the sensor: nothing measures exactly zero"),
    FaultKind(
        r"\b(?:robot|base|rover|vehicle|machine) (?:has |was |is )?(?:tipped|toppled|fell|fallen)"
        r"(?: over| down)\b|\b(?:robot|base|rover|vehicle|machine) (?:has |is )?fallen$"
        r"|\bfault(?: is)?:? (?:cause )?fall$",
        "set the robot upright and inspect it",
    ),
)
