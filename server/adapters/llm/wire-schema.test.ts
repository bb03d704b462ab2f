import { expect, it } from "vitest";
import { z } from "zod";
import type { JsonObject } from "#domain/json.ts";
import { toWireSchema, withoutAddedNulls } from "./wire-schema.ts";

const jsonSchemaOf = (schema: z.ZodType) => z.toJSONSchema(schema) as JsonObject;

const Node = z.strictObject({
  key: z.string().min(1).max(40),
  speaker: z.string().nullable(),
  mood: z.enum(["calm", "grim"]).optional(),
  note: z.string().nullable().optional(),
  choices: z
    .array(z.object({ text: z.string(), to: z.string().optional() }))
    .max(5)
    .optional(),
});

it("asks for every property, makes what was optional nullable, and leaves bounds out", () => {
  expect(toWireSchema(jsonSchemaOf(Node))).toEqual({
    type: "object",
    properties: {
      key: { type: "string" },
      speaker: { type: ["string", "null"] },
      mood: { type: ["string", "null"], enum: ["calm", "grim", null] },
      note: { type: ["string", "null"] },
      choices: {
        type: ["array", "null"],
        items: {
          type: "object",
          properties: { text: { type: "string" }, to: { type: ["string", "null"] } },
          required: ["text", "to"],
          additionalProperties: false,
        },
      },
    },
    required: ["key", "speaker", "mood", "note", "choices"],
    additionalProperties: false,
  });
});

it("reads a null as absent where it only stands for that, and nowhere else", () => {
  const answer = { key: "a", speaker: null, mood: null, note: null, choices: [{ text: "Go", to: null }] };
  const read = withoutAddedNulls(answer, jsonSchemaOf(Node));
  expect(read).toEqual({ key: "a", speaker: null, note: null, choices: [{ text: "Go" }] });
  expect(Node.safeParse(answer).success).toBe(false);
  expect(Node.parse(read)).toEqual(read);
});

it("follows references and alternatives", () => {
  const Tree = z.object({
    name: z.string(),
    get under() {
      return z.array(Tree).optional();
    },
  });
  const schema = jsonSchemaOf(
    z.object({
      root: Tree,
      step: z.discriminatedUnion("kind", [
        z.object({ kind: z.literal("say"), text: z.string(), aside: z.string().optional() }),
        z.object({ kind: z.literal("end"), text: z.string().nullable().optional() }),
      ]),
    }),
  );
  expect(JSON.stringify(toWireSchema(schema))).not.toMatch(/oneOf|\$schema/);
  const answer = {
    root: { name: "a", under: [{ name: "b", under: null }] },
    step: { kind: "say", text: "Hm.", aside: null },
  };
  expect(withoutAddedNulls(answer, schema)).toEqual({
    root: { name: "a", under: [{ name: "b" }] },
    step: { kind: "say", text: "Hm." },
  });
  const end = { root: { name: "a", under: null }, step: { kind: "end", text: null } };
  expect(withoutAddedNulls(end, schema)).toEqual({ root: { name: "a" }, step: { kind: "end", text: null } });
});
