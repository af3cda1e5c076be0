"""Secrets are removed from texts before storage; ordinary robot logs stay unchanged."""

from __future__ import annotations

import os

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from work import processor_time

from robot_memory.foundation.secrets.secrets_filter import (
    Filtered,
    filtered,
    mark,
    names_a_secret,
    screened,
    without_secrets,
)

FEW = settings(max_examples=int(os.environ.get("LAWS", "60")), deadline=None)


PASSWORD, KEY, TOKEN, SECRET = map(mark, ("password", "key", "token", "secret"))
PRIVATE_KEY, CREDENTIALS = mark("private key"), mark("credentials")


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("password=hunter2", f"password={PASSWORD}"),
        ("Password: hunter2, user bob", f"Password: {PASSWORD}, user bob"),
        ('{"password": "a b c", "x": 1}', f'{{"password": {PASSWORD}, "x": 1}}'),
        ("db.passwd = 'p w'", f"db.passwd = {PASSWORD}"),
        ("the wifi password is hunter2 now", f"the wifi password is {PASSWORD} now"),
        ("AWS_SECRET_ACCESS_KEY=wJalr/K7MD+x", f"AWS_SECRET_ACCESS_KEY={KEY}"),
        ("GET /x?token=abc&y=1", f"GET /x?token={TOKEN}&y=1"),
        ("api-key: 0123", f"api-key: {KEY}"),
        ("run --api-key AKXX --speed 3", f"run --api-key {SECRET} --speed 3"),
        ("mqtt://robot:s3cret@broker:1883/x", f"mqtt://robot:{PASSWORD}@broker:1883/x"),
        ("Authorization: Bearer abc.def-123", f"Authorization: Bearer {CREDENTIALS}"),
        ("authorization: Basic dXNlcjpwYXNz", f"authorization: Basic {CREDENTIALS}"),
        ("sent bearer abcdef123", f"sent bearer {TOKEN}"),
        ("key AKIAIOSFODNN7EXAMPLE used", f"key {KEY} used"),
        ("ghp_0123456789abcdefghijABCDEFGHIJ012345", TOKEN),
        ("AIzaSyA0123456789abcdefghijklmnopqrstuv", KEY),
        ("sk-proj-0123456789abcdefghij", KEY),
        ("xoxb-1234567890-abcdefghij", TOKEN),
        ("eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.abc-_", TOKEN),
        ("blob dGhpc0lzQVZlcnlMb25nU2VjcmV0S2V5MTIzNDU2Nzg5", f"blob {SECRET}"),
        (
            "a\n-----BEGIN OPENSSH PRIVATE KEY-----\nb\n-----END OPENSSH PRIVATE KEY-----\nc",
            f"a\n{PRIVATE_KEY}\nc",
        ),
        ("-----BEGIN RSA PRIVATE KEY----- cut of", PRIVATE_KEY),
        ("<password>hunter2</password>", f"<password>{SECRET}</password>"),
        ("user bob password hunter2", f"user bob password {PASSWORD}"),
        ("sshpass -p hunter2 ssh robot@arm", f"sshpass -p {SECRET} ssh robot@arm"),
        ("curl -u bob:hunter2 http://arm", f"curl -u bob:{PASSWORD} http://arm"),
        ("npm_0123456789abcdefghijABCDEFGHIJ012345", TOKEN),
        ("hvs.CAESIJ0123456789abcdefghij", TOKEN),
        ("\x1b[1mpassword\x1b[0m: hunter2", f"password: {PASSWORD}"),
        ("pass\u200bword: hunter2", f"password: {PASSWORD}"),
        ("ｐａｓｓｗｏｒｄ＝hunter2", f"password={PASSWORD}"),
    ],
)
def test_a_secret_is_replaced_by_a_mark_of_its_kind(text, left):
    assert without_secrets(text) == left


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("Passwort: {}", "password"), ("WLAN-Passwort ist {}", "password"),
        ("Kennwort={}", "password"), ("contraseña={}", "password"),
        ("contrasen\u0303a: {}", "password"), ("clave secreta: {}", "password"),
        ("mot de passe : {}", "password"), ("le mot de passe est {}", "password"),
        ("senha: {}", "password"), ("wachtwoord: {}", "password"), ("lösenord: {}", "password"),
        ("hasło: {}", "password"), ("salasana: {}", "password"), ("пароль: {}", "password"),
        ("ПАРОЛЬ={}", "password"), ("パスワード: {}", "password"), ("パスワード：{}", "password"),
        ("パスワードは{}", "password"), ("密码: {}", "password"), ("密码是{}", "password"),
        ("비밀번호: {}", "password"), ("كلمة المرور: {}", "password"), ("şifre: {}", "password"),
        ("รหัสผ่าน: {}", "password"), ("пароль {}".replace(" ", " = "), "password"),
        ("API-Schlüssel: {}", "key"), ("clé secrète : {}", "key"), ("令牌: {}x", "token"),
    ],
)  # fmt: skip
def test_secrets_are_known_by_their_names_in_other_languages(text, kind):
    found = filtered(text.format("hunter2"))

    assert "hunter2" not in found.text
    assert found.removed == (kind,)


ORDINARY = [
    "token expired", "token: expired", "password is wrong", "password: incorrect",
    "the secret is out", "Password authentication failed for user robot", "password-less login",
    "contraseña incorrecta", "パスワードは無効", "api_key: none", "psk not set", "secret: ***",
    "private_key: /etc/ros/keys/robot.pem", "credentials: 3 loaded", "Bearer of bad news",
    "default bearer established", "bearing: 30", "session_id: 42", "monkey: 3",
    "pwd: /home/robot/ws", "cookie cutter path: 5", "basic configuration loaded",
    "basic check failed", "GPIO pin: 17 is high", "md5 0123456789abcdef0123456789abcdef",
    "sha256 e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    "fact-123e4567-e89b-12d3-a456-426614174000", "device 6ba7b810-9dad-11d1-80b4-00c04fd430c8",
    "mem-a3f9c1d2", "RRN-000000000001", "SN 4F3A99C01B2D", "serial number: 0x4F3A99C01B2D77EE",
    "_ZN6rclcpp9executors22SingleThreadedExecutor4spinEv", "http://host:8080/x@y",
    "rtsp://192.168.1.10:554/stream1", "-----BEGIN PUBLIC KEY-----", "ratio 1:2@3",
    "Message Filter dropping message: frame 'laser' at time 1700000000.1 for reason 'queue full'",
    "EtherCAT slave 3: AL status code 0x001B (Sync manager watchdog)",
    "| user | password | host |",
]  # fmt: skip


@pytest.mark.parametrize("text", ORDINARY)
def test_ordinary_texts_stay_unchanged(text):
    assert filtered(text) == Filtered(text)


def test_in_structured_data_texts_under_a_secrets_name_are_removed():
    said = {
        "wifi_password": "blue horse",
        "ssid": "home",
        "psk": "",
        "credentials": {"a": ["b", 1]},
    }
    assert screened(said) == {
        "wifi_password": mark("password"), "ssid": "home", "psk": "",
        "credentials": {"a": [mark("secret"), 1]},
    }  # fmt: skip
    assert screened({"said": ["password=hunter2", 3, None]}) == {
        "said": [f"password={mark('password')}", 3, None]
    }


@pytest.mark.parametrize(
    ("name", "is_one"),
    [("wifi_password", True), ("Password", True), ("API key", True), ("apiKey", True),
     ("パスワード", True), ("SIM PIN", True), ("wifi password", True), ("wlan0 psk", True),
     ("Temperature", False), ("Key frames", False),
     ("password failures", False), ("GPIO pin", False),
     ("api_tokens", True), ("auth_token_list", True), ("max_tokens", False)],
)  # fmt: skip
def test_a_field_name_is_classified_as_naming_a_secret_or_not(name, is_one):
    assert names_a_secret(name) is is_one


@FEW
@given(
    st.lists(
        st.sampled_from(
            ["password", "=", ": ", " is ", "token", '"', "'", " ", "x", "://", "@", "Bearer ",
             "Authorization: ", PASSWORD, TOKEN, "hunter2", "--", "パスワード", "<", ">", "</", "1",
             "\n", "sk-", "a" * 30, "B7" * 20]
        )
        | st.text(max_size=5),
        max_size=12,
    ).map("".join)
)  # fmt: skip
@example(f"password:x\n{'B7' * 20}")
def test_filtering_a_filtered_text_changes_nothing(text):
    assert without_secrets(without_secrets(text)) == without_secrets(text)


@pytest.fixture(scope="module")
def time_of_harmless():
    text = "The left motor is 3 degrees over its limit. " * 2_250
    return processor_time(lambda: without_secrets(text))


@pytest.mark.parametrize(
    "part",
    ["a_", "password ", "password=", "eyJaaaaa.", '"', "-----BEGIN PRIVATE KEY-----", "token is ",
     "://a:b", "--a-", "<password>", "パスワード", "curl a ", "aA", "é", "[removed: key]",
     "| a1 ", "# password\n", "password: |\n "],
)  # fmt: skip
def test_filtering_time_grows_linearly_with_the_text(part, time_of_harmless):
    short, long = part * (25_000 // len(part)), part * (100_000 // len(part))
    without_secrets(part)  # patterns are compiled when they are first needed
    of_short = processor_time(lambda: without_secrets(short))
    of_long = processor_time(lambda: without_secrets(long))
    assert of_long < 10 * of_short + 10 * time_of_harmless  # linear: 4 times; quadratic: 16


VALUE = "hunter2CANb"


@pytest.mark.parametrize(
    "data",
    [
        {"name": "api_key", "value": VALUE}, {"headers": [["X-Api-Key", VALUE]]},
        ["run", "--password", VALUE], {"key": "wifi_psk", "value": VALUE},
        {"type": "login", "password": {"value": VALUE}}, {"auth": {"pass": VALUE}},
        {"--pass": VALUE}, {"--password": VALUE}, ["mysql", "--pass", VALUE],
        {"field": "password", "content": VALUE}, {"parameter": "wifi.password", "to": VALUE},
        {"id": "password", "val": VALUE}, {"label": "Password", "text": VALUE},
        {"setting": "DB_PASSWORD", "old": "x1", "new": VALUE}, {"k": "password", "v": VALUE},
        {"question": "password?", "answer": VALUE}, {"x": "--password", "y": VALUE},
        {"columns": ["user", "password"], "rows": [["bob", VALUE]]},
    ],
)  # fmt: skip
def test_a_secret_in_a_field_next_to_its_name_is_removed(data):
    assert VALUE not in str(screened(data))


@pytest.mark.parametrize("number", [12345678, 87654321.0, 4711])
@pytest.mark.parametrize("data", [
    lambda number: {"password": number}, lambda number: {"wifi": {"password": [number]}},
    lambda number: {"name": "wifi_psk", "value": number}, lambda number: ["wifi password", number],
])  # fmt: skip
def test_a_number_under_a_secrets_name_is_removed(data, number):
    assert str(number) not in str(screened(data(number)))


@pytest.mark.parametrize(
    "data",
    [
        {"password_attempts": 12345}, {"psk": 8}, {"password": True}, {"max_tokens": 128000},
        {"tokens": 123456789}, {"speed": 12345.6}, ["uptime", 123456789],
        ["token", "ring"], ["password", "dock"], ["--token-ring", "--speed"],
        {"name": "speed", "value": VALUE}, {"name": "api_key", "state": "renewed"},
        {"id": "password", "text": "The operator changed it on 3 May"},
        {"title": "Token ring", "body": VALUE}, {"x": "--speed", "y": VALUE},
        {"columns": ["user", "door"], "rows": [["bob", VALUE]]}, {"low_pass": "cutoff50hz"},
        {"pass": "3 of 5"}, {"pass": "stage"},
    ],
)  # fmt: skip
def test_ordinary_values_next_to_a_name_stay(data):
    assert screened(data) == data


@pytest.mark.parametrize(
    "text",
    [
        f"wifi psk {VALUE}", f"pwd {VALUE}", f"X-Auth-Token {VALUE}", f"token {VALUE}",
        f"WIFI:S:lab;T:WPA;P:{VALUE};;",
        f"| user | password |\n|---|:---|\n| bot | {VALUE} |\n| bob | {VALUE} |\n",
        f"# Net\n\n| password | {VALUE} |\n", f"# Net\n\n## Password\n\n- {VALUE}\n",
        f"### Wifi password:\n`{VALUE}`", f"- token: >-\n    {VALUE}\nx: 1",
        f'["mysql", "--password", "{VALUE}"]', f'[\n  "--password",\n  "{VALUE}"\n]',
        f"- --password\n- {VALUE}", f'<param value="{VALUE}" name="password"/>',
        f'<param name="password">{VALUE}</param>',
        f"<password>\n  <value>{VALUE}</value>\n</password>",
        f'os.environ["DB_PASSWORD"] = "{VALUE}"', f'setPassword("{VALUE}")',
        f"\\u0022password\\u0022:\\u0022{VALUE}\\u0022", f"password\\u003d{VALUE}",
        f"openssl rsa -passin pass:{VALUE}", f"user_pass: {VALUE}", f"Cookie: a=1; sid={VALUE}",
        f"wpa_passphrase lab {VALUE}",
    ],
)  # fmt: skip
def test_a_secret_that_follows_its_name_is_removed_in_each_format(text):
    assert VALUE not in without_secrets(text)
    assert without_secrets(without_secrets(text)) == without_secrets(text)


@pytest.mark.parametrize(
    "text",
    [
        "token ring 3 is down", "The token bucket is empty", "psk mismatch on wlan0",
        "WIFI: P: channel 6", 'setToken("")', "Cookie: none", "wpa_passphrase is not installed",
        '<param value="map" name="frame"/>', "<th>token</th><th>user</th>", "The token ... is gone",
        "openssl rsa -passin stdin", "The password was set to expire", 'password=""',
        "| user | door |\n|---|---|\n| bot | bay2 |", "pwd is /home/robot",
    ],
)  # fmt: skip
def test_ordinary_sentences_with_names_of_secrets_stay(text):
    assert without_secrets(text) == text
