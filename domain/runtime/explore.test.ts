import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { rounds } from "#test-size";
import type { Branch } from "../dialogue/wire.ts";
import type { Expression } from "../expression.ts";
import { explore, explorer } from "./explore.ts";
import { walkThrough } from "./record-vectors.fixture.ts";
import { answer, begin, choose, openOffers, type Page } from "./run.ts";
import { randomPlay, randomStory, randomWorldStory } from "./story.arbitrary.ts";
import { dialogue, node, variable, way } from "./story.fixture.ts";
import type { PlayedDialogue, PlayNode } from "./story.ts";
import { dialogueOf, perform } from "./vector.ts";

const story = (...nodes: PlayNode[]) => dialogue(nodes, [variable("var_n", "integer", 0)]);
const at =
  (id: string) =>
  ({ state }: Page) =>
    state.at?.node === id;
const atLeast = (count: number) => [
  { id: "cnd_1", op: "gte" as const, args: [{ var: "var_n" }, { lit: count }] as [{ var: string }, { lit: number }] },
];
const add = (by: number) => [{ id: "ef_1", op: "add" as const, target: "var_n", value: { lit: by }, when: [] }];

/** Returns the parts of a page that players and hosts see. */
const likeness = ({ nodes, way, halt }: Page) =>
  `${way} > ${nodes}: ${halt.kind} ${openOffers(halt).map(({ branch }) => branch.id)}`;

/** Pages that whole states lead to, without leaving anything out of them, for a few seeds. */
function everyPage(played: PlayedDialogue, { depth, pages }: { depth: number; pages: number }): Page[] {
  const found = [1, 2, 3].map((seed) => begin(played, { seed }));
  let level = found;
  for (let turn = 0; turn < depth; turn++) {
    level = level.flatMap(({ state, halt }) => {
      const answered = halt.kind === "command" ? answer(played, state) : null;
      const taken = openOffers(halt).map(({ branch }) => choose(played, state, branch));
      return answered === null ? taken : [answered, ...taken];
    });
    found.push(...level);
    if (found.length > pages) break;
  }
  return found;
}

describe("exploring", () => {
  test("finds the shortest way through what has to be done before", () => {
    const well = story(
      node("well", [
        way("one", "well", { effects: add(1) }),
        way("three", "well", { effects: add(3) }),
        way("drink", "end", { conditions: atLeast(4) }),
      ]),
      node("end"),
    );
    const found = explore(well, { isWanted: at("end"), budget: 1_000 });
    expect(found).toMatchObject({ kind: "found" });
    expect(found.kind === "found" && found.way.map(({ branch }) => branch)).toHaveLength(4);
  });

  test("proves that there is none, though a value grows for ever that nothing asks for", () => {
    const mill = story(
      node("mill", [way("turn", "mill", { effects: add(1) }), way("leave", "shut")]),
      node("shut", [way("x", "end", { conditions: [{ id: "cnd_1", lit: false }] })]),
      node("end"),
    );
    expect(explore(mill, { isWanted: at("end"), budget: 1_000 })).toEqual({ kind: "none", states: 2 });
  });

  test("says that it could not decide where states have no end", () => {
    const mill = story(
      node("mill", [way("turn", "mill", { effects: add(1) }), way("leave", "end", { conditions: atLeast(1_000_000) })]),
      node("end"),
    );
    expect(explore(mill, { isWanted: at("end"), budget: 500 })).toMatchObject({ kind: "undecided" });
  });

  test("lets dice fall on every side, and says on which they have to", () => {
    const road = story(
      node("road", [way("left", "home", { weight: 1 }), way("right", "end", { weight: 1 })], {
        kind: "random",
        text: "",
      }),
      node("home"),
      node("end"),
    );
    expect(explore(road, { isWanted: at("end"), budget: 10 })).toMatchObject({
      kind: "found",
      way: [{ branch: null, dice: [1] }],
    });
  });

  test("a purse that only fills has an end where nothing asks for more, and none where it is spent again", () => {
    const fill = { id: "ef_1", op: "add" as const, target: "var_n", value: { lit: 1 }, when: [] };
    const rich = { id: "cnd_1", op: "gte" as const, args: [{ var: "var_n" }, { lit: 3 }] as [Expression, Expression] };
    const loop = (...more: Branch[]) =>
      story(
        node("a", [way("fill", "a", { effects: [fill] }), way("in", "b", { conditions: [rich] }), ...more]),
        node("b"),
      );
    expect(explore(loop(), { isWanted: at("gone"), budget: 500 })).toMatchObject({ kind: "none" });
    const spend = way("spend", "a", { effects: [{ ...fill, op: "sub" }] });
    expect(explore(loop(spend), { isWanted: at("gone"), budget: 500 })).toMatchObject({ kind: "undecided" });
    expect(explore(loop(spend), { isWanted: at("b"), budget: 500 })).toMatchObject({
      kind: "found",
      way: { length: 5 },
    });
  });

  test("an item that is only given counts as far as it is asked for, and no further", () => {
    const entities = { ent_a: { parent_id: null, properties: {} }, ent_b: { parent_id: null, properties: {} } };
    const give = {
      id: "ef_1",
      op: "inventory.give" as const,
      target: "ent_a",
      key: "ent_b",
      value: { lit: 1 },
      when: [],
    };
    const has = (count: number): Expression => ({
      fn: "has_item",
      args: [{ lit: "ent_a" }, { lit: "ent_b" }, { lit: count }],
    });
    const shop = (conditions: Expression[]) => ({
      ...story(
        node("a", [
          way("buy", "a", { effects: [give] }),
          way("go", "b", { conditions: conditions.map((each) => ({ id: "cnd_1", ...each })) }),
        ]),
        node("b"),
      ),
      world: { entities, relationships: [], facts: [], time: null },
    });
    expect(explore(shop([has(3)]), { isWanted: at("b"), budget: 50 })).toMatchObject({ way: { length: 5 } });
    expect(explore(shop([has(3), { op: "not", args: [has(2)] }]), { isWanted: at("b"), budget: 50 }).kind).toBe("none");
  });

  test("what a page only passes through is found, though another page ends alike", () => {
    const both = story(
      node("a", [way("left", "b"), way("right", "silent")]),
      node("silent", [way("on", "b", { kind: "auto" })], { kind: "instruction", text: "" }),
      node("b"),
    );
    const passes = ({ nodes }: Page) => nodes.includes("silent");
    expect(explore(both, { isWanted: passes, budget: 100 })).toMatchObject({ kind: "found", way: { length: 2 } });
  });

  test("what nobody asks for any more tells no states apart: rooms one behind the other add up and do not multiply", () => {
    const room = (id: string, next: string) =>
      node(id, [
        ...["x", "y", "z"].map((each) => way(`${id}${each}`, id, { repeat: "once" })),
        way(`${id}-out`, next, {
          conditions: [{ id: `cnd_${id}`, op: "not", args: [{ fn: "visits", args: [{ ref: `${id}x` }] }] }],
        }),
      ]);
    const house = story(room("a", "b"), room("b", "c"), room("c", "d"), node("d"));
    const { kind, states } = explore(house, { isWanted: at("gone"), budget: 10_000 });
    expect([kind, states]).toEqual(["none", 25]);
  });

  test("a way that is found is one that can be played", () => {
    fc.assert(
      fc.property(randomStory, fc.constantFrom("n1", "n2", "n3", "n4", "n5"), (told, wanted) => {
        const played = dialogueOf({ dialogue: told });
        const found = explore(played, { isWanted: at(wanted), budget: 60 });
        if (found.kind !== "found") return;
        const branches = new Map(
          [...played.nodes.values()].flatMap((each) => each.branches.map((branch) => [branch.id, branch])),
        );
        const [first, ...steps] = found.way;
        const withDice = (dice: readonly number[]) => {
          const left = [...dice];
          return { ...played, dice: () => left.shift() ?? 0 };
        };
        let page = begin(withDice(first?.dice ?? []));
        for (const { branch, dice } of steps) {
          const taken = branch === null ? undefined : branches.get(branch);
          if (taken === undefined) return;
          page = choose(withDice(dice), page.state, taken);
        }
        expect(page.state.at?.node).toBe(wanted);
      }),
      { numRuns: rounds({ gate: 30, full: 300 }) },
    );
  });

  test("what no condition can tell apart hides nothing: whatever page is come to without that, is come to with it", () => {
    const numRuns = rounds({ gate: 100, full: 1_000 });
    let whole = 0;
    fc.assert(
      fc.property(fc.oneof(randomStory, { weight: 2, arbitrary: randomWorldStory }), (told) => {
        const played = dialogueOf({ dialogue: told });
        const reduced = new Set<string>();
        const note = (page: Page) => reduced.add(likeness(page)) === null;
        if (explore(played, { isWanted: note, budget: 60 }).kind !== "none") return;
        whole += 1;
        for (const page of everyPage(played, { depth: 5, pages: 150 })) {
          expect(reduced.has(likeness(page)), `${likeness(page)} is hidden`).toBe(true);
        }
      }),
      { numRuns },
    );
    expect(whole).toBeGreaterThan(0.6 * numRuns);
  });

  test("what a walk comes to is found", () => {
    fc.assert(
      fc.property(randomPlay, (drawn) => {
        const walk = walkThrough(drawn, "walk");
        const played = dialogueOf(walk);
        const page = walk.steps.reduce<Page | null>((at, step) => perform(played, at?.state ?? null, step), null);
        const here = page?.state.at?.node ?? "";
        expect(explore(played, { isWanted: at(here), budget: 60 }).kind).not.toBe("none");
      }),
      { numRuns: rounds({ gate: 30, full: 300 }) },
    );
  });
});

test("what was looked at in one go is not looked at again in the next", () => {
  const count = { op: "add" as const, id: "ef_1", target: "var_n", value: { lit: 1 }, when: [] };
  const enough: Expression = { op: "gte", args: [{ var: "var_n" }, { lit: 300 }] };
  const mill = dialogue(
    [
      node("mill", [
        way("turn", "mill", { effects: [count] }),
        way("out", "end", { conditions: [{ id: "cnd_1", ...enough }] }),
      ]),
      node("end"),
    ],
    [variable("var_n", "integer", 0)],
  );
  const pages = (budgets: number[]) => {
    let looked = 0;
    const isWanted = () => {
      looked += 1;
      return false;
    };
    const go = explorer(mill, { isWanted });
    const outcomes = budgets.map((budget) => go(budget).kind);
    return { looked, outcomes };
  };
  const whole = pages([1_000]);
  expect(whole).toMatchObject({ outcomes: ["none"] });
  expect(whole.looked).toBeGreaterThan(300);
  expect(pages([10, 50, 200, 1_000])).toEqual({
    looked: whole.looked,
    outcomes: ["undecided", "undecided", "undecided", "none"],
  });
});
