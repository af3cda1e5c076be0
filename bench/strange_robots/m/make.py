#!/usr/bin/env python3
"""Usage: ../making.py."""
import pathlib, sys
sys.path.append(str(pathlib.Path(__file__).resolve().parents[1]))
import making
from making import robots, sessions

making.NAMES = ('uvbot', 'skotare', 'mould', 'spider')
making.LIFE = 10

if __name__ == '__main__':
    making.main()
