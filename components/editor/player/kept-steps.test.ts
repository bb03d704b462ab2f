import { expect, test } from "vitest";
import { answer, begin, choose, type Page } from "#domain/runtime/run.ts";
import { dialogue, node, way } from "#domain/runtime/story.fixture.ts";
import type { PlayedDialogue } from "#domain/runtime/story.ts";
import { keptSteps } from "./kept-steps.ts";

const NONE: ReadonlySet<string> = new Set();
const gate = node("gate", [
  way("pay", "inn"),
  way("sneak", "inn", { conditions: [{ id: "cnd_1", fn: "visited", args: [{ ref: "inn" }] }] }),
]);
const inn = node("inn", [way("on", "bell", { choice_text: "" })]);
const bell = node("bell", [way("rung", "end", { choice_text: "" })], { kind: "command", text: "ring()" });
const story = dialogue([gate, inn, bell, node("end")]);

/** Plays branches one after the other, open or not; `null` answers a command. */
function play(played: PlayedDialogue, ...taken: (string | null)[]): Page[] {
  const pages = [begin(played, { seed: 7 })];
  for (const id of taken) {
    const { state } = pages.at(-1) as Page;
    const branch = [...played.nodes.values()].flatMap(({ branches }) => branches).find((each) => each.id === id);
    const next = branch === undefined ? answer(played, state) : choose(played, state, branch);
    if (next !== null) pages.push(next);
  }
  return pages;
}
const keep = (pages: readonly Page[], more: { forced?: ReadonlySet<string>; played?: PlayedDialogue } = {}) =>
  keptSteps(more.played ?? story, { from: null, pages, forced: more.forced ?? NONE });

test("keeps choices by their branches, answers to the game, and the dice", () => {
  expect(keep(play(story, "pay", "on", null))).toEqual({
    seed: 7,
    steps: [{ branch_id: "pay" }, { branch_id: "on" }, { answer: {} }],
  });
  expect(keep(play(story))).toEqual({ seed: 7, steps: [] });
});

test("says why what a player could not do again is not kept", () => {
  expect(keep(play(story, "sneak"))).toMatch(/^A closed choice was taken/);
  expect(keep(play(story, "pay"), { forced: new Set(["var_1"]) })).toMatch(/^A value was set by hand/);
  const changed = dialogue([node("gate", [way("pay", "bell")]), inn, bell, node("end")]);
  expect(keep(play(story, "pay"), { played: changed })).toMatch(/the story changed/);
  expect(keep([])).toBe("There is nothing to keep yet.");
  expect(keep(play(dialogue([])), { played: dialogue([]) })).toBe("There is nothing to keep yet.");
});
