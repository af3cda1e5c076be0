#!/usr/bin/env python3
"""score of ../i (usage and rules in its docstring), with words of these languages in GENERIC."""
import importlib.util, pathlib

spec = importlib.util.spec_from_file_location('score_of_i', pathlib.Path(__file__).resolve().parents[1] / 'i' / 'score.py')
score = importlib.util.module_from_spec(spec)
spec.loader.exec_module(score)
score.GENERIC |= set('''courant couple regime vitesse debit masse hauteur ecart amplitude nettete confiance ondulation distance rpm ws wdir vbr gtp olp
thd hts shp ctp lpr fkn lia gst zm mt sound luma residual overlap opening slip force torque wrench contact'''.split())

if __name__ == '__main__':
    score.main()
