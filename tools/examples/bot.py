#!/usr/bin/env python3
"""A bot for `cantrip play RULESET --seat 1=exec:tools/examples/bot.py`: plays the last choice.

One line of JSON comes for each decision, one line goes back. `view` holds all that the seat
may know; see rulesets/guide/howto/bot-in-python.md.
"""
import json
import sys

for line in sys.stdin:
    question = json.loads(line)
    print(json.dumps({"choice": len(question["choices"]) - 1}), flush=True)
