import { expect, test } from "vitest";
import { runToEnd } from "#domain/steps.ts";
import { describeApi } from "../http/openapi/document.ts";
import { RUNTIME_FILES } from "../http/runtime-files.ts";
import { listOperations } from "../operations.ts";
import type { OpenApiDocument } from "./openapi-document.ts";
import { describeReference } from "./reference.ts";

const made: OpenApiDocument = {
  info: { title: "T", version: "1.0.0" },
  tags: [{ name: "projects", description: "All of it." }],
  paths: {
    "/v1/things/{thing_id}": {
      patch: {
        operationId: "bigThings_update",
        tags: ["projects"],
        summary: "Update a thing",
        description: "Says what it does.\n\nRequires the scope `write`.",
        parameters: [
          {
            name: "thing_id",
            in: "path",
            required: true,
            schema: { type: "string", pattern: "^ent_[0-9a-hjkmnp-tv-z]{26}$" },
          },
          { name: "at_seq", in: "query", schema: { type: "integer", minimum: 0 } },
          { $ref: "#/components/parameters/IfMatch" },
        ],
        requestBody: {
          required: true,
          content: {
            "application/json": {
              schema: {
                type: "object",
                required: ["name"],
                properties: {
                  name: { type: "string", minLength: 1, maxLength: 200 },
                  kind: { type: "string", enum: ["a", "b"], default: "a" },
                  parent: {
                    anyOf: [{ $ref: "#/components/schemas/Thing" }, { type: "null" }],
                    description: "Above it.",
                  },
                },
              },
              example: { name: "It's here" },
            },
          },
        },
        responses: {
          "200": { content: { "application/json": { schema: { $ref: "#/components/schemas/Thing" } } } },
          "422": { $ref: "#/components/responses/Invalid" },
          "404": { content: { "application/json": { examples: { not_found: {} } } } },
        },
      },
    },
  },
  components: {
    schemas: {
      Thing: { type: "object", properties: { id: { type: "string" }, inside: { $ref: "#/components/schemas/Thing" } } },
    },
    parameters: { IfMatch: { name: "If-Match", in: "header", schema: { type: "string" } } },
    responses: { Invalid: { content: { "application/json": {} } } },
  },
};

const [group] = describeReference(made).groups;
const operation = group?.areas[0]?.operations[0];

test("operations are grouped by tag, and within it by what they work on", () => {
  expect(group).toMatchObject({ tag: "projects", areas: [{ slug: "big-things", title: "Big things" }] });
});

test("the scope is read off the description and leaves it", () => {
  expect(operation).toMatchObject({ scope: "write", description: "Says what it does.", timeTravel: true });
});

test("parameters are told apart by place, with their bounds; shared ones are found", () => {
  expect(
    operation?.parameters.map(({ place, fields }) => [place, fields.map((field) => [field.name, ...field.facts])]),
  ).toEqual([
    ["Path parameters", [["thing_id", "an id, ent_…"]]],
    ["Query parameters", [["at_seq", "at least 0"]]],
    ["Headers", [["If-Match"]]],
  ]);
});

test("body fields say what they demand, and a component inside is unfolded once only", () => {
  const [name, kind, parent] = operation?.body?.fields ?? [];
  expect(name).toMatchObject({ required: true, facts: ["1 to 200 characters"] });
  expect(kind).toMatchObject({ required: false, facts: ['"a" · "b"', 'default "a"'] });
  expect(parent).toMatchObject({ type: "Thing", object: "Thing", nullable: true, description: "Above it." });
  expect(parent?.fields.map((field) => [field.name, field.fields.length])).toEqual([
    ["id", 0],
    ["inside", 0],
  ]);
});

test("the command names what the reader has to fill in, and survives a quote", () => {
  expect(operation?.samples[0]?.code).toBe(
    [
      'curl -X PATCH "$FABULA_URL/v1/things/$THING_ID" \\',
      '  -H "Authorization: Bearer $FABULA_KEY" \\',
      '  -H "Content-Type: application/json" \\',
      "  -d '{ \"name\": \"It'\\''s here\" }'",
    ].join("\n"),
  );
});

test("errors are listed by status with their codes", () => {
  expect(operation?.errors).toEqual([
    { status: "404", codes: ["not_found"] },
    { status: "422", codes: [] },
  ]);
});

test("the real interface is described whole: every operation once, each with a command and its errors", () => {
  const document = runToEnd(describeApi(listOperations(), "https://fabula.example")) as unknown as OpenApiDocument;
  const operations = describeReference(document).groups.flatMap((each) =>
    each.areas.flatMap((area) => area.operations),
  );
  const count = Object.values(document.paths).reduce((sum, methods) => sum + Object.keys(methods).length, 0);
  expect(operations).toHaveLength(count);
  expect(new Set(operations.map(({ id }) => id)).size).toBe(count);
  for (const { id, samples, scope, errors } of operations) {
    expect(
      samples.map(({ title }) => title),
      id,
    ).toEqual(["cURL", "TypeScript", "Python"]);
    expect(samples[0]?.code, id).toMatch(/^curl /);
    if (scope !== null) expect(errors.find(({ status }) => status === "401")?.codes, id).toContain("invalid_api_key");
  }
  expect(operations.filter(({ scope }) => scope === null).map(({ path }) => path)).toEqual([
    ...Object.keys(RUNTIME_FILES),
    "/v1/shared/story",
    "/v1/shared/paths",
    "/v1/joining",
    "/v1/joining",
    "/v1/demo/sessions",
    "/v1/demo/sessions/{session_id}/messages",
    "/v1/demo/sessions/{session_id}",
    "/v1/graphql/schema.graphql",
    "/health",
    "/ready",
    "/v1/openapi.json",
  ]);
});
