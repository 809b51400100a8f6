"""Games, states (as OpenSpiel's `State` has them), bots, and many games counted."""
import json
import os
from pathlib import Path

import numpy as np

from ._c import BOT_STREAM, HERE, MAX_NUMBERS, SEVERAL, TRACK, TREE, WHOLE, Error, ffi, lib, taken, text

SPECTATOR, ALL, TERMINAL = -2, -1, -4  # observers; the player of a game that is over
SEEDS = 2**64


def places():
    """The folders where rulesets are looked for by name, as `cantrip` does."""
    named = [p for p in os.environ.get("CANTRIP_PATH", "").split(":") if p]
    known = [HERE / "games/rulesets", TREE / "rulesets", "/usr/local/share/cantrip/rulesets",
             "/usr/share/cantrip/rulesets"]
    return [Path(p) for p in ["rulesets", *named, *known] if Path(p).is_dir()]


def _folder(name):
    for folder in [Path(name), *(place / name for place in places())]:
        if (folder / "ruleset.yaml").exists():
            return folder
    raise Error(f"found no game '{name}' in: {', '.join(map(str, places()))}")


def _seeds(seed, n):
    """The seeds of games 1 … n of `cantrip sim --seed`."""
    out = np.empty(n, np.uint64)
    for i in range(n):
        rng = ffi.new("struct ct_rng *", lib.ct_rng_make(seed % SEEDS, i))
        out[i] = lib.ct_rng_next(rng)
    return out


class Game:
    """A ruleset with its number of people and its options. `track`: states remember what each seat has seen."""

    def __init__(self, name, people=None, options=None, track=True):
        folder = str(_folder(name)).encode()
        diags = ffi.new("ct_diags **")
        near = [ffi.new("char[]", str(p).encode()) for p in places()]
        self.definition = lib.ct_load_among(folder, ffi.new("char *[]", near + [ffi.NULL]), diags)
        said = "" if self.definition else taken(lib.ct_diags_text(diags[0], False))
        lib.ct_diags_free(diags[0])
        if not self.definition:
            raise Error(said)
        self.definition = ffi.gc(self.definition, lib.ct_free)
        self.info = lib.ct_get_info(self.definition, ffi.NULL)
        self.name = text(self.info.id)
        self.people = people or self.info.min_people
        self._options = [ffi.new("char[]", f"{k}={str(v).lower() if isinstance(v, bool) else v}".encode())
                         for k, v in (options or {}).items()]
        self._given = ffi.new("char *[]", self._options + [ffi.NULL])
        self.setup = ffi.new("struct ct_setup *", {
            "people": self.people, "flags": TRACK if track else 0, "options": self._given,
            "noptions": len(self._options)})
        wrong = ffi.new("char **")
        self.engine = lib.ct_engine_new(self.definition, wrong)
        if not self.engine:
            raise Error(taken(wrong[0]) or "out of memory")
        self.engine = ffi.gc(self.engine, lib.ct_engine_free)
        self.numbers = self._made(lib.ct_numbers_new(self.engine, self.setup), lib.ct_numbers_free)
        self.actions = lib.ct_numbers_actions(self.numbers)
        self.values = lib.ct_numbers_values(self.numbers)
        begun = self._made(lib.ct_game_new(self.engine, self.setup), lib.ct_state_free)
        self.all_seats = lib.ct_seats(begun)
        # Player i sits here: there may be seats that nobody plays.
        self.seats = [seat for seat in range(self.all_seats) if lib.ct_is_person(begun, seat)]
        self._next_seed = np.random.default_rng()

    def _made(self, pointer, free):
        if not pointer:
            raise self.error()
        return ffi.gc(pointer, free)

    def error(self):
        return Error(text(lib.ct_error(self.engine)))

    def state(self, seed=None):
        """A new game, at its first question. Without a seed it is another one each time."""
        self.setup.seed = int(self._next_seed.integers(SEEDS, dtype=np.uint64)) if seed is None else seed % SEEDS
        return State(self, self._made(lib.ct_game_new(self.engine, self.setup), lib.ct_state_free))._begun()

    def words(self, action):
        """What an action's number stands for."""
        return taken(lib.ct_number_text(self.numbers, action))

    @property
    def layout(self):
        """The spans of an observation: {name: slice}, as "cards hand 0": whose hand, 0 is the observer's."""
        ids = {"counter": lib.ct_counter_id, "phase": lib.ct_phase_id, "mark": lib.ct_counter_id}
        span, out, i = ffi.new("struct ct_span *"), {}, 0
        while lib.ct_get_span(self.numbers, i, span):
            name = text(lib.ct_span_name(getattr(span, "is")))
            words = [name]
            if span.id >= 0:
                words.append(text(ids.get(name, lib.ct_zone_id)(self.definition, span.id)))
            if span.whose >= 0:
                words.append(str(span.whose))
            out[" ".join(words)] = slice(getattr(span, "from"), getattr(span, "from") + span.n)
            i += 1
        return out

    @property
    def cards(self):
        """The cards: a dict of columns (id, name, copies, numbers, flags and words of traits)."""
        n = range(self.info.cards)
        out = {"id": [text(lib.ct_card_id(self.definition, c)) for c in n],
               "name": [text(lib.ct_card_name(self.definition, c, ffi.NULL)) for c in n],
               "copies": np.array([lib.ct_card_copies(self.definition, c) for c in n])}
        is_, value = ffi.new("struct ct_trait_info *"), ffi.new("int32_t *")
        for t in range(self.info.traits):
            lib.ct_get_trait(self.definition, t, is_)
            kind = getattr(is_, "is")
            if kind in (0, 2):  # a number, a flag
                out[text(is_.id)] = np.array([
                    value[0] if lib.ct_card_value(self.definition, c, t, value) else 0 for c in n])
            word = 0
            while kind in (3, 4) and lib.ct_trait_word(self.definition, t, word):
                out[f"{text(is_.id)} {text(lib.ct_trait_word(self.definition, t, word))}"] = np.array([
                    lib.ct_card_is(self.definition, c, t, word) for c in n])
                word += 1
        return out

    def planes(self, seen):
        """An observation (or several) by zone and trait: for each span of cards and each trait's number, flag or
        word the sum over the cards known there. (…, zones, traits) and the names of both."""
        spans = {k: v for k, v in self.layout.items() if k.startswith("cards ")}
        traits = {k: v for k, v in self.cards.items() if k not in ("id", "name", "copies")}
        table = np.array(list(traits.values()), np.float32).reshape(len(traits), -1).T
        cards = np.stack([np.asarray(seen)[..., s] for s in spans.values()], axis=-2).astype(np.float32)
        return cards @ table, list(spans), list(traits)

    # pyspiel.Game
    def new_initial_state(self):
        return self.state()

    def num_players(self):
        return self.people

    def num_distinct_actions(self):
        return self.actions

    def observation_tensor_shape(self):
        return [self.values]

    def min_utility(self):
        return 0.0

    def max_utility(self):
        return 1.0

    def get_type(self):
        return self.name


class State:
    """A game under way. Choices have numbers; some have several, given in turn. Methods are those of pyspiel.State."""

    def __init__(self, game, pointer, given=None, history=(), base=None):
        self.game, self._s = game, pointer
        self._given = {seat: list(numbers) for seat, numbers in (given or {}).items()}  # to the open question
        self._history = list(history)
        self._may = np.zeros(game.actions, np.uint8)
        self._base = base or game._made(lib.ct_clone(self._s), lib.ct_state_free)  # where the history begins
        self._asked = None  # whose turn it is; None: not found yet

    @property
    def _player(self):
        if self._asked is None:
            self._asked = self._settle()
        return self._asked

    def _begun(self):
        self._asked = self._settle()
        return self

    def _settle(self):
        """Goes on to the next question that has several answers, and finds them: whose it is."""
        e = self.game.engine
        while True:
            if not lib.ct_pending(self._s):
                self._given = {}
                rc = lib.ct_advance(e, self._s)
                if rc < 0:
                    raise self.game.error()
                if rc == 0:
                    self._may[:] = 0
                    return TERMINAL
            seat = lib.ct_next_seat(self._s)
            pick = self._next(seat, self._given.get(seat, []), self._may)
            if pick == SEVERAL:
                return seat
            self._given.pop(seat, None)
            if lib.ct_pick(e, self._s, seat, pick):
                raise self.game.error()

    def _next(self, seat, given, may):
        numbers = ffi.new("int32_t[]", list(given) or 1)
        pick = lib.ct_numbers_next(self.game.numbers, self._s, seat, numbers, len(given),
                                   ffi.from_buffer("uint8_t *", may))
        if pick == -1:
            raise self.game.error()
        return pick

    def apply_action(self, action):
        if self._player < 0:
            raise Error("the game is over")
        if not (0 <= action < self.game.actions and self._may[action]):
            raise Error(f"action {action} ({self.game.words(int(action))}) is not offered")
        self._history.append((self.current_player(), int(action)))
        self._given.setdefault(self._player, []).append(int(action))
        self._begun()

    def undo(self):
        """Takes the last action back."""
        history, self._history, self._given, self._asked = self._history[:-1], [], {}, None
        lib.ct_copy(self._s, self._base)
        for _, action in history:
            self.apply_action(action)
        self._begun()

    def undo_action(self, player, action):
        if self._history[-1:] != [(player, action)]:
            raise Error("this was not the last action")
        self.undo()

    def clone(self):
        copy = State(self.game, self.game._made(lib.ct_clone(self._s), lib.ct_state_free), self._given, self._history,
                     self._base)
        copy._asked, copy._may = self._asked, self._may.copy()
        return copy

    __copy__ = clone

    def __deepcopy__(self, memo):
        return self.clone()

    def child(self, action):
        copy = self.clone()
        copy.apply_action(action)
        return copy

    def resample(self, seat, seed=None):
        """Another game that the seat cannot tell from this one. What it leaves no choice in is answered when you ask
        whose turn it is."""
        copy = self.clone()
        for _ in range(1000):
            stream = int(self.game._next_seed.integers(SEEDS, dtype=np.uint64)) if seed is None else seed % SEEDS
            rc = lib.ct_resample(self.game.engine, copy._s, self._s, seat, stream)
            if rc == 1:
                copy._base, copy._history = self.game._made(lib.ct_clone(copy._s), lib.ct_state_free), []
                copy._given = {s: numbers for s, numbers in copy._given.items() if s == seat}
                copy._asked = None
                return copy
            if rc < 0:
                raise self.game.error()
            seed = None if seed is None else seed + 1
        raise Error("1,000 worlds were refused")

    resample_from_infostate = resample

    # who, what
    def current_player(self):
        return self.game.seats.index(self._player) if self._player >= 0 else TERMINAL

    def current_seat(self):
        return self._player

    def is_terminal(self):
        return self._player == TERMINAL

    def is_chance_node(self):
        return False

    def is_simultaneous_node(self):
        return False

    def num_players(self):
        return self.game.people

    def num_distinct_actions(self):
        return self.game.actions

    def legal_actions(self, player=None):
        return np.flatnonzero(self.legal_actions_mask(player)).tolist()

    def legal_actions_mask(self, player=None):
        mine = self._player >= 0 and player in (None, self.current_player())
        return self._may.copy() if mine else np.zeros_like(self._may)

    def action_to_string(self, player, action=None):
        return self.game.words(player if action is None else action)

    def history(self):
        return [action for _, action in self._history]

    def full_history(self):
        return list(self._history)

    def move_number(self):
        return len(self._history)

    # what is seen
    def observation(self, seat, out=None):
        """What a seat sees and remembers, as game.layout says."""
        out = np.zeros(self.game.values, np.int8) if out is None else out
        given = self._given.get(seat, [])
        numbers = ffi.new("int32_t[]", given or 1)
        if lib.ct_observe(self.game.numbers, self._s, seat, numbers, len(given), ffi.from_buffer("int8_t *", out)):
            raise self.game.error()
        return out

    def observation_tensor(self, player=None):
        return self.observation(self._seat(player)).astype(np.float32)

    def view(self, seat, memory=True):
        """What a seat sees, as a dict: rulesets/guide/reference/commands/view.md."""
        said = lib.ct_view_json(self.game.engine, self._s, seat, memory)
        if not said:
            raise self.game.error()
        return json.loads(taken(said))

    def observation_string(self, player=None):
        return json.dumps(self.view(self._seat(player)), sort_keys=True)

    def information_state_string(self, player=None):
        """All that the player was told and did: equal for two games just where they cannot tell them apart."""
        seat = self._seat(player)
        return " ".join([f"{lib.ct_digest(self._s, seat):016x}", *map(str, self._given.get(seat, []))])

    def _seat(self, player):
        return self.game.seats[max(self.current_player(), 0) if player is None else player]

    def prompt(self):
        return text(lib.ct_prompt(self.game.engine, self._s))

    # how it ends
    def result(self):
        """status, share (of the win) and score of each seat, picks."""
        r = ffi.new("struct ct_result *")
        if lib.ct_get_result(self.game.engine, self._s, r):
            raise self.game.error()
        n = self.game.all_seats
        return {"status": int(r.status), "share": np.array([r.share[i] / WHOLE for i in range(n)]),
                "score": np.array([r.score[i] for i in range(n)]), "picks": lib.ct_get_stats(self._s).picks}

    def returns(self):
        """Each player's share of the win: 0 … 1, 0 while the game runs."""
        return self.result()["share"][self.game.seats].tolist() if self.is_terminal() else [0.0] * self.game.people

    rewards = returns

    def player_return(self, player):
        return self.returns()[player]

    def hash(self):
        return lib.ct_hash(self.game.engine, self._s)

    def seed(self):
        return lib.ct_seed(self._s)

    def serialize(self):
        n = lib.ct_serialize(self.game.engine, self._s, ffi.NULL, 0)
        out = bytearray(n)
        lib.ct_serialize(self.game.engine, self._s, ffi.from_buffer("uint8_t *", out), n)
        return bytes(out)

    def __str__(self):
        return json.dumps(self.view(SPECTATOR), sort_keys=True)


def deserialize(game, data):
    """The state that was written so."""
    return State(game, game._made(lib.ct_deserialize(game.engine, data, len(data)), lib.ct_state_free))._begun()


class Bot:
    """A bot by its words, as "mcts:500" or "learnt:FILE"; `step` gives the number of its choice."""

    def __init__(self, game, words="random"):
        self.game, self.words = game, words
        self.spec = ffi.new("struct ct_bot_spec *")
        why = ffi.new("char[]", 512)
        if lib.ct_bot_parse(words.encode(), self.spec, why, 512):
            raise Error(text(why))
        if words.startswith("learnt:") or self.spec.guided:
            self.policy = Policy(game, text(self.spec.command))
            self.spec.policy = self.policy.pointer
        self._bot = game._made(lib.ct_bot_new(game.definition, self.spec), lib.ct_bot_free)
        self._left = []

    def begin(self, state, seat, seed=0):
        """Before each game: where it sits."""
        lib.ct_bot_begin(self._bot, state._s, seat, seed % SEEDS)
        self._seat, self._left = seat, []

    def choose(self, state, seat):
        pick = lib.ct_bot_choose(self._bot, state._s, seat)
        if pick < 0:
            raise Error(text(lib.ct_bot_error(self._bot)))
        return pick

    def step(self, state):
        seat = state.current_seat()
        if not self._left or not state._given.get(seat):
            out = ffi.new("int32_t[]", MAX_NUMBERS)
            pick = self.choose(state, seat)
            n = lib.ct_choice_numbers(self.game.numbers, state._s, seat, pick, out)
            self._left = list(out[0:n])
        return self._left.pop(0)


class Policy:
    """What `cantrip learn` wrote."""

    def __init__(self, game, path):
        data, wrong = Path(path).read_bytes(), ffi.new("char **")
        self.pointer = lib.ct_policy_read(game.definition, str(path).encode(), data, len(data), wrong)
        if not self.pointer:
            raise Error(taken(wrong[0]) or "out of memory")
        self.pointer = ffi.gc(self.pointer, lib.ct_policy_free)


class Tally(dict):
    """Arrays by name, an entry for each game: seed, status, picks, share and score (games × seats)."""

    def frame(self):
        """As a pandas.DataFrame, where pandas is there: a row for each game and seat."""
        import pandas

        games, seats = self["share"].shape
        rows = {"game": np.repeat(np.arange(games), seats), "seat": np.tile(np.arange(seats), games)}
        rows.update((k, np.repeat(self[k], seats)) for k in ("seed", "status", "picks"))
        return pandas.DataFrame({**rows, "share": self["share"].ravel(), "score": self["score"].ravel()})


def simulate(game, games=1000, bots="random", seed=1):
    """Plays many games: the very ones of `cantrip sim` with this seed. `bots`: one, or several, seat by seat."""
    bots = [bots] if isinstance(bots, str) else list(bots)
    seats, seeds, state = game.all_seats, _seeds(seed, games), game.state(0)
    words = [bots[seat % len(bots)] for seat in range(seats)]
    random = all(w == "random" for w in words)
    players = [None if w == "random" else Bot(game, w) for w in words]
    out = Tally(seed=seeds, status=np.zeros(games, np.uint8), picks=np.zeros(games, np.uint64),
                share=np.zeros((games, seats)), score=np.zeros((games, seats), np.int64))
    picks = ffi.new("uint64_t *")
    for i, its in enumerate(map(int, seeds)):
        lib.ct_game_restart(game.engine, state._s, its)
        rng = ffi.new("struct ct_rng[]", [lib.ct_rng_make(its, BOT_STREAM + s) for s in range(seats)])
        if random:
            rc = lib.ct_playout(game.engine, state._s, rng, seats, 0, picks)
        else:
            rc = _play_out(game, state, players, rng, its)
        if rc < 0:
            raise game.error()
        for key, value in state.result().items():
            out[key][i] = value
    return out


def _play_out(game, state, players, rng, seed):
    for seat, bot in enumerate(players):
        if bot:
            bot.begin(state, seat, seed)
    while (rc := lib.ct_advance(game.engine, state._s)) == 1:
        while (seat := lib.ct_next_seat(state._s)) >= 0:
            n = lib.ct_choices(game.engine, state._s, seat)
            if players[seat]:
                pick = players[seat].choose(state, seat)
            else:
                pick = lib.ct_rng_below(rng + seat, n) if n > 1 else 0
            if lib.ct_pick(game.engine, state._s, seat, pick):
                return -1
    return rc
