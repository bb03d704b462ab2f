import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { honoursIdempotencyKey, honoursIfMatch } from "#server/operation/operation.ts";
import { listKeyedOperations, type NamedOperation } from "#server/operations.ts";
import { type Answer, startTestApi, type TestApi } from "#tests/support/api.ts";
import { expectInvalidAt, expectProblem } from "./expectations.ts";
import type { ValidCall } from "./fixture.ts";
import { fixtureOf, keyFor, nameOf, operationNamed, pathOf, Scene } from "./valid-call.ts";

let api: TestApi;

beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.close());

interface TextAnswer {
  status: number;
  headers: Headers;
  text: string;
}

/** The answer as the bytes that were sent. */
async function send(named: NamedOperation, call: ValidCall, headers: Record<string, string> = {}): Promise<TextAnswer> {
  const query = new URLSearchParams(Object.entries(call.query).map(([name, value]) => [name, String(value)]));
  const response = await api.fetch(`${pathOf(named, call.params)}?${query}`, {
    method: named.operation.method,
    headers: { authorization: `Bearer ${keyFor(api, named)}`, "content-type": "application/json", ...headers },
    ...(call.body !== undefined && { body: JSON.stringify(call.body) }),
  });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

const parsed = ({ status, headers, text }: TextAnswer): Answer<Record<string, unknown>> => ({
  status,
  headers,
  body: JSON.parse(text),
});

interface Event {
  seq: number;
  commit_seq: number;
  kind: string;
  subject_id: string;
  actor: string;
  request_id: string;
}

async function eventsAfter(scene: Scene, seq: number): Promise<Event[]> {
  return (await scene.ask<{ events: Event[] }>("record.events", { query: { after_seq: seq, limit: 500 } })).events;
}

async function expectCleanReplay(scene: Scene): Promise<void> {
  const report = await scene.ask<{ seq: number; rows_compared: number; differences: unknown[] }>("record.replay");
  expect(report.differences).toEqual([]);
  expect(report.rows_compared).toBeGreaterThan(0);
}

/** Changes everything a call is about, and the project besides. */
async function disturb(scene: Scene, { params }: ValidCall): Promise<void> {
  await scene.ask("projects.update", { params, body: { name: "Renamed later" } });
  await scene.ask("entities.create", {
    params,
    body: { external_id: "later", type: "location", name: "Later", parent_id: null },
  });
  await scene.ask("variables.create", { params, body: { name: "later", type: "boolean" } });
  if (params.entity_id !== undefined) {
    await scene.ask("entities.update", {
      params,
      body: { name: "Renamed", external_id: "renamed", properties: { later: true } },
    });
  }
  if (params.graph_id !== undefined) {
    await scene.ask("dialogues.update", { params, body: { name: "Renamed" } });
    for (const name of ["createNode", "createGroup", "createAnnotation"]) {
      await scene.ask(`dialogues.${name}`, { params, body: operationNamed(`dialogues.${name}`).operation.example });
    }
  }
  if (params.node_id !== undefined)
    await scene.ask("dialogues.updateNode", { params, body: { text: "Changed later." } });
  if (params.subject_id !== undefined) {
    const subject = { ...params, entity_id: params.subject_id };
    await scene.ask("entities.update", { params: subject, body: { name: "Renamed" } });
  }
}

const all = listKeyedOperations().map((named) => [nameOf(named), named] as const);
const reads = all.filter(([, { operation }]) => operation.kind === "project-read");
const travelling = reads.filter(([, { operation }]) => operation.timeTravel);
const writes = all.filter(([, { operation }]) => operation.kind === "project-write");
/** Writes whose example only tries what another one would do, or asks a job for it: they keep nothing in the record. */
const TRIALS = [
  "canonViolations.checkAgain",
  "canonViolations.checkHistory",
  "entities.import",
  "entities.undoImport",
  "players.export",
  "runs.acceptProposals",
  "storyBible.preview",
  "world.import",
  "suggestions.preview",
];
/** Whether an operation changes a project, or honours the headers of changes. */
const isChange = ({ operation }: NamedOperation) =>
  operation.kind === "project-write" || honoursIdempotencyKey(operation) || honoursIfMatch(operation);

/** Whether a member of a list is a section with lists of its own, all of them empty. */
function isWithoutRows(member: unknown): boolean {
  const lists = Object.values(Object(member)).filter(Array.isArray);
  return lists.length > 0 && lists.every(({ length }) => length === 0);
}

/**
 * Project reads that say themselves which sequences they are about, a playthrough among them, whose steps are no events, those of what was sent, which no sequence tells of, and those
 * whose path names a session alone: it stands for the present.
 */
const TIMELESS = [
  ...["byok.usage", "canonRules.catalogue", "canonViolations.history", "context.getReceipt"],
  ...["conversations.export", "conversations.messages", "conversations.ofPlayer", "conversations.participants"],
  ...["entities.getImport", "entities.listImportRows", "entities.listImports"],
  ...[
    "files.get",
    "playerEvents.counts",
    "playerEvents.feed",
    "playerTokens.list",
    "players.getExport",
    "players.quests",
    "players.saves",
    "record.diff",
    "record.replay",
    "record.sequence",
    "runs.get",
    "runs.memories",
    "runs.progress",
  ],
  ...["runs.quests", "runs.saves"],
  ...["sessions.context", "sessions.get", "sessions.snapshots", "sessions.standing", "sessions.trace"],
  "storyBible.compare",
  ...["webhooks.deliveries", "webhooks.delivery", "webhooks.lastCheck"],
];

test("at_seq is declared by every project read, but for those about the record itself and those beside it", () => {
  const without = reads.filter(([, { operation }]) => !operation.timeTravel).map(([name]) => name);
  expect(without.toSorted()).toEqual(TIMELESS);
});

const UNKNOWN_KEY = '"status":null,"has_key":null,"fingerprint":null,"usable_models":null';

/**
 * Values that are stored beside the record, as new subjects have them, with the values read in the past: the past does
 * not know them.
 */
const BESIDE: readonly (readonly [RegExp, string])[] = [
  [/"consecutive_failures":0/g, '"consecutive_failures":null'],
  [/"status":"unverified","has_key":true,"fingerprint":"\w+","usable_models":\[\]/g, UNKNOWN_KEY],
  [/"checked_to_seq":\d+/g, '"checked_to_seq":null'],
  [/"used_this_month":0/g, '"used_this_month":null'],
  [/"last_number":\d+,"turn":null/g, '"last_number":null,"turn":null'],
];

/** An answer without what lies beside the record. */
const ofRecord = (text: string) => BESIDE.reduce((left, [found, unknown]) => left.replace(found, unknown), text);

/** A tag spares the answer it came with, and nothing that differs from it. */
async function expectTag(named: NamedOperation, call: ValidCall, before: TextAnswer, after: TextAnswer): Promise<void> {
  const tagOf = ({ headers }: TextAnswer) => headers.get("etag") ?? "none";
  const spared = await send(named, call, { "if-none-match": tagOf(after) });
  expect([spared.status, spared.text, tagOf(spared)]).toEqual([304, "", tagOf(after)]);
  if (before.text !== after.text) expect(tagOf(before)).not.toBe(tagOf(after));
}

/** Reads that answer about what is sent with them, at any sequence. */
const OF_WHAT_IS_SENT = ["score.text", "score.compare"];

describe.each(travelling)("at_seq of %s", (name, named) => {
  const { operation } = named;
  let scene: Scene;
  let call: ValidCall;

  beforeAll(async () => {
    scene = new Scene(api);
    call = await scene.validCall(named);
  });

  test("beyond the head, below 0 and half-way it is a 422", async () => {
    const head = await scene.head();
    const ask = async (at_seq: number | string) =>
      parsed(await send(named, { ...call, query: { ...call.query, at_seq } }));
    const beyond = await ask(head + 1);
    expectInvalidAt(beyond, ["query", "at_seq"], "less_than_equal");
    expect(beyond.body.detail).toMatchObject([
      { ctx: { le: head }, msg: `Input should be less than or equal to ${head}` },
    ]);
    expectInvalidAt(await ask(Number.MAX_SAFE_INTEGER), ["query", "at_seq"], "less_than_equal");
    expectInvalidAt(await ask(-1), ["query", "at_seq"], "greater_than_equal");
    expectInvalidAt(await ask("1.5"), ["query", "at_seq"], "int_parsing");
  });

  test("0 is the empty project", async () => {
    const empty = await send(named, { ...call, query: { ...call.query, at_seq: 0 } });
    // What is measured comes with the request; an empty project has no range for it.
    if (OF_WHAT_IS_SENT.includes(name)) {
      expect(empty.status).toBe(200);
    } else if (Object.keys(call.params).length === 1 && name !== "projects.get") {
      expect(empty.status).toBe(200);
      const body = parsed(empty).body as Record<string, unknown>;
      if ("total" in body) expect(body).toMatchObject({ total: 0, has_more: false });
      // What is no list of subjects has lists in it all the same, and nothing in them.
      const lists = Object.values(body).filter(Array.isArray);
      // A file has the names of its columns and no row, its head and its end and no change, or the titles of its sections.
      const rows = String(body.content ?? "")
        .split(/\r?\n/)
        .slice(1, -1)
        .filter((row) => body.format !== "md" || /^(?:- |### )/.test(row))
        .filter((row) => body.format !== "markdown" || row.startsWith("<!-- "));
      if (typeof body.content === "string") expect(rows.filter((row) => !row.startsWith('{"type":"end"'))).toEqual([]);
      else expect([lists.length > 0, lists.flat().filter((each) => !isWithoutRows(each))]).toEqual([true, []]);
      expect(empty.headers.get("x-project-seq")).toBe("0");
    } else {
      expectProblem(api, parsed(empty), "not_found");
    }
  });

  // The last one changes what is read.
  test("at the head it is the present, which it stays whatever happens later", async () => {
    const head = await scene.head();
    const now = await send(named, call);
    expect(now.status).toBe(200);
    const then = { ...call, query: { ...call.query, at_seq: head } };
    const atHead = await send(named, then);
    expect(atHead.text).toBe(ofRecord(now.text));
    await disturb(scene, call);
    const past = await send(named, then);
    expect(past.text).toBe(ofRecord(now.text));
    expect(past.headers.get("x-project-seq")).toBe(String(head));
    const present = await send(named, call);
    expect(present.headers.get("x-project-seq")).toBe(String(await scene.head()));
    if (operation.method !== "GET") return;
    await expectTag(named, then, atHead, past);
    expect(past.headers.get("etag")).toBe(atHead.headers.get("etag"));
    await expectTag(named, call, now, present);
  });
});

/** Writes that an archived project takes: they are about the project as a whole. */
const WHILE_ARCHIVED = ["players.erase", "players.export", "projects.archive", "projects.delete", "projects.unarchive"];

async function refusesSequence(named: NamedOperation, call: ValidCall): Promise<void> {
  const answer = await send(named, { ...call, query: { ...call.query, at_seq: 1 } });
  expectInvalidAt(parsed(answer), ["query", "at_seq"], "extra_forbidden");
}

test.each(all.filter(([, named]) => !named.operation.timeTravel && !isChange(named)))(
  "at_seq of %s, which does not declare it, is a 422",
  async (_, named) => refusesSequence(named, await new Scene(api).validCall(named)),
);

describe.each(all.filter(([, named]) => isChange(named)))("the record of %s", (name, named) => {
  const isRepeatable = honoursIdempotencyKey(named.operation) && fixtureOf(named).as !== "person";
  const isGuarded = honoursIfMatch(named.operation);
  const isWrite = named.operation.kind === "project-write";
  let scene: Scene;
  let call: ValidCall;
  /** The version that is current before the write; null where there is none yet. */
  let version: number | null = null;
  let done: { before: number; answer: TextAnswer } | undefined;

  beforeAll(async () => {
    scene = new Scene(api);
    call = await scene.validCall(named);
  });

  const headers = () => ({
    ...(isRepeatable && { "idempotency-key": "the-same" }),
    ...(version !== null && { "if-match": `"${version}"` }),
  });

  /** The write itself, which is done once for all tests of it: those of refusals come first. */
  async function written() {
    done ??= { before: isWrite ? await scene.head() : 0, answer: await send(named, call, headers()) };
    const { status, text } = done.answer;
    expect([status, status < 300 ? "" : text]).toEqual([expect.toBeOneOf([200, 201, 202]), ""]);
    return done;
  }

  test("at_seq, which it does not declare, is a 422", () => refusesSequence(named, call));

  if (isWrite)
    test("a refused write leaves nothing", async () => {
      const before = await scene.head();
      expect((await send(named, { ...call, query: { ...call.query, no_such: 1 } })).status).toBe(422);
      expect(await scene.head()).toBe(before);
    });

  if (isWrite && !WHILE_ARCHIVED.includes(name))
    test("in an archived project it is a 409 and leaves nothing", async () => {
      await scene.ask("projects.archive");
      const before = await scene.head();
      expectProblem(api, parsed(await send(named, call)), "project_archived");
      expect(await scene.head()).toBe(before);
      await scene.ask("projects.unarchive");
    });

  /** Sends it for another version than the current one, which the refusal names. */
  async function refusedVersion(): Promise<number | null> {
    const stale = parsed(await send(named, call, { "if-match": '"999999"' }));
    expectProblem(api, stale, "precondition_failed");
    return (stale.body.detail as { current: number | null }).current;
  }

  if (isGuarded)
    test("If-Match: another version is a 412 and leaves nothing", async () => {
      const before = await scene.head();
      version = await refusedVersion();
      expect(await scene.head()).toBe(before);
    });

  if (isWrite)
    test("every change is an event, under one commit, and replay proves it", async () => {
      const { before, answer } = await written();
      const seq = Number(answer.headers.get("x-project-seq"));
      if (TRIALS.includes(name)) expect(seq).toBe(before);
      else expect(seq).toBeGreaterThan(before);
      if (name === "projects.delete") await scene.ask("projects.restore");
      const events = (await eventsAfter(scene, before)).filter((event) => event.seq <= seq);
      expect(events.map((event) => event.seq)).toEqual(
        Array.from({ length: seq - before }, (_, index) => before + 1 + index),
      );
      const { event_kinds } = await scene.ask<{ event_kinds: { kind: string }[] }>("record.kinds");
      const kinds = event_kinds.map(({ kind }) => kind);
      for (const event of events) {
        expect(event.commit_seq).toBe(seq);
        expect(event.kind).toMatch(/^[a-z_]+\.[a-z]+(_[a-z]+)*$/);
        expect(kinds).toContain(event.kind);
        expect(event.actor).toMatch(/^key:key_/);
        expect(event.request_id).toBe(answer.headers.get("x-request-id"));
      }
      await expectCleanReplay(scene);
    });

  if (isRepeatable)
    test("Idempotency-Key: done once, and answered twice", async () => {
      const { answer: first } = await written();
      const head = await scene.head();
      const second = await send(named, call, headers());
      expect([second.status, second.text]).toEqual([first.status, first.text]);
      expect(second.headers.get("idempotent-replayed")).toBe("true");
      expect(second.headers.get("original-request-id")).toBe(first.headers.get("x-request-id"));
      for (const each of ["etag", "x-project-seq"]) expect(second.headers.get(each)).toBe(first.headers.get(each));
      // What was accepted is worked on meanwhile: of what was written since, nothing is the second request's.
      if (first.status !== 202) expect(await scene.head()).toBe(head);
      const { events } = await scene.ask<{ events: Event[] }>("record.events", { query: { after_seq: head } });
      expect(events.filter(({ request_id }) => request_id === second.headers.get("x-request-id"))).toEqual([]);
      // The content type is part of what makes a request the same.
      const other = await send(named, call, { ...headers(), "content-type": "application/json; v=2" });
      expectProblem(api, parsed(other), "idempotency_key_reused");
    });

  if (isGuarded)
    test("If-Match: the version that is current is a success", async () => {
      const { answer } = await written();
      if (version !== null) {
        expect(answer.status).toBe(200);
        return;
      }
      // What makes its subject where there is none has nothing that could be matched until it has made it.
      expect(answer.status).toBe(201);
      const fresh = await send(named, call, { "if-match": `"${await refusedVersion()}"` });
      expect(fresh.status).toBe(200);
    });
});

test.each(["projects.create", "projects.restore"])("the record of %s is the project's own", async (name) => {
  const scene = new Scene(api);
  const named = operationNamed(name);
  const answer = await send(named, await scene.validCall(named));
  const { id, last_seq } = parsed(answer).body as { id: string; last_seq: number };
  const params = { project_id: id };
  const { events } = await scene.ask<{ events: Event[] }>("record.events", {
    params,
    query: { after_seq: last_seq - 1 },
  });
  expect(events).toMatchObject([{ seq: last_seq, subject_id: id, request_id: answer.headers.get("x-request-id") }]);
  expect((await scene.ask("record.replay", { params })).differences).toEqual([]);
});

test("an archived project takes what is about it as a whole, and nothing else", () => {
  const taken = writes.filter(([, { operation }]) => operation.whileArchived).map(([name]) => name);
  expect(taken.toSorted()).toEqual(WHILE_ARCHIVED);
});
