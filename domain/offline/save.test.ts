import { expect, test } from "vitest";
import { begin } from "../runtime/run.ts";
import { node, way } from "../runtime/story.fixture.ts";
import { type Game, loadedGame, newGame, played } from "./game.ts";
import { readSave, type SavedStory, SaveError, writeSave } from "./save.ts";

const FILE: SavedStory = { base_seq: 7, dialogue: { id: "dlg_1", nodes: [{ id: "n" }] }, others: [] };
const STORY = { id: "dlg_1", start: null, nodes: new Map([["n", node("n", [way("b", "n")])]]), variables: new Map() };
const { state } = begin(STORY);
const learnt = { ...state, world: [{ what: "knowledge" as const, entity: "odo", key: "seal", value: "told" }] };
const GAME: Game = played(newGame({ id: "run_1", step: 3 }, state), { client_id: "a", choose: "b" }, learnt);

const codeOf = (save: unknown, file = FILE): string => {
  try {
    readSave(file, save);
  } catch (error) {
    if (error instanceof SaveError) return `${error.code}: ${error.message}`;
    throw error;
  }
  return "loaded";
};

test("a save is read as it was written, with what was learnt and what is unsent, also from a loaded game", () => {
  const loaded = loadedGame(GAME, "run_2");
  expect(loaded).toMatchObject({ run: { id: "run_2", step: null }, unsent: [], state: learnt });
  for (const game of [GAME, loaded, loadedGame(loaded, "run_3"), newGame(null, state)]) {
    expect(readSave(FILE, JSON.stringify(writeSave(FILE, game)))).toEqual(JSON.parse(JSON.stringify(game)));
  }
});

test("a save of another story, of another moment, of a newer version, or none is refused with the reason", () => {
  const save = writeSave(FILE, GAME);
  const text = JSON.stringify(save);
  expect(codeOf(text.slice(0, -20))).toMatch(/^not_json: .*only a part/);
  for (const none of ["[]", "7", "null", "{}", JSON.stringify(learnt)]) expect(codeOf(none)).toMatch(/^not_a_save/);
  expect(codeOf({ ...save, version: 2 })).toMatch(/^newer_version: .*\(2\)/);
  expect(codeOf(save, { ...FILE, dialogue: { id: "dlg_2", nodes: [] } })).toMatch(/^another_story: .*dlg_1.*dlg_2/);
  expect(codeOf(save, { ...FILE, base_seq: 9 })).toMatch(/^another_sequence: .*at_seq=7/);
});

test.each<[string, (save: Record<string, unknown> & { state: Record<string, unknown> }) => object]>([
  ["version", (save) => ({ ...save, version: "1" })],
  ["story", (save) => ({ ...save, story: "dlg_1" })],
  ["run", (save) => ({ ...save, run: { step: 3 } })],
  ["run.step", (save) => ({ ...save, run: { id: "run_1", step: -1, loaded: null } })],
  ["run.loaded", (save) => ({ ...save, run: { id: "run_1", step: null, loaded: 1 } })],
  [
    "run.loaded.unsent",
    (save) => ({ ...save, run: { id: "run_2", step: null, loaded: { run: save.run, unsent: null } } }),
  ],
  ["unsent", (save) => ({ ...save, unsent: {} })],
  ["unsent[0]", (save) => ({ ...save, unsent: [{ choose: "b" }] })],
  ["state", (save) => ({ ...save, state: [] })],
  ["state.turn", (save) => ({ ...save, state: { ...save.state, turn: 1.5 } })],
  ["state.visits", (save) => ({ ...save, state: { ...save.state, visits: { n: 1 } } })],
  ["state.world", (save) => ({ ...save, state: { ...save.state, world: [{ what: "knowledge", entity: 1 }] } })],
  ["state.facts", (save) => ({ ...save, state: { ...save.state, facts: { made: [{}], superseded: [] } } })],
  ["state.at", (save) => ({ ...save, state: { ...save.state, at: { graph: "dlg_1", node: "gone" } } })],
  ["state.stack", (save) => ({ ...save, state: { ...save.state, stack: [{ graph: "dlg_9", node: "n" }] } })],
])("a save that is broken at %s is refused with the place", (place, broken) => {
  const save = JSON.parse(JSON.stringify(writeSave(FILE, GAME))) as Parameters<typeof broken>[0];
  expect(codeOf(save)).toBe("loaded");
  expect(codeOf(broken(save))).toBe(`broken: This saved game is broken at ${place}.`);
});
