"""Cantrip: any card game of its rulesets, for programs that learn.

    import cantrip
    game = cantrip.game("NAME", people=4)
    state = game.state(seed=1)
    while not state.is_terminal():
        state.apply_action(state.legal_actions()[0])
    print(state.returns())

The how-to "Use it from Python" of the guide shows the rest.
"""
from ._c import Error
from .envs import AECEnv, VectorEnv
from .games import ALL, SPECTATOR, TERMINAL, Bot, Game, Policy, State, Tally, deserialize, places, simulate

game = load_game = Game
bot, policy = Bot, Policy


def env(name, **options):
    """PettingZoo's AEC interface."""
    return AECEnv(name, **options)


def vector_env(name, num_envs=1, **options):
    """Gymnasium's interface of many environments."""
    return VectorEnv(name, num_envs, **options)


__all__ = ["ALL", "SPECTATOR", "TERMINAL", "AECEnv", "Bot", "Error", "Game", "Policy", "State", "Tally", "VectorEnv",
           "bot", "deserialize", "env", "game", "load_game", "places", "policy", "simulate", "vector_env"]
__version__ = "0.1.0"
