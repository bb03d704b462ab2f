import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { searchForm } from "#domain/search-form.ts";
import { CURRENT } from "#drizzle/schema/columns.ts";
import { newId } from "#server/kernel/ids.ts";
import { expectInvalidAt } from "./contract/expectations.ts";
import { startTestApi, type TestApi } from "./support/api.ts";

interface Page {
  entities: { id: string; external_id: string; name: string }[];
  total: number;
  has_more: boolean;
}

let api: TestApi;
let projectId: string;

beforeAll(async () => {
  api = await startTestApi({ mount: "app" });
});
afterAll(() => api.close());

const path = () => `/v1/projects/${projectId}/entities`;
const page = (query: Record<string, string | number>) => api.call<Page>("GET", path(), { query });

async function create(names: string[]): Promise<void> {
  const entities = names.map((name, i) => ({
    external_id: `${name}-${i}`,
    type: "npc",
    name,
    properties: { rank: i % 7 },
  }));
  const { status } = await api.call("POST", `${path()}/batch`, { body: { entities } });
  expect(status).toBe(201);
}

describe("a walk by cursor", () => {
  const names = Array.from({ length: 23 }, (_, i) => `Name ${(i * 7) % 5}`);

  test.each([
    {},
    { sort_order: "desc" },
    { sort_by: "name" },
    { sort_by: "created_at", sort_order: "desc" },
    { sort_by: "id" },
    { sort_by: "properties.rank" },
    { sort_by: "location_path" },
    { property_filter: '{"rank":{"$lt":5}}', sort_by: "name", sort_order: "desc" },
  ])("%j meets every entity of its first moment once, whatever others write meanwhile", async (query) => {
    projectId = await api.makeProject();
    await create(names);
    const whole = (await page({ ...query, limit: 500 })).body;
    const seen: string[] = [];
    let cursor: string | null = null;
    for (let n = 0; n === 0 || cursor !== null; n++) {
      const { status, headers, body }: Awaited<ReturnType<typeof page>> = await page({
        ...query,
        limit: 5,
        ...(cursor !== null && { cursor }),
      });
      expect([status, body.total]).toEqual([200, whole.total]);
      expect(headers.get("x-next-offset")).toBe(body.has_more ? String(seen.length + body.entities.length) : null);
      seen.push(...body.entities.map(({ id }) => id));
      cursor = headers.get("x-next-cursor");
      expect(cursor !== null).toBe(body.has_more);
      // Between two pages one goes, one changes its place and one comes.
      const [first, second] = whole.entities.slice(n * 2);
      await api.call("DELETE", `${path()}/${first?.id}`);
      await api.call("PATCH", `${path()}/${second?.id}`, { body: { name: "A", properties: { rank: -1 } } });
      await create([`A new ${n}`]);
    }
    expect(seen).toEqual(whole.entities.map(({ id }) => id));
  });

  test("is refused with another query, another project, an offset or another sequence, and when it was made up", async () => {
    projectId = await api.makeProject();
    await create(names);
    const { headers } = await page({ limit: 5, sort_by: "name" });
    const cursor = headers.get("x-next-cursor") ?? "";
    const seq = Number(headers.get("x-project-seq"));
    const good = { limit: 7, sort_by: "name", cursor };
    expect((await page(good)).status).toBe(200);
    expect((await page({ ...good, at_seq: seq })).headers.get("x-project-seq")).toBe(String(seq));
    expectInvalidAt(await page({ ...good, at_seq: seq - 1 }), ["query", "at_seq"], "value_error");
    expectInvalidAt(await page({ ...good, offset: 3 }), ["query", "offset"], "value_error");
    expectInvalidAt(await page({ ...good, sort_order: "desc" }), ["query", "cursor"], "value_error");
    expectInvalidAt(await page({ limit: 5, cursor }), ["query", "cursor"], "value_error");
    expectInvalidAt(await page({ ...good, q: "Name" }), ["query", "cursor"], "value_error");
    const forge = (change: (parts: unknown[]) => void) => {
      const parts = JSON.parse(Buffer.from(cursor, "base64url").toString());
      change(parts);
      return Buffer.from(JSON.stringify(parts)).toString("base64url");
    };
    for (const made of [
      "x",
      cursor.slice(2),
      forge((parts) => parts.pop()),
      forge((parts) => parts.splice(2, 1, ["a"])),
      forge((parts) => parts.splice(2, 1, [1, 2])),
      forge((parts) => parts.splice(2, 1, ["a\0", "b"])),
      forge((parts) => parts.splice(0, 1, -1)),
    ]) {
      expectInvalidAt(await page({ ...good, cursor: made }), ["query", "cursor"], "value_error");
    }
    expect((await page({ ...good, cursor: forge((parts) => parts.splice(0, 1, seq + 1)) })).status).toBe(422);
    const other = await api.makeProject();
    expectInvalidAt(
      await api.call("GET", `/v1/projects/${other}/entities`, {
        query: { ...good, cursor: forge((p) => p.splice(0, 1, 1)) },
      }),
      ["query", "cursor"],
      "value_error",
    );
  });
});

describe("a page that was asked for before", () => {
  test.each([
    {},
    { sort_by: "name", sort_order: "desc", offset: 2 },
    { sort_by: "properties.rank", property_filter: '{"rank":{"$ne":3}}' },
    { q: "name", type: "npc" },
    { sort_by: "location_path", limit: 500 },
    { offset: 99 },
  ])("%j is the same until somebody writes, and stays the same at its sequence", async (query) => {
    projectId = await api.makeProject();
    await create(["Name A", "Name B", "Name A", "Name C", "Name B"]);
    const asked = { limit: 2, ...query };
    const told = async (more: object = {}) => {
      const { status, headers, body } = await page({ ...asked, ...more });
      expect(status).toBe(200);
      return [body, headers.get("x-next-offset")];
    };
    const first = await told();
    expect(await told()).toEqual(first);
    const seq = (await page({})).headers.get("x-project-seq") ?? "";
    const next = (await page(asked)).headers.get("x-next-cursor");
    const behind = next === null ? null : (await page({ ...query, limit: 2, offset: 0, cursor: next })).body;
    const [one] = (await page({})).body.entities;
    await api.call("PATCH", `${path()}/${one?.id}`, { body: { name: "Name Z", properties: { rank: 9 } } });
    await create(["Name 0"]);
    const [now] = (await told()) as [Page];
    const before = first[0] as Page;
    expect(now.total).toBe(before.total + 1);
    const at = (await told({ at_seq: seq })) as [Page];
    expect(at[0].entities.map(({ id, name }) => [id, name])).toEqual(before.entities.map(({ id, name }) => [id, name]));
    expect([at[0].total, at[0].has_more]).toEqual([before.total, before.has_more]);
    if (behind !== null) {
      const again = (await page({ ...query, limit: 2, offset: 0, cursor: next ?? "" })).body;
      expect(again.entities.map(({ id }) => id)).toEqual(behind.entities.map(({ id }) => id));
    }
  });
});

describe("a part of a name", () => {
  // "a%c" and "abc" have the same trigrams.
  const names = [
    "abc",
    "a%c",
    "a_c",
    "A\\C def",
    "Ábcdé",
    "ＡＢＣ",
    "дом у моря",
    "Ёлка",
    "東京都庁",
    "東京湾",
    "𝔄bc 😀😀😀",
    "ab",
  ];
  const terms = [
    "abc",
    "a%c",
    "%%%",
    "a_c",
    "___",
    "A\\C",
    "ÁBC",
    "bcd",
    "дом",
    "ДОМ У",
    "елк",
    "東京都",
    "東京",
    "😀😀😀",
    "ab",
    "%",
    "😀",
  ];

  test("finds the names whose search form contains it, now and in the past", async () => {
    projectId = await api.makeProject();
    await create(names);
    const seq = Number((await page({})).headers.get("x-project-seq"));
    const ids = (await page({})).body.entities.map(({ id }) => id);
    const found = async (query: Record<string, string | number>) =>
      (await page({ ...query, limit: 500 })).body.entities.map(({ name }) => name);
    for (const q of terms) {
      const wanted = names.filter((name) => searchForm(name).includes(searchForm(q)));
      expect(await found({ q }), q).toEqual(wanted);
      expect(await found({ q, at_seq: seq }), q).toEqual(wanted);
    }
    await api.call("PATCH", `${path()}/${ids[0]}`, { body: { name: "renamed" } });
    await api.call("DELETE", `${path()}/${ids[5]}`);
    expect(await found({ q: "abc" })).toEqual(["Ábcdé", "𝔄bc 😀😀😀"]);
    expect(await found({ q: "abc", at_seq: seq })).toEqual(["abc", "Ábcdé", "ＡＢＣ", "𝔄bc 😀😀😀"]);
    expect(await found({ q: "nam" })).toEqual(["renamed"]);
  });
});

describe("an answer", () => {
  test("is bounded in bytes: a page of very large rows ends early and says where", async () => {
    projectId = await api.makeProject();
    // Written past the record: only their reading is tested, and the record would take a minute.
    await api.database.writes.execute(sql`INSERT INTO entity_versions
      (project_id, id, valid_from_seq, valid_to_seq, created_seq, created_at, updated_at, external_id, type, name, name_search,
       properties, located)
      SELECT ${projectId}, ${newId("ent").slice(0, -3)} || lpad(i::text, 3, '0'), 1, ${CURRENT}::bigint, i, now(), now(),
        'large-' || i, 'npc', 'Large', 'large', jsonb_build_object('text', repeat('x', 250000)), false
      FROM generate_series(1, 150) i`);
    await api.database.writes.execute(
      sql`INSERT INTO subject_counts VALUES (${projectId}, 'entity', '', 2, 151, 0, 150)`,
    );
    const seen: number[] = [];
    for (let offset = 0, more = true; more; ) {
      const { status, headers, body } = await page({ limit: 500, offset });
      expect([status, body.total]).toEqual([200, 150]);
      expect(Buffer.byteLength(JSON.stringify(body))).toBeLessThan(17 * 1024 * 1024);
      seen.push(body.entities.length);
      offset += body.entities.length;
      more = body.has_more;
      expect(headers.get("x-next-offset")).toBe(more ? String(offset) : null);
    }
    expect(seen).toEqual([67, 67, 16]);
  });

  test("of the feed is bounded too, and the next page goes on behind its last event", async () => {
    projectId = await api.makeProject();
    for (let i = 0; i < 24; i++) {
      const entities = Array.from({ length: 3 }, (_, n) => ({
        external_id: `e${i}-${n}`,
        type: "npc",
        name: "Large",
        properties: { text: "x".repeat(250_000) },
      }));
      expect((await api.call("POST", `${path()}/batch`, { body: { entities } })).status).toBe(201);
    }
    const seen: number[] = [];
    for (let more = true; more; ) {
      const { body } = await api.call<{ events: { seq: number }[]; has_more: boolean }>(
        "GET",
        `/v1/projects/${projectId}/events`,
        { query: { limit: 500, after_seq: seen.at(-1) ?? 0 } },
      );
      expect(body.events.length).toBeLessThan(73);
      seen.push(...body.events.map(({ seq }) => seq));
      more = body.has_more;
    }
    expect(seen).toEqual(Array.from({ length: 73 }, (_, i) => i + 1));
  });
});

test("projects are found by a part of their name, without case and accents, page by page", async () => {
  const { key } = api.stranger;
  for (const name of ["Łódź by night", "Night ferry", "The NIGHT watch", "Day"]) {
    await api.call("POST", "/v1/projects", { key, body: { name } });
  }
  const named = async (query: Record<string, string | number>) => {
    const { body } = await api.call<{ projects: { name: string }[]; total: number }>("GET", "/v1/projects", {
      key,
      query,
    });
    return [body.total, ...body.projects.map(({ name }) => name)];
  };
  expect(await named({ q: "night", sort_by: "name", limit: 2 })).toEqual([3, "Night ferry", "The NIGHT watch"]);
  expect(await named({ q: "night", sort_by: "name", limit: 2, offset: 2 })).toEqual([3, "Łódź by night"]);
  expect(await named({ q: "lodz" })).toEqual([1, "Łódź by night"]);
  expect(await named({ q: "nobody" })).toEqual([0]);
});
