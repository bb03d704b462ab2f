import { isDeepStrictEqual } from "node:util";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { newId } from "#server/kernel/ids.ts";
import { type Answer, startTestApi, type TestApi } from "#tests/support/api.ts";
import { expectInvalidAt, expectProblem } from "./expectations.ts";
import { section } from "./interface.ts";
import { BUILD_MS, MOUNTS } from "./mount.ts";

interface Branch {
  id: string;
  target_node_id: string | null;
  choice_text: string;
  [field: string]: unknown;
}
interface Node {
  id: string;
  graph_id: string;
  kind: string;
  text: string;
  speaker_id: string | null;
  speaker_label: string | null;
  branches: Branch[];
  conditions: Record<string, unknown>[];
  on_enter_effects: Record<string, unknown>[];
  canvas_x: number | null;
  canvas_y: number | null;
  title: string | null;
  tags: string[];
  group_id: string | null;
  extensions: Record<string, unknown>;
  valid_from_seq: number;
}
interface Report {
  dead_ends: string[];
  unreachable: string[];
  invalid_branch_targets: { from_node_id: string; target_node_id: string | null; choice_text: string }[];
}
type Body = Record<string, unknown>;

const CLEAN: Report = { dead_ends: [], unreachable: [], invalid_branch_targets: [] };

describe.each(MOUNTS)("dialogues through the %s", (mount) => {
  let api: TestApi;
  let project: string;
  let speaker: string;
  let variable: string;
  let graph: string;

  const narrative = (rest: string) => `/v1/projects/${project}/game-narrative/${rest}`;
  async function made<T extends { id: string }>(path: string, body: object): Promise<T> {
    const answer = await api.call<T>("POST", path, { body });
    expect([answer.status, answer.status === 201 ? "" : answer.body]).toEqual([201, ""]);
    return answer.body;
  }
  const node = (body: Body = {}) => made<Node>(narrative(`dialogues/${graph}/nodes`), body);
  const to = (target: { id: string } | null, choice_text = "") => ({ target_node_id: target?.id ?? null, choice_text });
  const patch = (id: string, body: Body): Promise<Answer<Node>> =>
    api.call("PATCH", narrative(`dialogue-nodes/${id}`), { body });
  const remove = (id: string) => api.call<Body>("DELETE", narrative(`dialogue-nodes/${id}`));
  const read = async (id: string, query = {}) =>
    (await api.call<Node>("GET", narrative(`dialogue-nodes/${id}`), { query })).body;
  async function validate(query = {}): Promise<Report> {
    const answer = await api.call<Report>("POST", narrative(`dialogues/${graph}/validate`), { query });
    expect(answer.status).toBe(200);
    return answer.body;
  }

  beforeAll(async () => {
    api = await startTestApi({ mount });
    project = await api.makeProject();
    const person = { external_id: "ysolde", type: "character", name: "Ysolde" };
    speaker = (await made(`/v1/projects/${project}/entities`, person)).id;
    variable = (await made(`/v1/projects/${project}/variables`, { name: "courage", type: "integer" })).id;
  }, BUILD_MS);
  beforeEach(async () => {
    graph = (await made(narrative("dialogues"), { name: "At the gate" })).id;
  });
  afterAll(() => api.close());

  describe(section("Dialogue node"), () => {
    const logic = () => ({
      condition: { op: "gte", args: [{ var: variable }, { lit: 2 }] },
      effect: { op: "add", target: variable, value: { lit: 1 }, when: [] },
    });

    test.each([
      ["text", "Halt. Salt pays at this gate.\nPay, or turn back. 👍"],
      ["speaker_label", "Gatekeeper"],
      ["canvas_x", 12.5],
      ["canvas_y", -3000],
      ["kind", "end"],
      ["title", "At the gate"],
      ["tags", ["toll", "night"]],
      ["extensions", { twee3: { passage: "Gate" } }],
    ])("%s changes alone, and is kept as sent", async (field, value) => {
      const before = await node({ text: "before" });
      const answer = await patch(before.id, { [field]: value });
      expect(answer.status).toBe(200);
      const changed = Object.entries(answer.body).filter(
        ([name, now]) => !isDeepStrictEqual(now, before[name as keyof Node]),
      );
      expect(
        changed.map(([name]) => name).filter((name) => name !== "updated_at" && name !== "valid_from_seq"),
      ).toEqual([field]);
      expect(answer.body).toMatchObject({ [field]: value });
      expect(await read(before.id)).toEqual(answer.body);
    });

    test("speaker_id is any name, an entity's or not", async () => {
      const { id } = await node();
      expect((await patch(id, { speaker_id: speaker })).body.speaker_id).toBe(speaker);
      for (const name of [newId("ent"), "Ysolde", "x".repeat(255)]) {
        expect((await patch(id, { speaker_id: name })).body.speaker_id).toBe(name);
      }
      expectInvalidAt(await patch(id, { speaker_id: "" }), ["body", "speaker_id"], "string_too_short");
      expectInvalidAt(await patch(id, { speaker_id: "x".repeat(256) }), ["body", "speaker_id"], "string_too_long");
      expectInvalidAt(await patch(id, { speaker_id: "a\tb" }), ["body", "speaker_id"], "string_pattern_mismatch");
    });

    test("branches is an array of objects with target_node_id and choice_text", async () => {
      const [a, b] = [await node(), await node()];
      const { body } = await patch(a.id, { branches: [to(b, "Pay"), to(null, "Turn back")] });
      expect(body.branches).toMatchObject([to(b, "Pay"), to(null, "Turn back")]);
      expect(body.branches.every((branch) => /^br_/.test(branch.id))).toBe(true);
      const again = await patch(a.id, { branches: [to(null, "Turn back"), to(b, "Pay")] });
      expect(again.body.branches.map(({ id }) => id)).toEqual(body.branches.map(({ id }) => id).toReversed());
    });

    test("conditions and on_enter_effects are arrays of objects", async () => {
      const { condition, effect } = logic();
      const { id } = await node();
      const { body } = await patch(id, { conditions: [condition], on_enter_effects: [effect] });
      expect(body.conditions).toEqual([{ ...condition, id: expect.stringMatching(/^cnd_/) }]);
      expect(body.on_enter_effects).toEqual([{ ...effect, id: expect.stringMatching(/^ef_/) }]);
      expect((await patch(id, { conditions: [], on_enter_effects: [] })).body).toMatchObject({
        conditions: [],
        on_enter_effects: [],
      });
    });

    test("what no tool understands is kept in its place", async () => {
      const { id } = await node();
      const opaque = { op: "opaque", format: "twee3", source: "<<if visited('x')>>" };
      expect((await patch(id, { conditions: [opaque] })).body.conditions).toMatchObject([opaque]);
    });

    test.each(["speaker_id", "speaker_label", "title", "canvas_x", "canvas_y"])(
      "null clears %s, absence leaves it",
      async (field) => {
        const value = { speaker_id: speaker, speaker_label: "G", title: "T", canvas_x: 1, canvas_y: 2 };
        const { id } = await node(value);
        expect((await patch(id, { text: "x" })).body).toMatchObject(value);
        expect((await patch(id, { [field]: null })).body).toMatchObject({ ...value, [field]: null });
      },
    );

    test("{} is 200 and no event", async () => {
      const before = await node({ text: "x" });
      const answer = await patch(before.id, {});
      expect([answer.status, answer.body]).toEqual([200, before]);
    });

    test.each([
      ["text", 5, "string_type"],
      ["text", null, "string_type"],
      ["speaker_id", 5, "string_type"],
      ["speaker_label", ["x"], "string_type"],
      ["branches", {}, "list_type"],
      ["branches", null, "list_type"],
      ["conditions", "x", "list_type"],
      ["on_enter_effects", 1, "list_type"],
      ["canvas_x", "1", "float_type"],
      ["canvas_y", true, "float_type"],
      ["kind", "monologue", "enum"],
      ["graph_id", "dlg_x", "extra_forbidden"],
      ["id", "node_x", "extra_forbidden"],
    ])("%s may not be %j", async (field, value, type) => {
      const { id } = await node();
      expectInvalidAt(await patch(id, { [field]: value }), ["body", field], type);
    });

    test("a mistake deep in a branch is told at its place", async () => {
      const { id } = await node();
      const answer = await patch(id, {
        branches: [{ choice_text: 5 }, { target_node_id: "" }, { colour: "red" }],
      });
      expectInvalidAt(answer, ["body", "branches", 0, "choice_text"], "string_type");
      expectInvalidAt(answer, ["body", "branches", 1, "target_node_id"], "string_too_short");
      expectInvalidAt(answer, ["body", "branches", 2, "colour"], "extra_forbidden");
    });

    test("404 for a node that does not exist, and for one that was deleted", async () => {
      const { id } = await node();
      expectProblem(api, await patch(newId("node"), { text: "x" }), "not_found");
      await remove(id);
      expectProblem(api, await patch(id, { text: "x" }), "not_found");
    });
  });

  describe(section("Validation report"), () => {
    test("a clean graph has empty lists, and so has one without nodes", async () => {
      expect(await validate()).toEqual(CLEAN);
      const end = await node({ kind: "end" });
      const start = await node({ branches: [to(end, "Go")] });
      await api.call("PATCH", narrative(`dialogues/${graph}`), { body: { start_node_id: start.id } });
      expect(await validate()).toEqual(CLEAN);
    });

    test("dead_ends: nodes whose kind is not end and whose branches are empty", async () => {
      const end = await node({ kind: "end" });
      const dead = await node();
      const start = await node({ branches: [to(end), to(dead)] });
      await api.call("PATCH", narrative(`dialogues/${graph}`), { body: { start_node_id: start.id } });
      expect(await validate()).toEqual({ ...CLEAN, dead_ends: [dead.id] });
      await patch(dead.id, { kind: "end" });
      expect(await validate()).toEqual(CLEAN);
    });

    test("unreachable: from the first node created when no start is set, else from start_node_id", async () => {
      const first = await node();
      const second = await node({ branches: [to(first)] });
      expect((await validate()).unreachable).toEqual([second.id]);
      await api.call("PATCH", narrative(`dialogues/${graph}`), { body: { start_node_id: second.id } });
      expect((await validate()).unreachable).toEqual([]);
      await patch(first.id, { branches: [to(first)] });
      await api.call("PATCH", narrative(`dialogues/${graph}`), { body: { start_node_id: first.id } });
      expect((await validate()).unreachable).toEqual([second.id]);
    });

    test("unreachable: conditions are ignored, end nodes with branches are walked, cycles end", async () => {
      const start = await node();
      const last = await node({ kind: "end" });
      const end = await node({ kind: "end", branches: [to(last)] });
      const never = { op: "eq", args: [{ lit: 1 }, { lit: 2 }] };
      await patch(start.id, { branches: [{ ...to(end), conditions: [never] }, to(start)] });
      expect(await validate()).toEqual(CLEAN);
    });

    test("a target may be any name; one that names nothing is reported", async () => {
      const names = ["The old gate", newId("node"), "雪".repeat(255)];
      const { id } = await node({ branches: names.map((target_node_id) => ({ target_node_id, choice_text: "Go" })) });
      expect((await read(id)).branches.map(({ target_node_id }) => target_node_id)).toEqual(names);
      expect((await validate()).invalid_branch_targets).toEqual(
        names.map((target_node_id) => ({ from_node_id: id, target_node_id, choice_text: "Go" })),
      );
      const problems = await api.call<{ problems: { code: string }[] }>(
        "GET",
        narrative(`dialogues/${graph}/problems`),
      );
      expect(problems.body.problems.filter(({ code }) => code === "invalid_target")).toHaveLength(3);
      const long = await patch(id, { branches: [{ target_node_id: "x".repeat(256) }] });
      expectInvalidAt(long, ["body", "branches", 0, "target_node_id"], "string_too_long");
    });

    test("invalid_branch_targets: with from_node_id, target_node_id and choice_text", async () => {
      const nowhere = newId("node");
      const elsewhere = await node({ kind: "end" });
      graph = (await made(narrative("dialogues"), { name: "Another" })).id;
      const { id } = await node({ branches: [to({ id: nowhere }, "A"), to(null, "B"), to(elsewhere, "C")] });
      expect(await validate()).toEqual({
        ...CLEAN,
        invalid_branch_targets: [
          { from_node_id: id, target_node_id: nowhere, choice_text: "A" },
          { from_node_id: id, target_node_id: null, choice_text: "B" },
          { from_node_id: id, target_node_id: elsewhere.id, choice_text: "C" },
        ],
      });
    });

    test("needs read, takes no body, and tells an unknown graph by a 404", async () => {
      const path = narrative(`dialogues/${graph}/validate`);
      expect((await api.call("POST", path, { key: api.home.scoped.read })).status).toBe(200);
      expectProblem(api, await api.call("POST", path, { key: api.home.scoped.write }), "insufficient_scope");
      expectInvalidAt(await api.call("POST", path, { body: { deep: true } }), ["body"], "extra_forbidden");
      expectProblem(api, await api.call("POST", narrative(`dialogues/${newId("dlg")}/validate`)), "not_found");
    });
  });

  describe(section("Deleting a dialogue node"), () => {
    test("answers what it left dangling, which validation then reports", async () => {
      const doomed = await node({ kind: "end" });
      const start = await node({ branches: [to(doomed, "Go")] });
      await api.call("PATCH", narrative(`dialogues/${graph}`), { body: { start_node_id: start.id } });
      const answer = await remove(doomed.id);
      expect(answer.status).toBe(200);
      expect(answer.body).toEqual({
        id: doomed.id,
        deleted: true,
        graph_id: graph,
        start_dangles: false,
        dangling_branches: [{ from_node_id: start.id, branch_id: start.branches[0]?.id, choice_text: "Go" }],
      });
      const dangling = { from_node_id: start.id, target_node_id: doomed.id, choice_text: "Go" };
      expect(await validate()).toEqual({ ...CLEAN, invalid_branch_targets: [dangling] });
      expect(await validate({ at_seq: start.valid_from_seq + 1 })).toEqual(CLEAN);
      expect((await read(doomed.id, { at_seq: start.valid_from_seq })).kind).toBe("end");
      expectProblem(api, await remove(doomed.id), "not_found");
    });

    test("says when it was the start", async () => {
      const start = await node();
      await api.call("PATCH", narrative(`dialogues/${graph}`), { body: { start_node_id: start.id } });
      expect((await remove(start.id)).body.start_dangles).toBe(true);
    });

    test("an unknown start_node_id is a 422", async () => {
      const answer = await api.call("PATCH", narrative(`dialogues/${graph}`), {
        body: { start_node_id: newId("node") },
      });
      expectInvalidAt(answer, ["body", "start_node_id"], "value_error");
    });

    test("takes no body, and needs write", async () => {
      const { id } = await node();
      expectInvalidAt(
        await api.call("DELETE", narrative(`dialogue-nodes/${id}`), { body: { sure: true } }),
        ["body"],
        "extra_forbidden",
      );
      const reader = { key: api.home.scoped.read };
      expectProblem(api, await api.call("DELETE", narrative(`dialogue-nodes/${id}`), reader), "insufficient_scope");
    });
  });
});
