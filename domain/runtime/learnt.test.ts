import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { rounds } from "#test-size";
import type { Effect, Expression } from "../expression.ts";
import { joinLearnt, type Learnt, learntBefore } from "./learnt.ts";
import { answer, begin, choose, openOffers, type Page } from "./run.ts";
import { randomWorldStory } from "./story.arbitrary.ts";
import { dialogue, node, variable, way } from "./story.fixture.ts";
import { graphsOf, type PlayedDialogue, type PlayNode } from "./story.ts";
import { dialogueOf } from "./vector.ts";

const WENNA = "ent_wenna";
const story = (...nodes: PlayNode[]) => dialogue(nodes, [variable("var_n", "integer", 0)]);
const teach = (fact: string, more: Partial<Effect> = {}): Effect[] => [
  { id: `ef_${fact}`, op: "fact.tell", target: WENNA, key: fact, value: null, when: [], ...more },
];
const ask = (played: PlayedDialogue, id: string, budget = 5_000) =>
  learntBefore(played, { who: WENNA, node: id, budget });
const said = ({ facts }: Learnt) => facts.map(({ fact, ways, isSure, nodes }) => [fact, ways, isSure, nodes.join(" ")]);
const atLeast = (count: number) => [
  { id: "cnd_1", op: "gte" as const, args: [{ var: "var_n" }, { lit: count }] as [Expression, Expression] },
];

describe("what is learnt on the ways to a card", () => {
  test("is learnt always, on some ways, or on none that can be gone", () => {
    const played = story(
      node("gate", [way("in", "yard"), way("round", "wall"), way("never", "crypt", { conditions: atLeast(9) })], {
        on_enter_effects: teach("fact_gate"),
      }),
      node("yard", [way("on", "hall", { effects: teach("fact_yard") })]),
      node("wall", [way("along", "hall")]),
      node("crypt", [way("up", "hall")], { on_enter_effects: teach("fact_crypt") }),
      node("hall", [way("out", "end")], { on_enter_effects: teach("fact_hall") }),
      node("end", [], { on_enter_effects: teach("fact_end") }),
    );
    expect(said(ask(played, "hall"))).toEqual([
      ["fact_gate", "always", true, "gate"],
      ["fact_yard", "some", true, "yard"],
      ["fact_crypt", "none", true, "crypt"],
    ]);
    expect(said(ask(played, "gate"))).toEqual([]);
    expect(ask(story(node("gate"), node("island")), "island")).toEqual({ isReached: false, facts: [] });
  });

  test("goes by what conditions allow: two cards that stand for each other teach it on every way", () => {
    const sets = (value: number): Effect[] => [
      { id: "ef_1", op: "set", target: "var_n", value: { lit: value }, when: [] },
    ];
    const played = story(
      node("gate", [way("coin", "bridge", { effects: sets(1) }), way("none", "bridge", { effects: sets(2) })]),
      node("bridge", [
        way("pay", "payer", { conditions: atLeast(2) }),
        way("talk", "talker", { conditions: [{ id: "cnd_2", op: "not", args: [atLeast(2)[0] as Expression] }] }),
      ]),
      node("payer", [way("p", "far")], { on_enter_effects: teach("fact_toll") }),
      node("talker", [way("t", "far")], { on_enter_effects: teach("fact_toll", { value: { lit: "heard" } }) }),
      node("far"),
    );
    expect(said(ask(played, "far"))).toEqual([["fact_toll", "always", true, "payer talker"]]);
  });

  test("counts a card that comes round to itself, whoever speaks as present, and nothing known before", () => {
    const played: PlayedDialogue = {
      ...story(
        node("well", [way("again", "well"), way("go", "road")], {
          speaker_id: WENNA,
          on_enter_effects: [...teach("fact_deep", { target: null }), ...teach("fact_old")],
        }),
        node("road"),
      ),
      world: {
        entities: { [WENNA]: { parent_id: null, properties: {} } },
        relationships: [],
        facts: [],
        knowledge: [{ entity_id: WENNA, fact_id: "fact_old" }],
        time: null,
      },
    };
    expect(said(ask(played, "well"))).toEqual([["fact_deep", "some", true, "well"]]);
    expect(said(ask(played, "road"))).toEqual([["fact_deep", "always", true, "well"]]);
  });

  test("without a proof it goes by how cards are connected, and says so", () => {
    const many = Array.from({ length: 8 }, (_, at) =>
      node(`turn_${at}`, [
        way(`left_${at}`, `turn_${at + 1}`, {
          effects: [{ id: `ef_l${at}`, op: "mul", target: "var_n", value: { lit: 3 }, when: [] }],
        }),
        way(`right_${at}`, `turn_${at + 1}`, {
          effects: [{ id: `ef_r${at}`, op: "add", target: "var_n", value: { lit: 1 }, when: [] }],
        }),
      ]),
    );
    const played = story(
      node("gate", [way("in", "turn_0")], { on_enter_effects: teach("fact_gate") }),
      ...many,
      node("turn_8", [way("vault", "vault", { conditions: atLeast(9_999) }), way("on", "end")]),
      node("vault", [way("out", "end")], { on_enter_effects: teach("fact_vault") }),
      node("end", [way("sum", "end", { conditions: atLeast(7) })], { kind: "line" }),
    );
    expect(said(ask(played, "end", 20))).toEqual([
      ["fact_gate", "always", true, "gate"],
      ["fact_vault", "some", false, "vault"],
    ]);
    const hosted = story(
      node("gate", [way("in", "game"), way("past", "end")]),
      node("game", [way("won", "end")], { kind: "command", on_enter_effects: teach("fact_won") }),
      node("end"),
    );
    expect(said(ask(hosted, "end"))).toEqual([["fact_won", "some", true, "game"]]);
  });

  test("of several stories counts those that lead to the card", () => {
    const of = (ways: "always" | "some" | "none", isReached: boolean | null = true): Learnt => ({
      isReached,
      facts: [{ fact: "fact_1", ways, isSure: true, nodes: [ways] }],
    });
    const joined = (...all: Learnt[]) => joinLearnt(all).facts.map(({ ways }) => ways);
    expect(joined(of("always"), of("always"))).toEqual(["always"]);
    expect(joined(of("always"), of("some"))).toEqual(["some"]);
    expect(joined(of("always"), { isReached: true, facts: [] })).toEqual(["some"]);
    expect(joined(of("always"), { isReached: false, facts: [] })).toEqual(["always"]);
    expect(joined(of("none"), of("none"))).toEqual(["none"]);
    expect(joinLearnt([of("always", false)]).isReached).toBe(false);
  });

  test("never contradicts a playthrough", () => {
    const seen = { always: 0, some: 0, none: 0 };
    fc.assert(
      fc.property(randomWorldStory, fc.constantFrom("ent_a", "ent_b", "ent_inn"), (told, who) => {
        const played = dialogueOf({ dialogue: told });
        const pages = everyPage(played);
        for (const id of graphsOf(played)[0]?.nodes.keys() ?? []) {
          const { isReached, facts } = learntBefore(played, { who, node: id, budget: 400 });
          for (const { fact, ways, isSure } of facts) {
            if (isSure) seen[ways] += 1;
            for (const known of pages.flatMap((page) => knownAt(page, { node: id, who, fact }))) {
              expect(isReached).not.toBe(false);
              if (isSure) expect([fact, id, known ? "none" : "always"]).not.toEqual([fact, id, ways]);
            }
          }
        }
      }),
      { numRuns: rounds({ gate: 150, full: 5_000 }), endOnFailure: true },
    );
    expect(Math.min(seen.always, seen.some)).toBeGreaterThan(0);
  });
});

interface Played {
  readonly page: Page;
  readonly before: Page | null;
}

/** Pages of a story, played as they are, for a few seeds. */
function everyPage(played: PlayedDialogue): Played[] {
  let level: Played[] = [1, 2].map((seed) => ({ page: begin(played, { seed }), before: null }));
  const found = [...level];
  for (let turn = 0; turn < 5 && found.length < 300; turn++) {
    level = level.flatMap(({ page: before }) => {
      const answered = before.halt.kind === "command" ? answer(played, before.state) : null;
      const taken = openOffers(before.halt).map(({ branch }) => choose(played, before.state, branch));
      return [...(answered === null ? [] : [answered]), ...taken].map((page) => ({ page, before }));
    });
    found.push(...level);
  }
  return found;
}

/** Whether somebody knew a fact at each arrival of a page at a node, by what it and the page before it tell. */
function knownAt(
  { page, before }: Played,
  { node: id, who, fact }: { readonly node: string; readonly who: string; readonly fact: string },
): boolean[] {
  const is = (each: { what: string; key: string | null }, entity: string | null) =>
    each.what === "knowledge" && entity === who && each.key === fact;
  let known = before?.state.world?.some((each) => is(each, each.entity)) ?? false;
  return page.trace.flatMap((entry) => {
    if (entry.kind === "proposed") known ||= is(entry, entry.entity_id);
    return entry.kind === "entered" && entry.node_id === id ? [known] : [];
  });
}
