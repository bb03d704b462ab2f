import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { answers, keyOf, type ModelServer, startModelServer } from "#server/adapters/llm/model-server.fixture.ts";
import { compose } from "#server/context.ts";
import { KeyEncryptionKeys } from "#server/envelope/key-encryption-keys.ts";
import { rotateSecrets } from "#server/envelope/rotate-secrets.ts";
import { callWithKey } from "#server/features/byok/public.ts";
import type { Services } from "#server/operation/context.ts";
import { restoreBackup } from "#server/record/backup/restore.ts";
import { backupLines } from "#server/record/backup/write.ts";
import { sealed } from "#server/record/sealed-lines.ts";
import { resources } from "#server/resources.ts";
import { startTestApi, type TestApi } from "#tests/support/api.ts";

const KEY = "sk-canary-8d7c6b5a49382716";
const NEW = Buffer.alloc(32, 7);
const environment = { FABULA_OUTBOUND_ALLOW: "127.0.0.0/8" };

// biome-ignore lint/suspicious/noExplicitAny: tests look into whatever is answered.
type Loose = any;

let api: TestApi;
let server: ModelServer;
const open: { close(): Promise<void> }[] = [];
beforeAll(async () => {
  api = await startTestApi({ environment });
  server = await startModelServer(answers("Mara.", { usage: { input: 8, output: 2 } }));
});
afterEach(async () => {
  for (const each of open.splice(0)) await each.close();
});
afterAll(async () => {
  await api.close();
  await server.close();
});

const ask = (services: Services, projectId: string, byokId: string) => {
  const request = { model: "tale-1", system: "", prompt: "Who?", schema: null, maxOutputTokens: 50, seed: null };
  return callWithKey(
    services,
    projectId,
    byokId,
    { ...request, signal: AbortSignal.timeout(10_000) },
    { attemptId: "att_1" },
  );
};

async function stored(): Promise<{ projectId: string; id: string }> {
  const projectId = await api.makeProject();
  const body = { provider: "anthropic", key: KEY, base_url: server.url, models: { text: "tale-1" } };
  const made = await api.call<Loose>("POST", `/v1/projects/${projectId}/byok`, { body });
  expect(made.status).toBe(201);
  return { projectId, id: made.body.id };
}

test("a project that is restored from a backup has its keys without their secrets, and what they were used for", async () => {
  const { projectId, id } = await stored();
  await ask(api.services, projectId, id);
  const lines: string[] = [];
  await api.database.reads.transaction("snapshot", async (db) => {
    for await (const line of sealed(backupLines(db, { projectId, now: Date.now() }))) lines.push(line);
  });
  expect(lines.join("\n")).toContain(id);
  expect(lines.join("\n")).not.toMatch(/v1\|dek_/);
  const copy = await startTestApi({ environment });
  open.push(copy);
  const source = async function* () {
    yield* lines.map((line) => line.trimEnd());
  };
  await restoreBackup(copy.database, resources, source, {
    projectId: null,
    workspaceId: copy.home.id,
    intoEmpty: false,
  });
  const path = `/v1/projects/${projectId}/byok/${id}`;
  expect((await copy.call<Loose>("GET", path)).body).toMatchObject({
    status: "disabled",
    has_key: false,
    fingerprint: null,
    used_this_month: 10,
  });
  await expect(ask(copy.services, projectId, id)).rejects.toMatchObject({ kind: "key", code: "key_missing" });
  expect((await copy.call<Loose>("POST", `${path}/verify`)).body.code).toBe("provider_key_missing");
  await copy.call("POST", `${path}/rotate`, { body: { key: KEY } });
  expect(await ask(copy.services, projectId, id)).toMatchObject({ text: "Mara." });
});

test("keys open when the key of secrets was replaced, and stay sealed to whoever has the old one", async () => {
  const { projectId, id } = await stored();
  const { config } = api.fabula;
  const both = { encryptionKey: NEW, previousEncryptionKey: config.encryptionKey };
  await rotateSecrets(api.database, new KeyEncryptionKeys(both), { newDataKeys: true, now: Date.now() });
  const process = (keys: Partial<typeof config>) => {
    const made = compose({ ...config, worker: false, ...keys }, api.databaseUrl, { log: api.services.log });
    open.push(made);
    return made.services;
  };
  const calls = server.calls.length;
  const renewed = process({ encryptionKey: NEW, previousEncryptionKey: null });
  expect(await ask(renewed, projectId, id)).toMatchObject({ text: "Mara." });
  expect(keyOf(server.calls[calls] as Loose)).toBe(KEY);
  await expect(ask(process({}), projectId, id)).rejects.toMatchObject({ kind: "key", code: "key_missing" });
  expect(server.calls).toHaveLength(calls + 1);
});
