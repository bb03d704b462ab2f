import type { Game } from "./game.ts";

/** A story file, as far as saves name it. */
export interface SavedStory {
  /** The sequence that it is of. */
  readonly base_seq: number;
  readonly dialogue: { readonly id: string; readonly nodes: readonly { readonly id: string }[] };
  readonly others?: readonly { readonly id: string; readonly nodes: readonly { readonly id: string }[] }[];
}

/** Reason for which a save is not loaded. */
export type SaveRefusal = "not_json" | "not_a_save" | "newer_version" | "another_story" | "another_sequence" | "broken";

/** Refusal of a save. */
export class SaveError extends Error {
  readonly code: SaveRefusal;

  constructor(code: SaveRefusal, message: string) {
    super(message);
    this.name = "SaveError";
    this.code = code;
  }
}

const FORMAT = "fabula-save";
const VERSION = 1;

/** A game as a file: its format and version, the story that it is of, and the game. */
export interface GameSave extends Game {
  readonly format: typeof FORMAT;
  readonly version: typeof VERSION;
  readonly story: { readonly dialogue_id: string; readonly base_seq: number };
}

/** Writes a game as a save of a story: plain JSON, with what was learnt in its state. */
export function writeSave({ dialogue: { id }, base_seq }: SavedStory, { run, state, unsent }: Game): GameSave {
  return { format: FORMAT, version: VERSION, story: { dialogue_id: id, base_seq }, run, state, unsent };
}

/**
 * Reads a save of a story.
 *
 * @param save the text of a file, or what was parsed of it.
 * @throws SaveError with the reason: no JSON, no save, of a newer version, of another story or of another moment of it, or broken.
 */
export function readSave(file: SavedStory, save: unknown): Game {
  const value = typeof save === "string" ? parsed(save) : save;
  if (!isObject(value) || value.format !== FORMAT) throw new SaveError("not_a_save", "This is not a saved game.");
  if (typeof value.version !== "number" || value.version < 1) throw broken("version");
  if (value.version > VERSION) {
    throw new SaveError(
      "newer_version",
      `This game was saved by a newer version (${value.version}); this one reads ${VERSION}.`,
    );
  }
  const { story, run, state, unsent } = value;
  if (!isObject(story) || typeof story.dialogue_id !== "string" || typeof story.base_seq !== "number")
    throw broken("story");
  if (story.dialogue_id !== file.dialogue.id) {
    throw new SaveError(
      "another_story",
      `This game is of another story, ${story.dialogue_id}; this one is ${file.dialogue.id}.`,
    );
  }
  if (story.base_seq !== file.base_seq) {
    throw new SaveError(
      "another_sequence",
      `This game is of the story at sequence ${story.base_seq}; this file is of ${file.base_seq}. Read the file with at_seq=${story.base_seq}.`,
    );
  }
  requireRun(run, "run");
  requireState(state, file);
  requireActions(unsent, "unsent");
  return { run, state, unsent } as Game;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new SaveError("not_json", "This file is no JSON, or only a part of one.");
  }
}

const broken = (place: string) => new SaveError("broken", `This saved game is broken at ${place}.`);

type Fields = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && Number(value) >= 0;
const isStrings = (value: unknown): boolean => Array.isArray(value) && value.every((each) => typeof each === "string");

function requireRun(run: unknown, place: string): void {
  if (run === null) return;
  if (!isObject(run) || typeof run.id !== "string") throw broken(place);
  const { step, loaded } = run;
  if (loaded === null) {
    if (!isCount(step)) throw broken(`${place}.step`);
    return;
  }
  if (!isObject(loaded) || step !== null || loaded.run === null) throw broken(`${place}.loaded`);
  requireRun(loaded.run, `${place}.loaded.run`);
  requireActions(loaded.unsent, `${place}.loaded.unsent`);
}

function requireActions(actions: unknown, place: string): void {
  if (!Array.isArray(actions)) throw broken(place);
  for (const [at, each] of actions.entries()) {
    const isAction = isObject(each) && typeof each.client_id === "string";
    if (!isAction || !(typeof each.choose === "string" || isObject(each.answer) || each.back === true)) {
      throw broken(`${place}[${at}]`);
    }
  }
}

/** Fields of a state, each with what it has to be. */
const STATE: Readonly<Record<string, (value: unknown) => boolean>> = {
  version: (value) => value === 1,
  seed: isCount,
  draws: isCount,
  drawn_before: isCount,
  turn: isCount,
  phase: (value) => value === "asked" || value === "open",
  values: isObject,
  visits: (value) => isEach(value, ["entered", "completed", "turn"]),
  taken: (value) => isEach(value, ["count", "turn"]),
  offered: isObject,
  taken_this_visit: isStrings,
  taken_by_player: isStrings,
  world: (value) => value === undefined || isList(value, isChange),
  facts: (value) =>
    value === undefined ||
    (isObject(value) &&
      isList(value.made, (each) => typeof each.id === "string" && isObject(each.content)) &&
      isList(value.superseded, (each) => typeof each.fact === "string" && typeof each.by === "string")),
};

function isEach(value: unknown, counts: readonly string[]): boolean {
  return (
    isObject(value) &&
    Object.values(value).every((each) => isObject(each) && counts.every((name) => isCount(each[name])))
  );
}

function isList(value: unknown, isEntry: (entry: Fields) => boolean): boolean {
  return Array.isArray(value) && value.every((each) => isObject(each) && isEntry(each));
}

const isName = (value: unknown): boolean => value === null || typeof value === "string";

function isChange({ what, entity, key, value }: Fields): boolean {
  return (
    typeof what === "string" &&
    isName(entity) &&
    isName(key) &&
    (value === null || typeof value !== "object") &&
    value !== undefined
  );
}

function requireState(state: unknown, { dialogue, others = [] }: SavedStory): void {
  if (!isObject(state)) throw broken("state");
  for (const [name, isFitting] of Object.entries(STATE)) if (!isFitting(state[name])) throw broken(`state.${name}`);
  const nodes = new Map([dialogue, ...others].map(({ id, nodes: own }) => [id, new Set(own.map((node) => node.id))]));
  const isThere = (at: unknown) =>
    isObject(at) && typeof at.graph === "string" && nodes.get(at.graph)?.has(String(at.node)) === true;
  if (state.at !== null && !isThere(state.at)) throw broken("state.at");
  if (!Array.isArray(state.stack) || !state.stack.every(isThere)) throw broken("state.stack");
}
