import { afterAll, beforeAll, expect, test } from "vitest";
import { listKeyedOperations, type NamedOperation } from "#server/operations.ts";
import { type Answer, startTestApi, type TestApi } from "#tests/support/api.ts";
import { fixtureOf, keyFor, nameOf, operationNamed, pathOf, Scene } from "./valid-call.ts";

let api: TestApi;
/** A scene in a project with much in it. */
let scene: Scene;

beforeAll(async () => {
  api = await startTestApi();
  const { body } = await api.call<{ id: string }>("POST", "/v1/samples/projects", {
    body: { sample_id: "harbour", mode: "test" },
  });
  scene = new Scene(api, body.id);
});
afterAll(() => api.close());

interface Query {
  [name: string]: string | number | boolean;
}

/** The pages of a list, as the guide on lists says: `cursor` is what `X-Next-Cursor` said, until there is none. */
async function pagesOf(path: string, key: string, query: Query): Promise<unknown[][]> {
  const pages: unknown[][] = [];
  for (let next: Query | null = {}; next !== null; ) {
    const answer: Answer<Record<string, unknown>> = await api.call("GET", path, { key, query: { ...query, ...next } });
    if (answer.status !== 200) throw new Error(`${path} was refused: ${JSON.stringify(answer.body)}`);
    pages.push(Object.values(answer.body).find((field) => Array.isArray(field)) ?? []);
    const cursor = answer.headers.get("x-next-cursor");
    expect(cursor !== null).toBe(answer.body.has_more);
    next = cursor === null ? null : { cursor };
  }
  return pages;
}

/** Operations that make what a scene has one of: a walk needs two. */
const AGAIN = [
  ...["canonRules.create", "canonWaivers.create"],
  ...["projects.create", "checkpoints.create", "dialogues.createGroup", "dialogues.createAnnotation"],
  ...[
    "quests.create",
    "suggestions.create",
    "runs.start",
    "readings.create",
    "comments.create",
    "shares.create",
    "players.create",
    "npcs.create",
    "seeds.create",
    "ideas.create",
    "feedback.create",
    "styleWords.create",
    "conversations.create",
    "playerFacts.create",
    "storyBible.extract",
    "acts.create",
    "chapters.create",
    "passages.create",
    "entities.update",
  ],
  ...["generation.text", "webhooks.create", "webhooks.test", "members.invite", "keys.create"],
];

/** Lists of which the scene has one row: a new one is walked through, or named here. */
const OF_ONE = [
  ...["entities.values", "relationships.neighbors", "propertyKeys.list", "secrets.list", "locations.subtree"],
  ...[
    "variables.uses",
    "facts.uses",
    "facts.conflicts",
    "predicates.list",
    "links.list",
    "links.drift",
    "links.listChanges",
    "quests.uses",
    "views.list",
    "problems.counts",
    "canonViolations.list",
    "canonViolations.history",
    "problems.dialogues",
    "waivers.list",
    "byok.list",
    "templates.list",
    "playerEventKinds.list",
    "playerEvents.listNews",
    "playerTokens.list",
    "storyBible.listEntries",
  ],
  ...["members.list", "billing.invoices", "images.list", "audio.list"],
  ...["record.deleted", "projectMembers.list", "projectMembers.invitations"],
];

/** A list whose walk takes more pages than this is walked by larger ones. */
const MAX_PAGES = 6;

const isList = ({ operation }: NamedOperation) =>
  operation.query?.shape.limit !== undefined && "has_more" in ((operation.output as { shape?: object }).shape ?? {});

const asKey = listKeyedOperations().filter((named) => isList(named) && fixtureOf(named).as !== "person");
/** Lists in the order of the registry, but for the one that needs something deleted, which no other list can be about then. */
const lists = asKey.toSorted((a, b) => Number(nameOf(a) === "record.deleted") - Number(nameOf(b) === "record.deleted"));

test("the guide's way through pages meets every row of every list once, as one page shows it", async () => {
  for (const name of AGAIN) await scene.ask(name, await scene.validCall(operationNamed(name)));
  const short: string[] = [];
  for (const named of lists) {
    const call = await scene.validCall(named);
    const [path, key] = [pathOf(named, call.params), keyFor(api, named)];
    const [whole = []] = await pagesOf(path, key, { ...call.query, limit: 500 });
    const limit = Math.max(1, Math.ceil(whole.length / MAX_PAGES));
    const pages = await pagesOf(path, key, { ...call.query, limit });
    expect([nameOf(named), pages.flat()]).toEqual([nameOf(named), whole]);
    if (pages.length < 2) short.push(nameOf(named));
  }
  expect(short.toSorted()).toEqual(OF_ONE.toSorted());
});

/** Lists that have no sequence, and what adds a row in front of those that were read. */
const GROWING: [list: string, adds: string, query: Query][] = [
  ["keys.list", "keys.create", { sort_order: "desc" }],
  ["projects.list", "projects.create", { sort_order: "desc" }],
  ["workspace.audit", "keys.create", { sort_order: "desc" }],
  ["jobs.list", "entities.import", {}],
  ["entities.listImports", "entities.import", {}],
  ["runs.progress", "runs.start", {}],
  ["runs.memories", "runs.memories", {}],
  ["playerTokens.list", "playerTokens.create", {}],
  ["webhooks.deliveries", "webhooks.test", {}],
  ["sessions.listSessions", "generation.text", {}],
];

test("what is added between the pages of a list without a sequence neither repeats a row nor leaves one out", async () => {
  const outside = lists.filter(({ operation }) => !operation.timeTravel && operation.query?.shape.offset !== undefined);
  const people = ["members.invitations", "members.list", "projectMembers.invitations", "projectMembers.list"];
  const others = [
    ...["entities.listImportRows", "runs.quests", "runs.saves", ...people, "billing.invoices"],
    ...["playerEvents.counts", "playerEvents.feed", "players.quests", "players.saves"],
    ...["conversations.messages", "conversations.ofPlayer", "canonViolations.history"],
  ];
  const inTime = ["record.diff", "sessions.snapshots", "problems.dialogues"];
  const named = [...GROWING.map(([name]) => name), ...others, ...inTime];
  expect(outside.map(nameOf).sort()).toEqual(named.sort());
  for (const [name, adds, query] of GROWING) {
    const list = operationNamed(name);
    const call = await scene.validCall(list);
    const [path, key] = [pathOf(list, call.params), keyFor(api, list)];
    const add = async () => scene.ask(adds, await scene.validCall(operationNamed(adds)));
    const read = async (page: Query) => {
      const { body, headers } = await api.call("GET", path, { key, query: { ...call.query, ...query, ...page } });
      const rows: object[] = Object.values(body).find((field) => Array.isArray(field)) ?? [];
      // What is under way has another state a moment later.
      return { ids: rows.map((row) => Object.values(row)[0]), cursor: headers.get("x-next-cursor") };
    };
    await add();
    await add();
    const before = await read({ limit: 500 });
    const walked = await read({ limit: 1 });
    await add();
    for (let { cursor } = walked; cursor !== null; ) {
      const page = await read({ limit: Math.max(1, before.ids.length - 2), cursor });
      walked.ids.push(...page.ids);
      cursor = page.cursor;
    }
    expect([name, walked.ids]).toEqual([name, before.ids]);
  }
});

test("a cursor has times as they were written, not as the database might fail to read them", async () => {
  for (const name of ["One", "Two"]) await api.call("POST", "/v1/keys", { body: { name, scopes: ["read"] } });
  const { headers } = await api.call("GET", "/v1/keys", { query: { limit: 1 } });
  const [seq, position, [, id], asked] = JSON.parse(
    Buffer.from(headers.get("x-next-cursor") ?? "", "base64url").toString("utf8"),
  );
  const at = (time: string) => Buffer.from(JSON.stringify([seq, position, [time, id], asked])).toString("base64url");
  const read = (time: string) => api.call("GET", "/v1/keys", { query: { limit: 1, cursor: at(time) } });
  expect((await read("2026-01-01T00:00:00Z")).status).toBe(200);
  expect((await read("2026-01-01T00:00:00+23:59")).status).toBe(422);
});

test("what is taken out before the end of a page leaves nothing out behind it", async () => {
  const key = api.home.liveKey;
  for (const email of ["a@example.com", "b@example.com", "c@example.com"]) {
    const invited = await api.call("POST", "/v1/invitations", { key, body: { email, name: "New", role: "viewer" } });
    expect(invited.status).toBe(201);
  }
  const page = (query: Query) =>
    api.call<{ invitations: { id: string; email: string }[] }>("GET", "/v1/invitations", { key, query });
  const all = (await page({})).body.invitations.map(({ email }) => email);
  const first = await page({ limit: 1 });
  expect((await api.call("DELETE", `/v1/invitations/${first.body.invitations[0]?.id}`, { key })).status).toBe(200);
  const rest = await page({ cursor: first.headers.get("x-next-cursor") ?? "" });
  expect(rest.body.invitations.map(({ email }) => email)).toEqual(all.slice(1));
});

test("a cursor of a list that counts its rows belongs to its query, and pages stay at the sequence of the first", async () => {
  const path = `/v1/projects/${await scene.projectId}/entity-types`;
  const first = await api.call("GET", path, { query: { limit: 1 } });
  const cursor = first.headers.get("x-next-cursor") ?? "";
  await scene.ask("entities.create", { body: { external_id: "a-new-one", type: "aaa-first", name: "New" } });
  const second = await api.call("GET", path, { query: { limit: 1, cursor } });
  expect(second.headers.get("x-project-seq")).toBe(first.headers.get("x-project-seq"));
  expect(second.body.types).not.toEqual(first.body.types);
  const other = `/v1/projects/${await scene.projectId}/game-narrative/speakers`;
  for (const [at, query] of [
    [other, { cursor }],
    [path, { cursor, offset: 1 }],
  ] as const) {
    expect((await api.call("GET", at, { query })).status).toBe(422);
  }
});
