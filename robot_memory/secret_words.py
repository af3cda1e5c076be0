"""What secrets are called and what they look like: the data of :mod:`robot_memory.secrets_filter`.

The forms of tokens are those that their issuers document. Scanners of source code look for what
stands in code: of the sentences in ``test/canaries.py`` detect-secrets 1.5.0 finds 6 of 17, and it
needs a package for the network. So the core carries this table; a form that is missing is one line.
"""

from __future__ import annotations

#: The names of passwords, which may stand behind other letters: ``dbpassword``, ``WLAN-Passwort``.
PASSWORDS = (
    r"pass(?:word|wd|[-_ ]?phrase|code)|passkey|passwort|kennwort|wachtwoord|"
    r"lösenord|adgangskode|passord|salasana|contrase(?:ñ|n)a|palavra-passe|jelszó|hasło"
)
#: Names of passwords that are also parts of other words, or abbreviations.
SHORT_PASSWORDS = (
    r"pwd|psk|mdp|senha|heslo|parolă|parola|şifre|mots? de passe|clave (?:de acceso|secreta)|"
    r"password di accesso|mật khẩu|kata sandi|пароль|κωδικός(?: πρόσβασης)?|"
    r"clave (?:wi-?fi|(?:del?|de la) (?:wi-?fi|red|router|usuario))|parola d'ordine|"
    r"(?:verification|access|security|door|unlock|pairing|login|one[-_ ]time)[-_ ]code|otp|"
    r"zugangscode|code d'accès|código de acceso|codice di accesso|код доступа|"
    r"(?:sim|bluetooth|pairing|unlock|door|user)[-_ ]?pin(?:[-_ ]?code)?"
)
#: How the names above begin that have no "pass", "pwd", "psk" or "pin" in them.
PASSWORD_BEGINNINGS = (
    "kennwort", "wachtwoord", "lösenord", "adgangskode", "salasana", "contrase", "palavra",
    "jelszó", "hasło", "mdp", "senha", "heslo", "parol", "şifre", "clave", "mật khẩu", "kata sandi",
    "пароль", "κωδικός", "código", "codice", "код",
)  # fmt: skip
#: What leads to whom a password is of: "the password of user robot is …".
PASSWORD_OF = (
    r"for|of|to|from|on|at|del?|de la|du|do|da|für|von|vom|van|voor|от|для|til|för|till|pro|di"
)
#: The same in scripts that put no space between words.
UNSPACED_PASSWORDS = (
    "パスワード", "暗証番号", "合言葉", "密码", "密碼", "口令", "비밀번호", "암호",
    "รหัสผ่าน", "पासवर्ड",
    "סיסמה", "كلمة المرور", "كلمة السر",
)  # fmt: skip
KEYS = (
    r"(?:api|access|secret|private|auth|account|encryption|signing|wpa|wifi|wlan|shared|master|"
    r"deploy|license|aes|hmac|cipher|decryption|wallet|preshared|storage|wep)[-_ ]?key\d?|apikey|"
    r"(?:api|wlan|netzwerk|geheim)[-_ ]?schlüssel|"
    r"cl(?:é|ave) (?:d'api|api|secr[eè]t[ea])|秘密鍵|api ?キー|密钥|密鑰"
)
SECRETS = (
    r"client[-_ ]?secret|secret|credentials?|zugangsdaten|sharedaccesssignature|samlresponse|"
    r"(?:snmp[-_ ])?community[-_ ]string|snmp[-_ ]community"
)
TOKENS = (
    r"(?:auth|access|refresh|bot|id)[-_ ]?token|token|[a-z]{0,12}sess(?:ion)?[-_ ]?id|cookie|"
    r"トークン|令牌"
)

#: What is said of a secret without telling it: "password is wrong", "token: expired".
STATES = (
    r"(?:in|un)?(?:correct|valid|known|set|changed|accepted)|wrong|expired?|missing|required|"
    r"rejected|denied|refused|failed|failure|mismatch|timeout|lost|not|none|null|no|empty|true|"
    r"false|nan|ok|bad|error|needed|updated|for|from|of|is|was|in|on|at|to|and|or|the|a|an|out|that|"
    r"this|reset|entered|provided|sent|received|stored|saved|loaded|found|hidden|redacted|masked|"
    r"removed|revoked|renewed|refreshed|granted|being|now|already|too|authentication|disabled|"
    r"enabled|yes|"
    r"falsch|abgelaufen|ungültig|fehlt|nicht|leer|incorrect[ao]|inválid[ao]|caducad[ao]|expirad[ao]|"
    r"invalide|expirée?|manquant|requise?|errat[ao]|scadut[ao]|неверн\w+|не|"
    r"無効|不正|不明|エラー|错误|無效|无效|틀렸\w*|잘못\w*"
)

#: Kind → the forms of tokens that show what they are.
FORMS = {
    "key": (
        r"(?:AKIA|ASIA|ABIA|ACCA|AGPA|AIDA|AROA)[A-Z0-9]{16}",  # AWS
        r"AIza[\w-]{30,40}", r"GOCSPX-[\w-]{20,64}", r"ya29\.[\w-]{20,512}",  # Google
        r"\w{3}\dQ~[\w~.-]{31,34}",  # Azure, a client's secret
        r"(?:sk|pk|rk)[-_](?:live|test|proj|ant)?[-_]?[\w-]{20,255}",  # Stripe, OpenAI, Anthropic
        r"SG\.[\w-]{16,64}\.[\w-]{16,64}", r"SK[0-9a-f]{32}", r"key-[0-9a-f]{32}",  # mail, SMS
        r"NRAK-[A-Z0-9]{27}", r"tskey-[a-z]{2,16}-[\w-]{10,128}", r"dapi[0-9a-f]{32}",
        r"LTAI[A-Za-z0-9]{12,30}", r"AKID[A-Za-z0-9]{13,40}", r"AQVN[\w-]{20,64}",  # Alibaba, …
        r"v1\.0-[0-9a-f]{24}-[0-9a-f]{12,160}",  # Cloudflare
        r"AGE-SECRET-KEY-1[0-9A-Z]{50,64}",
    ),
    "token": (
        r"gh[pousr]_[A-Za-z0-9]{20,255}", r"github_pat_[A-Za-z0-9_]{20,255}",
        r"gl(?:pat|dt|rt|cbt|ptt|ft|soat)-[\w-]{16,255}",  # GitLab
        r"xox[abeoprs]-[A-Za-z0-9-]{10,255}", r"xapp-[A-Za-z0-9-]{10,255}",  # Slack
        r"hf_[A-Za-z0-9]{20,255}", r"npm_[A-Za-z0-9]{20,255}", r"pypi-[\w-]{20,255}",
        r"dckr_pat_[\w-]{20,64}", r"do[por]_v1_[0-9a-f]{64}", r"hv[sbr]\.[\w-]{20,255}",
        r"shp(?:at|ca|pa|ss)_[0-9a-fA-F]{32}", r"lin_api_\w{32,64}", r"gl(?:sa|c)_[\w=+/-]{30,255}",
        r"\d{8,10}:AA[\w-]{33}",  # Telegram
        r"gsk_[A-Za-z0-9]{20,255}",  # Groq
        r"(?:[ps]k\.)?eyJ[\w-]{5,4096}(?:\.[\w-]{2,4096}){1,4}\.?",  # JSON web tokens, whole or cut
    ),
    "password": (
        r"\$(?:apr1|[1567y]|2[abxy]?|argon2id?|scrypt)\$[^\s:]{8,512}",  # stored by crypt(3)
    ),
}  # fmt: skip
#: Addresses that are secrets themselves; what follows the group is taken out.
HOOKS = (
    r"(hooks\.slack\.com/services/|discord(?:app)?\.com/api/webhooks/"
    r"|webhook\.office\.com/webhookb2/)[\w/@-]{8,512}"
)
#: Letters of other scripts that are read as Latin ones.
LOOKALIKES = dict(zip("аеорсухіѕԁαορνι", "aeopcyxisdaopvi", strict=True))  # noqa: RUF001
