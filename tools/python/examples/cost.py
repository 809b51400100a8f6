#!/usr/bin/env python3
"""What a step of many games costs, with observation and mask, beside a pick of `cantrip sim`: processor time.

    python3 cost.py GAME [--people N] [--games N] [--steps N] [--times N] [--track]

The same games and the same steps are played several times, in turn. The least time of each step counts, and of sim that
of the whole run: other programs only add to it."""
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


def of_steps(env, steps):
    """The same steps each time."""
    rng, (obs, _), spent = np.random.default_rng(1), env.reset(seed=1), np.empty(steps)
    for t in range(steps):
        game, number = obs["action_mask"].nonzero()
        many = np.bincount(game)
        actions = number[many.cumsum() - many + (rng.random(len(many)) * many).astype(int)]
        begun = time.process_time()
        obs, *_ = env.step(actions)
        spent[t] = time.process_time() - begun
    return spent / env.num_envs


if __name__ == "__main__":
    asked = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    asked.add_argument("game")
    asked.add_argument("--people", type=int)
    asked.add_argument("--games", type=int, default=1024)
    asked.add_argument("--steps", type=int, default=300)
    asked.add_argument("--times", type=int, default=8)
    asked.add_argument("--track", action="store_true")
    asked.add_argument("--cantrip", default="cantrip")
    asked = asked.parse_args()
    env = cantrip.vector_env(asked.game, asked.games, people=asked.people, track=asked.track)
    pick, steps = [], []
    for _ in range(asked.times):
        pick.append(of_a_pick(asked.cantrip, asked.game, env.game.people))
        steps.append(of_steps(env, asked.steps))
    step = np.min(steps, 0).mean()
    print(f"{asked.game} for {env.game.people}, {asked.games} games: a pick of sim {min(pick) * 1e9:.0f} ns, "
          f"a step {step * 1e9:.0f} ns: {step / min(pick):.2f} times as much")
