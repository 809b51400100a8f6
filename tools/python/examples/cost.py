#!/usr/bin/env python3
"""What a step of many games costs, with observation and mask, beside a pick of `cantrip sim`: processor time.

    python3 cost.py GAME [--people N] [--games N] [--track]

Both are measured in turn, several times, and the least of each counts: other programs only add to it."""
import argparse
import json
import subprocess
import time

import numpy as np

import cantrip


def of_a_pick(cantrip_command, game, people, games=500):
    said = subprocess.run([cantrip_command, "sim", game, "--games", str(games), "--seats", str(people), "--seed", "7",
                           "--jobs", "1", "--json", "--timing"], capture_output=True, text=True, check=True).stdout
    said = json.loads(said)
    seconds = said["processor_seconds"]
    if seconds < 0.3:  # too little to be exact
        return of_a_pick(cantrip_command, game, people, games * 2)
    return seconds / said["picks"]


def of_a_step(env, steps, rng):
    obs, spent = {"action_mask": env.may}, 0.0
    for _ in range(steps):
        game, number = obs["action_mask"].nonzero()
        many = np.bincount(game)
        actions = number[many.cumsum() - many + (rng.random(len(many)) * many).astype(int)]
        begun = time.process_time()
        obs, *_ = env.step(actions)
        spent += time.process_time() - begun
    return spent / steps / env.num_envs


if __name__ == "__main__":
    asked = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    asked.add_argument("game")
    asked.add_argument("--people", type=int)
    asked.add_argument("--games", type=int, default=1024)
    asked.add_argument("--track", action="store_true")
    asked.add_argument("--cantrip", default="cantrip")
    asked = asked.parse_args()
    env = cantrip.vector_env(asked.game, asked.games, people=asked.people, track=asked.track)
    env.reset(seed=1)
    rng, pick, step = np.random.default_rng(1), [], []
    for _ in range(6):
        pick.append(of_a_pick(asked.cantrip, asked.game, env.game.people))
        step.append(of_a_step(env, 60, rng))
    print(f"{asked.game} for {env.game.people}, {asked.games} games: a pick of sim {min(pick) * 1e9:.0f} ns, "
          f"a step {min(step) * 1e9:.0f} ns: {min(step) / min(pick):.2f} times as much")
