#!/usr/bin/env python3
"""Usage and rules: ../scoring.py."""
import pathlib, sys
sys.path.append(str(pathlib.Path(__file__).resolve().parents[1]))
import scoring

if __name__ == '__main__':
    scoring.main('h')
