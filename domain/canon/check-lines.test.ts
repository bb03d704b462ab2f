import { expect, test } from "vitest";
import type { Branch } from "../dialogue/wire.ts";
import type { Effect } from "../expression.ts";
import { type CanonCard, type CanonDialogue, checkLines } from "./check-lines.ts";
import type { CanonRule } from "./finding.ts";
import { CANON_CATALOGUE } from "./kinds.ts";

const MARA = "ent_mara";

const RULE: CanonRule = {
  ...CANON_CATALOGUE.dead_do_not_act.defaults,
  id: "rule_dead",
  name: "The dead do not speak",
  reason: "",
  kind: "dead_do_not_act",
  mode: "warn",
  except_ids: [],
  conditions: [],
};

const becomes = (value: string, rest: Partial<Effect> = {}): Effect => ({
  id: "ef_1",
  op: "property.set",
  target: MARA,
  key: "status",
  value: { lit: value },
  when: [],
  ...rest,
});
const dies = becomes("dead");

/** A card, by what it leads to: `a>b,c` leads from a to b and c. */
function dialogueOf(
  ways: string,
  rest: Partial<CanonDialogue> & {
    on?: Record<string, Effect[]>;
    kinds?: Record<string, string>;
    along?: Record<string, Effect[]>;
  } = {},
): CanonDialogue {
  const { on = {}, kinds = {}, along = {}, ...own } = rest;
  const cards = ways.split(" ").map((each): CanonCard => {
    const [id = "", targets = ""] = each.split(">");
    const branches = targets.split(",").flatMap((target) =>
      target === ""
        ? []
        : [
            {
              id: `${id}${target}`,
              target_node_id: target,
              target_graph_id: null,
              effects: along[`${id}${target}`] ?? [],
            } as unknown as Branch,
          ],
    );
    const isMara = id.startsWith("m");
    return {
      id,
      kind: (kinds[id] ?? "line") as CanonCard["kind"],
      text: `Line ${id}.`,
      speaker_id: isMara ? MARA : "ent_other",
      on_enter_effects: on[id] ?? [],
      exit_to: null,
      branches,
      valid_from_seq: 1,
    };
  });
  return { id: "dlg_1", start_node_id: cards[0]?.id ?? null, cards, entries: new Set(), deaths: [], ...own };
}

const WHO = new Map([
  [
    MARA,
    { id: MARA, type: "character", name: "Mara", properties: {}, parent_id: null, created_seq: 1, valid_from_seq: 1 },
  ],
]);

/** The pairs of cards that contradict each other: where she dies, and where she speaks. */
const found = (dialogue: CanonDialogue, rule = RULE) =>
  checkLines(rule, dialogue, WHO).map(({ evidence }) => evidence.map(({ id }) => id).join(" "));

test("a line on a way that only comes through a death names both cards", () => {
  expect(found(dialogueOf("a>d d>x x>m m", { on: { d: [dies] } }))).toEqual(["d m"]);
  expect(found(dialogueOf("a>m m", { along: { am: [dies] } }))).toEqual(["a m"]);
});

test("a dialogue without a start, or whose start is gone, begins with its first card", () => {
  const ways = "a>d d>m m";
  for (const start_node_id of [null, "gone"])
    expect(found(dialogueOf(ways, { on: { d: [dies] }, start_node_id }))).toEqual(["d m"]);
});

test("a line that can be reached alive is none", () => {
  expect(found(dialogueOf("a>d,x d>x x>m m", { on: { d: [dies] } }))).toEqual([]);
  expect(found(dialogueOf("a>d d>m m>d", { on: { m: [dies] } }))).toEqual([]);
});

test("two ways with a death each are one", () => {
  expect(found(dialogueOf("a>d,e d>x e>x x>m m", { on: { d: [dies], e: [dies] } }))).toHaveLength(1);
});

test("last words are spoken alive, and the next ones are not", () => {
  expect(found(dialogueOf("a>m1 m1>m2 m2", { on: { m1: [dies] } }))).toEqual(["m1 m2"]);
});

test("what brings her back, or may, ends the death", () => {
  expect(found(dialogueOf("a>d d>b b>m m", { on: { d: [dies], b: [becomes("alive")] } }))).toEqual([]);
  const maybe = becomes("alive", { when: [{ lit: true }] });
  expect(found(dialogueOf("a>d d>b b>m m", { on: { d: [dies], b: [maybe] } }))).toEqual([]);
  const kinds = { b: "detour" };
  expect(found(dialogueOf("a>d d>b b>r,m r m", { kinds, on: { d: [dies], r: [becomes("alive")] } }))).toEqual([]);
});

test("a death under a condition is none", () => {
  expect(found(dialogueOf("a>d d>m m", { on: { d: [becomes("dead", { when: [{ lit: true }] })] } }))).toEqual([]);
});

test("a way in from another dialogue comes alive", () => {
  expect(found(dialogueOf("a>d d>x x>m m", { on: { d: [dies] }, entries: new Set(["x"]) }))).toEqual([]);
});

test("a fact of a card is a death on it", () => {
  const deaths = [{ fact_id: "fact_1", card_id: "d", subject_id: MARA, predicate: "died" }];
  expect(found(dialogueOf("a>d d>m m", { deaths }))).toEqual(["d m"]);
  const fact = becomes("", { op: "fact.set", key: "is_dead", value: { lit: true } });
  expect(found(dialogueOf("a>d d>m m", { on: { d: [fact] } }))).toEqual(["d m"]);
});

test("cards that cannot be reached, other types and exceptions are left out", () => {
  expect(found(dialogueOf("a d>m m", { on: { d: [dies] } }))).toEqual([]);
  expect(found(dialogueOf("a>d d>m m", { on: { d: [dies] } }), { ...RULE, entity_types: ["ghost"] })).toEqual([]);
  expect(found(dialogueOf("a>d d>m m", { on: { d: [dies] } }), { ...RULE, except_ids: [MARA] })).toEqual([]);
});
