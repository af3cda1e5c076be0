"""Occurrences: detections in, onsets and ends out, limited if a source floods."""
