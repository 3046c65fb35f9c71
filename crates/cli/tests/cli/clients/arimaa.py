"""Two engines play a game of Arimaa under pyrimaa's controller and referee."""

import sys

from pyrimaa import aei
from pyrimaa.game import Game
from pyrimaa.util import TimeControl

commands = sys.argv[1:3]
engines = [aei.EngineController(aei.get_engine("stdio", command)) for command in commands]
game = Game(engines[0], engines[1], timecontrol=TimeControl("1s/10s"))
side, reason = game.play()
for engine in engines:
    engine.quit()
    engine.cleanup()
print("won by", "gs"[side], reason, "after", len(game.moves), "turns")
