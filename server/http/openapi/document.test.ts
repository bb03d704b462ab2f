import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { isJsonObject, type Json, type JsonObject } from "../../kernel/json.ts";
import { parseInput } from "../../kernel/validation/parse.ts";
import { listOperations } from "../../operations.ts";
import { describeApi } from "./document.ts";

const operations = listOperations();
const document = describeApi(operations, "https://fabula.example");

function at(...path: string[]): Json {
  return path.reduce<Json>((value, key) => (isJsonObject(value) ? (value[key] ?? null) : null), document);
}

function describedOperations(): { name: string; described: JsonObject }[] {
  return Object.entries(at("paths") ?? {}).flatMap(([path, methods]) =>
    Object.entries(methods as JsonObject).map(([method, described]) => ({
      name: `${method} ${path}`,
      described: described as JsonObject,
    })),
  );
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
        security: [{ bearerAuth: [operation.scope] }],
      });
      const statuses = Object.keys((described as { responses: JsonObject }).responses);
      expect(statuses).toEqual(
        expect.arrayContaining([String(operation.status), "401", "403", "422", "429", "500", "503"]),
      );
      if (operation.path.includes("{")) expect(statuses).toContain("404");
      if (operation.method !== "GET") expect(statuses).toContain("413");
    }
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

  it("uses each tag it declares, and declares each it uses", () => {
    const used = new Set(describedOperations().flatMap(({ described }) => described.tags as string[]));
    expect((at("tags") as { name: string }[]).map(({ name }) => name).sort()).toEqual([...used].sort());
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
