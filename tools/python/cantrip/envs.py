"""PettingZoo's AEC interface and Gymnasium's vector interface. Neither package is needed: where they are there,
the environments are theirs by class and by spaces, else the spaces below have what theirs have."""
import numpy as np

from ._c import Error, ffi, lib, taken, text
from .games import SEEDS, Game

try:
    from gymnasium.spaces import Box, Dict, Discrete, MultiDiscrete
except ImportError:

    class _Space:
        def __init__(self, shape, dtype):
            self.shape, self.dtype, self._rng = shape, np.dtype(dtype), np.random.default_rng()

        def seed(self, seed=None):
            self._rng = np.random.default_rng(seed)
            return [seed]

        def __eq__(self, other):
            return type(self) is type(other) and repr(self) == repr(other)

    class Box(_Space):
        def __init__(self, low, high, shape, dtype):
            super().__init__(tuple(shape), dtype)
            self.low, self.high = np.full(shape, low, dtype), np.full(shape, high, dtype)

        def sample(self):
            return self._rng.integers(self.low, self.high, endpoint=True, dtype=self.dtype)

        def contains(self, x):
            x = np.asarray(x)
            return x.shape == self.shape and x.dtype == self.dtype and bool(np.all((x >= self.low) & (x <= self.high)))

        def __repr__(self):
            return f"Box({self.shape}, {self.dtype})"

    class Discrete(_Space):
        def __init__(self, n):
            super().__init__((), np.int64)
            self.n, self.start = n, 0

        def sample(self, mask=None):
            return self._rng.choice(np.flatnonzero(mask)) if mask is not None else self._rng.integers(self.n)

        def contains(self, x):
            return 0 <= int(x) < self.n

        def __repr__(self):
            return f"Discrete({self.n})"

    class MultiDiscrete(_Space):
        def __init__(self, nvec):
            self.nvec = np.asarray(nvec, np.int64)
            super().__init__(self.nvec.shape, np.int64)

        def sample(self):
            return self._rng.integers(self.nvec)

        def contains(self, x):
            x = np.asarray(x)
            return x.shape == self.shape and bool(np.all((x >= 0) & (x < self.nvec)))

        def __repr__(self):
            return f"MultiDiscrete({self.shape})"

    class Dict(_Space, dict):
        def __init__(self, spaces):
            dict.__init__(self, spaces)
            _Space.__init__(self, None, object)
            self.spaces = spaces

        def sample(self):
            return {k: s.sample() for k, s in self.items()}

        def contains(self, x):
            return set(x) == set(self) and all(s.contains(x[k]) for k, s in self.items())


try:
    from pettingzoo import AECEnv as _AEC
except ImportError:
    _AEC = object
try:
    from gymnasium.vector import VectorEnv as _Vector
except ImportError:
    _Vector = object


def _spaces(game, shape=()):
    return Dict({"observation": Box(-128, 127, (*shape, game.values), np.int8),
                 "action_mask": Box(0, 1, (*shape, game.actions), np.int8)})


class AECEnv(_AEC):
    """The game for agents player_0, player_1 … that act in turn (https://pettingzoo.farama.org/api/aec).

    An observation is {"observation", "action_mask"}; the mask is of zeros for who is not to act. A reward is the share
    of the win, when the game is over."""

    def __init__(self, name, people=None, options=None, render_mode=None):
        self.game = name if isinstance(name, Game) else Game(name, people, options)
        self.metadata = {"name": f"{self.game.name}_v0", "render_modes": ["ansi", "human"], "is_parallelizable": False}
        self.render_mode = render_mode
        self.possible_agents = [f"player_{i}" for i in range(self.game.people)]
        self.observation_spaces = {a: _spaces(self.game) for a in self.possible_agents}
        self.action_spaces = {a: Discrete(self.game.actions) for a in self.possible_agents}
        self.agents = []
        self._state = None

    @property
    def num_agents(self):
        return len(self.agents)

    @property
    def max_num_agents(self):
        return len(self.possible_agents)

    @property
    def unwrapped(self):
        return self

    def observation_space(self, agent):
        return self.observation_spaces[agent]

    def action_space(self, agent):
        return self.action_spaces[agent]

    def reset(self, seed=None, options=None):
        self._state = self.game.state(seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {a: {} for a in self.agents}
        self.agent_selection = self.agents[0]
        self._turn()

    def _turn(self):
        """Whose turn it is; the rewards, if the game is over."""
        if not self._state.is_terminal():
            self.agent_selection = self.possible_agents[self._state.current_player()]
            return
        result = self._state.result()
        for i, a in zip(self.game.seats, self.agents):
            self.rewards[a] = float(result["share"][i])
            self.terminations[a] = result["status"] == 1
            self.truncations[a] = result["status"] != 1
            self.infos[a] = {"score": int(result["score"][i])}

    def observe(self, agent):
        player = self.possible_agents.index(agent)
        return {"observation": self._state.observation(self.game.seats[player]),
                "action_mask": self._state.legal_actions_mask(player).view(np.int8)}

    def last(self, observe=True):
        a = self.agent_selection
        return (self.observe(a) if observe else None, self._cumulative_rewards[a], self.terminations[a],
                self.truncations[a], self.infos[a])

    def step(self, action):
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            if action is not None:
                raise ValueError("when an agent is dead, the only valid action is None")
            for of in (self.rewards, self.terminations, self.truncations, self._cumulative_rewards, self.infos):
                del of[agent]
            self.agents.remove(agent)
            for a in self.agents:
                self.rewards[a] = 0.0
            if self.agents:
                self.agent_selection = self.agents[0]
            return
        self._cumulative_rewards[agent] = 0.0
        self._state.apply_action(int(action))
        self._turn()
        for a in self.agents:
            self._cumulative_rewards[a] += self.rewards[a]
        if self.render_mode == "human":
            self.render()

    def agent_iter(self, max_iter=2**63):
        while self.agents and max_iter > 0:
            max_iter -= 1
            yield self.agent_selection

    def render(self):
        said = str(self._state)
        if self.render_mode == "human":
            print(said)
        return said

    def state(self):
        return np.frombuffer(self._state.serialize(), np.uint8)

    def close(self):
        self._state = None

    def __str__(self):
        return self.metadata["name"]


class VectorEnv(_Vector):
    """Many games at once, over threads (https://gymnasium.farama.org/api/vector).

    seat=0 …: you act for this seat, and others pick at random. seat=None: you act for whoever is asked, infos["seat"]; the
    reward is that of the seat that acted. A game that is over begins anew in the same step: then infos["share"] and
    infos["score"] have its result, each seat's. Arrays are the environment's own, to read, and the next step writes over them
    (copy=True: they are yours). What seats remember costs time: track=True."""

    def __init__(self, name, num_envs=1, people=None, options=None, seat=None, threads=1, seed=0, copy=False, track=False):
        self.game = g = name if isinstance(name, Game) else Game(name, people, options, track)
        self.num_envs, self.seat, self.copy = num_envs, seat, copy
        self.metadata = {"render_modes": [], "autoreset_mode": "SameStep"}
        try:
            from gymnasium.vector import AutoresetMode

            self.metadata["autoreset_mode"] = AutoresetMode.SAME_STEP
        except ImportError:
            pass
        self.spec, self.render_mode, self.closed = None, None, False
        self.single_observation_space, self.single_action_space = _spaces(g), Discrete(g.actions)
        self.observation_space = _spaces(g, (num_envs,))
        self.action_space = MultiDiscrete([g.actions] * num_envs)
        wrong = ffi.new("char **")
        g.setup.seed = seed % SEEDS
        self._batch = lib.ct_batch_new(g.definition, g.setup, num_envs, threads,
                                       2**32 - 1 if seat is None else 1 << seat, wrong)
        if not self._batch:
            raise Error(taken(wrong[0]) or "out of memory")
        self._batch = ffi.gc(self._batch, lib.ct_batch_free)
        shapes = {"seen": (np.int8, g.values), "may": (np.int8, g.actions), "turn": (np.int32,), "over": (np.uint8,),
                  "share": (np.float64, g.all_seats), "score": (np.int64, g.all_seats), "seeds": (np.uint64,)}
        self._own = [np.zeros((num_envs, *shape), dtype) for dtype, *shape in shapes.values()]
        # In the order of struct ct_batch_arrays. Only a step may write: it writes what has changed.
        self._arrays = ffi.new("struct ct_batch_arrays *", [
            ffi.cast(field.type, ffi.from_buffer(own))
            for (_, field), own in zip(ffi.typeof("struct ct_batch_arrays").fields, self._own)])
        for name, own in zip(shapes, self._own):
            setattr(self, name, own.view())
            getattr(self, name).flags.writeable = False

    def _done(self, rc):
        if rc:
            raise Error(text(lib.ct_batch_error(self._batch)))
        mine = self.copy
        return {"observation": self.seen.copy() if mine else self.seen,
                "action_mask": self.may.copy() if mine else self.may}

    def _infos(self):
        mine, ended = (lambda a: a.copy()) if self.copy else (lambda a: a), self.over != 0
        return {"seat": mine(self.turn), "seed": mine(self.seeds), "share": mine(self.share),
                "score": mine(self.score), "_share": ended, "_score": ended}

    def reset(self, *, seed=None, options=None):
        """seed: one, from which the games' seeds follow, or one for each game."""
        seeds = ffi.NULL
        if seed is not None:
            many = np.ndim(seed) > 0
            self._first = np.array([int(s) % SEEDS for s in seed] if many else
                                   np.random.default_rng(seed).integers(SEEDS, size=self.num_envs, dtype=np.uint64), np.uint64)
            seeds = ffi.from_buffer("uint64_t *", self._first)
        return self._done(lib.ct_batch_reset(self._batch, seeds, self._arrays)), self._infos()

    def step(self, actions):
        actions = np.ascontiguousarray(actions, np.int32)
        if actions.shape != (self.num_envs,):
            raise ValueError(f"{self.num_envs} actions are needed, not {actions.shape}")
        acted, reward = self.turn.copy(), np.zeros(self.num_envs)
        seen = self._done(lib.ct_batch_step(self._batch, ffi.from_buffer("int32_t *", actions), self._arrays))
        ended = self.over.nonzero()[0]
        reward[ended] = self.share[ended, acted[ended] if self.seat is None else self.seat]
        return seen, reward, self.over == 1, self.over > 1, self._infos()

    def close(self, **kwargs):
        self.closed = True

    @property
    def unwrapped(self):
        return self

    def __str__(self):
        return f"cantrip.vector_env({self.game.name}, {self.num_envs})"
