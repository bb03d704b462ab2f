import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestApi, type TestApi } from "#tests/support/api.ts";
import { expectInvalidAt, expectProblem } from "./expectations.ts";
import { section } from "./interface.ts";
import { BUILD_MS, MOUNTS } from "./mount.ts";

interface Entity {
  id: string;
  project_id: string;
  external_id: string;
  type: string;
  name: string;
  properties: Record<string, unknown>;
  valid_from_seq: number | null;
  valid_to_seq: number | null;
  created_at: string;
  updated_at: string;
  parent_id: string | null;
  location_path: string | null;
  source_link_id: string | null;
  source_entity_id: string | null;
  source_project_id: string | null;
}

const FIELDS = [
  "id",
  "project_id",
  "external_id",
  "type",
  "name",
  "properties",
  "valid_from_seq",
  "valid_to_seq",
  "created_at",
  "updated_at",
  "parent_id",
  "location_path",
  "source_link_id",
  "source_entity_id",
  "source_project_id",
];
const UTC = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;

describe.each(MOUNTS)("entities through the %s", (mount) => {
  let api: TestApi;
  let projectId: string;
  let count = 0;

  beforeAll(async () => {
    api = await startTestApi({ mount });
    projectId = await api.makeProject();
  }, BUILD_MS);
  afterAll(() => api.close());

  const entities = (rest = "") => `/v1/projects/${projectId}/entities${rest}`;
  const post = (body: object) => api.call<Entity>("POST", entities(), { body });
  async function make(body: Partial<Entity> & { parent_external_id?: string | null } = {}): Promise<Entity> {
    count += 1;
    const made = await post({ external_id: `e-${count}`, type: "character", name: "Ana", ...body });
    expect([made.status, made.status === 201 ? "" : made.body]).toEqual([201, ""]);
    return made.body;
  }
  const get = async (id: string, query = {}) => (await api.call<Entity>("GET", entities(`/${id}`), { query })).body;
  const patch = async (id: string, body: object) =>
    (await api.call<Entity>("PATCH", entities(`/${id}`), { body })).body;

  describe(section("Entity"), () => {
    test("has every field, null ones included, and no other", async () => {
      const made = await make();
      expect(Object.keys(made)).toEqual(FIELDS);
      expect(await get(made.id)).toEqual(made);
    });

    test.each([
      ["id", /^ent_[0-9a-hjkmnp-tv-z]{26}$/],
      ["project_id", /^prj_[0-9a-hjkmnp-tv-z]{26}$/],
      ["external_id", /^e-\d+$/],
      ["type", /^character$/],
      ["name", /^Ana$/],
      ["created_at", UTC],
      ["updated_at", UTC],
    ] as const)("%s is a string, always there", async (field, form) => {
      expect((await make())[field]).toMatch(form);
    });

    test("project_id is the parent project", async () => {
      expect((await make()).project_id).toBe(projectId);
    });

    test.each(["external_id", "type", "name"])("%s is required", async (field) => {
      const { [field]: _, ...others }: Record<string, string> = { external_id: "required", type: "item", name: "Salt" };
      expectInvalidAt(await post(others), ["body", field], "missing");
      expectInvalidAt(await post({ ...others, [field]: "" }), ["body", field], "string_too_short");
      expectInvalidAt(await post({ ...others, [field]: null }), ["body", field], "string_type");
    });

    test("external_id is stable, and unique among the current entities of a project", async () => {
      const holder = await make({ external_id: "harbour" });
      const twin = await post({ external_id: "harbour", type: "item", name: "Another" });
      expectProblem(api, twin, "external_id_taken");
      expect(twin.body).toMatchObject({ detail: { external_id: "harbour", entity_id: holder.id } });
      expect((await api.call("DELETE", entities(`/${holder.id}`))).status).toBe(200);
      expect((await make({ external_id: "harbour" })).id).not.toBe(holder.id);
    });

    test.each(["a/b", "100%", "_", "with spaces", "🐚", "ÄÖ", "'; --", '"', "\\", "x".repeat(255), "👍".repeat(255)])(
      "external_id may be %j",
      async (external_id) => {
        expect((await make({ external_id })).external_id).toBe(external_id);
      },
    );

    test.each([["x".repeat(256)], ["👍".repeat(256)], ["line\nbreak"], ["\u007f"], ["nul\0"], ["lone \ud800"]])(
      "external_id may not be %j",
      async (external_id) => {
        expectInvalidAt(await post({ external_id, type: "item", name: "Salt" }), ["body", "external_id"]);
      },
    );

    test("properties is an object, free-form, and empty when not sent", async () => {
      expect((await make()).properties).toEqual({});
      const properties = {
        n: 1.5,
        s: "ß 👍",
        b: false,
        nothing: null,
        list: [1, [2], {}],
        deep: { a: { b: {} } },
        "": 0,
        "a.b": 1,
      };
      expect((await make({ properties })).properties).toEqual(properties);
      for (const wrong of [null, [], "x", 1]) {
        expectInvalidAt(
          await post({ external_id: "w", type: "item", name: "W", properties: wrong }),
          ["body", "properties"],
          "dict_type",
        );
      }
    });

    test("valid_from_seq is the sequence of its last change", async () => {
      const made = await make();
      expect(made.valid_from_seq).toBeTypeOf("number");
      const changed = await patch(made.id, { name: "Bor" });
      expect(changed.valid_from_seq).toBe((made.valid_from_seq ?? 0) + 1);
    });

    test("valid_to_seq is null for what is or was current", async () => {
      const made = await make();
      expect(made.valid_to_seq).toBeNull();
      const changed = await patch(made.id, { name: "Bor" });
      expect(changed.valid_to_seq).toBeNull();
      expect(await get(made.id, { at_seq: made.valid_from_seq })).toEqual(made);
    });

    test("created_at stays, updated_at moves with a change", async () => {
      const made = await make();
      expect(made.updated_at).toBe(made.created_at);
      expect(Math.abs(Date.now() - Date.parse(made.created_at))).toBeLessThan(60_000);
      const changed = await patch(made.id, { name: "Bor" });
      expect(changed.created_at).toBe(made.created_at);
      expect(Date.parse(changed.updated_at)).toBeGreaterThanOrEqual(Date.parse(made.updated_at));
      expect((await patch(made.id, {})).updated_at).toBe(changed.updated_at);
    });

    test("parent_id is the parent entity, null for root entities", async () => {
      const root = await make({ parent_id: null });
      expect(root.parent_id).toBeNull();
      expect((await make({ parent_id: root.id })).parent_id).toBe(root.id);
      expect((await make({ parent_external_id: root.external_id })).parent_id).toBe(root.id);
      expectInvalidAt(
        await post({ external_id: "o", type: "item", name: "O", parent_id: projectId }),
        ["body", "parent_id"],
        "string_pattern_mismatch",
      );
      const nobody = `ent_${"0".repeat(26)}`;
      expectInvalidAt(
        await post({ external_id: "o", type: "item", name: "O", parent_id: nobody }),
        ["body", "parent_id"],
        "value_error",
      );
    });

    test("location_path: null when a parent was never set", async () => {
      expect((await make()).location_path).toBeNull();
    });

    test("location_path: /{external_id} for roots", async () => {
      const root = await make({ parent_id: null });
      expect(root.location_path).toBe(`/${root.external_id}`);
    });

    test("location_path: /{ancestor}/{...}/{own_external_id} for children, following every move", async () => {
      const a = await make({ external_id: "a", parent_id: null });
      const b = await make({ external_id: "b", parent_id: a.id });
      const c = await make({ external_id: "c", parent_id: b.id });
      expect(c.location_path).toBe("/a/b/c");
      await patch(b.id, { parent_id: null });
      expect((await get(c.id)).location_path).toBe("/b/c");
      expect((await get(c.id, { at_seq: c.valid_from_seq })).location_path).toBe("/a/b/c");
    });

    test("location_path: who becomes a parent gets a root path then, and keeps it", async () => {
      const lone = await make();
      const child = await make({ parent_id: lone.id });
      expect((await get(lone.id)).location_path).toBe(`/${lone.external_id}`);
      await api.call("DELETE", entities(`/${child.id}`));
      expect((await get(lone.id)).location_path).toBe(`/${lone.external_id}`);
    });

    test("location_path: slashes and percent signs of an external_id are escaped", async () => {
      const odd = await make({ external_id: "a/b%c", parent_id: null });
      expect(odd.location_path).toBe("/a%2Fb%25c");
    });

    test.each(["source_link_id", "source_entity_id", "source_project_id"] as const)(
      "%s is null for native entities",
      async (field) => {
        expect((await make())[field]).toBeNull();
        expectInvalidAt(
          await post({ external_id: "n", type: "item", name: "N", [field]: "x" }),
          ["body", field],
          "extra_forbidden",
        );
      },
    );
  });

  describe(section("Lists"), () => {
    const list = async (project: string, query = {}) =>
      (
        await api.call<{ entities: Entity[]; total: number; has_more: boolean }>(
          "GET",
          `/v1/projects/${project}/entities`,
          { query },
        )
      ).body;

    test("entities, total and has_more, of an empty project and of a page", async () => {
      const project = await api.makeProject();
      expect(await list(project)).toEqual({ entities: [], total: 0, has_more: false });
      const made: Entity[] = [];
      for (const external_id of ["one", "two", "three"]) {
        const body = { external_id, type: "item", name: external_id };
        made.push((await api.call<Entity>("POST", `/v1/projects/${project}/entities`, { body })).body);
      }
      expect(await list(project)).toEqual({ entities: made, total: 3, has_more: false });
      expect(await list(project, { limit: 2 })).toEqual({ entities: made.slice(0, 2), total: 3, has_more: true });
      expect(await list(project, { limit: 2, offset: 1 })).toEqual({
        entities: made.slice(1),
        total: 3,
        has_more: false,
      });
      expect(await list(project, { offset: 3 })).toEqual({ entities: [], total: 3, has_more: false });
      expect(await list(project, { type: "none" })).toEqual({ entities: [], total: 0, has_more: false });
    });

    test("ids: those of them that there are and that the rest of the query has, at its sequence", async () => {
      const project = await api.makeProject();
      const add = async (external_id: string, type: string) =>
        (await api.call<Entity>("POST", `/v1/projects/${project}/entities`, { body: { external_id, type, name: "N" } }))
          .body;
      const [one, two, three] = [await add("one", "item"), await add("two", "character"), await add("three", "item")];
      const missing = `ent_${"0".repeat(26)}`;
      const found = async (query: object) => (await list(project, query)).entities.map(({ id }) => id);
      expect(await found({ ids: [three.id, missing, one.id].join(",") })).toEqual([one.id, three.id]);
      expect(await found({ ids: `${one.id}, ${two.id}`, type: "item" })).toEqual([one.id]);
      expect(await found({ ids: `${one.id},${three.id}`, at_seq: two.valid_from_seq })).toEqual([one.id]);
      expect(await found({ external_ids: "three,nobody,one" })).toEqual([one.id, three.id]);
      expect(await found({ external_ids: "three,one", at_seq: two.valid_from_seq })).toEqual([one.id]);
      const external_ids = Array(101).fill("one").join(",");
      const many = await api.call("GET", `/v1/projects/${project}/entities`, { query: { external_ids } });
      expectInvalidAt(many, ["query", "external_ids"]);
      for (const ids of ["", one.id.slice(1), `${one.id},`, Array(101).fill(one.id).join(",")]) {
        const refused = await api.call("GET", `/v1/projects/${project}/entities`, { query: { ids } });
        expectInvalidAt(refused, ["query", "ids"]);
      }
    });
  });
});
