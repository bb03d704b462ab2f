import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newId } from "#server/kernel/ids.ts";
import { expectInvalidAt } from "#tests/contract/expectations.ts";
import type { Loose } from "#tests/graphql/client.ts";
import { startTestApi, type TestApi } from "#tests/support/api.ts";

let api: TestApi;
let project: string;
let players: string;

beforeAll(async () => {
  api = await startTestApi();
  project = await api.makeProject();
  players = `/v1/projects/${project}/players`;
});
afterAll(() => api.close());

/** Asks as the home workspace's key, and fails unless it succeeds. */
async function ask(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Loose> {
  const answer = await api.call<Loose>(method, path, body === undefined ? { headers } : { body, headers });
  if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body;
}

const CANARY = "Ines Quebra-Mar";
const ONE = {
  external_id: "player-4711-quebra-mar",
  display_name: CANARY,
  locale: "pt-pt",
  preferences: {
    content_limits: { lines: ["drowning of quebra-mar"] },
    time_zone: "Europe/Lisbon",
    accessibility: { captions: true },
  },
};

describe("a player", () => {
  test("is read as it was written, and kept sealed", async () => {
    const made = await ask("POST", players, ONE);
    const shown = { ...ONE, locale: "pt-PT", avatar_id: null, erased_at: null };
    expect(made).toMatchObject(shown);
    expect(await ask("GET", `${players}/${made.id}`)).toEqual(made);
    const list = await ask("GET", `${players}?external_id=${ONE.external_id}`);
    expect(list.players).toEqual([made]);
    expect(await ask("GET", `${players}?external_id=nobody`)).toMatchObject({ players: [], total: 0 });
    const past = await ask("GET", `${players}/${made.id}?at_seq=${made.valid_from_seq}`);
    expect(past).toEqual(made);

    for (const table of ["events", "player_versions", "player_names", "player_keys"]) {
      const rows = await api.database.reads.execute(
        sql`SELECT to_jsonb(t)::text AS row FROM ${sql.identifier(table)} t WHERE project_id = ${project}`,
      );
      expect(rows.length).toBeGreaterThan(0);
      expect(JSON.stringify(rows)).not.toMatch(/quebra-mar|Lisbon|pt-PT/i);
    }
  });

  test("shows marks of what is sealed where nothing is opened", async () => {
    const made = await ask("POST", players, { external_id: "marked", display_name: CANARY });
    const events = await ask("GET", `/v1/projects/${project}/events?subject_id=${made.id}&include=resource`);
    const [event] = events.events;
    const mark = { sealed: expect.stringMatching(/^[\w-]{12}$/) };
    expect(event.change.set[""]).toMatchObject({ external_id: mark, display_name: mark, avatar_id: null });
    expect(event.resource).toMatchObject({ id: made.id, external_id: mark, preferences: mark });
    const before = made.valid_from_seq;
    await ask("PATCH", `${players}/${made.id}`, { display_name: "Rui" });
    const diff = await ask("GET", `/v1/projects/${project}/diff?from_seq=${before}`);
    expect(diff.differences[0]).toMatchObject({
      subject_id: made.id,
      fields: [{ field: "/display_name/sealed" }],
    });
  });

  test("is changed by what is sent, and not at all by what it has", async () => {
    const made = await ask("POST", players, { ...ONE, external_id: "changing" });
    const same = await ask("PATCH", `${players}/${made.id}`, { display_name: CANARY, preferences: { language: null } });
    expect(same.valid_from_seq).toBe(made.valid_from_seq);
    const merged = await ask("PATCH", `${players}/${made.id}`, { preferences: { accessibility: { captions: false } } });
    expect(merged.preferences).toEqual({ ...ONE.preferences, accessibility: { captions: false } });
    const put = await ask("POST", `${players}/upsert`, { external_id: "changing", display_name: null });
    expect(put).toMatchObject({ id: made.id, display_name: null, preferences: merged.preferences });
    const history = await ask("GET", `/v1/projects/${project}/subjects/${made.id}/history`);
    expect(history.events.map(({ change }: Loose) => Object.keys(change.set))).toEqual([
      ["/display_name"],
      ["/preferences"],
      [""],
    ]);
    const restored = await ask("POST", `/v1/projects/${project}/subjects/${made.id}/restore`, {
      seq: made.valid_from_seq,
    });
    expect(restored.restored).toEqual([made.id]);
    expect(await ask("GET", `${players}/${made.id}`)).toMatchObject({ display_name: CANARY });
    const subject = `/v1/projects/${project}/subjects/${made.id}`;
    const told = await Promise.all([
      ask("POST", `${subject}/restore`, { seq: merged.valid_from_seq, dry_run: true }),
      ask("GET", `${subject}/history?fold=true`),
      ask("GET", `/v1/projects/${project}/diff?from_seq=1`),
      ask("GET", `/v1/projects/${project}/events?include=resource`),
    ]);
    expect(JSON.stringify(told)).not.toMatch(/v1\|ply_/);
    const late = await api.call<Loose>("PATCH", `${players}/${made.id}`, {
      body: { display_name: "Late", base_seq: merged.valid_from_seq },
    });
    expect(late.body).toMatchObject({
      code: "edit_conflict",
      detail: { conflicts: [{ theirs: { sealed: expect.any(String) } }] },
    });
  });

  test("has one external id in a project, and the same one elsewhere", async () => {
    const { id } = await ask("POST", players, { external_id: "twin" });
    const again = await api.call<Loose>("POST", players, { body: { external_id: "twin" } });
    expect(again.body).toMatchObject({ code: "external_id_taken", detail: { player_id: id } });
    const other = await api.makeProject();
    await ask("POST", `/v1/projects/${other}/players`, { external_id: "twin" });
    const rows = await api.database.reads.execute<{ hash: string }>(
      sql`SELECT DISTINCT hash FROM player_names n JOIN player_versions v ON v.project_id = n.project_id AND v.id = n.player_id
          WHERE (n.project_id = ${project} AND v.id = ${id}) OR n.project_id = ${other}`,
    );
    expect(rows).toHaveLength(2);
    const foreign = await api.call<Loose>("GET", `/v1/projects/${other}/players/${id}`);
    expect(foreign.status).toBe(404);
  });

  test("is refused with the field that is wrong", async () => {
    const wrong = async (body: object, ...loc: string[]) =>
      expectInvalidAt(await api.call<Loose>("POST", players, { body: { external_id: "wrong", ...body } }), [
        "body",
        ...loc,
      ]);
    await wrong({ external_id: newId("ply") }, "external_id");
    await wrong({ locale: "not a language" }, "locale");
    await wrong({ avatar_id: newId("ent") }, "avatar_id");
    await wrong({ preferences: { time_zone: "Atlantis/Harbour" } }, "preferences", "time_zone");
    await wrong({ preferences: { difficulty: "hard" } }, "preferences", "difficulty");
  });
});
