import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { isJsonObject, type Json } from "#domain/json.ts";
import { type ShapeField, shapeOf } from "../../ui/form/shape.ts";
import SCHEMAS from "../api/form-schemas.json";

const DATA = new URL("./data/", import.meta.url);

/** Bodies that forms fill in, by name: those of operations with a form of their own, and those of declared resources. */
const bodies: readonly (readonly [string, Json])[] = [
  ...Object.entries(SCHEMAS as unknown as Record<string, Json>),
  ...readdirSync(DATA)
    .filter((name) => name.endsWith(".json"))
    .flatMap((name) => {
      const { area, bodies: own } = JSON.parse(readFileSync(new URL(name, DATA), "utf8")) as {
        area: string;
        bodies: Record<string, Json>;
      };
      return Object.entries(own).map(([body, schema]) => [`${area}.${body}`, schema] as const);
    }),
];

/** Whether a schema is of a number, or of a number or nothing. */
function isOfNumber(schema: Json | undefined): boolean {
  if (!isJsonObject(schema) || "enum" in schema) return false;
  const kinds = Array.isArray(schema.anyOf)
    ? schema.anyOf.map((each) => (isJsonObject(each) ? each.type : null))
    : [schema.type].flat();
  const others = kinds.filter((kind) => kind !== "null");
  return others.length > 0 && others.every((kind) => kind === "number" || kind === "integer");
}

function numbersIn(schema: Json | undefined, fields: readonly ShapeField[], at: string): string[] {
  const properties = isJsonObject(schema) && isJsonObject(schema.properties) ? schema.properties : {};
  return fields.flatMap(({ name, shape }) => [
    ...(isOfNumber(properties[name]) ? [`${at}.${name}: ${shape.kind}`] : []),
    ...(shape.kind === "object" ? numbersIn(properties[name], shape.fields, `${at}.${name}`) : []),
  ]);
}

test("every field that is a number in its schema is a number field", () => {
  const found = bodies.flatMap(([name, schema]) => {
    const shape = isJsonObject(schema) ? shapeOf(schema) : null;
    return shape?.kind === "object" ? numbersIn(schema, shape.fields, name) : [];
  });
  expect(found.length).toBeGreaterThan(5);
  expect(found.filter((each) => !each.endsWith(": number"))).toEqual([]);
});
