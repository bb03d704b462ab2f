import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { isJsonObject, type Json, type JsonObject } from "#domain/json.ts";
import { runToEnd } from "#domain/steps.ts";
import { PROBLEMS } from "../../kernel/problem-catalogue.ts";
import { parseInput } from "../../kernel/validation/parse.ts";
import { listOperations } from "../../operations.ts";
import { describeApi } from "./document.ts";
import { FIELD_GLOSSARY } from "./field-glossary.ts";
import { MAX_EXAMPLE_CHARACTERS, RECORDED_EXAMPLES } from "./recorded-examples.ts";
import { exampleAsSent } from "./stream-schema.ts";

const operations = listOperations();
const document = runToEnd(describeApi(operations, "https://fabula.example"));

function at(...path: string[]): Json {
  return path.reduce<Json>((value, key) => (isJsonObject(value) ? (value[key] ?? null) : null), document);
}

/** Returns the path of the component that a reference names. */
function componentPath({ $ref }: JsonObject): string[] {
  return typeof $ref === "string" ? $ref.slice("#/".length).split("/") : ["nowhere"];
}

function describedOperations(): { name: string; described: JsonObject }[] {
  return Object.entries(at("paths") ?? {}).flatMap(([path, methods]) =>
    Object.entries(methods as JsonObject).map(([method, described]) => ({
      name: `${method} ${path}`,
      described: described as JsonObject,
    })),
  );
}

/** Returns the codes that an operation is said to answer. */
function codesOf(path: string, method: string): string[] {
  const responses = at("paths", path, method.toLowerCase(), "responses") as JsonObject;
  return Object.values(responses).flatMap((response) => {
    const resolved = isJsonObject(response) && response.$ref !== undefined ? at(...componentPath(response)) : response;
    const { content } = resolved as { content?: Record<string, { examples?: object }> };
    return Object.keys(content?.["application/json"]?.examples ?? {});
  });
}

describe("the interface description", () => {
  it("names version 1.0.0 of the interface and bearer keys", () => {
    expect(at("openapi")).toBe("3.1.0");
    expect(at("info", "version")).toBe("1.0.0");
    expect(at("components", "securitySchemes", "bearerAuth")).toMatchObject({ type: "http", scheme: "bearer" });
  });

  it("describes every operation with its scope, and each response it can give", () => {
    for (const { operation, area, name } of operations) {
      const described = at("paths", operation.path, operation.method.toLowerCase());
      expect(described, `${area}.${name}`).toMatchObject({
        operationId: `${area}_${name}`,
        summary: operation.summary,
        security:
          operation.scope === null
            ? operation.byLink
              ? [{ shareLink: [] }]
              : []
            : [{ bearerAuth: [operation.scope] }],
      });
      const statuses = Object.keys((described as { responses: JsonObject }).responses);
      expect(statuses).toEqual(expect.arrayContaining([String(operation.status), "422", "429", "500", "503"]));
      expect(statuses.includes("401")).toBe(operation.scope !== null || operation.byLink);
      expect(statuses.includes("403")).toBe(operation.scope !== null);
      if (operation.path.includes("{")) expect(statuses).toContain("404");
      if (operation.method !== "GET") expect(statuses).toContain("413");
    }
  });

  it("says where tokens of players are refused, and archived projects", () => {
    for (const { operation, area, name } of operations) {
      const codes = codesOf(operation.path, operation.method);
      const isClosed = operation.scope !== null && operation.forPlayers === null;
      if (isClosed) expect(codes, `${area}.${name}`).toContain("forbidden");
      const isWrite = operation.kind === "project-write" && !operation.whileArchived;
      expect(codes.includes("project_archived"), `${area}.${name}`).toBe(isWrite);
    }
  });

  it("names the codes of links and of the canon where the world is changed", () => {
    const world = "/v1/projects/{project_id}";
    expect(codesOf(`${world}/entities/{entity_id}`, "PATCH")).toEqual(
      expect.arrayContaining(["linked", "canon_violation"]),
    );
    expect(codesOf(`${world}/facts`, "POST")).toContain("canon_violation");
    expect(codesOf(`${world}/subjects/{subject_id}/restore`, "POST")).toContain("linked");
  });

  it("names every code at an address that answers it, but those of requests that reach none", () => {
    const named = new Set(
      describedOperations().flatMap(({ name }) => {
        const [method = "", path = ""] = name.split(" ");
        return codesOf(path, method);
      }),
    );
    expect(Object.keys(PROBLEMS).filter((code) => !named.has(code))).toEqual([
      "bad_request",
      "request_timeout",
      "headers_too_large",
    ]);
  });

  it("describes GraphQL and its schema", () => {
    expect(codesOf("/v1/graphql", "POST")).toEqual(
      expect.arrayContaining([
        "invalid_query",
        "unauthorized",
        "forbidden",
        "not_found",
        "rate_limited",
        "internal_error",
      ]),
    );
    expect(at("paths", "/v1/graphql", "get", "responses", "200", "content")).toHaveProperty("text/html");
    expect(at("paths", "/v1/graphql/schema.graphql", "get", "security")).toEqual([]);
  });

  it("says where an operation travels in time", () => {
    for (const { operation } of operations) {
      const described = at("paths", operation.path, operation.method.toLowerCase()) as {
        parameters: { name?: string }[];
      };
      expect(
        described.parameters.some(({ name }) => name === "at_seq"),
        operation.path,
      ).toBe(operation.timeTravel);
    }
  });

  it("gives an example that validates for every body", () => {
    const lacking: string[] = [];
    for (const { operation, area, name } of operations) {
      if (operation.body === undefined) continue;
      if (operation.example === null) lacking.push(`${area}.${name}`);
      else
        expect(
          parseInput(operation.body, operation.example, { root: "body", lax: false }),
          `${area}.${name}`,
        ).toMatchObject({ ok: true });
    }
    expect(lacking).toEqual([]);
  });

  it("shows a recorded answer of every operation, each as its schema says today (else: npm run record-examples)", () => {
    for (const { operation, area, name } of operations) {
      const example = RECORDED_EXAMPLES[`${area}.${name}`];
      const parsed = operation.output.safeParse(example);
      expect([`${area}.${name}`, parsed.error?.issues ?? []]).toEqual([`${area}.${name}`, []]);
      // Parsing drops what is not declared.
      expect(parsed.data, `${area}.${name}`).toEqual(example);
      expect(JSON.stringify(example).length, `${area}.${name}`).toBeLessThanOrEqual(MAX_EXAMPLE_CHARACTERS);
      const { responses } = at("paths", operation.path, operation.method.toLowerCase()) as { responses: JsonObject };
      expect(responses[String(operation.status)]).toMatchObject({
        content:
          operation.resumption === null
            ? { "application/json": { example } }
            : { "text/event-stream": { example: exampleAsSent(example, operation.resumption.idOf) } },
      });
    }
    expect(Object.keys(RECORDED_EXAMPLES)).toHaveLength(operations.length);
  });

  it("uses each tag it declares, and declares each it uses", () => {
    const used = new Set(describedOperations().flatMap(({ described }) => described.tags as string[]));
    expect((at("tags") as { name: string }[]).map(({ name }) => name).sort()).toEqual([...used].sort());
  });

  it("describes every parameter and every field, and the glossary explains nothing that is not there", () => {
    const lacking: string[] = [];
    const texts = new Set<unknown>();
    const see = (schema: Json, where: string): void => {
      if (!isJsonObject(schema)) return;
      for (const [name, field] of Object.entries(isJsonObject(schema.properties) ? schema.properties : {})) {
        const described = isJsonObject(field)
          ? (field.description ?? at(...componentPath(field), "description"))
          : null;
        if (typeof described !== "string" || described === "") lacking.push(`${where}.${name}`);
        texts.add(described);
        see(field, `${where}.${name}`);
      }
      for (const keyword of ["items", "additionalProperties"]) see(schema[keyword] ?? null, where);
      for (const keyword of ["anyOf", "oneOf", "allOf"]) {
        for (const form of (schema[keyword] as Json[] | undefined) ?? []) see(form, where);
      }
    };
    for (const [name, schema] of Object.entries(at("components", "schemas") as JsonObject)) see(schema, name);
    for (const { name, described } of describedOperations()) {
      for (const parameter of (described.parameters ?? []) as JsonObject[]) {
        if (parameter.$ref !== undefined) continue;
        if (typeof parameter.description !== "string") lacking.push(`${name}?${parameter.name}`);
        texts.add(parameter.description);
      }
      for (const [status, response] of Object.entries(described.responses as JsonObject)) {
        const content = (response as { content?: Record<string, { schema?: Json }> }).content ?? {};
        for (const { schema } of Object.values(content)) see(schema ?? null, `${name} ${status}`);
      }
    }
    expect(lacking).toEqual([]);
    const said = [...texts].join("\n");
    expect(Object.entries(FIELD_GLOSSARY).filter(([, meaning]) => !said.includes(meaning))).toEqual([]);
  });

  it("names what is sent and answered, and lets no default make a field of a request mandatory", () => {
    for (const { name, described } of describedOperations()) {
      const body = described.requestBody as { content: { "application/json": { schema: JsonObject } } } | undefined;
      if (body !== undefined) expect(Object.keys(body.content["application/json"].schema), name).toEqual(["$ref"]);
    }
    const sent = new Set<string>();
    const reach = (value: Json): void => {
      for (const [, id = ""] of JSON.stringify(value).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
        if (sent.has(id)) continue;
        sent.add(id);
        reach(at("components", "schemas", id));
      }
    };
    for (const { described } of describedOperations()) reach(described.requestBody ?? null);
    expect(sent.size).toBeGreaterThan(40);
    // A field may be called `default`; its value is a schema then.
    const keyword = /"default":(?!\{"(?:anyOf|type|description)")/;
    for (const id of sent) expect(JSON.stringify(at("components", "schemas", id)), id).not.toMatch(keyword);
  });

  it("tells the forms of a union apart by a field whose every value leads to a component", () => {
    const unions = Object.values(at("components", "schemas") as JsonObject).filter(
      (schema): schema is JsonObject => isJsonObject(schema) && schema.oneOf !== undefined,
    );
    expect(unions.length).toBeGreaterThanOrEqual(2);
    for (const { oneOf, discriminator } of unions) {
      const { mapping } = discriminator as { propertyName: string; mapping: Record<string, string> };
      expect(Object.values(mapping).sort()).toEqual((oneOf as { $ref: string }[]).map(({ $ref }) => $ref).sort());
    }
    expect(JSON.stringify(at("paths"))).not.toContain('"oneOf"');
  });

  it("names no response after several codes", () => {
    expect(
      Object.keys(at("components", "responses") as JsonObject).filter((name) => /[a-z]Or[A-Z]/.test(name)),
    ).toEqual([]);
  });

  it("resolves every reference", () => {
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)].map((match) => match[1] ?? "");
    expect(references.length).toBeGreaterThan(100);
    for (const reference of new Set(references)) expect(at(...reference.split("/")), reference).not.toBeNull();
  });

  it("lints clean", async () => {
    const root = fileURLToPath(new URL("../../../", import.meta.url));
    const folder = mkdtempSync(join(tmpdir(), "fabula-openapi-"));
    try {
      const file = join(folder, "openapi.json");
      writeFileSync(file, JSON.stringify(document));
      const cli = join(root, "node_modules/@redocly/cli/bin/cli.js");
      const quiet = { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" };
      const args = [cli, "lint", file, "--config", join(root, "redocly.yaml"), "--format", "stylish"];
      const { stderr, stdout } = await promisify(execFile)(process.execPath, args, { env: quiet });
      expect(`${stdout}${stderr}`).not.toMatch(/warning|error/i);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
