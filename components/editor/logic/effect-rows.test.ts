import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { EFFECT_SIGNATURES } from "#domain/effect-signatures.ts";
import { EFFECT_OPS, type Effect, type Expression, WORLD_EFFECT_OPS } from "#domain/expression.ts";
import { WAYS_TO_KNOW } from "#domain/expression-functions.ts";
import { rounds } from "#test-size";
import { type EffectRow, effectOfRow, effectRowOf, type WorldRow } from "./effect-rows.ts";

const value = fc.oneof(fc.boolean(), fc.integer(), fc.string());
const id = fc.constantFrom("var_1", "var_2");
const row: fc.Arbitrary<Exclude<EffectRow, { kind: "text" }>> = fc.oneof(
  fc.record({
    kind: fc.constant("variable" as const),
    op: fc.constantFrom(
      "set" as const,
      "add" as const,
      "sub" as const,
      "div" as const,
      "push" as const,
      "remove" as const,
    ),
    id,
    value,
  }),
  fc.record({
    kind: fc.constant("variable" as const),
    op: fc.constantFrom("toggle" as const, "clear" as const, "reset" as const),
    id,
    value: fc.constant(null),
  }),
  fc.record({
    kind: fc.constant("signal" as const),
    op: fc.constantFrom("emit" as const, "command" as const),
    name: fc.string(),
  }),
  fc
    .record({
      op: fc.constantFrom(...WORLD_EFFECT_OPS),
      entity: fc.constant("ent_1"),
      key: fc.constant("ent_2"),
      value,
      way: fc.constantFrom(null, ...WAYS_TO_KNOW),
    })
    .map(({ op, entity, key, value: given, way }): WorldRow => {
      const { target, key: keyOf, value: taken } = EFFECT_SIGNATURES[op];
      const is = { entity: target === null ? "" : entity, key: keyOf === undefined ? "" : key };
      return { kind: "world", op, ...is, value: taken === null ? null : taken === "how" ? way : given };
    }),
  fc.record({ kind: fc.constant("visits" as const), nodeId: fc.option(fc.constant("node_1")) }),
);
const expression: fc.Arbitrary<Expression> = fc.oneof(
  fc.record({ lit: fc.oneof(value, fc.constant(null)) }),
  fc.record({ var: id }),
  fc.record({ ref: fc.constant("node_1") }),
  fc.record({ op: fc.constant("opaque" as const), format: fc.constant("ink"), source: fc.string() }),
);
const effect: fc.Arbitrary<Omit<Effect, "id">> = fc
  .record({
    op: fc.constantFrom(...EFFECT_OPS),
    target: fc.option(id),
    key: fc.option(id),
    value: fc.option(expression),
    when: fc.array(expression, { maxLength: 1 }),
  })
  .map(({ key, ...given }) => ({ ...given, ...(key !== null && { key }) }));

describe("rows of effects", () => {
  it("read back what they wrote", () => {
    fc.assert(
      fc.property(row, (shown) => {
        expect(effectRowOf(effectOfRow(shown))).toEqual(shown);
      }),
    );
  });

  it("write back exactly what they read, and leave the rest as it is", () => {
    fc.assert(
      fc.property(effect, (given) => {
        const before = JSON.stringify(given);
        const shown = effectRowOf(given);
        expect(JSON.stringify(given)).toBe(before);
        if (shown.kind !== "text") expect(effectOfRow(shown)).toEqual(given);
      }),
      { numRuns: rounds({ gate: 400, full: 4_000 }) },
    );
  });

  it("cannot show a guarded effect, or one of another tool", () => {
    expect(effectRowOf({ op: "toggle", target: "var_1", value: null, when: [{ var: "var_2" }] }).kind).toBe("text");
    expect(effectRowOf({ op: "opaque", target: null, value: null, when: [] }).kind).toBe("text");
  });
});
