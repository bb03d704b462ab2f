import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "#server/kernel/ids.ts";
import { startTestApi, type TestApi } from "#tests/support/api.ts";
import type { Item } from "./expectations.ts";

let api: TestApi;
let project: string;

beforeAll(async () => {
  api = await startTestApi();
  project = `/v1/projects/${await api.makeProject()}`;
});
afterAll(() => api.close());

const entity = { external_id: "mara", type: "person", name: "Mara" };
const fact = { text: "The lamp is out." };
const ent = newId("ent");
const dialogue = newId("dlg");

/** A request that somebody may well send on the first day. */
interface Mistake {
  readonly method?: string;
  /** Below the project, or from the root with `/v1`, or the whole path. */
  readonly path: string;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
  readonly key?: null;
}

const node = (fields: object): Mistake => ({
  method: "POST",
  path: "DIALOGUE/nodes",
  body: { text: "Halt!", ...fields },
});
const post = (path: string, body: unknown): Mistake => ({ method: "POST", path, body });

/** Requests with what their answers say for them to be mended: the place of a 422, or the code, and words of the message. */
const MISTAKES: readonly (readonly [Mistake, string, string])[] = [
  [post("/entities", { ...entity, propertes: {} }), "body.propertes", 'did you mean "properties"?'],
  [post("/entities", { ...entity, externalId: "x" }), "body.externalId", "Extra inputs are not permitted"],
  [post("/entities", { type: "a", name: "b", externalId: "x" }), "body.externalId", 'did you mean "external_id"?'],
  [post("/entities", { ...entity, properties: [] }), "body.properties", "Input should be an object"],
  [{ path: "/entities?page=2" }, "query.page", 'did you mean "cursor"?'],
  [{ path: "/entities?per_page=2" }, "query.per_page", 'did you mean "limit"?'],
  [{ path: "/entity-types?limti=2" }, "query.limti", 'did you mean "limit"?'],
  [{ path: "/entities?type=npc&type=item" }, "query.type", "given more than once"],
  [{ path: "/entities?property_filter=" }, "query.property_filter", "a property filter is a JSON object"],
  [{ path: "/sequence?at=2026-11-20T19:10:00+00:00" }, "query.at", "`%2B`"],
  [post("/facts", { ...fact, known_by: ent }), "body.known_by", "'everyone' or a valid list"],
  [post("/entities/batch", { entities: [{ op: "merge", ...entity }] }), "body.entities.0", "'create', 'upsert'"],
  [node({ conditions: [{ fn: "hasItem", args: [] }] }), "body.conditions.0.fn", 'did you mean "has_item"?'],
  [node({ conditions: [{ fn: "dance", args: [] }] }), "body.conditions.0.fn", "known are visits, visited"],
  [node({ conditions: [{ op: ">=", args: [] }] }), "body.conditions.0.op", 'did you mean "gte"?'],
  [node({ on_enter_effects: [{ op: "subtract" }] }), "body.on_enter_effects.0.op", 'did you mean "sub"?'],
  [node({ conditions: [{ fn: "has_item", args: [{ ref: ent }] }] }), "body.conditions.0", `{"lit": "${ent}"}`],
  [post("/entities", "{'type': 'npc'}"), "body.1", "Strings are in double quotes"],
  [post("/entities", '{"type": "npc",}'), "body.14", "trailing comma"],
  [post("/entities", new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x7d])), "body.2", "Invalid UTF-8"],
  [post("/replay", { deep: true }), "body", "This operation takes no body"],
  [{ path: "/entities", headers: { "idempotency-key": "once" } }, "header.idempotency-key", "leave it out"],
  [{ path: "/entities", key: null }, "unauthorized", "Authorization: Bearer"],
  [{ path: "/entities", key: null, headers: { "x-api-key": "KEY" } }, "unauthorized", "Authorization: Bearer"],
  [{ path: "/entities", key: null, headers: { authorization: "KEY" } }, "unauthorized", "Authorization: Bearer"],
  [{ path: "/entity" }, "not_found", "did you mean GET /v1/projects/{project_id}/entities?"],
  [{ path: "/entities/" }, "not_found", "did you mean GET /v1/projects/{project_id}/entities?"],
  [{ path: "//v1//projects" }, "not_found", "did you mean GET /v1/projects?"],
  [post("/dialogues", {}), "not_found", "did you mean POST /v1/projects/{project_id}/game-narrative/dialogues?"],
  [{ path: "//projects/x/entities" }, "not_found", "did you mean GET /v1/projects/{project_id}/entities?"],
  [{ path: "//v1/nothing/at/all" }, "not_found", "No operation has this path."],
  [{ path: "/entities/pell" }, "not_found", "entity_id is an id of the form ent_…"],
  [{ path: `/entities/${dialogue}` }, "not_found", "the id of another kind (dialogue)"],
  [{ path: "//v1/jobs/job_8zzzzzzzzzzzzzzzzzzzzzzzzz" }, "not_found", "job_id is an id of the form job_…."],
];

test.each(MISTAKES)("%j", async ({ method = "GET", path, body, headers = {}, key }, place, words) => {
  let at = path.startsWith("//") ? path.slice(1) : `${project}${path}`;
  if (path.startsWith("DIALOGUE")) {
    const made = await api.call("POST", `${project}/game-narrative/dialogues`, { body: { name: "At the gate" } });
    at = path.replace("DIALOGUE", `${project}/game-narrative/dialogues/${made.body.id}`);
  }
  const given = Object.entries(headers).map(([name, value]) => [name, value.replace("KEY", api.home.key)]);
  const isRaw = typeof body === "string" || body instanceof Uint8Array;
  const answer = await api.fetch(at, {
    method,
    headers: {
      ...(key !== null && { authorization: `Bearer ${api.home.key}` }),
      ...(body !== undefined && { "content-type": "application/json" }),
      ...Object.fromEntries(given),
    },
    ...(body !== undefined && { body: isRaw ? (body as BodyInit) : JSON.stringify(body) }),
  });
  expect(answer.headers.get("content-type")).toBe("application/json");
  const { code, message, detail } = (await answer.json()) as { code: string; message: string; detail: unknown };
  const items = Array.isArray(detail) ? (detail as Item[]) : [{ loc: [code], msg: message }];
  const told = items.map(({ loc, msg }) => [loc.join("."), msg]);
  expect(told).toContainEqual([place, expect.stringContaining(words)]);
});
