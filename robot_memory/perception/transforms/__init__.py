"""Transforms between frames: those that stop, jump, are published twice or have odd stamps."""
