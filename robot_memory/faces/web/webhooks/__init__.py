"""Notifies other programs of events, by signed HTTP requests with retries."""
