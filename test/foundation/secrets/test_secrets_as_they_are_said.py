"""Secrets as drivers, tools and people write them, and ordinary lines that look similar."""

from __future__ import annotations

import base64
import random

import pytest

from robot_memory.foundation.secrets.secrets_filter import Filtered, filtered

SAID = [
    ('login refused, api_tokens=S3CCthree7zQ', 'S3CCthree7zQ'),
    ('api_tokens=["S3CCthree7zQ", "kq8Zm2Vx"]', 'kq8Zm2Vx'),
    ('uplink has client_secrets: qW3rty77z', 'qW3rty77z'), ('api keys: qW3rty77z', 'qW3rty77z'),
    ('postgres://robot:T1ger%24tripe@db:5432/fleet refused', 'T1ger%24tripe'),
    ('git clone https://x-oauth-9fK3mQ7vZ2LpR8wXn4Hd@github.com/a/b', '9fK3mQ7vZ2LpR8wXn4Hd'),
    ('machine api.fleet.io login robot password h3dgeh0g', 'h3dgeh0g'),
    ('machine api.fleet.io login robot password hedgehog', 'hedgehog'),
    ('client-key-data: LS0tLS1CRUdJTiBSU0EgUFJJVkFURSBLRVktLS0tLQpNSUlF', 'LS0tLS1CRUdJTiBSU0Eg'),
    ('Cookie: sid=s%3AjR3kQ9mZ; theme=dark', 'jR3kQ9mZ'),
    ('Set-Cookie: connect.sid=Xk29fLq8; Path=/; HttpOnly', 'Xk29fLq8'),
    ('PHPSESSID=q7v2m9k4l1x8z3 rejected', 'q7v2m9k4l1x8z3'),
    ('GET https://api.io/v1?key=9fQzK2mLx7 403', '9fQzK2mLx7'),
    ('callback /cb?code=4/0AfJohXnQ9zKmLx7Vw2Rt&state=x', '4/0AfJohXnQ9'),
    ('http://cam/cgi-bin/snap.cgi?usr=admin&pass=w1ndm1ll', 'w1ndm1ll'),
    ("headers: {'X-Api-Key': 'Kq8Zm2Vx'}", 'Kq8Zm2Vx'), ('X-Auth-Token: Kq8Zm2Vx9L', 'Kq8Zm2Vx9L'),
    ('Proxy-Authorization: Basic cm9ib3Q6Zm94', 'cm9ib3Q6Zm94'),
    ('basic auth robot:Fl4ming0s failed', 'Fl4ming0s'),
    ('login with admin/Fl4ming0s failed', 'Fl4ming0s'),
    ('credentials admin:Fl4ming0s rejected', 'Fl4ming0s'),
    ('credentials=admin:Fl4ming0s rejected', 'Fl4ming0s'),
    ('user=admin pass=Fl4ming0s', 'Fl4ming0s'), ('user: admin, pass: fl4ming0s', 'fl4ming0s'),
    ('connecting to SSID lab with pass phrase correcthorse9', 'correcthorse9'),
    ('use fl4ming0s as the password', 'fl4ming0s'), ('the wifi password 12345678', '12345678'),
    ('Passcode 4711', '4711'), ('API\u2011key of the map server: Zk7quux91Lm', 'Zk7quux91Lm'),
    ('secret\u2013key: Zk7quux91Lm', 'Zk7quux91Lm'), ('pin code is 4821', '4821'),
    ('credentials: robot gato77x', 'gato77x'), ("password 'flamingos' rejected", 'flamingos'),
    ('invalid password "flamingos" for robot', 'flamingos'),
    ('La contraseña es girasol77', 'girasol77'), ('contraseña del wifi: girasol77', 'girasol77'),
    ('パスワードは himawari77 です', 'himawari77'),
    ('Wi-Fiのパスワード「himawari77」が違います', 'himawari77'),
    ('WiFi密码为xiangrikui77，请勿外传', 'xiangrikui77'),
    ('PrivateKey = yAnz5TF+lXXJte14tji3zlMNq+hd2rYUIgJBgB3fBmk=', 'yAnz5TF'),
    ('wg set wg0 preshared-key yAnz5TF+lXXJte14tji3zlMNq+hd2rYUIgJBgB3fBmk=', 'yAnz5TF'),
    ('login blob YWRtaW46RmwwbWluZzBzQHNlY3JldA== refused', 'YWRtaW46RmwwbWlu'),
    ('aes key 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08', '9f86d081884c'),
    ('encryption_key: 9f86d081884c7d659a2feaa0c55ad015', '9f86d081884c'),
    ('secret=9f86d081884c7d65', '9f86d081884c'),
    ('otpauth://totp/R:bob?secret=JBSWY3DPEHPK3PXP&issuer=R', 'JBSWY3DPEHPK3PXP'),
    ('snmp community string: pr1vat3net', 'pr1vat3net'),
    ('pk.eyJ1Ijoicm9ib3QiLCJhIjoiY2w5Zms3In0.9fK3mQ7vZ2LpR8wXn4HdTb', '9fK3mQ7vZ2LpR8wX'),
    ('https://9f86d081884c7d659a2feaa0c55ad015@o1.ingest.sentry.io/2', '9f86d081884c'),
    ('{"auths":{"r.io":{"auth":"cm9ib3Q6ZmxhbWluZ29z"}}}', 'cm9ib3Q6Zmxhb'),
    ('AQVN9fK3mQ7vZ2LpR8wXn4HdTb1Jc5YsUaEgV0oI', '9fK3mQ7vZ2LpR8wX'),
    ('?X-Amz-Security-Token=FwoGZXIvYXdzEJr9fK3mQ7v', 'FwoGZXIvYXdz'),
    ('?sv=2022&sig=9fK3mQ7vZ2LpR8wXn4HdTb1J%3D', '9fK3mQ7vZ2LpR8wX'),
    ('wifi:\n  password:\n    flamingos', 'flamingos'), ('Password:\nflamingos7', 'flamingos7'),
    ('license key ABCDE-12345-FGHIJ-67890 invalid', '12345-FGHIJ'),
    ('License: XK9F-Q2ZM-7VLP-R8WX expired', 'Q2ZM-7VLP'), ('PIN: 4827 rejected', '4827'),
    ('door PIN is 4827', '4827'), ('door PIN is: 4827', '4827'),
    ('Wi-Fi key fl4ming0s.', 'fl4ming0s'),
    ('jwt eyJhbGciOiJIUzI1NiJ9.eyJyb2JvdCI6ImFsZXgiLCJyb2xlIjoiYWQ', 'eyJyb2JvdCI6'),
    ('robot:$6$rounds=5000$Zm9v$9fK3mQ7vZ2LpR8wXn4HdTb1Jc5YsUaEg:19000:0', '9fK3mQ7vZ2LpR8wX'),
    ('hash $2b$12$9fK3mQ7vZ2LpR8wXn4HdTuJc5YsUaEgV0oI6wQvXbNzMk9fK3mQ7v', '9fK3mQ7vZ2LpR8wX'),
    ('admin:$apr1$9fK3mQ7v$Z2LpR8wXn4HdTb1Jc5YsU/', 'Z2LpR8wXn4HdTb1J'),
    ('robot:Zq7Canary@broker:1883 refused', 'Zq7Canary'),
    ('robot:canary@broker:1883 refused', 'canary'),
    ('no route to robot:canary@10.0.0.5', 'canary'),
    ('robot:canary@fleet.example.org refused', 'canary'),
    ('login robot:Zq7Canary@broker, retry', 'Zq7Canary'),
    ('mqtt%3A%2F%2Frobot%3Acanary%40broker', 'canary'),
    ('amqp%253A%252F%252Frobot%253Acanary%2540broker refused', 'canary'),
]  # fmt: skip


@pytest.mark.parametrize(("text", "secret"), SAID)
def test_a_secret_is_removed_in_each_form_that_people_and_tools_write(text, secret):
    found = filtered(text)

    assert secret not in found.text
    assert found.removed
    assert filtered(found.text) == Filtered(found.text)  # texts pass the filter more than once


def test_a_putty_private_key_is_removed():
    text = "PuTTY-User-Key-File-3: ssh-ed25519\nPrivate-Lines: 1\nAAAAIKxFq9Zm2Vw7Lp8Xn4Hd"

    assert filtered(text).removed == ("private key",)


@pytest.mark.parametrize("prefix", ["LTAI5t", "AKIDz8"])
def test_key_ids_of_alibaba_and_tencent_cloud_are_removed(prefix):
    assert filtered(f"oss client {prefix}Q7vXmR9kLpZw3nHd8sTb refused").removed == ("key",)


def test_base64_lines_of_a_private_key_logged_one_by_one_are_removed():
    drawn = random.Random(1)
    lines = [base64.b64encode(drawn.randbytes(48)).decode() for _ in range(1000)]

    assert [line for line in lines if not filtered(line).removed] == []


ORDINARY = """
rcl: Security enclave /robot/lidar: keys and certificates loaded from /etc/ros/keystore
Found security directory: /home/robot/keystore/enclaves/talker
micro-ROS agent: session established, client_key: 0x5851F42D, address: 10.0.0.5
microros: session re-established, client_key 0x0AB3C2D1
OPC UA: BadSecureChannelClosed on session 1001
OPC UA session timeout: 1200000
docker: pulled ros:humble@sha256:deadbeef0123 and nav:v2@registry
maintainer:ada@example.org, author:bob@robots.example.org, git@github.com:fleet/nav.git
private key "server.key" is not a file; secret "robot-tls" not found
parameter "psk" is not set; psk "unknown"
GET /cb?next=https%3A%2F%2Fexample.org%3A8443%2Fmap 200
moveit: group 'panda_arm' key frame lookup: passing 'world'
zed: SVO authentication not required
signing in: controller spawner successful
pwd: /opt/ros/jazzy
gripper pin code: bent
key: value map size 3
access denied to /dev/gpiochip0
Author: Bob
author=nav2
authorization: denied
cookies on the floor at the kitchen
code is 42
license plate ABC-1234 read
License: Apache-2.0
license key missing
community: 3 robots
login took 3.4 s
user: robot
user pin 3 of connector J4 is bent
login with admin failed
clave: robot
el palabra clave es robot
parola non valida
parole board
пароль истёк
パスワードが違います
密码错误
密码是错误的
비밀번호가 틀렸습니다
api key not valid. Please pass a valid API key.
token type: bearer
nav2_behavior_tree::BtActionNode<nav2_msgs::action::NavigateToPose>
wwan0: IMEI 867962041234567 ICCID 89490200001234567890
Bluetooth pairing pin code wrong
""".strip().splitlines()


@pytest.mark.parametrize("text", ORDINARY)
def test_ordinary_driver_log_lines_stay_unchanged(text):
    assert filtered(text) == Filtered(text)
