#!/usr/bin/env python3
"""Trains a policy with numpy alone, against random players, and prints its learning curve.

    python3 train.py GAME [--people N] [--seconds S]

Each number of a choice is worth a weighted sum of what its seat sees; choices are drawn in proportion to exp(worth).
After a game each weight moves by how much better than usual it went (REINFORCE; Williams 1992), the less the more it
has moved already (Adagrad). An observation is mostly zeros, so only what is there is looked at."""
import argparse
import time

import numpy as np

import cantrip


class Softmax:
    def __init__(self, actions, values, rate=0.1):
        self.weight = np.zeros((actions, values), np.float32)
        self.moved = np.full((actions, values), 1e-2, np.float32)
        self.rate = rate

    def look(self, observation, mask):
        """What is there, the numbers that may be given, and the chance of each."""
        there, may = np.flatnonzero(observation), np.flatnonzero(mask)
        x = np.minimum(observation[there], 8).astype(np.float32)
        worth = self.weight[may[:, None], there] @ x
        chance = np.exp(worth - worth.max())
        return there, may, x, chance / chance.sum()

    def learn(self, there, may, x, pull):
        at = may[:, None], there
        gradient = pull[:, None] * x
        self.moved[at] += gradient * gradient
        self.weight[at] += self.rate * gradient / np.sqrt(self.moved[at])


def train(name, people=None, seconds=50, most=10**9, num_envs=64, seed=1, say=print):
    """Ends after so many seconds or games. The policy, and its curve: seconds, games, share of the wins since."""
    game = cantrip.game(name, people, track=False)
    env = cantrip.vector_env(game, num_envs, seat=0, seed=seed)
    rng = np.random.default_rng(seed)
    policy = Softmax(game.actions, game.values)
    (obs, _), begun = env.reset(), time.perf_counter()
    mine = [[] for _ in range(num_envs)]  # what was seen and done in each game
    actions = np.zeros(num_envs, np.int32)
    games, since, usual, due, curve = 0, [], 1 / game.people, seconds / 16, []
    while (now := time.perf_counter() - begun) < seconds and games < most:
        for i in range(num_envs):
            there, may, x, chance = policy.look(obs["observation"][i], obs["action_mask"][i])
            k = min(int(np.searchsorted(chance.cumsum(), rng.random())), len(may) - 1)
            actions[i] = may[k]
            pull = -chance
            pull[k] += 1
            mine[i].append((there, may, x, pull))
        obs, reward, over, cut, _ = env.step(actions)
        for i in np.flatnonzero(over | cut):
            for there, may, x, pull in mine[i]:
                policy.learn(there, may, x, pull * (reward[i] - usual))
            usual += 0.01 * (reward[i] - usual)
            mine[i] = []
            since.append(reward[i])
            games += 1
        if since and (now > due or games >= most):
            curve.append((now, games, float(np.mean(since))))
            say(f"{now:5.1f} s {games:7d} games: {curve[-1][2]:.3f} of the wins in the last {len(since)}")
            since, due = [], due * 1.5
    return policy, curve


if __name__ == "__main__":
    asked = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    asked.add_argument("game")
    asked.add_argument("--people", type=int)
    asked.add_argument("--seconds", type=float, default=50)
    asked = asked.parse_args()
    people = cantrip.game(asked.game, asked.people).people
    print(f"{asked.game} for {people}: a random player has {1 / people:.3f}")
    train(asked.game, asked.people, asked.seconds)
