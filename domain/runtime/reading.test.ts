import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { rounds } from "#test-size";
import { runToEnd } from "../steps.ts";
import { isOver, type RunAction } from "./log.ts";
import {
  compareReading,
  dialoguesOf,
  type Reading,
  type ReadingLine,
  readThrough,
  type SpokenNode,
} from "./reading.ts";
import { answer, begin, choose, openOffers } from "./run.ts";
import { randomPlay } from "./story.arbitrary.ts";
import { dialogue, node, way } from "./story.fixture.ts";
import { graphsOf, type PlayedDialogue, type PlayNode } from "./story.ts";
import { dialogueOf } from "./vector.ts";

const gate = node("gate", [way("pay", "inn"), way("leave", "sea")]);
const inn = node("inn", [way("sleep", "sea")]);
const sea = node("sea");
const ANNA = { speaker_id: "ent_anna", speaker_label: null };

function speakers(played: PlayedDialogue, more: Record<string, Partial<SpokenNode>> = {}) {
  return new Map(
    graphsOf(played).flatMap(({ id, nodes }) =>
      [...nodes.keys()].map((each): [string, SpokenNode] => [
        each,
        { graph_id: id, speaker_id: null, speaker_label: null, ...more[each] },
      ]),
    ),
  );
}
const reading = (...taken: string[]): Reading => ({
  beginning: { seed: 1 },
  from: null,
  actions: taken.map((choose) => ({ choose })),
});
const read = (played: PlayedDialogue, how: Reading, more?: Record<string, Partial<SpokenNode>>) =>
  runToEnd(readThrough(played, how, speakers(played, more)));
const words = (lines: readonly ReadingLine[]) => lines.map(({ kind, step, text }) => `${step} ${kind}: ${text}`);

const before = dialogue([gate, inn, sea]);
const kept = read(before, reading("pay", "sleep"));
const outcome = (nodes: PlayNode[], how = reading("pay", "sleep"), more?: Record<string, Partial<SpokenNode>>) =>
  compareReading(kept.lines, read(dialogue(nodes), how, more));

describe("a reading", () => {
  test("tells what is said and chosen, step by step, and how it ends", () => {
    expect(words(kept.lines)).toEqual([
      "0 said: Words of gate.",
      "1 chosen: pay",
      "1 said: Words of inn.",
      "2 chosen: sleep",
      "2 said: Words of sea.",
      "2 halt: ending",
    ]);
    expect(kept.lines[1]).toMatchObject({ graph_id: "dlg_1", node_id: "gate", branch_id: "pay" });
    expect(words(read(before, reading("pay")).lines).at(-1)).toBe("1 halt: open");
    expect(dialoguesOf("dlg_1", [...kept.lines, { ...(kept.lines[0] as ReadingLine), graph_id: "dlg_2" }])).toEqual([
      "dlg_1",
      "dlg_2",
    ]);
  });

  test("is the same where nothing that was read is another: other ways, other places, other ids", () => {
    expect(outcome([gate, inn, sea])).toEqual({ state: "same" });
    const more = node("gate", [way("bribe", "sea"), way("pay", "inn"), way("leave", "sea", { choice_text: "Go" })]);
    expect(outcome([more, inn, sea])).toEqual({ state: "same" });
  });

  test("diverges at the first line that is another, in words or by who says it", () => {
    const rewritten = node("inn", [way("sleep", "sea")], { text: "A warm inn." });
    const told = outcome([gate, rewritten, sea]);
    expect(told).toMatchObject({ state: "diverged", step: 1, kept: { text: "Words of inn." } });
    expect(told).toMatchObject({ now: { text: "A warm inn.", node_id: "inn" } });
    expect(outcome([gate, inn, sea], reading("pay", "sleep"), { sea: ANNA })).toMatchObject({
      state: "diverged",
      step: 2,
      now: ANNA,
    });
    const reworded = node("gate", [way("pay", "inn", { choice_text: "Two coins" })]);
    expect(outcome([reworded, inn, sea])).toMatchObject({
      state: "diverged",
      now: { kind: "chosen", text: "Two coins" },
    });
  });

  test("diverges where it ends otherwise, or a line is read no more", () => {
    const goesOn = node("sea", [way("swim", "gate")]);
    expect(outcome([gate, inn, goesOn])).toMatchObject({
      state: "diverged",
      kept: { kind: "halt", text: "ending" },
      now: { kind: "halt", text: "open" },
    });
    const silent = node("inn", [way("sleep", "sea")], { text: "" });
    expect(outcome([gate, silent, sea])).toMatchObject({ state: "diverged", step: 1, kept: { text: "Words of inn." } });
  });

  test("cannot be played where a choice is gone, is closed, or comes after the end; the line that would come is told", () => {
    const without = node("inn", [way("wait", "sea")]);
    expect(outcome([gate, without, sea])).toMatchObject({
      state: "unplayable",
      step: 2,
      reason: "not_offered",
      kept: { kind: "chosen", text: "sleep" },
    });
    const closed = node("inn", [
      way("wait", "sea"),
      way("sleep", "sea", { conditions: [{ id: "cnd_1", fn: "visited", args: [{ ref: "sea" }] }] }),
    ]);
    expect(outcome([gate, closed, sea])).toMatchObject({ state: "unplayable", reason: "closed" });
    expect(outcome([gate, node("inn"), sea])).toMatchObject({ state: "unplayable", reason: "over" });
    const answered: Reading = { ...reading(), actions: [{ answer: { event: "bell" } }] };
    expect(read(before, answered).misstep).toEqual({ step: 1, reason: "not_awaited" });
    expect(read(before, { ...reading(), from: "nowhere" }).misstep).toEqual({ step: 0, reason: "start_gone" });
  });

  test("tells commands as the game is told, and events by their names", () => {
    const command = node("bell", [way("on", "wait", { choice_text: "" })], { kind: "command", text: "ring()" });
    const wait = node("wait", [way("opens", "sea", { kind: "event", choice_text: "opened" })], {
      kind: "wait_event",
      text: "",
    });
    const actions: RunAction[] = [{ answer: {} }, { answer: { event: "opened" } }];
    const { lines, misstep } = read(dialogue([command, wait, sea]), { ...reading(), actions });
    expect(misstep).toBeNull();
    expect(words(lines)).toContain("0 told: ring()");
    expect(words(lines)).toContain("2 chosen: opened");
  });

  test("whatever is played: kept and compared with its own story it is the same; with other words in one line it diverges there", () => {
    let diverged = 0;
    fc.assert(
      fc.property(randomPlay, fc.nat(), ({ told, seed, picks }, pick) => {
        const played = dialogueOf({ dialogue: told });
        const how = { beginning: { seed }, from: null, actions: walk(played, seed, picks) };
        const first = read(played, how);
        expect(first.misstep).toBeNull();
        expect(compareReading(first.lines, read(played, how))).toEqual({ state: "same" });
        const said = first.lines.filter(({ kind }) => kind === "said");
        const changed = said[pick % Math.max(1, said.length)]?.node_id ?? null;
        if (changed === null) return;
        diverged += 1;
        const nodes = told.nodes.map((each) => (each.id === changed ? { ...each, text: "Other words." } : each));
        const after = compareReading(first.lines, read(dialogueOf({ dialogue: { ...told, nodes } }), how));
        const expected = first.lines.find(({ kind, node_id }) => kind === "said" && node_id === changed);
        expect(after).toMatchObject({ state: "diverged", kept: expected, now: { text: "Other words." } });
      }),
      { numRuns: rounds({ gate: 37, full: 370 }) },
    );
    expect(diverged).toBeGreaterThan(15);
  });
});

/** Returns the actions of a random walk. */
function walk(played: PlayedDialogue, seed: number, picks: readonly number[]): RunAction[] {
  const actions: RunAction[] = [];
  let page = begin(played, { seed });
  for (const pick of picks) {
    if (isOver(page)) break;
    if (page.halt.kind === "command") {
      const next = answer(played, page.state);
      if (next === null) break;
      actions.push({ answer: {} });
      page = next;
      continue;
    }
    const open = openOffers(page.halt);
    const offer = open[pick % Math.max(1, open.length)];
    if (offer === undefined) break;
    actions.push({ choose: offer.branch.id });
    page = choose(played, page.state, offer.branch);
  }
  return actions;
}
