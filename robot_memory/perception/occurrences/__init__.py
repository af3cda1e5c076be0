"""Occurrences: detections in, onsets and ends out, bounded against sources that flood."""
