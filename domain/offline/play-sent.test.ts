import { expect, test } from "vitest";
import type { LoggedAction } from "../runtime/log.ts";
import { replay } from "../runtime/log.ts";
import { node, way } from "../runtime/story.fixture.ts";
import type { PlayedDialogue } from "../runtime/story.ts";
import { runToEnd } from "../steps.ts";
import { playingSent, type SentAction } from "./play-sent.ts";

const TALK: PlayedDialogue = {
  id: "dlg_1",
  start: null,
  nodes: new Map([
    ["a", node("a", [way("on", "a"), way("out", "end")])],
    ["end", node("end")],
  ]),
  variables: new Map(),
};
const tell: LoggedAction = { tell: { fact: "f", to: ["odo"], how: "told", from: null } };
const on: LoggedAction = { choose: "on" };

/** Plays actions behind some that were done before. */
function sent(done: readonly LoggedAction[], actions: readonly SentAction[], room = 100) {
  const { pages } = replay(TALK, {}, done);
  const state = pages.at(-1)?.state ?? pages[0].state;
  const history = { beginning: {}, actions: done };
  const steps = playingSent(TALK, { state, isEnded: false, history, room }, actions);
  const result = runToEnd(steps);
  return { ...result, entries: result.entries.map(({ entry, index }) => [Object.keys(entry)[0], index]) };
}

test("steps back take along what was told behind a decision, however many there are", () => {
  const done = [on, tell, tell, on, tell, tell, tell];
  const { entries, page, refused } = sent(done, [{ back: true }, { back: true }, { back: true }]);
  expect(entries.map(([, index]) => index)).toEqual([null, null, null, 0, null, null, 1]);
  expect([page.state.turn, page.state.world, refused]).toEqual([0, undefined, { index: 2, code: "at_beginning" }]);
  expect(sent(done, [{ back: true }]).page.state.world).toHaveLength(1);
});

test("what is over goes on only by a step back, and a full playthrough takes no more", () => {
  const ended = sent([on], [{ choose: "out" }, { choose: "on" }]);
  expect([ended.entries.length, ended.refused]).toEqual([1, { index: 1, code: "over" }]);
  const again = sent([on], [{ choose: "out" }, { back: true }, { choose: "on" }]);
  expect([again.entries.length, again.refused, again.page.state.turn]).toEqual([3, null, 2]);
  expect(sent([on], [{ choose: "on" }, { choose: "on" }], 1).refused).toEqual({ index: 1, code: "too_long" });
  expect(sent([on, tell], [{ back: true }], 1).refused).toEqual({ index: 0, code: "too_long" });
});
