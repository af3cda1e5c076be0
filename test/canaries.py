"""Secrets of known forms: a line that a driver may log, and the part that must not be stored."""

from __future__ import annotations

from pathlib import Path

_PEM = "MIIEowIBAAKCAQEAx3vQJ2f9LkT7bWnR5cYz8HqUeD4sGpNmAo6Vt1XjKlEiBhCw"
#: Name → line and secret. None is a real one.
CANARIES = {
    "password": ("camera login: user=admin password=Tr0ub4dor&3x", "Tr0ub4dor"),
    "aws": ("upload with AKIAQ7ZK3M5N8P2R4T6V fails", "AKIAQ7ZK3M5N8P2R4T6V"),
    "aws secret": (
        "aws_secret_access_key = kT9v/QmW3xRz7LpB2nHd8sYc5JfUa1EgVoXi4M0K rejected",
        "QmW3xRz7LpB2nHd8sYc5",
    ),
    "gcp": ("map tiles: key AIzaSyD3vK9qLmW7xRz2TpB5nHd8sYc1JfUaEgV over quota", "AIzaSyD3vK9q"),
    "azure": (
        "AccountName=bots;AccountKey=Zm9vYmFyYmF6cXV4Q29ycmVjdEhvcnNlQmF0dGVyeVN0YXBsZQ==;Suffix=x",
        "Zm9vYmFyYmF6cXV4",
    ),
    "github": ("git pull with ghp_k3Vw9ZtR5mQx7LpB2nHd8sYc1JfUa4EgT0oi fails", "k3Vw9ZtR5mQx7"),
    "slack": ("alarm not sent: xoxb-482910573824-5kQzVwLmTnRp", "5kQzVwLmTnRp"),
    "npm": ("npm_w3Kt9RvZ5qMx7BpL2dHn8cYs1fJaU4gETo0i expired", "w3Kt9RvZ5qMx7"),
    "jwt": (
        "session eyJhbGciOiJIUzI1NiJ9.eyJyb2JvdCI6ImFsZXgiLCJyb2xlIjoiYWQifQ.q8Zk_v3-Wm7Lt bad",
        "eyJyb2JvdCI6",
    ),
    "url": ("cannot open rtsp://viewer:gl4ssH0use@10.0.0.7:554/main", "gl4ssH0use"),
    "private key": (
        f"bad key -----BEGIN RSA PRIVATE KEY-----\n{_PEM}\n-----END RSA PRIVATE KEY-----",
        _PEM[:30],
    ),
    "bearer": ("GET /v1/tasks with Bearer 7f3kQz.VwLm9TnRp2xB5d gives 401", "7f3kQz"),
    "basic": ("Authorization: Basic cm9ib3Q6YjRuZGljMDBr refused", "cm9ib3Q6YjRu"),
    "german": ("WLAN-Passwort: Schn33fl0cke abgelehnt", "Schn33fl0cke"),
    "spanish": ("sin conexión, contraseña=Ju4nch0Perez", "Ju4nch0Perez"),
    "french": ("échec, le mot de passe est Ch4teauR0uge", "Ch4teauR0uge"),
    "japanese": ("接続失敗 パスワード：S4kuraHana", "S4kuraHana"),
}


def leaks(home: Path) -> set[str]:
    """Return the names of the canaries found in any file below a folder, and the files."""
    found = set()
    for path in sorted(home.rglob("*")):
        if not path.is_file():
            continue
        data = path.read_bytes()
        for name, (_, secret) in CANARIES.items():
            if secret.encode() in data:
                found.add(f"{name} in {path.relative_to(home)}")
    return found
