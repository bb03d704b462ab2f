import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { strFromU8, unzipSync } from "fflate";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newId } from "#server/kernel/ids.ts";
import { replayProject } from "#server/record/replay.ts";
import { resources } from "#server/resources.ts";
import { expectInvalidAt } from "#tests/contract/expectations.ts";
import type { Loose } from "#tests/graphql/client.ts";
import { startTestApi, type TestApi } from "#tests/support/api.ts";
import { eventually } from "#tests/support/eventually.ts";
import { tablesWith } from "./traces.ts";

const CANARY = "quebra-mar";

let api: TestApi;
let folder: string;
let project: string;
let players: string;
let dialogue: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "fabula-erasures-"));
  api = await startTestApi({
    environment: { FABULA_ERASURES: join(folder, "erasures.ndjson"), FABULA_DATA_DIR: folder },
  });
  project = await api.makeProject();
  players = `/v1/projects/${project}/players`;
  const narrative = `/v1/projects/${project}/game-narrative`;
  ({ id: dialogue } = await ask("POST", `${narrative}/dialogues`, { name: "The gate" }));
  await ask("POST", `${narrative}/dialogues/${dialogue}/nodes`, { text: "Halt!" });
});
afterAll(async () => {
  await api.close();
  rmSync(folder, { recursive: true, force: true });
});

async function ask(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Loose> {
  const answer = await api.call<Loose>(method, path, body === undefined ? { headers } : { body, headers });
  if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body;
}

const profile = (name: string) => ({
  external_id: `${name}-id`,
  display_name: name,
  locale: "pt-PT",
  preferences: { content_limits: { lines: [`what ${name} fears`] } },
});

const replayed = () => api.database.reads.transaction("snapshot", (db) => replayProject(db, project, resources));

describe("an erased player", () => {
  test("is gone from reads and tables, and nobody else is", async () => {
    const other = await ask("POST", players, profile("Rui"));
    const key = { "Idempotency-Key": "make-ines" };
    const made = await ask("POST", players, profile("Quebra-Mar"), key);
    await ask("PATCH", `${players}/${made.id}`, { display_name: "Ines Quebra-Mar" });
    expect(await tablesWith(api.database.reads, CANARY)).toEqual(['"public"."idempotency_keys"']);
    const cached = await api.call("GET", `${players}/${made.id}?at_seq=${made.valid_from_seq}`);
    const tag = { "If-None-Match": cached.headers.get("etag") ?? "" };
    expect(
      (await api.call("GET", `${players}/${made.id}?at_seq=${made.valid_from_seq}`, { headers: tag })).status,
    ).toBe(304);
    expect((await replayed()).differences).toEqual([]);

    const receipt = await ask("POST", `${players}/${made.id}/erasure`);
    expect(receipt).toMatchObject({
      player_id: made.id,
      status: "completed",
      counts: { runs: 0, keys: 1, kept_answers: 1 },
      kept: [],
    });
    expect(await ask("POST", `${players}/${made.id}/erasure`)).toEqual(receipt);

    const gone = { erased: true };
    const shown = { external_id: gone, display_name: gone, locale: gone, preferences: gone };
    expect(await ask("GET", `${players}/${made.id}`)).toMatchObject({ ...shown, erased_at: receipt.erased_at });
    const past = await api.call<Loose>("GET", `${players}/${made.id}?at_seq=${made.valid_from_seq}`, { headers: tag });
    expect(past).toMatchObject({ status: 200, body: { ...shown, erased_at: null } });
    expect(await ask("GET", `${players}/${other.id}`)).toEqual(other);
    const list = await ask("GET", `${players}?external_id=Quebra-Mar-id`);
    expect(list.players).toMatchObject([{ id: made.id, ...shown }]);
    expect(await tablesWith(api.database.reads, CANARY)).toEqual([]);
    expect((await replayed()).differences).toEqual([]);

    const resent = await api.call<Loose>("POST", players, { body: profile("Quebra-Mar"), headers: key });
    expect(resent).toMatchObject({ status: 410, body: { code: "erased" } });
    for (const [method, path, body] of [
      ["POST", players, profile("Quebra-Mar")],
      ["POST", `${players}/upsert`, profile("Quebra-Mar")],
      ["PATCH", `${players}/${made.id}`, { avatar_id: null, locale: "en" }],
      ["POST", `/v1/projects/${project}/subjects/${made.id}/restore`, { seq: made.valid_from_seq }],
    ] as const) {
      const refused = await api.call<Loose>(method, path, { body });
      expect(refused, `${method} ${path}`).toMatchObject({ status: 409, body: { code: "player_erased" } });
    }
  });

  test("is exported whole before, and their export goes with them", async () => {
    const made = await ask("POST", players, { ...profile("Quebra-Mar"), external_id: "exported" });
    await ask("PATCH", `${players}/${made.id}`, { display_name: "Ines" });
    const runs = `/v1/projects/${project}/game-narrative/dialogues/${dialogue}/runs`;
    const played = await ask("POST", runs, { player_id: "exported", seed: 1 });
    await ask("POST", `/v1/projects/${project}/game-narrative/runs/${played.id}/saves`, { label: "At the gate" });
    const fact = await ask("POST", `${players}/${made.id}/facts`, { text: "Quebra-Mar has the rope." });
    await ask("PATCH", `/v1/projects/${project}/player-facts/${fact.id}`, { text: "Quebra-Mar gave the rope away." });
    const asked = await ask("POST", `${players}/${made.id}/export`);
    expect(asked).toMatchObject({ status: "running", file: null });
    expect(await ask("POST", `${players}/${made.id}/export`)).toEqual(asked);
    const { file } = await eventually(
      () => ask("GET", `${players}/${made.id}/export`),
      ({ status }) => status !== "running",
    );
    const answer = await api.fetch(file.url.replace(api.url, ""));
    const opened = unzipSync(new Uint8Array(await answer.arrayBuffer()));
    const linesOf = (name: string): Loose[] =>
      strFromU8(opened[`${name}.jsonl`] as Uint8Array)
        .split("\n")
        .filter((line) => line !== "")
        .map((line) => JSON.parse(line));
    expect(linesOf("profile").map(({ display_name }) => display_name)).toEqual(["Quebra-Mar", "Ines"]);
    const told = ["Quebra-Mar has the rope.", "Quebra-Mar gave the rope away."];
    expect(linesOf("facts")).toMatchObject(told.map((text) => ({ id: fact.id, text })));
    expect(linesOf("runs")).toMatchObject([{ id: played.id }]);
    expect(linesOf("run_saves")).toMatchObject([{ run_id: played.id, label: "At the gate" }]);

    const receipt = await ask("POST", `${players}/${made.id}/erasure`);
    expect(receipt.counts).toMatchObject({ exports: 1, runs: 1, player_facts: 1 });
    expect((await api.call("GET", `${players}/${made.id}/export`)).status).toBe(404);
    expect((await api.call("GET", `/v1/projects/${project}/files/${file.sha256}`)).status).toBe(404);
    await api.services.artifacts.collect(() => {});
    expect((await api.fetch(file.url.replace(api.url, ""))).status).not.toBe(200);
    const again = await api.call<Loose>("POST", `${players}/${made.id}/export`);
    expect(again).toMatchObject({ status: 409, body: { code: "player_erased" } });
  });

  test("takes their playthroughs along, and says what the record cannot lose", async () => {
    const made = await ask("POST", players, { external_id: "runner" });
    const runs = `/v1/projects/${project}/game-narrative/dialogues/${dialogue}/runs`;
    const mine = await ask("POST", runs, { player_id: "runner", seed: 1 });
    expect(mine.player_id).toBe(made.id);
    const older = await ask("POST", runs, { seed: 1 });
    await namedInWords(older.id, "runner");
    const path = `/v1/projects/${project}/game-narrative/runs`;
    for (const name of ["runner", made.id]) {
      const listed = await ask("GET", `${path}?player_id=${name}`);
      expect(listed.runs.map(({ id }: Loose) => id)).toEqual(name === "runner" ? [mine.id, older.id] : [mine.id]);
    }
    const others = await ask("POST", runs, { player_id: "walker", seed: 1 });
    const context = `/v1/projects/${project}/context`;
    const asked = await ask("POST", context, { query: "the gate", run: mine.id, token_budget: 500 });
    const receipt = await ask("POST", `${players}/${made.id}/erasure`);
    expect(receipt.counts).toMatchObject({ runs: 2, context_receipts: 1 });
    expect(receipt.kept).toMatchObject([{ kind: "run.player_id", count: 1, ids: [older.id] }]);
    expect((await api.call("GET", `${path}/${mine.id}`)).status).toBe(404);
    expect((await api.call("GET", `${path}/${others.id}`)).status).toBe(200);
    const seen = await api.call<Loose>("GET", `${context}/${asked.receipt_id}`);
    expect(seen).toMatchObject({ status: 410, body: { code: "erased" } });
    expect((await replayed()).differences).toEqual([]);
    const refused = await api.call<Loose>("POST", runs, { body: { player_id: "runner" } });
    expect(refused).toMatchObject({ status: 409, body: { code: "player_erased" } });
    expectInvalidAt(await api.call("POST", runs, { body: { player_id: newId("ply") } }), ["body", "player_id"]);
  });
});

/** Gives a playthrough the player's name in plain words, as those have that were started before players were kept. */
async function namedInWords(runId: string, name: string): Promise<void> {
  await api.database.writes.execute(
    sql`UPDATE run_versions SET player_id = ${name} WHERE project_id = ${project} AND id = ${runId}`,
  );
  await api.database.writes.execute(
    sql`UPDATE events SET change = jsonb_set(change, '{set,"",player_id}', to_jsonb(${name}::text))
        WHERE project_id = ${project} AND subject_id = ${runId}`,
  );
}
