"""The base of all other packages: disk, time, texts, secrets, identity, settings."""
