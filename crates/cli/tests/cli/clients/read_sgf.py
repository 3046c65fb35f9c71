"""Prints a record as sgfmill reads it: game, size, rules, then colour and move of each node."""

import sys

from sgfmill import sgf_grammar

# sgfmill's board knows Go alone; its grammar knows SGF.
with open(sys.argv[1], "rb") as file:
    tree = sgf_grammar.parse_sgf_game(file.read())
root, *nodes = sgf_grammar.main_sequence_iter(tree)
print(*(root[name][0].decode() for name in ("GM", "SZ", "RU")))
for node in nodes:
    for colour in ("B", "W"):
        if colour in node:
            print(colour.lower(), node[colour][0].decode())
