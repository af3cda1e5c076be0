"""Occurrences: detections in, onsets and ends out, bounded whatever a source says."""
