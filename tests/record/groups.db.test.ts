import { sql } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { VARIABLE_DEFAULTS } from "#domain/dialogue/wire.ts";
import type { Json, JsonObject } from "#domain/json.ts";
import { NO_ORIGIN, variableResource } from "#server/features/dialogues/variable.ts";
import { entityResource } from "#server/features/entities/entity.ts";
import { newId } from "#server/kernel/ids.ts";
import { Problem, ValidationProblem } from "#server/kernel/problem.ts";
import { idOf } from "#server/kernel/validation/fields.ts";
import type { KnownProjects } from "#server/operation/known-projects.ts";
import { projectWrite } from "#server/operation/operation.ts";
import { listOperations, registry } from "#server/operations.ts";
import type { TransactionDb } from "#server/record/database.ts";
import { Deadline } from "#server/record/deadline.ts";
import type { RecordedEvent } from "#server/record/event.ts";
import { readEvents } from "#server/record/feed.ts";
import { ProjectTransaction } from "#server/record/project-transaction.ts";
import { stateOf } from "#server/record/resource.ts";
import { UnitOfWork } from "#server/record/unit-of-work.ts";
import { type QueuedWrite, type RunGroup, WriteQueue } from "#server/record/write-queue.ts";
import { rounds } from "#test-size";
import { seedOf } from "./random-steps.ts";
import { type AnyOperation, type Input, openWorkbench, type Workbench } from "./workbench.ts";

const { entities, variables, dialogues } = registry;

/** Queue that reports which writes joined it and how large its groups were. */
class WatchedQueue extends WriteQueue {
  joined = 0;
  readonly sizes: number[] = [];

  override join<Member extends QueuedWrite>(projectId: string, member: Member, run: RunGroup<Member>): void {
    super.join<Member>(projectId, member, async (group) => {
      await run(group);
      this.sizes.push(group.members.length);
    });
    this.joined += 1;
  }
}

let bench: Workbench;
let queue: WatchedQueue;

beforeAll(async () => {
  bench = await openWorkbench();
  queue = new WatchedQueue();
  Object.assign(bench.services, { queue } satisfies { queue: WriteQueue; knownProjects?: KnownProjects });
  bench.time = Date.parse("2026-01-01T00:00:00Z");
});
afterAll(() => bench.close());

const params = z.object({ project_id: idOf("prj") });

/** Asks the database for something it refuses, which ends the transaction of everybody in the group. */
const broken = projectWrite({
  method: "POST",
  path: "/v1/projects/{project_id}/broken",
  scope: "write",
  summary: "Fail in the database",
  params,
  output: z.object({}),
  handle: async ({ record }) => {
    await record.db.execute(sql`SELECT 1 / ${0}::int`).catch((error) => {
      throw error;
    });
    return {};
  },
});

/** Commits to the group, and is refused then. */
const doomed = projectWrite({
  method: "POST",
  path: "/v1/projects/{project_id}/doomed-late",
  scope: "write",
  summary: "Fail after the commit",
  params,
  output: z.object({}),
  handle: async ({ record }) => {
    const state = {
      ...VARIABLE_DEFAULTS,
      ...NO_ORIGIN,
      name: newId("never"),
      type: "integer" as const,
      default: 0,
      enum_values: [],
      description: "",
    };
    record.create(variableResource, newId("var"), state);
    await record.commit();
    throw new Problem("busy");
  },
});

/** Changes much, and is refused before its commit, for no reason that its changes tell. */
const refusing = projectWrite({
  method: "POST",
  path: "/v1/projects/{project_id}/refused",
  scope: "write",
  summary: "Fail before the commit",
  params,
  output: z.object({}),
  handle: async ({ record }) => {
    const state = {
      ...VARIABLE_DEFAULTS,
      ...NO_ORIGIN,
      name: "wanted",
      type: "integer" as const,
      default: 0,
      enum_values: [],
      description: "",
    };
    record.create(variableResource, newId("var"), state);
    for (const entity of await record.find(entityResource, { external_id: "e1" })) {
      record.update(entityResource, entity, { ...stateOf(entityResource, entity), properties: { left: "behind" } });
    }
    await record.check();
    throw new Problem("busy");
  },
});

interface Step {
  what: number;
  a: number;
  b: number;
  /** 0 none, 1 what is true, 2 what is not. */
  match: number;
  base: number;
  twin: boolean;
}

const step: fc.Arbitrary<Step> = fc.record({
  what: fc.nat(99),
  a: fc.nat(5),
  b: fc.nat(5),
  match: fc.nat(2),
  base: fc.nat(12),
  twin: fc.boolean(),
});

/** Ids that both runs use, in two projects. */
const IDS = Array.from({ length: 6 }, () => ({ entity: newId("ent"), node: newId("node"), variable: newId("var") }));
const GRAPH = newId("dlg");

interface Planned {
  operation: AnyOperation;
  input: Input;
}

/** Plans the calls of a step. `seqs` are the sequences of the entities' last changes, as far as they were answered. */
function plan({ what, a, b, match, base, twin }: Step, seqs: ReadonlyMap<string, number>, head: number): Planned {
  const [one, other] = [IDS[a], IDS[b]];
  if (one === undefined || other === undefined) throw new Error("no ids");
  const seen = seqs.get(one.entity) ?? 1;
  const conditions = {
    ...(match === 1 && { ifMatch: seen }),
    ...(match === 2 && { ifMatch: seen + 1 }),
  };
  const base_seq = Math.max(0, head - base);
  const key = twin ? { key: `key-${what}-${a}-${b}` } : {};
  const entity = { entity_id: one.entity };
  if (what < 18) {
    const parent = b < 2 ? { parent_id: null } : b < 4 ? { parent_id: other.entity } : {};
    const body = { id: one.entity, external_id: `place-${a}`, type: "location", name: `n${what}`, ...parent };
    return { operation: entities.create, input: { body, ...key } };
  }
  if (what < 26) {
    const body = { external_id: `place-${b}`, type: "npc", name: `upserted ${what}` };
    return { operation: entities.upsert, input: { body, ...key } };
  }
  if (what < 42) {
    return {
      operation: entities.update,
      input: { params: entity, body: { name: `u${what}`, base_seq }, ...conditions },
    };
  }
  if (what < 56) {
    const body = {
      parent_id: a === b ? null : other.entity,
      ...(what % 3 === 0 && { external_id: `place-${b}-${what}` }),
    };
    return { operation: entities.update, input: { params: entity, body, ...key } };
  }
  if (what < 62) {
    const children = b < 3 ? { children: "cascade" } : b < 5 ? { children: "detach" } : {};
    return { operation: entities.delete, input: { params: entity, query: children, ...conditions } };
  }
  if (what < 72) {
    const branches = [{ id: newIdOf("br", what, a), target_node_id: other.node, choice_text: `c${what}` }];
    const body = { id: one.node, text: `t${what}`, branches: b === 0 ? [] : branches };
    return { operation: dialogues.createNode, input: { params: { graph_id: GRAPH }, body } };
  }
  if (what < 84) {
    const branches = b % 2 === 0 ? { branches: [{ id: newIdOf("br", what, b), target_node_id: other.node }] } : {};
    return {
      operation: dialogues.updateNode,
      input: { params: { node_id: one.node }, body: { text: `e${what}`, ...branches } },
    };
  }
  if (what < 87) return { operation: dialogues.deleteNode, input: { params: { node_id: one.node } } };
  if (what < 90)
    return { operation: dialogues.update, input: { params: { graph_id: GRAPH }, body: { name: `d${what}${a}` } } };
  if (what < 93) {
    return {
      operation: variables.create,
      input: { body: { id: one.variable, name: `v${b}`, type: "integer" }, ...key },
    };
  }
  if (what < 95) return { operation: variables.delete, input: { params: { variable_id: one.variable } } };
  if (what < 97) return { operation: doomed, input: {} };
  if (what < 98) return { operation: broken, input: {} };
  const body = { entities: [{ id: other.entity, external_id: `place-${b}`, type: "location", name: "batched" }] };
  return { operation: entities.batch, input: { body } };
}

function newIdOf(prefix: string, n: number, m: number): string {
  return `${prefix}_01jd${String(n * 10 + m).padStart(22, "0")}`;
}

/** Returns the outcome of a call, without the parts that differ between two projects. */
async function outcomeOf(
  projectId: string,
  call: Promise<{ status: number; headers: Record<string, string>; body: unknown }>,
) {
  const plain = (value: unknown): Json =>
    JSON.parse(JSON.stringify(value ?? null).replaceAll(projectId, "prj"), (key, each) =>
      ["original-request-id"].includes(key) ? "…" : each,
    );
  try {
    const { status, headers, body } = await call;
    return plain({ status, headers, body });
  } catch (error) {
    if (error instanceof ValidationProblem) return plain({ items: error.items });
    if (error instanceof Problem) return plain({ code: error.code, detail: error.detail });
    return plain({ error: (error as { code?: string }).code ?? String(error) });
  }
}

/** Ids that the server made, named by the order in which they appear. */
function named(value: unknown): Json {
  const own = new Set(IDS.flatMap(({ entity, node, variable }) => [entity, node, variable]));
  const names = new Map<string, string>();
  const text = JSON.stringify(value).replace(/\b(?:ent|node|var|br)_[0-9a-z]{26}\b/g, (id) => {
    if (own.has(id)) return id;
    const name = names.get(id) ?? `made-${names.size}`;
    names.set(id, name);
    return name;
  });
  return JSON.parse(text);
}

async function begin(): Promise<string> {
  const projectId = await bench.newProject();
  await bench.call(dialogues.create, { params: { project_id: projectId }, body: { id: GRAPH, name: "Talk" } });
  return projectId;
}

function withProject({ operation, input }: Planned, projectId: string) {
  return bench.call(operation, { ...input, params: { ...input.params, project_id: projectId } });
}

async function oneByOne(projectId: string, steps: readonly Step[]): Promise<{ planned: Planned[]; outcomes: Json[] }> {
  const planned: Planned[] = [];
  const outcomes: Json[] = [];
  const seqs = new Map<string, number>();
  let head = 2;
  for (const each of steps) {
    const next = plan(each, seqs, head);
    planned.push(next);
    const outcome = (await outcomeOf(projectId, withProject(next, projectId))) as JsonObject;
    outcomes.push(outcome);
    const body = outcome.body as { id?: string; valid_from_seq?: number } | undefined;
    if (body?.id !== undefined && body.valid_from_seq !== undefined) seqs.set(body.id, body.valid_from_seq);
    head = Math.max(head, Number((outcome.headers as JsonObject | undefined)?.["x-project-seq"] ?? 0));
  }
  return { planned, outcomes };
}

/** All of them wait for one that holds the project, in the order given, and share transactions then. */
async function together(projectId: string, planned: readonly Planned[], of: Workbench = bench): Promise<Json[]> {
  let release = () => {};
  const held = queue.run(
    projectId,
    () =>
      new Promise<void>((resolve) => {
        release = resolve;
      }),
  );
  const outcomes: Promise<Json>[] = [];
  for (const each of planned) {
    const before = queue.joined;
    let isSettled = false;
    const call = { ...each.input, params: { ...each.input.params, project_id: projectId } };
    const outcome = outcomeOf(projectId, of.call(each.operation, call));
    void outcome.then(() => {
      isSettled = true;
    });
    outcomes.push(outcome);
    while (queue.joined === before && !isSettled) await new Promise((resolve) => setImmediate(resolve));
  }
  release();
  await held;
  return Promise.all(outcomes);
}

/**
 * Opens a second workbench on the same database and queue, whose write transactions use the database that `of` returns.
 */
async function throughWrites(of: (db: TransactionDb) => TransactionDb): Promise<Workbench> {
  const other = await openWorkbench({ url: bench.url, caller: bench.caller });
  const { database } = other;
  const writes: typeof database.writes = {
    execute: (query) => database.writes.execute(query),
    transaction: (mode, work, options) => database.writes.transaction(mode, (db) => work(of(db)), options),
  };
  Object.assign(other.services, { queue, database: { ...database, writes } });
  return other;
}

async function eventsOf(projectId: string): Promise<object[]> {
  const events = await bench.snapshot((db) => readEvents(db, projectId, {}, { limit: 10_000, order: "asc" }));
  return events.map(({ id: _, request_id: __, project_id: ___, ...rest }: RecordedEvent) =>
    JSON.parse(JSON.stringify(rest).replaceAll(projectId, "prj")),
  );
}

describe("writes that share a transaction", () => {
  test("given any writes in any order, then answers, events and rows are those of one after the other", async () => {
    let largest = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 90 }), async (steps) => {
        const [single, grouped] = [await begin(), await begin()];
        const { planned, outcomes } = await oneByOne(single, steps);
        const before = queue.sizes.length;
        const answers = await together(grouped, planned);
        expect(named(answers)).toEqual(named(outcomes));
        largest = Math.max(largest, ...queue.sizes.slice(before));
        expect(named(await eventsOf(grouped))).toEqual(named(await eventsOf(single)));
        expect((await bench.replay(grouped)).differences).toEqual([]);
      }),
      { numRuns: rounds({ gate: 6, full: 200 }), seed: seedOf("groups"), endOnFailure: true },
    );
    // A few in which each has to be alone share nothing.
    expect(largest).toBeGreaterThan(1);
  });

  test("given one that fails in the database among others, then it fails alone", async () => {
    const projectId = await begin();
    const make = (n: number): Planned => ({
      operation: entities.create,
      input: { body: { external_id: `e${n}`, type: "npc", name: "N" } },
    });
    const outcomes = await together(projectId, [
      make(1),
      { operation: broken, input: {} },
      make(2),
      { operation: doomed, input: {} },
      make(3),
    ]);
    expect(outcomes).toMatchObject([
      { status: 201 },
      { error: "22012" },
      { status: 201 },
      { code: "busy" },
      { status: 201 },
    ]);
    expect((await eventsOf(projectId)).length).toBe(5);
    expect((await bench.replay(projectId)).differences).toEqual([]);
  });

  test("given one that is refused with its changes made, then those behind it see none of them, and nothing is written", async () => {
    const projectId = await begin();
    const e1 = { external_id: "e1", type: "npc", name: "N" };
    const outcomes = await together(projectId, [
      { operation: entities.create, input: { body: e1 } },
      { operation: refusing, input: {} },
      { operation: variables.create, input: { body: { name: "wanted", type: "integer" } } },
      { operation: entities.upsert, input: { body: { external_id: "e1", name: "M" } } },
    ]);
    expect(outcomes).toMatchObject([
      { status: 201 },
      { code: "busy" },
      { status: 201 },
      { status: 200, body: { name: "M", properties: {} } },
    ]);
    expect(await eventsOf(projectId)).toMatchObject([
      { kind: "project.created" },
      { kind: "dialogue.created" },
      { kind: "entity.created" },
      { kind: "variable.created" },
      { kind: "entity.updated" },
    ]);
    expect(queue.sizes.at(-1)).toBe(4);
    expect((await bench.replay(projectId)).differences).toEqual([]);
  });

  test("given one that hangs until its time is up, then it alone is refused, and the others are written once", async () => {
    const projectId = await begin();
    const begun = Promise.withResolvers<void>();
    const late = new Deadline(Number.POSITIVE_INFINITY);
    const hanging = projectWrite({
      method: "POST",
      path: "/v1/projects/{project_id}/hanging",
      scope: "write",
      summary: "Hang",
      params,
      output: z.object({}),
      handle: () => {
        begun.resolve();
        return new Promise<never>(() => {});
      },
    });
    const call: Workbench["call"] = (operation, input) => {
      const work = () => bench.call(operation, input);
      return (operation as AnyOperation) === hanging ? late.run(work) : work();
    };
    const make = (n: number): Planned => ({
      operation: entities.create,
      input: { body: { external_id: `beside-${n}`, type: "npc", name: "N" } },
    });
    const planned = [make(1), { operation: hanging as AnyOperation, input: {} }, make(2)];
    const outcomes = together(projectId, planned, { ...bench, call });
    await begun.promise;
    late.pass();
    expect(await outcomes).toMatchObject([{ status: 201 }, { code: "busy" }, { status: 201 }]);
    const names = (await eventsOf(projectId)).map((event) => (event as { kind: string }).kind);
    expect(names.filter((kind) => kind === "entity.created")).toHaveLength(2);
  });

  test("nobody is answered before the transaction has committed", async () => {
    const projectId = await begin();
    let commit = () => {};
    const held = new Promise<void>((resolve) => {
      commit = resolve;
    });
    let hasEnded = () => {};
    const ended = new Promise<void>((resolve) => {
      hasEnded = resolve;
    });
    const holding = await throughWrites((db) => ({
      execute: (query) => db.execute(query),
      finish: async (queries) => {
        hasEnded();
        await held;
        return db.finish(queries);
      },
    }));
    const make = (n: number): Planned => ({
      operation: entities.create,
      input: { body: { external_id: `e${n}`, type: "npc", name: "N" } },
    });
    const outcomes = together(projectId, [make(1), make(1), make(2)], holding);
    await ended;
    const first = await Promise.race([outcomes, new Promise((resolve) => setImmediate(resolve, "nobody"))]);
    expect(first).toBe("nobody");
    commit();
    expect(await outcomes).toMatchObject([{ status: 201 }, { code: "external_id_taken" }, { status: 201 }]);
    await holding.close();
  });

  test("given twins with one key, then the second is the first's answer, and another body is refused", async () => {
    const projectId = await begin();
    const make = (name: string): Planned => ({
      operation: entities.create,
      input: { body: { external_id: "twin", type: "npc", name }, key: "twin" },
    });
    const [first, second, third] = (await together(projectId, [make("A"), make("A"), make("B")])) as JsonObject[];
    expect(first).toMatchObject({ status: 201 });
    expect(second).toMatchObject({
      status: 201,
      body: first?.body as object,
      headers: { "idempotent-replayed": "true" },
    });
    expect(third).toMatchObject({ code: "idempotency_key_reused" });
  });

  test("given a caller who may not see the project, then they are refused and the others are not", async () => {
    const projectId = await begin();
    const make = (n: number): Planned => ({
      operation: entities.create,
      input: { body: { external_id: `e${n}`, type: "npc", name: "N" } },
    });
    const stranger = { ...bench.caller, workspaceId: newId("wsp") };
    const strange = { ...make(2), input: { ...make(2).input, caller: stranger } };
    const outcomes = await together(projectId, [make(1), strange, make(3)]);
    expect(outcomes).toMatchObject([{ status: 201 }, { code: "not_found" }, { status: 201 }]);
  });

  test("however many share a transaction, what they ask of the database is asked once", async () => {
    const statements = async (count: number): Promise<number> => {
      const projectId = await begin();
      const makes = Array.from({ length: count }, (_, n): Planned => {
        const body = { external_id: `e${n}`, type: "npc", name: "N", parent_id: null };
        return { operation: entities.create, input: { body, key: `make-${n}` } };
      });
      const made = (await together(projectId, makes)) as { body: { id: string } }[];
      const changes = made.map(({ body }, n): Planned => {
        const input = { params: { entity_id: body.id }, body: { name: `M${n}` }, key: `change-${n}` };
        return { operation: entities.update, input };
      });
      let asked = 0;
      const counting = await throughWrites((db) => ({
        execute: (query) => {
          asked += 1;
          return db.execute(query);
        },
        finish: (queries) => db.finish(queries),
      }));
      const outcomes = await together(projectId, changes, counting);
      await counting.close();
      expect(outcomes).toMatchObject(changes.map(() => ({ status: 200 })));
      return asked;
    };
    // The lock, the keys, the entities and their paths.
    expect([await statements(2), await statements(40)]).toEqual([4, 4]);
  });

  test("given a first who is refused the lock, then what was read with them is read again behind the next one's", async () => {
    const projectId = await begin();
    const body = { external_id: "contested", type: "npc", name: "N", properties: { before: true } };
    const { id } = (await bench.call(entities.create, { params: { project_id: projectId }, body })).body;
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    let hasLock = () => {};
    const locked = new Promise<void>((resolve) => {
      hasLock = resolve;
    });
    const slow = projectWrite({
      method: "POST",
      path: "/v1/projects/{project_id}/slow",
      scope: "write",
      summary: "Hold the lock",
      params,
      output: z.object({}),
      handle: async ({ record }) => {
        hasLock();
        await held;
        const entity = await record.require(entityResource, id);
        record.update(entityResource, entity, { ...stateOf(entityResource, entity), properties: { after: true } });
        return {};
      },
    });
    const writing = bench.call(slow, { params: { project_id: projectId } });
    await locked;
    // Another process, which knows of no project yet.
    const other = await openWorkbench({ url: bench.url, caller: bench.caller });
    const input = { params: { project_id: projectId, entity_id: id }, body: { name: "M" } };
    const stranger = { ...bench.caller, workspaceId: newId("wsp") };
    const refused = expect(other.call(entities.update, { ...input, caller: stranger })).rejects.toMatchObject({
      code: "not_found",
    });
    const changed = other.call(entities.update, input);
    const waiting = async (): Promise<boolean> => {
      const rows = await bench.database.reads.execute(
        sql`SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%project_heads%'
            AND datname = current_database()`,
      );
      return rows.length > 0;
    };
    while (!(await waiting())) await new Promise((resolve) => setImmediate(resolve));
    release();
    await Promise.all([writing, refused]);
    expect((await changed).body).toMatchObject({ name: "M", properties: { after: true } });
    await other.close();
    expect((await bench.replay(projectId)).differences).toEqual([]);
  });

  test("given an attempt that is taken back, then what it had changed is found as it was", async () => {
    const { database, services } = bench;
    const projectId = newId("prj");
    await database.writes.transaction("write", async (db) => {
      const head = { last_seq: 0, last_recorded_at: 0 };
      const { resources, clock } = services;
      const transaction = new ProjectTransaction({ db, projectId, resources, clock }).begin(head);
      const unit = new UnitOfWork(transaction, { actor: "system:test", requestId: null });
      const state = {
        ...VARIABLE_DEFAULTS,
        ...NO_ORIGIN,
        name: "before",
        type: "integer" as const,
        default: 0,
        enum_values: [],
        description: "",
      };
      const id = newId("var");
      unit.create(variableResource, id, state);
      const renaming = unit.attempt(async () => {
        unit.update(variableResource, await unit.require(variableResource, id), { ...state, name: "after" });
        expect(await unit.find(variableResource, { name: "after" })).toHaveLength(1);
        throw new Problem("busy");
      });
      await expect(renaming).rejects.toThrow();
      expect(await unit.find(variableResource, { name: "after" })).toEqual([]);
      expect(await unit.find(variableResource, { name: "before" })).toMatchObject([{ id }]);
    });
  });

  test("what writes much, or beside the record, goes alone", () => {
    const large = listOperations()
      .map(({ operation }) => operation)
      .filter(({ kind, path }) => kind === "project-write" && /\/(batch|import|duplicate|restore)$/.test(path));
    expect(large.length).toBeGreaterThan(5);
    expect(large.filter(({ alone }) => !alone).map(({ path }) => path)).toEqual([]);
  });
});
