"""The package for Python: against cantrip.h, `cantrip sim`, and the published descriptions of the interfaces it has.

PettingZoo's AEC: https://pettingzoo.farama.org/api/aec. Gymnasium's VectorEnv: https://gymnasium.farama.org/api/vector.
OpenSpiel's State: open_spiel/python/pybind11/pyspiel.cc."""
import importlib.util
import json
import os
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import numpy as np

import cantrip
from cantrip import _c

ROOT = Path(__file__).resolve().parents[2]
CANTRIP = os.environ.get("CANTRIP", str(ROOT / "build/cantrip"))
GAMES = ["hearts", "fairytale", "scopa", "go-fish", "kuhn", "card-ring", "euchre", "once-upon-a-draft"]


def random_state(game, rng, seed, most):
    """A random position of a game under way."""
    state = game.state(seed)
    for _ in range(rng.integers(most)):
        before = state.clone()
        state.apply_action(int(rng.choice(state.legal_actions())))
        if state.is_terminal():
            return before
    return state


class Header(unittest.TestCase):
    def test_declarations_are_those_of_the_header(self):
        whole = subprocess.run(["cc", "-E", "-P", str(ROOT / "core/cantrip.h")], capture_output=True, text=True, check=True)
        flat = lambda t: re.sub(r"\s+", "", t).replace("_Bool", "bool")  # noqa: E731
        header = flat(whole.stdout)
        declared = re.sub(r"\[12\]", f"[{re.search('CT_MAX_SEATS ([0-9]+)', (ROOT / 'core/cantrip.h').read_text())[1]}]",
                          _c.DECLARED)
        for one in re.split(r";\n(?=\S)", declared.strip().rstrip(";")):
            # Of enums by a table the first entry stands for all.
            one = re.sub(r"enum (ct_span_is|ct_bot_kind) \{[^}]*\}", r"enum \1", one)
            if one != "enum ct_bot_kind":
                self.assertIn(flat(one), header, one)


class States(unittest.TestCase):
    def test_a_state_is_as_pyspiel_has_it(self):
        rng = np.random.default_rng(1)
        for name in GAMES:
            game = cantrip.game(name)
            self.assertEqual(game.observation_tensor_shape(), [game.values])
            for seed in range(3):
                state, several = game.new_initial_state() if seed else game.state(7), 0
                while not state.is_terminal():
                    player, legal = state.current_player(), state.legal_actions()
                    self.assertIn(player, range(game.num_players()))
                    self.assertFalse(state.is_chance_node() or state.is_simultaneous_node())
                    self.assertEqual(legal, sorted(set(legal)))
                    self.assertGreater(len(legal), 1)
                    self.assertLess(legal[-1], state.num_distinct_actions())
                    self.assertEqual(state.legal_actions_mask().nonzero()[0].tolist(), legal)
                    self.assertEqual(state.legal_actions((player + 1) % game.people), [])
                    self.assertEqual(len({state.action_to_string(a) for a in legal}), len(legal))
                    self.assertEqual(state.returns(), [0.0] * game.people)
                    action = int(rng.choice(legal))
                    child, copy = state.child(action), state.clone()
                    self.assertEqual(copy.information_state_string(), state.information_state_string())
                    before = state.hash()
                    state.apply_action(action)
                    several += 1
                    self.assertEqual(state.hash(), child.hash())
                    self.assertEqual(copy.hash(), before)
                    if several % 40 == 3:
                        state.undo_action(player, action)
                        self.assertEqual((state.hash(), state.legal_actions()), (before, legal))
                        state.apply_action(action)
                    if several > 300:
                        break
                if state.is_terminal():
                    self.assertEqual(state.legal_actions(), [])
                    self.assertEqual(state.current_player(), cantrip.TERMINAL)
                    self.assertIn(round(sum(state.returns()), 9), (1, 2))  # both of a side win
                self.assertEqual(len(state.history()), several)

    def test_the_same_seed_is_the_same_game(self):
        game = cantrip.game("hearts")
        self.assertEqual(game.state(5).hash(), game.state(5).hash())
        self.assertNotEqual(game.state(5).hash(), game.state(6).hash())

    def test_what_is_not_offered_is_refused(self):
        state = cantrip.game("hearts").state(1)
        wrong = next(a for a in range(state.num_distinct_actions()) if a not in state.legal_actions())
        for action in (wrong, -1, state.num_distinct_actions()):
            with self.assertRaises(cantrip.Error):
                state.apply_action(action)
        with self.assertRaisesRegex(cantrip.Error, "found no game 'no-such-game'"):
            cantrip.game("no-such-game")
        with self.assertRaisesRegex(cantrip.Error, "goal"):
            cantrip.game("hearts", options={"goal": 1}).state()

    def test_bytes_and_back(self):
        game = cantrip.game("fairytale")
        state = random_state(game, np.random.default_rng(3), 1, 20)
        again = cantrip.deserialize(game, state.serialize())
        self.assertEqual((again.hash(), again.legal_actions()), (state.hash(), state.legal_actions()))
        with self.assertRaises(cantrip.Error):
            cantrip.deserialize(game, state.serialize()[:-1])

    def test_an_observation_is_as_it_is_laid_out(self):
        game = cantrip.game("hearts")
        state, layout = game.state(2), game.layout
        self.assertEqual(sorted(i for s in layout.values() for i in range(s.start, s.stop)), list(range(game.values)))
        seen = state.observation(1)
        self.assertEqual(seen[layout["cards hand 0"]].sum(), 13)
        self.assertEqual(seen[layout["cards hand 1"]].sum(), 0)
        self.assertEqual(seen[layout["count hand 1"]], 13)
        cards = game.cards
        hand = {card["card"] for card in state.view(1)["seats"][1]["zones"]["hand"]}
        self.assertEqual({cards["id"][i] for i in seen[layout["cards hand 0"]].nonzero()[0]}, hand)
        planes, zones, traits = game.planes(seen)
        self.assertEqual(planes.shape, (len(zones), len(traits)))
        suits = [t for t in traits if t.startswith("suit ")]
        self.assertEqual(sum(planes[zones.index("cards hand 0"), traits.index(t)] for t in suits), 13)

    def test_nothing_leaks(self):
        """In a resampled world a seat sees the same and may do the same, and others hold other cards."""
        rng = np.random.default_rng(2)
        for name in GAMES:
            game = cantrip.game(name)
            differ = 0
            for seed in range(25):
                state = random_state(game, rng, seed, 60)
                for player, seat in enumerate(game.seats):
                    world = state.resample(seat, seed)
                    self.assertTrue((world.observation(seat) == state.observation(seat)).all(), name)
                    self.assertEqual(world.information_state_string(player),
                                     state.information_state_string(player))
                    self.assertEqual(world.view(seat), state.view(seat))
                    differ += world.hash() != state.hash()
                    if state.current_seat() == seat == world.current_seat():
                        self.assertEqual(world.legal_actions(), state.legal_actions())
                        world.apply_action(world.legal_actions()[0])
            self.assertGreater(differ, 25, name)

    def test_information_states_are_those_of_the_game(self):
        """Poker with three cards has twelve (Kuhn 1950): a card each, and what was bid before."""
        game, rng, met = cantrip.game("kuhn"), np.random.default_rng(4), set()
        for seed in range(300):
            state = game.state(seed)
            while not state.is_terminal():
                met.add((state.current_player(), state.information_state_string()))
                state.apply_action(int(rng.choice(state.legal_actions())))
        self.assertEqual(len(met), 12)


class Many(unittest.TestCase):
    def test_simulate_plays_the_games_of_sim(self):
        for name, bots in (("hearts", "random"), ("fairytale", "greedy"), ("scopa", "random,first")):
            said = subprocess.run([CANTRIP, "sim", name, "--games", "60", "--seed", "9", "--bots", bots, "--json"],
                                  capture_output=True, text=True, check=True, cwd=ROOT)
            sim = json.loads(said.stdout)
            game = cantrip.game(name, sim["people"])
            tally = cantrip.simulate(game, 60, bots.split(",") if "," in bots else bots, seed=9)
            self.assertEqual(tally["picks"].sum(), sim["picks"])
            for seat, counted in enumerate(sim["seats"]):
                self.assertAlmostEqual(tally["score"][:, seat].mean(), counted["score"]["mean"], 5)
                self.assertEqual((tally["share"][:, seat] > 0).sum(), counted["wins"] + counted["shared"])
        try:
            import pandas  # noqa: F401
        except ImportError:
            print("note: python: pandas is not here: no data frames")
        else:
            self.assertEqual(len(tally.frame()), 120)

    def test_bots_play(self):
        game = cantrip.game("fairytale", 2)
        bot, won = cantrip.bot(game, "mcts:30"), 0
        for seed in range(10):
            state = game.state(seed)
            bot.begin(state, 0, seed)
            while not state.is_terminal():
                legal = state.legal_actions()
                action = bot.step(state) if state.current_player() == 0 else legal[0]
                self.assertIn(action, legal)
                state.apply_action(action)
            won += state.returns()[0]
        self.assertGreater(won, 7)
        with self.assertRaises(cantrip.Error):
            cantrip.bot(game, "no-such-bot")

    def test_a_policy_plays(self):
        game = cantrip.game("fairytale", 4)
        tally = cantrip.simulate(game, 40, [f"learnt:{ROOT}/rulesets/fairytale/policies/4.policy"] + ["random"] * 3)
        self.assertGreater(tally["share"][:, 0].mean(), 0.5)

    def test_a_policy_is_trained(self):
        sys.path.insert(0, str(ROOT / "tools/python/examples"))
        import train

        _, curve = train.train("fairytale", 4, seconds=600, most=1000, say=lambda line: None)
        self.assertGreater(curve[-1][2], 0.33, curve)


class AEC(unittest.TestCase):
    """By the description: what an environment has, and how a loop over agent_iter goes."""

    def test_a_game_of_agents(self):
        rng = np.random.default_rng(5)
        for name in GAMES:
            env = cantrip.env(name)
            env.reset(seed=11)
            self.assertEqual(env.agents, env.possible_agents)
            self.assertEqual(env.num_agents, env.max_num_agents)
            for part in (env.rewards, env.terminations, env.truncations, env.infos):
                self.assertEqual(set(part), set(env.agents))
            total, dead, steps = dict.fromkeys(env.agents, 0.0), [], 0
            for agent in env.agent_iter():
                obs, reward, termination, truncation, info = env.last()
                self.assertEqual(agent, env.agent_selection)
                self.assertTrue(env.observation_space(agent).contains(obs), name)
                self.assertIsInstance(info, dict)
                total[agent] += reward
                if termination or truncation:
                    with self.assertRaises(ValueError):
                        env.step(0)
                    env.step(None)
                    dead.append(agent)
                    continue
                mask = obs["action_mask"]
                self.assertGreater(mask.sum(), 1)
                for other in set(env.agents) - {agent}:
                    self.assertEqual(env.observe(other)["action_mask"].sum(), 0)
                action = env.action_space(agent).sample(mask) if steps % 2 else int(rng.choice(mask.nonzero()[0]))
                self.assertTrue(env.action_space(agent).contains(action))
                env.step(action)
                steps += 1
                if steps > 2500:
                    break
            else:
                self.assertEqual(sorted(dead), sorted(env.possible_agents))
                self.assertEqual(env.agents, [])
                self.assertIn(round(sum(total.values()), 9), (1, 2))
            env.reset(seed=11)
            first = env.observe(env.agent_selection)["observation"]
            env.reset(seed=11)
            self.assertTrue((env.observe(env.agent_selection)["observation"] == first).all())
            env.close()

    def test_a_wrong_action_is_refused(self):
        env = cantrip.env("hearts")
        env.reset(seed=1)
        with self.assertRaises(cantrip.Error):
            env.step(int((env.last()[0]["action_mask"] == 0).nonzero()[0][0]))

    def test_pettingzoos_own_test(self):
        try:
            from pettingzoo.test import api_test
        except ImportError:
            self.skipTest("PettingZoo is not here")
        for name in GAMES:
            api_test(cantrip.env(name), num_cycles=300)


class Vector(unittest.TestCase):
    """By the description: spaces of one and of all, reset and step with arrays, games that begin anew by themselves."""

    def test_games_in_step(self):
        rng = np.random.default_rng(6)
        for name, seat in (("fairytale", None), ("fairytale", 1), ("scopa", None), ("kuhn", 0)):
            env = cantrip.vector_env(name, 32, seat=seat, threads=2)
            obs, infos = env.reset(seed=1)
            self.assertEqual(env.observation_space["observation"].shape, (32, env.game.values))
            ended, rewards = 0, 0.0
            for _ in range(150):
                self.assertTrue(env.observation_space.contains(obs))
                self.assertTrue((obs["action_mask"].sum(1) > 1).all())
                if seat is not None:
                    self.assertTrue((infos["seat"] == seat).all())
                action = (obs["action_mask"] * rng.random(obs["action_mask"].shape)).argmax(1)
                self.assertTrue(env.action_space.contains(action))
                obs, reward, over, cut, infos = env.step(action)
                self.assertEqual((reward.shape, over.dtype, cut.dtype), ((32,), np.dtype(bool), np.dtype(bool)))
                self.assertTrue((reward[~over] == 0).all())
                np.testing.assert_allclose(infos["share"].sum(1), over)
                ended += over.sum()
                rewards += reward.sum()
            self.assertGreater(ended, 10)
            self.assertGreater(rewards, 0)
            with self.assertRaises(cantrip.Error):
                env.step(np.zeros(32, int))
            with self.assertRaises(ValueError):
                env.step([0])
            env.close()

    def test_each_game_is_its_state(self):
        rng, seeds = np.random.default_rng(7), [3, 1, 4, 1]
        env = cantrip.vector_env("fairytale", 4, track=True, copy=True)
        obs, infos = env.reset(seed=seeds)
        states = [env.game.state(s) for s in seeds]
        for _ in range(100):
            actions = []
            for i, state in enumerate(states):
                self.assertEqual(infos["seat"][i], state.current_seat())
                self.assertTrue((obs["observation"][i] == state.observation(state.current_seat())).all())
                self.assertEqual(obs["action_mask"][i].nonzero()[0].tolist(), state.legal_actions())
                actions.append(int(rng.choice(state.legal_actions())))
                state.apply_action(actions[-1])
            before = obs["observation"].copy(), obs
            obs, _, over, _, infos = env.step(actions)
            self.assertTrue((before[0] == before[1]["observation"]).all())
            for i in over.nonzero()[0]:
                self.assertTrue(states[i].is_terminal())
                np.testing.assert_allclose(infos["share"][i], states[i].returns())
                states[i] = env.game.state(int(infos["seed"][i]))


class Install(unittest.TestCase):
    def test_pip_installs_it_with_the_library_alone(self):
        with tempfile.TemporaryDirectory() as folder:
            subprocess.run([sys.executable, "-m", "venv", "--system-site-packages", folder], check=True)
            subprocess.run([f"{folder}/bin/pip", "install", "-q", "--no-build-isolation", "--no-deps",
                            str(ROOT / "tools/python")], check=True)
            said = subprocess.run([f"{folder}/bin/python", "-c",
                                   "import cantrip, pathlib; print(cantrip.env('hearts'), cantrip.__file__);"
                                   "print([p.name for p in pathlib.Path(cantrip.__file__).parent.rglob('*.so*')])"],
                                  capture_output=True, text=True, cwd=folder, env={"PATH": os.environ["PATH"]})
            self.assertIn(f"hearts_v0 {folder}", said.stdout, said.stderr)
            self.assertIn("['libcantrip.so.0']", said.stdout)


class Guide(unittest.TestCase):
    def test_the_programs_of_the_page_run(self):
        page = (ROOT / "rulesets/guide/howto/use-from-python.md").read_text()
        programs = re.findall(r"```python\n(.*?)```", page, re.S)
        self.assertEqual(len(programs), 2)
        for program in programs:
            said = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, cwd=ROOT)
            self.assertEqual((said.returncode, said.stderr), (0, ""))
            self.assertGreater(len(said.stdout), 10)


class Counted(unittest.TextTestResult):
    passed = 0

    def addSuccess(self, test):
        super().addSuccess(test)
        self.passed += 1


if __name__ == "__main__":
    ran = unittest.main(exit=False, testRunner=unittest.TextTestRunner(resultclass=Counted, verbosity=1)).result
    for name, part in (("PettingZoo", "pettingzoo"), ("Gymnasium", "gymnasium")):
        if not importlib.util.find_spec(part):
            print(f"note: python: {name} is not here: held against its description by our own tests alone")
    wrong = len(ran.failures) + len(ran.errors)
    print(f"{ran.passed} passed, {wrong} failed")
    sys.exit(wrong > 0)
