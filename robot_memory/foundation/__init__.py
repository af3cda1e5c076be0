"""What every room stands on: disk, time, texts, secrets, identity, settings."""
