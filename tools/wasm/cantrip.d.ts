/** Games of cards in JavaScript: libcantrip for WebAssembly. It needs no page, so it runs in a worker. */

/** What the loader found, as `cantrip check --json` tells it. */
export interface Finding {
  level: "error" | "warning";
  /** Stable: "KEY-UNKNOWN". */
  code: string;
  /** As the file is called in the map of files. */
  file: string | null;
  /** From 1; 0: no place. */
  line: number;
  column: number;
  message: string;
  hint: string | null;
  /** What the word at this place ought to be. */
  instead: string | null;
  excerpt: string | null;
  /** The character of the excerpt at which the column is. */
  mark: number;
}

/** A seat, "spectator", or -1 for all that there is. */
export type Observer = number | "spectator";

/** What a game starts from. */
export interface Setup {
  people: number;
  /** 0 without one. */
  seed?: bigint | number | string;
  /** Those that are not named have their defaults. */
  options?: Record<string, string | number | boolean>;
}

export interface Loaded {
  /** null: there are errors. */
  game: Rules | null;
  findings: Finding[];
}

export interface Cantrip {
  readonly version: string;
  /** Loads the game whose ruleset.yaml lies in this folder ("": at the top). Paths are those that the
   * game's files name: cards of `../../cards` lie two folders above. */
  load(files: Record<string, string | Uint8Array>, folder?: string): Loaded;
}

/** A loaded game: its rules and cards. */
export interface Rules {
  /** Title, people, options, languages and rules, in a language of the game. */
  about(lang?: string): About;
  begin(setup: Setup): Game;
  /** Goes on with a text of Game.save or Game.replay. */
  resume(text: string): Game;
  /** A bot as the command line names it: "mcts:200", "greedy". "learnt" needs a policy: the bytes of a file
   * of `cantrip learn`. */
  bot(name: string, policy?: Uint8Array): Bot;
  /** Plays the scenarios of its folder. */
  test(): { findings: Finding[]; scenarios: Scenario[] };
  /** Plays many games to the end, the same ones as `cantrip sim` with this seed. */
  simulate(how: Setup & Simulated): Simulation;
  close(): void;
}

export interface About {
  id: string;
  title: string;
  line: string;
  kind: string | null;
  minutes: number;
  /** The least and the most players. */
  people: [number, number];
  names: string[];
  cards: number;
  languages: string[];
  options: { name: string; says: string; kind: "flag" | "number" | "word"; standard: string; values: string[] }[];
  /** In Markdown. */
  rules: string | null;
}

export interface Scenario {
  name: string;
  file: string;
  line: number;
  passed: boolean;
  report: string | null;
}

export interface Simulated {
  /** 1000 without it. */
  games?: number;
  /** The number of the first, from 1: parts of a run add up to the whole. */
  first?: number;
  /** "random" without it; one for all seats, or one each: "mcts:50,random". */
  bots?: string;
  /** With what each line of the rules costs. */
  profile?: boolean;
}

export interface Simulation {
  games: number;
  unfinished: number;
  /** Answers among two choices or more. */
  picks: number;
  /** Of each seat: its mean share of the win, its mean score. */
  seats: { share: number; score: number }[];
  profile?: { file: string | null; line: number | null; text: string; share: number; work: number; times: number; cards: number; why: string | null; advice: string | null }[];
}

/** A choice: its text for people, its pick as scenarios write it; more in `cantrip guide view`. */
export interface Choice {
  key: string;
  text: string;
  pick: string;
  [more: string]: unknown;
}

export interface Result {
  status: "running" | "over" | "unfinished" | "broken";
  /** null: there are none, or the observer may not know them. */
  scores: (number | null)[];
  /** Of each seat its share of the win, from 0 to 1. */
  shares: number[];
  winners: number[];
  /** Why the game ended. */
  reasons: string;
}

/** A game under way. Whatever fails throws an Error whose message says where and why. */
export interface Game {
  readonly people: number;
  /** Seats that must choose now; none: the game is over. */
  readonly pending: number[];
  readonly prompt: string;
  /** How many picks were made. */
  readonly picks: number;
  choices(seat: number): Choice[];
  /** Makes choice number i of `choices`, and plays on to the next question. */
  pick(seat: number, i: number): Game;
  /** Takes back picks, the last first. */
  undo(n?: number): Game;
  /** What an observer sees, as `cantrip view` prints it. */
  view(observer?: Observer, memory?: boolean): Record<string, unknown>;
  result(observer?: Observer): Result;
  /** A running hash of all that an observer was told. */
  digest(observer: Observer): bigint;
  /** A hash of every byte of the game: the same on every machine. */
  hash(): bigint;
  /** What an observer is told from now on; each call gives the lines since the last. */
  listen(observer?: Observer): () => { text: string; depth: number; heading: boolean }[];
  save(): string;
  replay(): string;
  close(): void;
}

export interface Bot {
  /** Before each game: where it sits, and its seed. */
  begin(game: Game, seat: number, seed?: bigint | number): Bot;
  /** The number of its choice for a seat that must choose. */
  choose(game: Game, seat: number): number;
  close(): void;
}

/** Loads the module. `wasm`: its bytes; without them they are read from beside this file. */
export function cantrip(how?: { wasm?: ArrayBuffer | Uint8Array }): Promise<Cantrip>;
