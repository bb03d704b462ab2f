import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { rounds } from "#test-size";
import type { Branch } from "../dialogue/wire.ts";
import type { Condition, Effect, Expression } from "../expression.ts";
import { explore } from "./explore.ts";
import { replay } from "./log.ts";
import { begin, choose, offersOf, type Page } from "./run.ts";
import { randomPlay } from "./story.arbitrary.ts";
import { dialogue, node, variable, way } from "./story.fixture.ts";
import type { PlayedDialogue, PlayNode, World } from "./story.ts";
import { hasText, orderOf } from "./value.ts";
import { dialogueOf, outcomeOf, perform, type VectorAction } from "./vector.ts";
import { type Meter, PAGE_LIMITS } from "./work.ts";

const fn = (name: string, ...args: Expression[]) => ({ fn: name, args }) as Expression;
const not = (arg: Expression): Expression => ({ op: "not", args: [arg] });
const any = (count: number, make: (at: number) => Expression): Expression => ({
  op: "any",
  args: Array.from({ length: count }, (_, at) => make(at)),
});
const conditions = (count: number, expression: Expression): Condition[] =>
  Array.from({ length: count }, (_, at) => ({ id: `cnd_${at}`, ...expression }));
const effects = (count: number, make: (at: number) => Omit<Effect, "id" | "when">): Effect[] =>
  Array.from({ length: count }, (_, at) => ({ id: `ef_${at}`, when: [], ...make(at) }));
const many = <T>(count: number, make: (at: number) => T): T[] => Array.from({ length: count }, (_, at) => make(at));

/** Nodes without words that lead to one another for ever, and with other branches before. */
const ring = (length: number, branches: (id: string) => Branch[], more: Partial<PlayNode> = {}) =>
  many(length, (at) =>
    node(
      `r${at}`,
      [...branches(`r${at}`), way(`on${at}`, `r${(at + 1) % length}`, { kind: "auto", choice_text: "" })],
      { kind: "condition", text: "", ...more },
    ),
  );
const closed = (id: string, condition: Expression) =>
  way(id, "r0", { kind: "auto", choice_text: "", conditions: conditions(1, condition) });

function measured(story: PlayedDialogue, play: (played: PlayedDialogue) => Page = (played) => begin(played)) {
  const meter: Meter = { spent: 0 };
  const page = play({ ...story, meter });
  return { page, spent: meter.spent };
}

const ask = (id: string) => fn("has_any_content", { ref: id });
const long = variable("var_a", "string", "a".repeat(10_000));
const part = variable("var_b", "string", `b${"a".repeat(4_999)}`);
const set = variable(
  "var_s",
  "set",
  many(500, (at) => `value ${at}`),
  many(500, (at) => `value ${at}`),
);
const world = (ties: number): World => ({
  entities: Object.fromEntries(many(1_000, (at) => [`ent_${at}`, { parent_id: `ent_${at + 1}`, properties: {} }])),
  relationships: many(ties, () => ({ source_id: "ent_1", target_id: "ent_2", type: "has", properties: {} })),
  facts: [],
  time: 0,
});
const compared = (op: "has" | "lt" | "eq", a: string, b: string) =>
  closed(
    "x",
    any(200, () => ({ op, args: [{ var: a }, { var: b }] })),
  );

/** Stories whose page would take seconds, minutes or for ever. */
const HOSTILE: readonly (readonly [string, PlayedDialogue])[] = [
  [
    "dice in a circle",
    dialogue(
      ring(2, () => [
        closed(
          "x",
          any(80, () => not(fn("roll", { lit: 6 }, { lit: 1_000 }))),
        ),
      ]),
    ),
  ],
  [
    "a pool of a hundred thousand questions",
    dialogue(
      many(100, (at) =>
        node(
          `n${at}`,
          many(20, (nth) =>
            way(`x${at}.${nth}`, null, {
              conditions: conditions(
                1,
                any(100, (of) => not(ask(`n${of}`))),
              ),
            }),
          ),
        ),
      ),
    ),
  ],
  [
    "a long text in long texts",
    dialogue(
      ring(20, () => [compared("has", "var_a", "var_b")]),
      [long, part],
    ),
  ],
  [
    "the order of long texts",
    dialogue(
      ring(20, () => [compared("lt", "var_a", "var_a")]),
      [long],
    ),
  ],
  [
    "sets of many values",
    dialogue(
      ring(20, () => [compared("eq", "var_s", "var_s")]),
      [set],
    ),
  ],
  [
    "places of a thousand levels",
    {
      ...dialogue(
        ring(20, () => [
          closed(
            "x",
            any(20, () => fn("at_location", { lit: "ent_1" }, { lit: "" })),
          ),
        ]),
      ),
      world: world(0),
    },
  ],
  [
    "relationships of one pair",
    {
      ...dialogue(
        ring(20, () => [
          closed(
            "x",
            any(20, () => fn("has_item", { lit: "ent_1" }, { lit: "ent_2" }, { lit: 1e9 })),
          ),
        ]),
      ),
      world: world(10_000),
    },
  ],
  [
    "effects that write long texts",
    dialogue(
      ring(2, () => [], {
        on_enter_effects: effects(100, (at) => ({
          op: "set",
          target: "var_a",
          value: { var: at % 2 ? "var_a" : "var_b" },
        })),
      }),
      [long, part],
    ),
  ],
  [
    "a hundred effects in a circle",
    dialogue(
      ring(2, () => [], { on_enter_effects: effects(100, () => ({ op: "toggle", target: "var_t", value: null })) }),
      [variable("var_t", "boolean", false)],
    ),
  ],
  [
    "effects on a thousand properties",
    {
      ...dialogue(
        many(50, (at) =>
          node(`r${at}`, [way(`on${at}`, `r${at + 1}`, { kind: "auto", choice_text: "" })], {
            kind: "jump",
            text: "",
            on_enter_effects: effects(100, (nth) => ({
              op: "property.set",
              target: `ent_${at * 20 + (nth % 20)}`,
              key: `p${nth}`,
              value: { lit: 1 },
            })),
          }),
        ),
      ),
      world: world(0),
    },
  ],
];

describe("a page", () => {
  test.each(HOSTILE)("given %s, then it ends in a circle within its evaluations", (_, story) => {
    const { page, spent } = measured(story);
    expect(page.halt.kind).toBe("circle");
    expect(spent).toBeGreaterThan(PAGE_LIMITS.evaluations);
    // The last part that is spent on is a text, a die throw or a list: never more than some thousand evaluations.
    expect(spent).toBeLessThan(PAGE_LIMITS.evaluations * 1.1);
  });

  test("given nodes that ask one another for content, then each is looked at once for each depth", () => {
    const asking = (count: number) =>
      dialogue([
        node("n", [
          ...many(20, (at) =>
            way(`x${at}`, "n", {
              conditions: conditions(
                1,
                any(count, () => not(ask("n"))),
              ),
            }),
          ),
          way("y", "n"),
        ]),
      ]);
    const [few, twice] = [measured(asking(10)), measured(asking(20))];
    expect(offersOf(few.page.halt).filter(({ available }) => available)).toHaveLength(1);
    // Without what is remembered it grew with the eighth power.
    expect(twice.spent).toBeLessThan(few.spent * 2.5);
  });

  test("given a text that names a long value thousands of times, then it says as much as a text may", () => {
    const { page } = measured(dialogue([node("t", [way("x", "t")], { text: "{a}".repeat(33_000) })], [long]));
    expect(page.said[0]?.text).toBe(`${"a".repeat(PAGE_LIMITS.text)}…`);
  });

  test("given choices that name long values, then all of them say as much as a page may", () => {
    const choices = many(100, (at) => way(`x${at}`, "t", { choice_text: "{a}".repeat(300) }));
    const { page } = measured(dialogue([node("t", choices)], [long]));
    const said = offersOf(page.halt).map(({ text }) => text);
    expect(said).toHaveLength(100);
    const characters = said.reduce((sum, text) => sum + text.length, 0);
    expect(characters).toBeLessThanOrEqual(PAGE_LIMITS.page + said.length);
    expect(said.at(-1)).toBe("…");
  });

  test("given dialogues that end in one another with words, then all of them say as much as a page may", () => {
    const ending = (id: string, to: string) =>
      node(id, [], { text: "x".repeat(100_000), exit_to: { graph_id: to, node_id: null } });
    const other = { id: "dlg_2", start: null, nodes: new Map([["b", ending("b", "dlg_1")]]) };
    const { page } = measured({ ...dialogue([ending("a", "dlg_2")]), others: new Map([["dlg_2", other]]) });
    expect(page.halt.kind).toBe("circle");
    const characters = page.said.reduce((sum, { text }) => sum + text.length, 0);
    expect(characters).toBeLessThanOrEqual(PAGE_LIMITS.page + page.said.length);
  });

  test("given detours within detours, then it ends with those that may be under way and the values they may keep", () => {
    const detours = node("d", [way("in", "d", { kind: "auto", choice_text: "" })], { kind: "detour", text: "" });
    const own = many(1_000, (at) => ({ ...variable(`var_${at}`, "integer", 0), scope: "dialogue" as const }));
    const { page } = measured(dialogue([detours], own));
    expect(page.halt.kind).toBe("circle");
    expect(page.state.stack).toHaveLength(100);
  });

  test("given a circle, then what was done before stands and a saved game goes on from there", () => {
    const story = dialogue(
      ring(1, () => [], { on_enter_effects: effects(50, () => ({ op: "add", target: "var_n", value: { lit: 1 } })) }),
      [variable("var_n", "integer", 0)],
    );
    const { page } = measured(story);
    const changes = page.trace.filter(({ kind }) => kind === "changed");
    expect(page.state.values.var_n).toBe(changes.length);
    expect(page.state.at).toEqual({ graph: "dlg_1", node: "r0" });
  });
});

test("given steps that take too much work together, then they are not all played again", () => {
  const heavy = dialogue([
    node("t", [
      way("x", "t"),
      way("y", "t", {
        conditions: conditions(
          1,
          any(150, () => not(fn("roll", { lit: 6 }, { lit: 1_000 }))),
        ),
      }),
    ]),
  ]);
  const actions = many(100, () => ({ choose: "x" }));
  const { pages, misstep } = replay(heavy, { seed: 1 }, actions);
  expect(misstep).toEqual({ index: pages.length - 1, reason: "too_long" });
  expect(pages.length).toBeLessThan(10);
});

test("given states that take too much work, then an exploration is undecided", () => {
  const heavy = conditions(
    1,
    any(190, () => not(fn("roll", { lit: 6 }, { lit: 1_000 }))),
  );
  const story = dialogue(
    many(30, (at) => node(`n${at}`, [way(`x${at}`, `n${at + 1}`), way(`y${at}`, null, { conditions: heavy })])),
  );
  const { kind, states } = explore(story, { isWanted: () => false, budget: 20 });
  expect([kind, states < 10]).toEqual(["undecided", true]);
});

test("a story of any kind plays with limits as it does without", () => {
  const without = { evaluations: Infinity, text: Infinity, page: Infinity };
  fc.assert(
    fc.property(randomPlay, ({ told, seed, picks }) => {
      const story = dialogueOf({ dialogue: told });
      const unlimited = { ...story, meter: { spent: 0, limits: without } };
      const limited = { ...story, meter: { spent: 0 } };
      let action: VectorAction = { begin: { seed } };
      let page: Page | null = null;
      for (const pick of picks) {
        const before = limited.meter.spent;
        const [free, bound] = [unlimited, limited].map((each) => perform(each, page?.state ?? null, action));
        expect(limited.meter.spent - before).toBeLessThan(PAGE_LIMITS.evaluations);
        expect(bound === null || bound === undefined ? null : outcomeOf(bound)).toEqual(
          free === null || free === undefined ? null : outcomeOf(free),
        );
        page = bound ?? page;
        const open: readonly { branch: Branch }[] = page === null ? [] : offersOf(page.halt);
        const chosen = open[pick % Math.max(1, open.length)];
        action = chosen === undefined ? { answer: {} } : { choose: chosen.branch.id };
      }
    }),
    { numRuns: rounds({ gate: 60, full: 2_000 }) },
  );
});

test("texts are found and ordered as their characters say", () => {
  const letters = fc.string({ unit: fc.constantFrom("a", "b", "😀", "\ud83d", "\uffee"), maxLength: 12 });
  fc.assert(
    fc.property(letters, letters, fc.nat(2), (a, b, repeats) => {
      const [whole, sought] = [a.repeat(300), b.repeat(150 * repeats)];
      expect(hasText(whole, sought)).toBe(whole.includes(sought));
      const [left, right] = [[...a], [...b]].map((each) => each.map((one) => one.codePointAt(0) ?? 0));
      const at = left?.findIndex((one, index) => one !== right?.[index]) ?? -1;
      const order = at === -1 ? (left?.length ?? 0) - (right?.length ?? 0) : (left?.[at] ?? 0) - (right?.[at] ?? -1);
      expect(Math.sign(orderOf(a, b) ?? 0)).toBe(Math.sign(order));
    }),
    { numRuns: rounds({ gate: 100, full: 2_000 }) },
  );
});

test("given a playthrough of thousands of nodes, then a page copies what was visited once", () => {
  const length = 400;
  const story = dialogue(
    many(length, (at) =>
      at % 100 === 99
        ? node(`n${at}`, [way(`x${at}`, `n${(at + 1) % length}`)])
        : node(`n${at}`, [way(`x${at}`, `n${at + 1}`, { kind: "auto", choice_text: "" })], { kind: "jump", text: "" }),
    ),
  );
  let page = begin(story);
  for (let pages = 0; pages < 5; pages++) {
    const before = JSON.stringify(page.state);
    const [offer] = offersOf(page.halt);
    const next = choose(story, page.state, offer?.branch ?? way("", null));
    expect(JSON.stringify(page.state)).toBe(before);
    page = next;
  }
  expect(Object.keys(page.state.visits)).toHaveLength(length);
  expect(page.state.visits.n0).toMatchObject({ entered: 2, completed: 2 });
});
