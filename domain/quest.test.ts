import { describe, expect, test } from "vitest";
import { movedQuest, type PlayQuest, QUEST_STATES, type QuestStanding, questChanges, UNTOUCHED } from "./quest.ts";

const QUEST: PlayQuest = {
  repeatable: false,
  stages: [
    {
      id: "gather",
      objectives: [
        { id: "rope", count: 2 },
        { id: "lamp", count: 1 },
      ],
    },
    { id: "wait", objectives: [] },
    { id: "cross", objectives: [{ id: "wall", count: 1 }] },
  ],
};

const in_ = (state: QuestStanding["state"], more: Partial<QuestStanding> = {}): QuestStanding => ({
  ...UNTOUCHED,
  ...more,
  state,
});

/** Every way between states, written by hand: from the state on the left into those on the right. */
const TABLE: readonly [from: QuestStanding["state"], once: string, again: string][] = [
  [null, "offered active", "offered active"],
  ["offered", "active abandoned expired", "active abandoned expired"],
  ["active", "completed failed abandoned expired", "completed failed abandoned expired"],
  ["completed", "", "offered active"],
  ["failed", "", "offered active"],
  ["abandoned", "", "offered active"],
  ["expired", "", "offered active"],
];

describe("a quest", () => {
  test.each(TABLE)("from %s is moved into no more than the states of the table", (from, once, again) => {
    const reached = (repeatable: boolean) =>
      QUEST_STATES.filter((state) => state !== from && movedQuest({ ...QUEST, repeatable }, in_(from), { state }));
    expect([reached(false).join(" "), reached(true).join(" ")]).toEqual([once, again]);
  });

  test("that is in a state stays as it is where it is moved into it", () => {
    const now = in_("active", { stage: "wait", counts: { rope: 2 } });
    expect(movedQuest(QUEST, now, { state: "active" })).toBe(now);
    expect(movedQuest(QUEST, now, { state: "begun" })).toBeNull();
  });

  test("begins with its first stage, and keeps its last one when it is over", () => {
    const begun = movedQuest(QUEST, in_("offered"), { state: "active" });
    expect(begun).toEqual({ state: "active", stage: "gather", counts: {} });
    expect(movedQuest(QUEST, in_("active", { stage: "wait", counts: { rope: 2 } }), { state: "failed" })).toEqual({
      state: "failed",
      stage: "wait",
      counts: { rope: 2 },
    });
    expect(movedQuest({ ...QUEST, stages: [] }, UNTOUCHED, { state: "active" })).toEqual(in_("active"));
  });

  test("that begins again has forgotten what was done", () => {
    const over = in_("completed", { stage: "cross", counts: { rope: 2, lamp: 1, wall: 1 } });
    expect(movedQuest({ ...QUEST, repeatable: true }, over, { state: "offered" })).toEqual(in_("offered"));
  });

  test("tells what a move changed: counts, then the stage, then the state", () => {
    const last: QuestStanding = in_("active", { stage: "gather", counts: { rope: 2 } });
    const next = movedQuest(QUEST, last, { objective: "lamp", add: 3 });
    expect(next).toEqual(in_("active", { stage: "wait", counts: { rope: 2, lamp: 1 } }));
    expect(questChanges(last, next ?? last)).toEqual([
      { key: "lamp", before: 0, after: 1 },
      { key: "stage", before: "gather", after: "wait" },
    ]);
    const done = movedQuest(QUEST, in_("active", { stage: "cross" }), { objective: "wall", add: 1 });
    expect(questChanges(in_("active", { stage: "cross" }), done ?? UNTOUCHED).map(({ key }) => key)).toEqual([
      "wall",
      "state",
    ]);
  });

  test("counts nothing of another stage, of no whole number, or before it is active", () => {
    const now = in_("active", { stage: "gather" });
    for (const add of [-1, 0.5, Number.NaN]) expect(movedQuest(QUEST, now, { objective: "rope", add })).toBeNull();
    expect(movedQuest(QUEST, now, { objective: "wall", add: 1 })).toBeNull();
    expect(movedQuest(QUEST, in_("offered"), { objective: "rope", add: 1 })).toBeNull();
    expect(movedQuest(QUEST, in_("offered"), { stage: "wait" })).toBeNull();
  });
});
