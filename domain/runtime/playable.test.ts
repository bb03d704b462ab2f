import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Effect, Expression } from "../expression.ts";
import { attempt, isOver } from "./log.ts";
import { playablePart } from "./playable.ts";
import { begin, offersOf, openOffers, type Page } from "./run.ts";
import { randomStory } from "./story.arbitrary.ts";
import { way as branch, dialogue as dialogueOf, node, variable } from "./story.fixture.ts";
import type { PlayedDialogue, World } from "./story.ts";
import { dialogueOf as storyFrom } from "./vector.ts";

/** Returns the parts of a page that a reader sees. */
const seen = ({ said, halt, nodes }: Page) => ({
  nodes,
  said: said.map(({ text, text_marks }) => [text, text_marks]),
  halt: halt.kind,
  offers: offersOf(halt)
    .filter(({ shown }) => shown)
    .map(({ branch: { id }, text, text_marks, available }) => [id, text, text_marks, available]),
});

describe("the part of a story that can be come to", () => {
  test("plays as the whole does, whatever is done", () => {
    fc.assert(
      fc.property(randomStory, fc.nat(1_000_000), fc.array(fc.nat(5), { maxLength: 12 }), (random, seed, picks) => {
        const whole = storyFrom({ dialogue: random });
        const part = playablePart(whole);
        let pages = { whole: begin(whole, { seed }), part: begin(part, { seed }) };
        expect(seen(pages.part)).toEqual(seen(pages.whole));
        for (const pick of picks) {
          if (isOver(pages.whole)) return;
          const open = openOffers(pages.whole.halt);
          const chosen = open[pick % Math.max(1, open.length)];
          const action = chosen === undefined ? { answer: {} } : { choose: chosen.branch.id };
          const next = {
            whole: attempt(whole, pages.whole.state, action),
            part: attempt(part, pages.part.state, action),
          };
          if (typeof next.whole === "string" || typeof next.part === "string") {
            expect(next.part).toBe(next.whole);
            return;
          }
          pages = { whole: next.whole, part: next.part };
          expect(seen(pages.part)).toEqual(seen(pages.whole));
        }
      }),
    );
  });

  test("keeps the values at paths whose keys all objects have, and leaves all objects alone", () => {
    const properties = JSON.parse('{"__proto__":{"polluted":"p"},"constructor":{"prototype":{"a":1}},"b":2}');
    const paths = ["__proto__.polluted", "constructor.prototype.a", "toString"];
    const effects = paths.map((key) => ({
      id: key,
      op: "property.set" as const,
      target: "ent_a",
      key,
      value: { lit: "changed" },
      when: [],
    }));
    const asked = paths.map((path, at) => ({
      id: `c${at}`,
      op: "eq" as const,
      args: [{ entity: "ent_a", path }, { var: "v" }] as [Expression, Expression],
    }));
    const whole = {
      ...dialogueOf([node("a", [branch("b", "a", { effects }), branch("c", "a", { conditions: asked })])]),
      variables: new Map([["v", { id: "v", name: "v", type: "string" as const, default: "", enum_values: [] }]]),
      world: { entities: { ent_a: { parent_id: null, properties } }, relationships: [], facts: [], time: null },
    };
    const { world } = playablePart(whole);
    expect(JSON.stringify(world?.entities.ent_a?.properties)).toBe(
      '{"__proto__":{"polluted":"p"},"constructor":{"prototype":{"a":1}}}',
    );
    expect(Object.hasOwn(Object.prototype, "polluted")).toBe(false);
  });

  test("keeps the marks on words that are read, and literal braces", () => {
    const whole = {
      ...dialogueOf([
        node("a", [branch("b", "a", { choice_text: "So {v}", text_marks: [{ kind: "strong", start: 0, end: 2 }] })], {
          text: "Take {v}",
          text_marks: [
            { kind: "emphasis", start: 0, end: 4 },
            { kind: "literal", start: 5, end: 8 },
          ],
        }),
      ]),
      variables: new Map([["v", { id: "v", name: "v", type: "string" as const, default: "care", enum_values: [] }]]),
    };
    const first = seen(begin(playablePart(whole), { seed: 1 }));
    expect(first.said).toEqual([["Take {v}", [{ kind: "emphasis", start: 0, end: 4 }]]]);
    expect(first).toEqual(seen(begin(whole, { seed: 1 })));
  });

  test("holds no word, name or id of what nobody comes to", () => {
    const secret = { op: "opaque", format: "twee", source: "SECRET-SOURCE" } as const;
    const whole = {
      ...dialogueOf([
        node("gate", [
          branch("go", "inn"),
          branch("shut", "SECRET-behind", { choice_text: "SECRET-words", conditions: [{ id: "c", ...secret }] }),
          branch("poor", "SECRET-rich", {
            choice_text: "SECRET-bribe",
            conditions: [{ id: "d", op: "eq", args: [{ entity: "ent_a", path: "purse" }, { lit: "SECRET-full" }] }],
          }),
          branch("told", "inn", {
            effects: [{ id: "f", op: "emit", target: "SECRET-target", value: { lit: "SECRET-host" }, when: [] }],
          }),
        ]),
        node("inn", [
          branch("back", "gate", { conditions: [{ id: "g", fn: "visited", args: [{ ref: "SECRET-rich" }] }] }),
        ]),
        node("SECRET-behind", [], { text: "SECRET-text" }),
        node("SECRET-rich", [branch("SECRET-branch", "inn")]),
      ]),
      world: {
        entities: { ent_a: { parent_id: null, properties: { purse: "empty", note: "SECRET-note" } } },
        relationships: [],
        facts: [{ subject_id: "ent_a", predicate: "SECRET-is", value: "SECRET-fact" }],
        time: null,
      },
    };
    const part = playablePart(whole);
    const text = JSON.stringify(part, (_, value) => (value instanceof Map ? [...value] : value));
    expect(text).not.toContain("SECRET");
    expect([...part.nodes.keys()]).toEqual(["gate", "inn"]);
    expect(part.world).toBeUndefined();
    expect(seen(begin(part))).toEqual(seen(begin(whole)));
  });
});

test("what the reader may not read is no value in the part, and conditions about it come out as they do", () => {
  const plan: Expression = { entity: "ent_odo", path: "plan" };
  const eq = (a: Expression, b: Expression): Expression => ({ op: "eq", args: [a, b] });
  const set = (value: Expression): Effect => ({
    id: "ef_1",
    op: "set",
    target: "var_x",
    value,
    when: [eq(plan, plan)],
  });
  const choices = [
    branch("open", "gate", { conditions: [{ ...eq(plan, { lit: "canary" }), id: "" }] }),
    branch("shut", "gate", { conditions: [{ ...eq(plan, { lit: "none" }), id: "" }] }),
    branch("asked", "gate", { conditions: [{ ...eq({ var: "var_x" }, plan), id: "" }] }),
    branch("both", "gate", { conditions: [{ op: "all", args: [eq(plan, { lit: "canary" }), { lit: true }], id: "" }] }),
  ];
  const gate = node("gate", choices, { on_enter_effects: [set(plan), set({ entity: "ent_odo", path: "mood" })] });
  const worldWith = (properties: object): World => ({
    ...{ entities: { ent_odo: { parent_id: null, properties: { ...properties } } }, relationships: [], facts: [] },
    time: null,
  });
  const x = variable("var_x", "string", "");
  const whole = { ...dialogueOf([gate], [x]), world: worldWith({ plan: "canary", mood: "calm" }) };
  const part = playablePart(whole, () => null, { world: worldWith({ mood: "calm" }) });
  const told = JSON.stringify([[...part.nodes.values()], part.world]);
  expect(told).not.toContain("canary");
  expect(told).toContain('"lit":"calm"');
  const open = (of: PlayedDialogue) => openOffers(begin(of, { seed: 1 }).halt).map(({ branch }) => branch.id);
  expect([open(whole), open(part)]).toEqual([
    ["open", "both"],
    ["open", "both"],
  ]);
  expect(JSON.stringify([...playablePart(whole).nodes.values()])).toContain("canary");
});
