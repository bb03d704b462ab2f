import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { expectInvalid } from "#tests/contract/expectations.ts";
import { startTestApi, type TestApi } from "#tests/support/api.ts";

type Loose = Record<string, unknown>;

let api: TestApi;
let project: string;

beforeAll(async () => {
  api = await startTestApi();
  project = await api.makeProject();
});
afterAll(() => api.close());

const call = (method: string, path: string, options: Parameters<TestApi["call"]>[2] = {}) =>
  api.call<Loose>(method, `/v1/projects/${project}${path}`, options);

async function made(external_id: string, properties: object): Promise<Loose> {
  const body = { external_id, type: "item", name: external_id, properties };
  return (await call("POST", "/entities", { body })).body;
}

describe("fields", () => {
  test("a subject and the rows of a list are answered with the fields asked for, their ids and sequences", async () => {
    const { id, valid_from_seq } = await made("lamp", { lit: true, deep: { a: 1, b: 2 }, "a.b": 3 });
    const asked = async (fields: string) => (await call("GET", `/entities/${id}`, { query: { fields } })).body;
    expect(await asked("name")).toEqual({ id, name: "lamp", valid_from_seq });
    expect(await asked("id")).toEqual({ id, valid_from_seq });
    expect(await asked("type, properties.deep.b,properties.lit,properties.none")).toEqual({
      id,
      type: "item",
      properties: { lit: true, deep: { b: 2 } },
      valid_from_seq,
    });
    expect(await asked("properties.deep.b,properties.deep")).toEqual({
      id,
      properties: { deep: { a: 1, b: 2 } },
      valid_from_seq,
    });
    expect(await asked("properties.none")).toEqual({ id, properties: {}, valid_from_seq });
    expect(await asked("properties.__proto__.polluted")).toEqual({ id, properties: {}, valid_from_seq });

    await made("rope", {});
    const first = await call("GET", "/entities", { query: { fields: "name", limit: 1, sort_by: "name" } });
    expect(first.body).toEqual({ entities: [{ id, name: "lamp", valid_from_seq }], total: 2, has_more: true });
    // The cursor is that of the list, whatever is shown of it.
    const query = { cursor: first.headers.get("x-next-cursor") ?? "", sort_by: "name", fields: "external_id" };
    expect((await call("GET", "/entities", { query })).body.entities).toMatchObject([{ external_id: "rope" }]);
    const whole = await call("GET", "/entities", { query: { limit: 1, sort_by: "name" } });
    expect(whole.headers.get("etag")).not.toBe(first.headers.get("etag"));
    const keys = await api.call<{ keys: Loose[] }>("GET", "/v1/keys", { query: { fields: "name" } });
    expect(new Set(keys.body.keys.flatMap((key) => Object.keys(key)))).toEqual(new Set(["id", "name"]));
  });

  test("a large dialogue that is sent in pieces is answered in part as any other", async () => {
    const { body: dialogue } = await call("POST", "/game-narrative/dialogues", { body: { name: "Gate" } });
    await call("POST", `/game-narrative/dialogues/${dialogue.id}/nodes`, { body: { text: "x".repeat(9_000) } });
    const { body } = await call("GET", `/game-narrative/dialogues/${dialogue.id}`, { query: { fields: "name" } });
    expect(body).toEqual({ id: dialogue.id, name: "Gate", valid_from_seq: dialogue.valid_from_seq });
  });

  test("an unknown field is refused with the nearest, and an answer without subjects takes none", async () => {
    const refused = expectInvalid(await call("GET", "/entities", { query: { fields: "name,externalId,zzzzzz" } }));
    expect(refused.map(({ loc, ctx }) => [loc, ctx])).toEqual([
      [["query", "fields"], { suggestion: "external_id" }],
      [["query", "fields"], undefined],
    ]);
    expect(refused[0]?.msg).toContain('did you mean "external_id"?');
    expect(expectInvalid(await call("GET", "/facts", { query: { fields: "properties.a" } }))).toHaveLength(1);
    const [extra] = expectInvalid(await api.call("GET", "/v1/limits", { query: { fields: "plan" } }));
    expect(extra).toMatchObject({ type: "extra_forbidden", loc: ["query", "fields"] });
  });
});

describe("Prefer: return=minimal", () => {
  const headers = { prefer: "return=minimal" };

  test("a write answers the id and the sequence of what it wrote, with the headers of the whole answer", async () => {
    const body = { external_id: "brief", type: "item", name: "Brief" };
    const created = await call("POST", "/entities", { body, headers: { ...headers, "idempotency-key": "brief" } });
    const { id, valid_from_seq } = created.body;
    expect([created.status, created.body]).toEqual([201, { id, valid_from_seq }]);
    expect(created.headers.get("preference-applied")).toBe("return=minimal");
    expect(created.headers.get("etag")).toBe(`"${valid_from_seq}"`);
    // What is kept of a request is its whole answer.
    const again = await call("POST", "/entities", { body, headers: { "idempotency-key": "brief" } });
    expect([again.headers.get("preference-applied"), again.body]).toEqual([
      null,
      expect.objectContaining({ id, ...body }),
    ]);
    const changed = await call("PATCH", `/entities/${id}`, { body: { name: "Short" }, headers });
    expect(changed.body).toEqual({ id, valid_from_seq: changed.body.valid_from_seq });
    const upserted = await call("POST", "/entities/upsert", { body: { ...body, name: "Long" }, headers });
    expect(upserted.body).toEqual({ id, valid_from_seq: upserted.body.valid_from_seq });
  });

  test("what is told once, and what is only tried out, is answered whole", async () => {
    const body = { url: "https://example.com/hook", events: ["*"] };
    const webhook = await call("POST", "/webhooks", { body, headers });
    expect([webhook.headers.get("preference-applied"), webhook.body]).toEqual([
      null,
      expect.objectContaining({ secret: expect.any(String) }),
    ]);
    const { body: place } = await call("POST", "/ttrpg-gm/locations", { body: { external_id: "quay", name: "Quay" } });
    const move = { body: { parent_id: null, dry_run: true }, headers };
    expect((await call("POST", `/ttrpg-gm/locations/${place.id}/move`, move)).body).toMatchObject({ name: "Quay" });
  });
});
