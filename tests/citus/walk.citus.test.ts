import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { TABLES } from "#drizzle/tables.ts";
import { hashPassword } from "#server/auth/passwords.ts";
import { signIn } from "#server/auth/sign-in.ts";
import { provisionWorkspace } from "#server/features/access/provision.ts";
import { purgeProject } from "#server/features/projects/public.ts";
import { LeasedQuotas } from "#server/http/leased-quotas.ts";
import { isPublic } from "#server/operation/operation.ts";
import { listKeyedOperations, listOperations, type NamedOperation } from "#server/operations.ts";
import { declaredTables } from "#server/postgres/distribution.ts";
import { backupLines } from "#server/record/backup/write.ts";
import { jobs } from "#server/worker/jobs.ts";
import type { ValidCall } from "#tests/contract/fixture.ts";
import { askStudio } from "#tests/contract/trpc.ts";
import { fixtureOf, keyFor, nameOf, pathOf, Scene } from "#tests/contract/valid-call.ts";
import { type Answer, startTestApi, type TestApi } from "#tests/support/api.ts";
import { readStream } from "#tests/support/event-stream.ts";
import { openDistributed } from "./distributed.ts";
import type { RefusalWatch } from "./refusal-watch.ts";
import { sampleQueries } from "./sample-queries.ts";

/** Milliseconds in which everything that is kept for a while is past its time. */
const FAR_AHEAD_MS = 3 * 365 * 24 * 60 * 60 * 1000;
/** Time in which the loops of a process meet what the walk wrote, in milliseconds. */
const LOOPS_MS = 5_000;

let watch: RefusalWatch;
let api: TestApi;
/** Scene that reads share: a project with much in it. */
let shared: Scene;

beforeAll(async () => {
  watch = await openDistributed();
  api = await startTestApi({
    database: { name: "citus", url: watch.url, drop: async () => {} },
    deliveries: { pollMs: 200 },
    sessions: { pollMs: 200 },
  });
  const { body } = await api.call<{ id: string }>("POST", "/v1/samples/projects", {
    body: { sample_id: "harbour", mode: "test" },
  });
  shared = new Scene(api, body.id);
}, 600_000);
afterAll(async () => {
  await api?.close();
  console.log(`${watch?.statements} different statements were sent.`);
  await watch?.close();
});

/** Refusals of the server belong to the test during which they came. */
afterEach(() => {
  expect(watch.take()).toEqual([]);
});

const asKey = (named: NamedOperation, call: ValidCall, query = call.query): Promise<Answer<unknown>> =>
  api.call(named.operation.method, pathOf(named, call.params), {
    key: isPublic(named.operation) ? (call.bearer ?? null) : keyFor(api, named),
    query,
    ...(call.body !== undefined && { body: call.body }),
  });

/** Calls an operation as a person does, whom a key cannot stand for. */
async function asPerson(named: NamedOperation, scene: Scene, call: ValidCall): Promise<number> {
  return (await askStudio(api, named, (await scene.person).cookie, call)).status;
}

async function callOnce(named: NamedOperation, scene: Scene): Promise<ValidCall> {
  const call = await scene.validCall(named);
  if (named.operation.kind === "project-stream") {
    const headers = { authorization: `Bearer ${keyFor(api, named)}` };
    const stream = readStream(await api.fetch(pathOf(named, call.params), { headers }));
    await stream.first(() => true);
    await stream.cut();
  } else if (fixtureOf(named).as === "person") expect(await asPerson(named, scene, call)).toBe(named.operation.status);
  else {
    const { status, body } = await asKey(named, call);
    expect([status < 300, status < 300 || body]).toEqual([true, true]);
  }
  return call;
}

const all = [...listOperations()].sort((a, b) => Number(isPublic(a.operation)) - Number(isPublic(b.operation)));
const reads = listKeyedOperations().filter(({ operation }) => operation.kind === "project-read");

test.each(all.map((named) => [nameOf(named), named] as const))("%s", async (_, named) => {
  await callOnce(named, new Scene(api));
});

describe("parameters of reads", () => {
  test.each(reads.map((named) => [nameOf(named), named] as const))("%s", async (_, named) => {
    // What prepares its ground may delete what others are about.
    const scene = fixtureOf(named).call === undefined ? shared : new Scene(api);
    const call = await callOnce(named, scene);
    for (const query of await sampleQueries(named, scene)) {
      const { status, body } = await asKey(named, call, { ...call.query, ...query });
      expect([query, status < 500 || body]).toEqual([query, true]);
    }
  });
});

/** Fields of a project in GraphQL, each with what lies below it. */
const BELOW = [
  `entities(first: 2, filter: $filter) { totalCount nodes { name
    relationships { nodes { type source { name } target { name } } } history { totalCount nodes { kind } } } }`,
  "dialogues(first: 1) { nodes { name validate { deadEnds } nodes(first: 2) { totalCount nodes { text speaker { name } } } } }",
  "diff(fromSeq: 3) { totalCount } events(first: 3) { nodes { seq kind change { set } } }",
];

test.each(BELOW)("GraphQL reads %s", async (fields) => {
  const variables = { id: await shared.projectId, filter: { level: { $gte: 1 } } };
  const declared = fields.includes("$filter") ? "$id: ID!, $filter: JSON" : "$id: ID!";
  const query = `query (${declared}) { projects(first: 2) { nodes { name } } project(id: $id) { name ${fields} } }`;
  const { body } = await api.call("POST", "/v1/graphql", { body: { query, variables } });
  expect(body.errors ?? []).toEqual([]);
});

test("two processes that ask until they are refused admit all of a limit in its window, and never more", async () => {
  const quota = { key: `walk ${crypto.randomUUID()}`, limit: 500, windowMs: 60_000, workspaceId: api.home.id };
  await api.database.writes.execute(
    sql`UPDATE workspaces SET rate_limit_per_minute = ${quota.limit} WHERE id = ${api.home.id}`,
  );
  const failures: object[] = [];
  const processes = [1, 2].map(
    () =>
      new LeasedQuotas({
        db: api.database.writes,
        clock: api.services.clock,
        onFailure: (error) => failures.push(error),
      }),
  );
  const admitted = await Promise.all(
    processes.map(async (process) => {
      let count = 0;
      while ((await process.take(quota)).allowed) count += 1;
      return count;
    }),
  );
  for (const process of processes) await process.close();
  await api.database.writes.execute(sql`UPDATE workspaces SET rate_limit_per_minute = NULL WHERE id = ${api.home.id}`);
  expect([admitted.reduce((sum, count) => sum + count, 0), failures]).toEqual([quota.limit, []]);
});

test("people sign in", async () => {
  const owner = {
    email: `${crypto.randomUUID()}@example.com`,
    name: "Ana",
    passwordHash: await hashPassword("salt gate"),
  };
  const wish = { name: "Theirs", plan: "studio", owner, key: null } as const;
  await api.database.writes.transaction("write", (db) => provisionWorkspace(db, Date.now(), wish));
  const origin = { clientIp: "192.0.2.1", knownDevice: null, lastWorkspace: null };
  const tried = (password: string) => signIn(api.fabula.signIn, { email: owner.email, password }, origin);
  expect(await tried("wrong")).toBeNull();
  expect(await tried("salt gate")).toMatchObject({ email: owner.email });
});

test("a backup reads everything", async () => {
  const count = await api.database.reads.transaction("snapshot", async (db) => {
    let lines = 0;
    for await (const _ of backupLines(db, { projectId: null, now: Date.now() })) lines += 1;
    return lines;
  });
  expect(count).toBeGreaterThan(listOperations().length);
});

test("the loops of a process follow what was written", async () => {
  await new Promise((resolve) => setTimeout(resolve, LOOPS_MS));
});

/** The services of a process whose clock is ahead, so that what was written now is old. */
const later = () => ({ ...api.services, clock: { now: () => Date.now() + FAR_AHEAD_MS } });

describe("jobs", () => {
  beforeAll(async () => {
    for (const set of [
      sql`UPDATE rate_windows SET ends_at = now() - interval '1 day'`,
      sql`UPDATE sign_in_attempts SET last_at = now() - interval '2 days'`,
      sql`UPDATE presence SET seen_at = now() - interval '1 day'`,
      sql`UPDATE project_imports SET status = 'completed' WHERE status = 'running'`,
    ]) {
      await api.database.writes.execute(set);
    }
  });

  test.each(jobs.filter(({ every }) => every !== null).map((each) => [each.name, each] as const))(
    "%s",
    async (_, job) => {
      const signal = AbortSignal.timeout(120_000);
      let state: Awaited<ReturnType<typeof job.step>> = {};
      while (state !== "done" && !signal.aborted) state = await job.step(later(), state, signal);
      expect(state).toBe("done");
    },
  );

  test("a deleted project is removed from every table", async () => {
    const project_id = await shared.projectId;
    await shared.ask("projects.delete");
    expect(await purgeProject.step(later(), { project_id }, AbortSignal.timeout(120_000))).toBe("done");
    for (const { name, isOfProjects } of declaredTables(TABLES)) {
      if (!isOfProjects) continue;
      const left = await api.database.reads.execute(
        sql`SELECT 1 FROM ${sql.identifier(name)} WHERE project_id = ${project_id} LIMIT 1`,
      );
      expect([name, left]).toEqual([name, []]);
    }
  });
});
