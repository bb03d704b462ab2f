import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { rounds, TEST_SEED } from "#test-size";
import type { Effect, Expression } from "../expression.ts";
import { explore } from "./explore.ts";
import { learntBefore } from "./learnt.ts";
import { playablePart } from "./playable.ts";
import { begin, choose, openOffers, type Page } from "./run.ts";
import { node, way } from "./story.fixture.ts";
import type { PlayedDialogue, World } from "./story.ts";

const EBB = "qst_ebb";
const WORLD: World = {
  entities: {},
  relationships: [],
  facts: [],
  quests: {
    [EBB]: {
      repeatable: false,
      stages: [
        { id: "stg_a", objectives: [{ id: "obj_a", count: 3 }] },
        { id: "stg_b", objectives: [{ id: "obj_b", count: 1 }] },
      ],
    },
  },
  time: null,
};

const lit = (value: string | number | null): Expression => ({ lit: value });
const asks = (fn: "quest_state" | "quest_stage", value: string): Expression => ({
  op: "eq",
  args: [{ fn, args: [lit(EBB)] }, lit(value)],
});
const counted = (least: number): Expression => ({
  op: "gte",
  args: [{ fn: "quest_count", args: [lit(EBB), lit("obj_a")] }, lit(least)],
});
const holds = (expression: Expression) => [{ id: "cnd_1", ...expression }];
const effect = (op: Effect["op"], more: Partial<Effect>): Effect => ({
  ...{ id: `ef_${op}`, op, target: EBB, value: null, when: [] },
  ...more,
});
const BEGIN = effect("quest.set_state", { value: lit("active") });
const COUNT = effect("quest.advance", { key: "obj_a", value: lit(1) });
const STAGE = effect("quest.stage", { key: "stg_b" });

/** A card at which a quest is moved again and again, and a way out that asks how it stands. */
function story(effects: readonly Effect[], asked: Expression): PlayedDialogue {
  const moves = effects.map((each, at) => way(`move_${at}`, "hub", { effects: [each] }));
  const nodes = [node("hub", [...moves, way("out", "end", { conditions: holds(asked) })]), node("end", [])];
  return {
    ...{ id: "dlg_1", start: null, variables: new Map(), world: WORLD },
    nodes: new Map(nodes.map((each) => [each.id, each])),
  };
}

const isOut = (page: Page) => page.state.at?.node === "end";
const lengthOf = (dialogue: PlayedDialogue) => {
  const found = explore(dialogue, { isWanted: isOut, budget: 500 });
  return found.kind === "found" ? found.way.length - 1 : found.kind;
};

describe("an exploration", () => {
  test("tells apart how a quest stands, and finds the shortest way to move it", () => {
    expect(lengthOf(story([BEGIN, COUNT], counted(2)))).toBe(4);
    expect(lengthOf(story([BEGIN, COUNT, STAGE], asks("quest_stage", "stg_b")))).toBe(3);
    expect(lengthOf(story([BEGIN, COUNT], asks("quest_stage", "stg_b")))).toBe(5);
  });

  test("proves that nothing moves it there, where every state was looked at", () => {
    expect(lengthOf(story([COUNT, STAGE], counted(1)))).toBe("none");
    expect(lengthOf(story([BEGIN, COUNT], asks("quest_state", "failed")))).toBe("none");
  });
});

test("what is learnt behind a quest is not sure: its host moves it too", () => {
  const tell: Effect = { id: "ef_1", op: "fact.tell", target: "ent_odo", key: "fact_seal", value: null, when: [] };
  const behind = (asked: Expression) => {
    const { nodes, ...dialogue } = story([BEGIN], asked);
    const hub = nodes.get("hub");
    const branches = hub?.branches.map((each) => (each.id === "out" ? { ...each, effects: [tell] } : each)) ?? [];
    const aside = way("aside", "end", { conditions: holds(asked) });
    const both = [node("hub", [...branches, aside]), node("end", [])];
    return learntBefore(
      { ...dialogue, nodes: new Map(both.map((each) => [each.id, each])) },
      { who: "ent_odo", node: "end", budget: 100 },
    );
  };
  expect(behind(asks("quest_state", "failed")).isReached).toBeNull();
  expect(behind({ lit: false }).isReached).toBe(false);
});

describe("the playable part of a story", () => {
  test("has the quests that it asks about, and answers what is the same all along", () => {
    const moved = playablePart(story([BEGIN, COUNT], counted(2)));
    expect(moved.world?.quests).toEqual(WORLD.quests);
    const still = playablePart(story([], asks("quest_state", "active")));
    expect(still.world).toBeUndefined();
    expect(still.nodes.get("end")).toBeUndefined();
  });

  test("plays as the whole does, whatever is done", () => {
    const effects = fc.array(
      fc.constantFrom(BEGIN, COUNT, STAGE, effect("quest.set_state", { value: lit("failed") })),
      {
        minLength: 1,
        maxLength: 4,
      },
    );
    const asked = fc.constantFrom(counted(1), counted(3), asks("quest_stage", "stg_b"), asks("quest_state", "failed"));
    const picks = fc.array(fc.nat(), { maxLength: 12 });
    fc.assert(
      fc.property(effects, asked, picks, (made, condition, all) => {
        const whole = story(made, condition);
        const part = playablePart(whole);
        let pages = [begin(whole, {}), begin(part, {})] as const;
        for (const pick of all) {
          const [open, same] = [openOffers(pages[0].halt), openOffers(pages[1].halt)];
          expect(same.map(({ branch }) => branch.id)).toEqual(open.map(({ branch }) => branch.id));
          const at = pick % Math.max(1, open.length);
          const [ours, theirs] = [open[at], same[at]];
          if (ours === undefined || theirs === undefined) return;
          pages = [choose(whole, pages[0].state, ours.branch), choose(part, pages[1].state, theirs.branch)];
        }
      }),
      { numRuns: rounds({ gate: 60, full: 5_000 }), seed: TEST_SEED },
    );
  });
});
