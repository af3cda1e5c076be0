"""What to do about an error of the operating system that a node passes on: "Address in use".

The texts are those of ``strerror`` (POSIX, and ``errno(3)`` of Linux). "Invalid argument" there is
no argument of the node, and the address that is in use is no address of a device. English, in the
form of :func:`.plain_words.plain_words`.
"""

from __future__ import annotations

from robot_memory.wording.fault_table import COULD_NOT, FaultKind, FaultTable
from robot_memory.wording.link_advice import SILENT
from robot_memory.wording.remedies import DISK_SPACE

_IS_CAN = r"\b(?:v?s?l?can\d|can (?:interface|socket|receiver|sender|device|bus)|socket ?can)\b"
_NOT_THERE = (
    r"\b(?:no such device|cannot find device|ioctl|if ?index|interface name|network is down"
    r"|socket name)\b"
)

CAN_INTERFACE = (
    "check with `ip link` that the CAN interface is there and up, that its adapter is plugged in,"
    " and its name in the configuration"
)

_TABLE = FaultTable(
    FaultKind(r"\bno space left\b|\berrno ?[:=]? ?28\b|\benospc\b", DISK_SPACE),
    FaultKind(
        r"\bno such file\b.{0,20}\bdev (?:tty|serial)\w*|\bdev (?:tty|serial)\w*.{0,40}\bno such"
        r" file\b",
        SILENT,
    ),
    FaultKind(
        r"\bopen\b.{0,40}\bdev (?!tty|serial|video|input|i2c|can\d|shm)\w+",
        "check that the device file that is named is there and may be opened: the driver of the"
        " system is loaded, the device is plugged in, the user has the rights",
    ),
    FaultKind(
        r"\bread only file ?system\b|\berrno ?[:=]? ?30\b|\berofs\b",
        "check the disk: it may be damaged, or was mounted so that nothing can be written to it",
    ),
    FaultKind(
        r"\b(?:creat|open|bind)\w* (?:the |an? )?(?:raw )?can socket\b",
        CAN_INTERFACE,
    ),
    FaultKind(
        r"\b(?:i2c|spi|spidev|gpio)\b.{0,30}\b(?:does ?n[o']t exist|not found|no such)\b",
        "check that this bus is enabled on the computer, and its name in the configuration",
    ),
    FaultKind(
        r"\baddress already in use\b|\b(?:errno|error) ?[:=]? ?98\b|\beaddrinuse\b"
        r"|\b(?:tcp |udp |http )port (?:\d+ )?(?:is )?(?:already )?(?:in use|taken|occupied)\b"
        r"|\bport \d+ (?:is )?already (?:in use|taken|occupied)\b",
        "find the program that already uses that address and port, and end it; or choose another"
        " port",
    ),
    FaultKind(
        r"\bcannot assign requested address\b|\berrno ?[:=]? ?99\b|\beaddrnotavail\b",
        "check that this computer has that address, and that its network interface is up; else"
        " correct the address",
    ),
    FaultKind(
        rf"{_IS_CAN}.{{0,80}}{_NOT_THERE}|{_NOT_THERE}.{{0,80}}{_IS_CAN}",
        CAN_INTERFACE,
    ),
    FaultKind(
        r"\bnetwork is unreachable\b|\bno route to host\b|\berrno ?[:=]? ?(?:101|113)\b",
        "check the network cable or radio, and that this computer has an address in the network of"
        " the other side",
    ),
    FaultKind(
        r"\bconnection refused\b|\berrno ?[:=]? ?111\b|\beconnrefused\b",
        "check that the other side is on and its program runs, and the address and port",
    ),
    FaultKind(
        r"\b(?:device or )?resource busy\b|\berrno ?[:=]? ?16\b|\bebusy\b",
        "find the program that already uses the device, and end it; else plug the device in again",
    ),
    FaultKind(
        r"[:(\]] ?invalid argument\W*(?:22\W*)?$|\binvalid argument \(?22\b"
        r"|\berrno ?[:=]? ?22\b|\beinval\b",
        "compare what is asked of the device or the system, such as format, size and mode, with"
        " what it can do",
    ),
    FaultKind(
        r"\b(?:inappropriate ioctl|errno ?[:=]? ?25\b|enotty)\b",
        "check that the name of the device in the configuration is that of the right device",
    ),
    FaultKind(
        rf"\b{COULD_NOT} bind\b(?!.*\b(?:permission|can\d?|texture|buffer|service|function|serial"
        r"|dev tty\w*)\b).{0,40}\b(?:ports?|sockets?|udp|tcp|address)\b",
        "find the program that already uses that port, and end it; else check that this computer"
        " has that address, or choose another port",
    ),
    FaultKind(
        r"^(?!.*\b(?:files?|disk|bag|sd card|database|sqlite\w*|folder|directory|open)\b)"
        r".*(?:\binput output error\b|\berrno ?[:=]? ?5\b|\beio\b)",
        "check {its} cable, plug, port and power; plug it in again while nothing moves",
    ),
    FaultKind(
        r"\btoo many open files\b|\berrno ?[:=]? ?24\b|\bemfile\b",
        "restart the node while the robot stands still; raise its limit of open files if that"
        " returns",
    ),
)


def advice_of_system(said: str) -> str:
    """Return what to do about an error of the system in plain words; empty: there is none."""
    return _TABLE.advice(said)
