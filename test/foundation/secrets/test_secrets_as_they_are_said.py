"""Secrets in the forms in which drivers, tools and people say them; ordinary lines beside them."""

from __future__ import annotations

import base64
import random

import pytest

from robot_memory.foundation.secrets.secrets_filter import Filtered, filtered

SAID = [
    ('login refused, api_tokens=S3CCthree7zQ', 'S3CCthree7zQ'),
    ('api_tokens=["S3CCthree7zQ", "kq8Zm2Vx"]', 'kq8Zm2Vx'),
    ('uplink has client_secrets: qW3rty77z', 'qW3rty77z'),
    ('api keys: qW3rty77z', 'qW3rty77z'),
    ('auth_token_list: qW3rty77z', 'qW3rty77z'),
    ('psks=qW3rty77z', 'qW3rty77z'),
    ('HostName=h.azure-devices.net;DeviceId=r1;SharedAccessKey=kL9vZ2x8Qw==', 'kL9vZ2x8Qw'),
    ('could not connect: host=db user=robot password=T1ger$tripe dbname=fleet', 'T1ger$tripe'),
    ('postgres://robot:T1ger%24tripe@db:5432/fleet refused', 'T1ger%24tripe'),
    ('mysql://robot:p@ssW0rdX@db/fleet refused', 'ssW0rdX'),
    ('redis://:fr0gL/egs9@cache:6379/0', 'fr0gL'),
    ('git clone https://x-oauth-9fK3mQ7vZ2LpR8wXn4Hd@github.com/a/b', '9fK3mQ7vZ2LpR8wXn4Hd'),
    ('machine api.fleet.io login robot password h3dgeh0g', 'h3dgeh0g'),
    ('machine api.fleet.io login robot password hedgehog', 'hedgehog'),
    ('client-key-data: LS0tLS1CRUdJTiBSU0EgUFJJVkFURSBLRVktLS0tLQpNSUlF', 'LS0tLS1CRUdJTiBSU0Eg'),
    ('Cookie: sid=s%3AjR3kQ9mZ; theme=dark', 'jR3kQ9mZ'),
    ('Set-Cookie: connect.sid=Xk29fLq8; Path=/; HttpOnly', 'Xk29fLq8'),
    ('PHPSESSID=q7v2m9k4l1x8z3 rejected', 'q7v2m9k4l1x8z3'),
    ('GET https://map.io/t/3/4?access_token=pk.9fQz&x=1 403', 'pk.9fQz'),
    ('GET https://api.io/v1?key=9fQzK2mLx7 403', '9fQzK2mLx7'),
    ('https://api.io/v1?appid=3&api_key=9fQzK2mLx7', '9fQzK2mLx7'),
    ('callback /cb?code=4/0AfJohXnQ9zKmLx7Vw2Rt&state=x', '4/0AfJohXnQ9'),
    ('ws://h/rt?auth=Z9xK2mQ7vL', 'Z9xK2mQ7vL'),
    ('http://cam/cgi-bin/snap.cgi?usr=admin&pass=w1ndm1ll', 'w1ndm1ll'),
    ('http://cam/cgi-bin/snap.cgi?user=admin&pwd=w1ndm1ll', 'w1ndm1ll'),
    ("headers: {'X-Api-Key': 'Kq8Zm2Vx'}", 'Kq8Zm2Vx'),
    ('X-Auth-Token: Kq8Zm2Vx9L', 'Kq8Zm2Vx9L'),
    ('Proxy-Authorization: Basic cm9ib3Q6Zm94', 'cm9ib3Q6Zm94'),
    ('basic auth robot:Fl4ming0s failed', 'Fl4ming0s'),
    ('login with admin/Fl4ming0s failed', 'Fl4ming0s'),
    ('credentials admin:Fl4ming0s rejected', 'Fl4ming0s'),
    ('credentials=admin:Fl4ming0s rejected', 'Fl4ming0s'),
    ('user=admin pass=Fl4ming0s', 'Fl4ming0s'),
    ('user: admin, pass: fl4ming0s', 'fl4ming0s'),
    ('wifi pw: fl4ming0s', 'fl4ming0s'),
    ('passw=fl4ming0s', 'fl4ming0s'),
    ('MQTT_PASS=fl4ming0s', 'fl4ming0s'),
    ('export DB_PW=fl4ming0s', 'fl4ming0s'),
    ('connecting to SSID lab with pass phrase correcthorse9', 'correcthorse9'),
    ('the password for the dock is fl4ming0s', 'fl4ming0s'),
    ('password of user robot: fl4ming0s', 'fl4ming0s'),
    ('log in as robot with the password fl4ming0s', 'fl4ming0s'),
    ("my password's fl4ming0s", 'fl4ming0s'),
    ('use fl4ming0s as the password', 'fl4ming0s'),
    ('password -> fl4ming0s', 'fl4ming0s'),
    ('password \u279c gato77x', 'gato77x'),
    ('password \u2254 gato77x', 'gato77x'),
    ('password as follows gato77x', 'gato77x'),
    ('the wifi password 12345678', '12345678'),
    ('Passcode 4711', '4711'),
    ('psswd: gato77x', 'gato77x'),
    ('creds: admin gato77x', 'gato77x'),
    ('API\u2011key of the map server: Zk7quux91Lm', 'Zk7quux91Lm'),
    ('The Wi\u2011Fi pass\u2011phrase = Zk7quux91Lm', 'Zk7quux91Lm'),
    ('secret\u2013key: Zk7quux91Lm', 'Zk7quux91Lm'),
    ('maps.api.key=Zk7quux91Lm', 'Zk7quux91Lm'),
    ('\u1d18\u1d00ss\u1d21\u1d0f\u0280\u1d05: Zk7quux91Lm', 'Zk7quux91Lm'),
    ('p\u0251ssword: Zk7quux91Lm', 'Zk7quux91Lm'),
    ('\U0001f15f\U0001f150\U0001f162\U0001f162word: Zk7quux91Lm', 'Zk7quux91Lm'),
    ('The password, by the way, is gato77x', 'gato77x'),
    ('password (of the router) gato77x', 'gato77x'),
    ('pass: gato77x', 'gato77x'),
    ('pin code is 4821', '4821'),
    ('\u015fifre gato77x', 'gato77x'),
    ('credentials: robot gato77x', 'gato77x'),
    ('password (fl4ming0s) rejected', 'fl4ming0s'),
    ("password 'flamingos' rejected", 'flamingos'),
    ('invalid password "flamingos" for robot', 'flamingos'),
    ('password=[fl4ming0s]', 'fl4ming0s'),
    ("('password', 'flamingos')", 'flamingos'),
    ('password={fl4ming0s}', 'fl4ming0s'),
    ('La contraseña es girasol77', 'girasol77'),
    ('contraseña del wifi: girasol77', 'girasol77'),
    ('la clave del wifi es girasol77', 'girasol77'),
    ('пароль от вайфая: подсолнух77', 'подсолнух77'),
    ('Пароль подсолнух77 неверный', 'подсолнух77'),
    ('пароль — подсолнух77', 'подсолнух77'),
    ('hasło to slonecznik77', 'slonecznik77'),
    ('Hasło do wifi: slonecznik77', 'slonecznik77'),
    ('a senha do wifi é girassol77', 'girassol77'),
    ('la password è girasole77', 'girasole77'),
    ("parola d'ordine: girasole77", 'girasole77'),
    ('mot de passe du wifi : tournesol77', 'tournesol77'),
    ('Das Passwort für das WLAN lautet Sonnenblume77', 'Sonnenblume77'),
    ('Zugangscode: Sonnenblume77', 'Sonnenblume77'),
    ('パスワードは himawari77 です', 'himawari77'),
    ('Wi-Fiのパスワード「himawari77」が違います', 'himawari77'),
    ('パスワード himawari77 で接続', 'himawari77'),
    ('暗証番号は4827です', '4827です'),
    ('WiFi密码为xiangrikui77，请勿外传', 'xiangrikui77'),
    ('κωδικός: iliotropio77', 'iliotropio77'),
    ('كلمة السر هي abbadshams77', 'abbadshams77'),
    ('पासवर्ड है surajmukhi77', 'surajmukhi77'),
    ('MIIEpAIBAAKCAQEA0Z3VS5JJcds3xfn/ygWyF8PbnGy0AHB7MhgwMbRvI0MBZhpI', 'MIIEpAIBAAKCAQEA'),
    ('7VdW5Kx0Jm2QeLt/ZsPYrNcUoBgHfIaDvM4T9kREw1X8h6jOAlbCq3SyznGpFuiK', '7VdW5Kx0Jm2Qe'),
    ('PrivateKey = yAnz5TF+lXXJte14tji3zlMNq+hd2rYUIgJBgB3fBmk=', 'yAnz5TF'),
    ('wg set wg0 preshared-key yAnz5TF+lXXJte14tji3zlMNq+hd2rYUIgJBgB3fBmk=', 'yAnz5TF'),
    ('login blob YWRtaW46RmwwbWluZzBzQHNlY3JldA== refused', 'YWRtaW46RmwwbWlu'),
    ('aes key 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08', '9f86d081884c'),
    ('encryption_key: 9f86d081884c7d659a2feaa0c55ad015', '9f86d081884c'),
    ('secret=9f86d081884c7d65', '9f86d081884c'),
    ('otpauth://totp/R:bob?secret=JBSWY3DPEHPK3PXP&issuer=R', 'JBSWY3DPEHPK3PXP'),
    ('verification code is 482913', '482913'),
    ('snmp community string: pr1vat3net', 'pr1vat3net'),
    ('ftp> USER robot PASS fl4ming0s', 'fl4ming0s'),
    ('mosquitto_pub -u robot -P fl4ming0s -t x', 'fl4ming0s'),
    ('mysql -u root -pfl4ming0s fleet', 'fl4ming0s'),
    ('wget --http-password=fl4ming0s http://x', 'fl4ming0s'),
    ('openssl enc -aes-256-cbc -k fl4ming0s', 'fl4ming0s'),
    ('ipmitool -U admin -P fl4ming0s power', 'fl4ming0s'),
    ('mount -o username=bob,password=fl4ming0s //nas/x', 'fl4ming0s'),
    ('wpa_passphrase="purple flamingos"', 'purple flamingos'),
    ('wep_key0=ABCDEF1234', 'ABCDEF1234'),
    ('gsk_9fK3mQ7vZ2LpR8wXn4HdTb1Jc5YsUaEgV0oI6wQvXbNzMk', '9fK3mQ7vZ2LpR8'),
    ('pk.eyJ1Ijoicm9ib3QiLCJhIjoiY2w5Zms3In0.9fK3mQ7vZ2LpR8wXn4HdTb', '9fK3mQ7vZ2LpR8wX'),
    ('https://9f86d081884c7d659a2feaa0c55ad015@o1.ingest.sentry.io/2', '9f86d081884c'),
    ('{"auths":{"r.io":{"auth":"cm9ib3Q6ZmxhbWluZ29z"}}}', 'cm9ib3Q6Zmxhb'),
    ('pass_phrase=fl4ming0s', 'fl4ming0s'),
    ('AQVN9fK3mQ7vZ2LpR8wXn4HdTb1Jc5YsUaEgV0oI', '9fK3mQ7vZ2LpR8wX'),
    ('?X-Amz-Security-Token=FwoGZXIvYXdzEJr9fK3mQ7v', 'FwoGZXIvYXdz'),
    ('?sv=2022&sig=9fK3mQ7vZ2LpR8wXn4HdTb1J%3D', '9fK3mQ7vZ2LpR8wX'),
    ('{\\"token\\":\\"9fK3mQ7v\\"}', '9fK3mQ7v'),
    ('wifi:\n  password:\n    flamingos', 'flamingos'),
    ('Password:\nflamingos7', 'flamingos7'),
    ('password fl4ming0s is wrong', 'fl4ming0s'),
    ('wrong password: flamingos', 'flamingos'),
    ('<user name="r" password="flamingos"/>', 'flamingos'),
    ("<entry key='password' value='flamingos'/>", 'flamingos'),
    ('{"name": "password", "value": "flamingos"}', 'flamingos'),
    ('ssh -o Password=flamingos r@h', 'flamingos'),
    ('pаssword: flamingos7', 'flamingos7'),
    ('𝐩𝐚𝐬𝐬𝐰𝐨𝐫𝐝: flamingos7', 'flamingos7'),
    ('ṕassword: flamingos7', 'flamingos7'),
    ('password: flam\u200bingos7', 'ingos7'),
    ('Set parameter [wifi_password] to [flamingos]', 'flamingos'),
    ("parameter 'mqtt.password' changed from 'old1flam' to 'flamingos'", 'flamingos'),
    ("parameter 'mqtt.password' changed from 'old1flam' to 'flamingos'", 'old1flam'),
    ('declare_parameter("api_token", "flamingos")', 'flamingos'),
    ('--ros-args -p wifi_password:=flamingos', 'flamingos'),
    ('ROS_SECURITY_KEYSTORE_PASSPHRASE=flamingos', 'flamingos'),
    ('license key ABCDE-12345-FGHIJ-67890 invalid', '12345-FGHIJ'),
    ('License: XK9F-Q2ZM-7VLP-R8WX expired', 'Q2ZM-7VLP'),
    ('PIN: 4827 rejected', '4827'),
    ('door PIN is 4827', '4827'),
    ('door PIN is: 4827', '4827'),
    ('PIN 9917X rejected', '9917X'),
    ('PIN code A9917 rejected', 'A9917'),
    ('wifi key fl4ming0s rejected', 'fl4ming0s'),
    ('joining lab with the WLAN key fl4ming0s', 'fl4ming0s'),
    ('Wi-Fi key fl4ming0s.', 'fl4ming0s'),
    ('the secret is: flamingos', 'flamingos'),
    ('password was = flamingos', 'flamingos'),
    ('api key is:flamingos', 'flamingos'),
    ('la clave del wifi es: girasol77', 'girasol77'),
    ('body password%3Dflamingos refused', 'flamingos'),
    ('GET /login?next=%2Fset%3Fpassword%3Dflamingos%26x%3D1', 'flamingos'),
    ('GET /r?u=user%3Dbob%26token%3Dq7v2m9k4', 'q7v2m9k4'),
    ('body password%253Aflamingos refused', 'flamingos'),
    ('body %22wifi_password%22%3A%22flamingos%22', 'flamingos'),
    ('jwt eyJhbGciOiJIUzI1NiJ9.eyJyb2JvdCI6ImFsZXgiLCJyb2xlIjoiYWQ', 'eyJyb2JvdCI6'),
    ('SAMLResponse=PHNhbWxwOlJlc3BvbnNlIHhtbG5zOnNhbWxwPSJ1cm4', 'PHNhbWxwOlJl'),
    ('robot:$6$rounds=5000$Zm9v$9fK3mQ7vZ2LpR8wXn4HdTb1Jc5YsUaEg:19000:0', '9fK3mQ7vZ2LpR8wX'),
    ('hash $2b$12$9fK3mQ7vZ2LpR8wXn4HdTuJc5YsUaEgV0oI6wQvXbNzMk9fK3mQ7v', '9fK3mQ7vZ2LpR8wX'),
    ('admin:$apr1$9fK3mQ7v$Z2LpR8wXn4HdTb1Jc5YsU/', 'Z2LpR8wXn4HdTb1J'),
    ('robot:Zq7Canary@broker:1883 refused', 'Zq7Canary'),
    ('robot:canary@broker:1883 refused', 'canary'),
    ('robot:c@n:ry@broker:1883 refused', 'n:ry'),
    ('user:canary@h.example.org:8883', 'canary'),
    ('no route to robot:canary@10.0.0.5', 'canary'),
    ('robot:canary@fleet.example.org refused', 'canary'),
    ('login robot:Zq7Canary@broker, retry', 'Zq7Canary'),
    ('wifi psk "canary"', 'canary'),
    ("psk 'a canary' set", 'a canary'),
    ('wlan0: wpa key "canary"', 'canary'),
    ('one-time code "canary"', 'canary'),
    ('mqtt%3A%2F%2Frobot%3Acanary%40broker', 'canary'),
    ('amqp%253A%252F%252Frobot%253Acanary%2540broker refused', 'canary'),
    ('mqtt%3A%2F%2Frobot:canary@broker:1883', 'canary'),
]  # fmt: skip


@pytest.mark.parametrize(("text", "secret"), SAID)
def test_a_secret_is_taken_out_in_whatever_form_it_is_said(text, secret):
    found = filtered(text)

    assert secret not in found.text
    assert found.removed
    assert filtered(found.text) == Filtered(found.text)  # texts pass the filter more than once


def test_a_key_of_putty_is_taken_out():
    text = "PuTTY-User-Key-File-3: ssh-ed25519\nPrivate-Lines: 1\nAAAAIKxFq9Zm2Vw7Lp8Xn4Hd"

    assert filtered(text).removed == ("private key",)


@pytest.mark.parametrize("prefix", ["LTAI5t", "AKIDz8"])
def test_key_ids_of_other_clouds_are_known(prefix):
    assert filtered(f"oss client {prefix}Q7vXmR9kLpZw3nHd8sTb refused").removed == ("key",)


def test_the_lines_of_a_private_key_that_are_logged_one_by_one_are_taken_out():
    drawn = random.Random(1)
    lines = [base64.b64encode(drawn.randbytes(48)).decode() for _ in range(1000)]

    assert [line for line in lines if not filtered(line).removed] == []


ORDINARY = """
self test pass: unit7b
first pass: 12 of 14 ok
the password (of robot turtlebot4) is wrong
password, as said yesterday, was rejected by node12
max_tokens: 4096
tokens: 512 of 1000 used
tokens: used up
api_keys: 3 loaded
secrets: none found
[ERROR] Failed to open port /dev/ttyUSB0: Permission denied
usb 1-1.4: device descriptor read/64, error -71
ros2_control: Joint 'shoulder_pan_joint' command interface 'position' not available
Velodyne: poll() timeout, no packets for 1.0 s from 192.168.1.201:2368
sick_safetyscanners: Could not connect to sensor at 192.168.1.11:2122, error: Connection refused
ouster: lidar_mode 1024x10 timestamp_mode TIME_FROM_PTP_1588
realsense2_camera: Depth stream start failure, serial 841612070383 firmware 5.13.0.50
realsense: XXX Hardware Notification:USB CAM overflow,1.70035e+12,Error,Hardware Error
ur_client_library: Pipeline producer overflowed! <RTDE Data Pipeline>
Universal Robots: Robot mode is now POWER_OFF; safety mode is now PROTECTIVE_STOP
franka_hw: libfranka: Move command aborted: motion aborted by reflex! ["cartesian_reflex"]
kuka_rsi: Failed to receive RSI packet within 4 ms, IPOC 4208163634
nav2: Failed to make progress; Goal canceled; id 5f7a7a06c2b94a6b93cd0e4a2b7c8a1e
bt_navigator: Begin navigating from current location (0.12, -3.40) to (5.00, 2.25)
controller_server: [FollowPath] RPP detected collision ahead!
amcl: Please set the initial pose...
slam_toolbox: Failed to compute odom pose
rcl: Security enclave /robot/lidar: keys and certificates loaded from /etc/ros/keystore
Found security directory: /home/robot/keystore/enclaves/talker
micro-ROS agent: session established, client_key: 0x5851F42D, address: 10.0.0.5
microros: session re-established, client_key 0x0AB3C2D1
mavros: FCU: Compass 0 - unhealthy; GP: ack timeout
mavros: CON: Lost connection, HEARTBEAT timed out.
px4: [commander] Preflight Fail: ekf2 missing data
dynamixel: [ID:012] Hardware error: Overload Error, 0x20
odrive: axis0 error 0x00000040 MOTOR_ERROR_CURRENT_LIMIT_VIOLATION
canopen: node 5 EMCY 0x8130 register 0x11 manufacturer 00 00 00 00 00
socketcan: bus-off on can0, restart-ms 100
EtherCAT: domain 0 WC 3 of 6; slave state PREOP
modbus: Illegal data address, function 0x03, register 40001
OPC UA: BadSecureChannelClosed on session 1001
OPC UA session timeout: 1200000
docker: pulled ros:humble@sha256:deadbeef0123 and nav:v2@registry
lidar:front@base_link, camera:left@30Hz, mode:1280x720@camera0, imu:0.25@dock
DDS locator topic:scan@10.0.0.1:7400, node:talker@10.0.0.5:7411
maintainer:ada@example.org, author:bob@robots.example.org, git@github.com:fleet/nav.git
ssh:robot@arm.local:22 closed; see mailto:ada@example.org
private key "server.key" is not a file; secret "robot-tls" not found
parameter "psk" is not set; psk "unknown"
GET /cb?next=https%3A%2F%2Fexample.org%3A8443%2Fmap 200
OpenNI: Image stream has USB device key 045e/02ae
keypoint: 42 matches, threshold 0.7
apriltag: tag36h11 id 17 hamming 0 margin 54.3
token bucket rate limiter: 20 tokens/s, 3 dropped
moveit: Unable to sample any valid states for goal tree
moveit: group 'panda_arm' key frame lookup: passing 'world'
gps: u-blox ZED-F9P RTCM 1005 missing; NTRIP: HTTP 401
ublox: hAcc 0.013 m pDOP 1.42 numSV 14
zed: SVO authentication not required
camera: Compressed image transport: JPEG quality 80, png_level 3
v4l2: /dev/video0: VIDIOC_DQBUF: No such device (19)
gscan: pass through filter limits: z in [0.1, 2.0]
PassThrough filter: pass=12034 fail=33
low-pass: 0.35 Hz; high-pass: 12 Hz
bandpass: 20-200 Hz
self-test passed: 12/12
test pass: imu_gyro; pass: accel
signing in: controller spawner successful
pwd: /opt/ros/jazzy
The PIN of the gripper is loose
pin=17 mode=OUT
pin: 4 level LOW
gripper pin code: bent
keypad key: 5 stuck
e-stop key is turned
key is missing in the cabinet lock
key: value map size 3
ignition key: ON
the key was left in the charger
secret: none
access denied to /dev/gpiochip0
Basic Micro roboclaw: checksum mismatch 0x80
basic navigation started
Basic127 firmware 4.2.0
firmware build 20240131T101530Z-gitabcdef1
wheel_left: token ring: 3
Author: Bob
author=nav2
authority: 3
authorization: denied
digest: 3 entries
cookies on the floor at the kitchen
cookie: missing
Cookie monster toy blocks the aisle
session 3 started
session id is 17
code is 42
error code: 0x8001
exit code is 139
code=37 at frame=12
state=3 key=12
hash: 5f7a7a06c2b94a6b93cd0e4a2b7c8a1e
uuid=5f7a7a06-c2b9-4a6b-93cd-0e4a2b7c8a1e
goal id: [95 122 122 6 194 185]
GID 01.0f.f2.7b.9e.1c.00.00.01.00.00.00.00.00.12.03
parameter 'max_vel_x' changed from '0.5' to '0.3'
Set parameter [use_sim_time] to [true]
the door code lock is jammed
license plate ABC-1234 read
License: Apache-2.0
license key missing
community: 3 robots
login took 3.4 s
user: robot
user pin 3 of connector J4 is bent
login with admin failed
ssh: connect to host 10.0.0.3 port 22: Connection refused
auth: timeout
auth failed for ros2daemon
auth=0 assoc=1
Passing 3 waypoints
passage: 0.7 m wide
pass the gripper to the left
clave: robot
La llave es azul
el palabra clave es robot
haslo
password rejected by access point
The password for the door lock is not known
password must be changed
password protected page
parola non valida
parole board
passphrase too short
пароль истёк
パスワードが違います
パスワードを入力してください
密码错误
密码是错误的
비밀번호가 틀렸습니다
Wi-Fi: WPA-PSK associated
psk: mismatch
4-way handshake failed, pre-shared key may be incorrect
pre-shared key: wrong
AES key: rejected
shared key: not found
private key permissions too open
master key is not loaded
account key: missing
wifi key is wrong
wifi key exchange failed at step 3
network key rotation done
PIN 5000mV at the input
PIN GPIO1234 is high
the secret is: unknown
API key: invalid
api key not valid. Please pass a valid API key.
token is invalid or has expired
token of mutex: held
tokens used: 1234
token=NaN
refresh token: 401
token type: bearer
/camera/color/image_raw/compressedDepth/theora1280x720Frame30Hz
libnav2_regulated_pure_pursuit_controller_RegulatedPurePursuit2Controller
/opt/ros/jazzy/share/robot_description/meshes/UR5e/visual/Forearm.dae
nav2_behavior_tree::BtActionNode<nav2_msgs::action::NavigateToPose>
std::__cxx11::basic_string<char, std::char_traits<char>, std::allocator<char>>
SN: E32-CLX-0051-2019-00413
UDI: 192873192813
usb-STMicroelectronics_STLINK-V3_004400243532511431333430-if02
usb-FTDI_USB__-__Serial_Converter_FT4THVZK-if00-port0
pci-0000:00:14.0-usb-0:2.3:1.0
wwan0: IMEI 867962041234567 ICCID 89490200001234567890
Bluetooth pairing pin code wrong
MAC 3C:22:FB:8A:10:9E RSSI -71 dBm
bearer eps-5 released
T-Motor U8 ESC telemetry: eRPM 21400
""".strip().splitlines()


@pytest.mark.parametrize("text", ORDINARY)
def test_what_drivers_log_all_day_stays(text):
    assert filtered(text) == Filtered(text)
