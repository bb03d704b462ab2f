import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "#server/kernel/ids.ts";
import { createLogger } from "#server/log/log.ts";
import { listKeyedOperations } from "#server/operations.ts";
import type { DatabaseServer } from "#server/postgres/database-server.ts";
import { openEmbedded } from "#server/postgres/embedded.ts";
import { prepareDatabase } from "#server/postgres/prepare-database.ts";
import { discard, throwawayFolder } from "#server/postgres/throwaway.ts";
import { ErasureFile } from "#server/process/erasure-file.ts";
import { backupLines } from "#server/record/backup/write.ts";
import { type Database, openDatabase } from "#server/record/database.ts";
import { replayProject } from "#server/record/replay.ts";
import { sealed } from "#server/record/sealed-lines.ts";
import { resources } from "#server/resources.ts";
import { rounds, TEST_SEED } from "#test-size";
import { createTestDatabase } from "#tests/database.ts";
import type { Loose } from "#tests/graphql/client.ts";
import {
  type CountRow,
  countedOf,
  type GameEvent,
  randomGame,
  randomNumbers,
} from "#tests/player-events/random-events.ts";
import { startTestApi, type TestApi } from "#tests/support/api.ts";
import { eventually } from "#tests/support/eventually.ts";
import { startScript } from "#tests/support/script-process.ts";
import { startWebhookReceiver, type WebhookReceiver } from "#tests/support/webhook-receiver.ts";
import { filesWith, tablesOf, tablesWith } from "./traces.ts";

/** Word in all that is of the player who is erased, and nowhere else. */
const CANARY = "quebramar7f3a";
const PLAYERS = rounds({ gate: 12, full: 1_000 });
/** Players with an export and a context of their own besides: both take a while. */
const SOME = rounds({ gate: 2, full: 20 });

let folder: string;
let server: DatabaseServer;
let api: TestApi;
let receiver: WebhookReceiver;
let project: string;
const lines: string[] = [];

beforeAll(async () => {
  folder = throwawayFolder();
  // As `npm start` has it: what its files keep is what an operator's files keep.
  server = await openEmbedded(folder);
  await prepareDatabase(server.directUrl);
  receiver = await startWebhookReceiver();
  const own = join(folder, "own");
  mkdirSync(own);
  api = await startTestApi({
    database: { name: "fabula", url: server.url, drop: async () => {} },
    log: createLogger({ environment: "test", logLevel: "trace" }, { write: (line: string) => lines.push(line) }),
    environment: {
      FABULA_ERASURES: join(own, "erasures.ndjson"),
      FABULA_DATA_DIR: own,
      FABULA_OUTBOUND_ALLOW: "127.0.0.0/8",
    },
    deliveries: { pollMs: 50 },
  });
  await storePlainly(api.database);
  project = await api.makeProject();
});
afterAll(async () => {
  await api.close();
  await receiver.close();
  await server.stop();
  await discard(folder);
});

/** Has PostgreSQL compress nothing: a search through its files would pass over what is compressed. */
async function storePlainly({ writes }: Database): Promise<void> {
  for (const table of await tablesOf(writes)) {
    const columns = await writes.execute<{ name: string }>(
      sql`SELECT attname AS name FROM pg_attribute
          WHERE attrelid = ${table}::regclass AND attnum > 0 AND NOT attisdropped AND attstorage = 'x'`,
    );
    const parts = columns.map(({ name }) => `ALTER COLUMN "${name}" SET STORAGE EXTERNAL`);
    if (parts.length > 0) await writes.execute(sql.raw(`ALTER TABLE ${table} ${parts.join(", ")}`));
  }
}

async function ask(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Loose> {
  const options = body === undefined ? { headers } : { body, headers };
  const answer = await api.call<Loose>(method, `/v1/projects/${project}${path}`, options);
  if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body;
}

const backup = () =>
  api.database.reads.transaction("snapshot", async (db) => {
    let text = "";
    for await (const piece of sealed(backupLines(db, { projectId: null, now: 0 }))) text += piece;
    return text;
  });

const replay = ({ reads }: Database) => reads.transaction("snapshot", (db) => replayProject(db, project, resources));

/** A person who plays, with what the game keeps of them. */
interface Person {
  readonly name: string;
  readonly id: string;
}

/** Makes a dialogue of two cards; answers its id and the branch that leads on. */
async function makeDialogue(): Promise<{ graph_id: string; branch_id: string }> {
  const { id: graph_id } = await ask("POST", "/game-narrative/dialogues", { name: "At the gate" });
  const nodes = `/game-narrative/dialogues/${graph_id}/nodes`;
  const end = await ask("POST", nodes, { kind: "end", text: "In." });
  const branch_id = newId("br");
  const branches = [{ id: branch_id, choice_text: "Go in", target_node_id: end.id }];
  const first = await ask("POST", nodes, { text: "Halt!", branches });
  await ask("PATCH", `/game-narrative/dialogues/${graph_id}`, { start_node_id: first.id });
  return { graph_id, branch_id };
}

/** Makes a player with a playthrough, a save, a token, and an answer kept for a key. */
async function makePerson(
  name: string,
  { graph_id, branch_id }: Awaited<ReturnType<typeof makeDialogue>>,
): Promise<Person> {
  const profile = {
    ...{ external_id: name, display_name: name, locale: "pt-PT" },
    preferences: { content_limits: { lines: [`what ${name} fears`] } },
  };
  const { id } = await ask("POST", "/players", profile, { "Idempotency-Key": `make-${newId("key")}` });
  await ask("PATCH", `/players/${id}`, { display_name: `The great ${name}` });
  const run = await ask("POST", `/game-narrative/dialogues/${graph_id}/runs`, { player_id: name, seed: 1 });
  await ask("POST", `/game-narrative/runs/${run.id}/saves`, { label: `Where ${name} was` });
  await ask("POST", `/game-narrative/runs/${run.id}/choose`, { branch_id, step: 0 });
  await ask("POST", `/players/${id}/tokens`, {});
  return { name, id };
}

/** Asks for a context in a playthrough of a player, keeps a fact of the player, and asks for the export; answers the address of its file. */
async function makeMore({ name, id }: Person): Promise<string> {
  const { runs } = await ask("GET", `/game-narrative/runs?player_id=${id}`);
  await ask("POST", "/context", { query: `What does ${name} know of the gate?`, run: runs[0].id, token_budget: 500 });
  await ask("POST", `/players/${id}/facts`, { text: `${name} fears the gate.` });
  await ask("POST", `/players/${id}/export`);
  const done = await eventually(
    () => ask("GET", `/players/${id}/export`),
    ({ status }) => status !== "running",
  );
  return done.file.url.replace(api.url, "");
}

async function countsBy(by: string, graph_id: string): Promise<CountRow[]> {
  const { counts } = await ask("GET", `/player-events/counts?by=${by}&graph_id=${graph_id}&limit=500`);
  return counts.map(({ graph_id: _, ...count }: Loose) => count);
}

/** Texts that reads of the project answer, with their headers. */
async function answers(playerId: string): Promise<string> {
  const texts: string[] = [];
  for (const { operation } of listKeyedOperations()) {
    const path = operation.path.replace("{project_id}", project).replace("{player_id}", playerId);
    if (operation.kind !== "project-read" || operation.method !== "GET" || path.includes("{")) continue;
    const { headers, body } = await api.call(operation.method, path);
    texts.push(`${path} ${JSON.stringify([...headers])} ${JSON.stringify(body)}`);
  }
  return texts.join("\n");
}

test(`one of ${PLAYERS} players is erased from tables, files, log, answers, deliveries and later backups, and from the files of the database once they are written anew`, async () => {
  const random = randomNumbers(TEST_SEED);
  const dialogue = await makeDialogue();
  await ask("POST", "/webhooks", { url: `${receiver.url}/all`, events: ["*"] });
  const names = Array.from({ length: PLAYERS }, (_, at) => (at === PLAYERS >> 1 ? CANARY : `player-${at}`));
  const people: Person[] = [];
  const waiting = [...names.entries()];
  const maker = async () => {
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop())
      people[next[0]] = await makePerson(next[1], dialogue);
  };
  await Promise.all(Array.from({ length: 16 }, maker));
  const mine = people[PLAYERS >> 1] as Person;
  const { graph_id, next } = randomGame(random, PLAYERS);
  const events: GameEvent[] = Array.from({ length: PLAYERS * 20 }, (_, at) => {
    const name = names[at % PLAYERS] as string;
    const event = next(`${name}-did-${at}`, Date.now());
    return { ...event, player: name, ...(event.kind === "custom" && { data: { said: `I am ${name}` } }) };
  });
  for (let from = 0; from < events.length; from += 500)
    await ask("POST", "/events", { events: events.slice(from, from + 500) });
  const links = new Map<string, string>();
  for (const person of [mine, ...people.slice(0, SOME)]) links.set(person.id, await makeMore(person));

  const { reads } = api.database;
  await api.database.writes.execute(sql`ANALYZE`);
  const older = await backup();
  const database = join(folder, "postgres", "data");
  await api.database.writes.execute(sql`CHECKPOINT`);
  // Everything below is looked for where it is now.
  expect(await tablesWith(reads, CANARY)).toEqual(
    expect.arrayContaining(
      ["player_events", "run_saves", "idempotency_keys", "context_receipts"].map((name) => `"public"."${name}"`),
    ),
  );
  expect(older).toContain(CANARY);
  expect(filesWith(database, CANARY)).toEqual(
    expect.arrayContaining([expect.stringMatching(/^base\//), expect.stringMatching(/^pg_wal\//)]),
  );
  expect(await replay(api.database)).toMatchObject({ differences: [] });
  const answersBefore = await answers(mine.id);
  expect(answersBefore).toContain(CANARY);

  const sentBefore = receiver.received.length;
  const receipt = await ask("POST", `/players/${mine.id}/erasure`);
  // The player's own context was read among the answers.
  const expected = { runs: 1, keys: 1, exports: 1, context_receipts: 2, player_tokens: 1, player_facts: 1 };
  expect(receipt.counts).toMatchObject(expected);
  expect(receipt.kept).toEqual([]);

  expect(await tablesWith(reads, CANARY)).toEqual([]);
  expect(await answers(mine.id)).not.toContain(CANARY);
  await api.services.artifacts.collect(() => {});
  const opened = async (person: Person) => {
    const answer = await api.fetch(links.get(person.id) ?? "");
    await answer.arrayBuffer();
    return answer.status;
  };
  expect([await opened(mine), await opened(people[0] as Person)]).toEqual([404, 200]);
  expect(filesWith(join(folder, "own"), CANARY)).toEqual([]);
  expect(lines.filter((line) => line.includes(CANARY))).toEqual([]);
  expect(await backup()).not.toContain(CANARY);
  expect(await replay(api.database)).toMatchObject({ differences: [] });
  const left = events.filter((event) => event.player !== CANARY && event.graph_id === graph_id);
  const today = new Date().toISOString().slice(0, 10);
  for (const by of ["branch", "node", "kind", "day", "version"] as const)
    expect([by, await countsBy(by, graph_id)]).toEqual([by, countedOf(left, by, today)]);
  const other = people[0] as Person;
  expect(await ask("GET", `/players/${other.id}`)).toMatchObject({ display_name: `The great ${other.name}` });

  await expectRestoredWithout(older, mine.id);
  await expectCleaned(database);
  await receiver.until(() => receiver.received.some(({ text }) => text.includes("player.erased")));
  expect(receiver.received.length).toBeGreaterThan(sentBefore);
  expect(receiver.received.filter(({ text, headers }) => `${text}${JSON.stringify(headers)}`.includes(CANARY))).toEqual(
    [],
  );
});

/** Restores a backup from before the erasure elsewhere, without the file of erasures and with it, and looks for the player. */
async function expectRestoredWithout(text: string, playerId: string): Promise<void> {
  const erasures = join(folder, "own", "erasures.ndjson");
  expect(readFileSync(erasures, "utf8")).not.toContain(CANARY);
  expect(await new ErasureFile(erasures).read()).toMatchObject([{ project_id: project, player_id: playerId }]);
  const file = join(folder, "older.ndjson");
  writeFileSync(file, text);
  const target = await createTestDatabase();
  const database = openDatabase(target.url, { direct: true });
  const restore = async (path: string) => {
    const { ended, output } = startScript("scripts/restore.ts", [file, "--into-empty", "--erasures", path], {
      DATABASE_URL: target.url,
      FABULA_DATA_DIR: join(folder, "restored"),
      FABULA_ENCRYPTION_KEY: "00".repeat(32),
    });
    return { code: await ended, output: output() };
  };
  try {
    const refused = await restore(join(folder, "nowhere.ndjson"));
    expect(refused).toEqual({ code: 1, output: expect.stringContaining("the file of erasures") });
    const done = await restore(erasures);
    expect(done).toEqual({ code: 0, output: expect.stringContaining("Erased 1 player again.") });
    const keys = await database.reads.execute<{ player_id: string }>(
      sql`SELECT player_id FROM player_keys WHERE project_id = ${project} AND player_id LIKE 'ply%'`,
    );
    expect([keys.length, keys.some(({ player_id }) => player_id === playerId)]).toEqual([PLAYERS - 1, false]);
    expect(await tablesWith(database.reads, CANARY)).toEqual([]);
    expect(filesWith(join(folder, "restored"), CANARY)).toEqual([]);
    const [version] = await database.reads.execute(
      sql`SELECT erased_at FROM player_versions WHERE project_id = ${project} AND id = ${playerId} ORDER BY valid_from_seq DESC LIMIT 1`,
    );
    expect(version?.erased_at).not.toBeNull();
    expect(await replay(database)).toMatchObject({ differences: [] });
  } finally {
    await database.close();
    await target.drop();
  }
}

/** Writes the files of the database anew, as an operator does beside a running start, and searches all of them. */
async function expectCleaned(database: string): Promise<void> {
  await api.database.writes.execute(sql`VACUUM`);
  await api.database.writes.execute(sql`CHECKPOINT`);
  // What was deleted is free space by now, and its bytes are there.
  expect(filesWith(database, CANARY)).not.toEqual([]);
  const { ended, output } = startScript("scripts/admin.ts", ["clean-files"], {
    DATABASE_URL: server.url,
    FABULA_DATA_DIR: join(folder, "own"),
    FABULA_ENCRYPTION_KEY: "00".repeat(32),
  });
  expect([await ended, output()]).toEqual([
    0,
    expect.stringMatching(/Samples +written anew\nLog +\d+ segments overwritten/),
  ]);
  expect(filesWith(database, CANARY)).toEqual([]);
}
