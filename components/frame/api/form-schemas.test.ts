import { expect, test } from "vitest";
import { z } from "zod";
import type { Json } from "#domain/json.ts";
import { listOperations } from "#server/operations.ts";

/** The operations that forms of the studio feed. */
const FED = [
  "billing.changePlan",
  "byok.create",
  "byok.rotate",
  "byok.update",
  "checkpoints.create",
  "entities.create",
  "generation.text",
  "keys.create",
  "keys.rotate",
  "keys.update",
  "members.changeMyPassword",
  "members.invite",
  "projects.copy",
  "projects.create",
  "projects.update",
  "sessions.respond",
  "shares.create",
  "variables.create",
  "variables.update",
  "waivers.createBatch",
  "webhooks.create",
  "webhooks.update",
];

/** Keywords that mean nothing to a form: texts for API callers, and defaults that apply without a form. */
const UNTOLD = ["$schema", "description", "default", "additionalProperties"];

/** The rules of a schema; `areNames` where the keys of an object are names and no keywords. */
function rules(value: Json, areNames = false): Json {
  if (Array.isArray(value)) return value.map((each) => rules(each));
  if (typeof value !== "object" || value === null) return value;
  const told = Object.entries(value).filter(([key]) => areNames || !UNTOLD.includes(key));
  return Object.fromEntries(told.map(([key, own]) => [key, rules(own, key === "properties" || key === "$defs")]));
}

test("the rules of forms are those of the operations; vitest -u writes them anew", async () => {
  const lines = listOperations()
    .map(({ area, name, operation }) => ({ name: `${area}.${name}`, body: operation.body }))
    .filter(({ name }) => FED.includes(name))
    .map(({ name, body }) => {
      const schema = z.toJSONSchema(body ?? z.never(), { io: "input", unrepresentable: "any" });
      return `${JSON.stringify(name)}: ${JSON.stringify(rules(schema as Json))}`;
    });
  expect(lines).toHaveLength(FED.length);
  await expect(`{\n${lines.toSorted().join(",\n")}\n}\n`).toMatchFileSnapshot("form-schemas.json");
});
