import fc from "fast-check";
import { expect, test } from "vitest";
import { rounds } from "#test-size";
import type { Effect, Expression } from "../expression.ts";
import { playablePart } from "../runtime/playable.ts";
import { answer, begin, choose, openOffers } from "../runtime/run.ts";
import { randomPlay } from "../runtime/story.arbitrary.ts";
import { dialogue, node, way } from "../runtime/story.fixture.ts";
import { dialogueOf, outcomeOf } from "../runtime/vector.ts";
import { stateWithin } from "./state-within.ts";

const unnamed = (page: Parameters<typeof outcomeOf>[0]) => {
  const { nodes, said, halt, offers, draws } = outcomeOf(page);
  return {
    nodes,
    said,
    halt,
    offers: offers.filter(({ shown }) => shown).map(({ closed_by: _, ...offer }) => offer),
    draws,
  };
};

test("a file of a player plays on from its part of any state as the whole story does", () => {
  let moved = 0;
  fc.assert(
    fc.property(randomPlay, ({ told, seed, picks }) => {
      const whole = dialogueOf({ dialogue: told });
      const part = playablePart(whole);
      let page = begin(whole, { seed });
      for (const pick of picks) {
        const state = stateWithin(part, JSON.parse(JSON.stringify(page.state)), () => false);
        const offers = openOffers(page.halt);
        const taken = offers[pick % Math.max(1, offers.length)]?.branch;
        const isAsked = page.halt.kind === "command";
        const next = isAsked
          ? answer(whole, page.state)
          : taken === undefined
            ? null
            : choose(whole, page.state, taken);
        if (next === null) break;
        const own = [...part.nodes.values()].flatMap(({ branches }) => branches).find(({ id }) => id === taken?.id);
        const there = isAsked ? answer(part, state) : own === undefined ? null : choose(part, state, own);
        if (there === null) throw new Error(`the part has no way ${taken?.id}`);
        expect(unnamed(there)).toEqual(unnamed(next));
        page = next;
        moved += 1;
      }
    }),
    { numRuns: rounds({ gate: 400, full: 4_000 }) },
  );
  expect(moved).toBeGreaterThan(100);
});

test("a state keeps what the effects of its part change, though nothing asks about it", () => {
  const effect = (id: string, target: string): Effect => ({
    ...{ id, op: "property.set", target, key: "alive", value: { lit: false }, when: [] },
  });
  const gate = node("gate", [way("on", "yard")], {
    on_enter_effects: [effect("ef_1", "ent_odo"), effect("ef_2", "ent_ada")],
  });
  const entities = { ent_odo: { parent_id: null, properties: {} }, ent_ada: { parent_id: null, properties: {} } };
  const whole = { ...dialogue([gate, node("yard")]), world: { entities, relationships: [], facts: [], time: null } };
  const part = playablePart(whole, (each) => (each.target === "ent_odo" ? each : null));
  const { state } = begin(whole, { seed: 1 });
  expect(state.world).toHaveLength(2);
  expect(stateWithin(part, state, () => false).world).toEqual([
    { what: "property", entity: "ent_odo", key: "alive", value: false },
  ]);
  expect(begin(part, { seed: 1 }).state.world).toEqual(stateWithin(part, state, () => false).world);
});

test("a status that nothing asks about says no more than who lives", () => {
  const effect = (id: string, status: string): Effect => ({
    ...{ id, op: "property.set", target: "ent_odo", key: "status", value: { lit: status }, when: [] },
  });
  const gate = node("gate", [way("on", "gate")], {
    on_enter_effects: [effect("ef_1", "dead"), effect("ef_2", "heir")],
  });
  const entities = { ent_odo: { parent_id: null, properties: {} } };
  const whole = { ...dialogue([gate]), world: { entities, relationships: [], facts: [], time: null } };
  const part = playablePart(whole, (each) => ({ ...each, value: { lit: each.id === "ef_1" ? "dead" : "alive" } }));
  const { state } = begin(whole, { seed: 1 });
  const within = stateWithin(part, state, () => false);
  expect([state.world?.[0]?.value, within.world?.[0]?.value]).toEqual(["heir", "alive"]);
  expect(begin(part, { seed: 1 }).state.world).toEqual(within.world);
});

test("a covered property that the logic does not name is in neither part nor state, whatever else it asks", () => {
  const set = (id: string, key: string): Effect => ({
    ...{ id, op: "property.set", target: "ent_odo", key, value: { lit: `new ${key}` }, when: [] },
  });
  const asks: Expression[] = ["mood", "told.name"].map((path) => ({
    op: "eq",
    args: [{ entity: "ent_odo", path }, { lit: "calm" }],
  }));
  const gate = node("gate", [way("on", "gate", { conditions: asks.map((each) => ({ ...each, id: "" })) })], {
    on_enter_effects: [set("ef_1", "plan"), set("ef_2", "mood"), set("ef_3", "told.name")],
  });
  const entities = { ent_odo: { parent_id: null, properties: { told: {} } } };
  const world = { entities, relationships: [], facts: [], time: null };
  const whole = { ...dialogue([gate]), world };
  const isCovered = (_: string, path: string) => path !== "mood";
  const part = playablePart(whole, () => null, { isCovered });
  expect(JSON.stringify([...part.nodes.values()])).not.toContain("new plan");
  const { state } = begin(whole, { seed: 1 });
  expect(state.world).toHaveLength(3);
  const within = stateWithin(part, state, () => false, isCovered);
  expect(within.world?.map(({ key }) => key)).toEqual(["mood", "told.name"]);
  expect(begin(part, { seed: 1 }).state.world).toEqual(within.world);
});

test("a part has the record's own status only where it says who is dead, or something asks for it", () => {
  const heals: Effect = {
    ...{ id: "ef_1", op: "property.set", target: "ent_odo", key: "status", value: { lit: "alive" }, when: [] },
  };
  const gate = node("gate", [way("on", "gate")], { on_enter_effects: [heals] });
  const partOf = (status: string) => {
    const entities = { ent_odo: { parent_id: null, properties: { status } } };
    const whole = { ...dialogue([gate]), world: { entities, relationships: [], facts: [], time: null } };
    return playablePart(whole, (effect) => effect).world?.entities;
  };
  expect(partOf("secretly the heir")).toEqual({ ent_odo: { parent_id: null, properties: {} } });
  expect(partOf("Dead")).toEqual({ ent_odo: { parent_id: null, properties: { status: "Dead" } } });
});
