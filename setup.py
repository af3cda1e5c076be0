"""Hands over to setup.cfg; colcon and older pips still ask for this file."""

from setuptools import setup

setup()
