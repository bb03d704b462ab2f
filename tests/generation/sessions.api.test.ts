import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { endUnanswered } from "#server/features/generation/public.ts";
import { section } from "#tests/contract/interface.ts";
import { startTestApi, type TestApi } from "#tests/support/api.ts";
import { eventually } from "#tests/support/eventually.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

interface SessionView {
  session_id: string;
  status: string;
  phase: string;
  progress: { done: number; total: number };
  interrupt: {
    id: string;
    reason: string;
    options: { action: string }[];
    draft: Record<string, unknown> | null;
  } | null;
  result: Record<string, unknown> | null;
  error: { code: string; message: string } | null;
  provider: Record<string, unknown> | null;
}

const clock = { ahead: 0, now: () => Date.now() + clock.ahead };
let api: TestApi;
let projectId: string;

beforeAll(async () => {
  api = await startTestApi({ mount: "listener", clock, sessions: { pollMs: 50 } });
  projectId = await api.makeProject();
});
afterAll(() => api.close());

async function start(body: Record<string, unknown>, project = projectId): Promise<string> {
  const path = `/v1/projects/${project}/generate`;
  const { status, body: accepted } = await api.call<{ session_id: string }>("POST", path, { body });
  expect([status, accepted]).toEqual([202, expect.objectContaining({ status: "accepted" })]);
  return accepted.session_id;
}

const standingOf = async (id: string): Promise<SessionView> =>
  (await api.call<SessionView>("GET", `/v1/sessions/${id}/status`)).body;

const until = (id: string, status: string): Promise<SessionView> =>
  eventually(
    () => standingOf(id),
    (standing) => standing.status === status,
    { about: `${id} ${status}` },
  );

const respond = (id: string, body: Record<string, unknown>) =>
  api.call<Record<string, unknown>>("POST", `/v1/sessions/${id}/respond`, { body });

describe(section("Generation session"), () => {
  test("(none) → accepted → completed: a text without a key, polled", async () => {
    const { body: gate } = await api.call<{ id: string }>("POST", `/v1/projects/${projectId}/entities`, {
      body: { external_id: "salt-gate", type: "location", name: "The Salt Gate", properties: { toll: 5 } },
    });
    const id = await start({ prompt: "Describe it.", subject_ids: [gate.id] });
    const standing = await until(id, "completed");
    expect(standing).toMatchObject({
      phase: "finished",
      progress: { done: 6, total: 6 },
      interrupt: null,
      error: null,
      provider: { provider: "builtin" },
    });
    expect(standing.result?.text).toMatch(/the Salt Gate/i);
  });

  test("accepted → awaiting_human → accepted → completed: kept after a look", async () => {
    const id = await start({ prompt: "A line for the keeper.", review: true });
    const asked = await until(id, "awaiting_human");
    expect(asked.interrupt).toMatchObject({ reason: "review", draft: expect.anything() });
    const answer = await respond(id, { action: "approve", interrupt_id: asked.interrupt?.id });
    expect([answer.status, answer.body.status]).toEqual([200, "accepted"]);
    const standing = await until(id, "completed");
    expect(standing.result).toEqual(asked.interrupt?.draft);
    expect((await respond(id, { action: "approve", interrupt_id: asked.interrupt?.id })).body).toEqual(answer.body);
    expect((await respond(id, { action: "cancel", interrupt_id: asked.interrupt?.id })).status).toBe(409);
  });

  test("awaiting_human → error: turned down", async () => {
    const id = await start({ prompt: "A line for the keeper.", review: true });
    await until(id, "awaiting_human");
    expect((await respond(id, { action: "reject" })).body.status).toBe("error");
    expect((await standingOf(id)).error?.code).toBe("rejected");
  });

  test("awaiting_human → accepted → awaiting_human: turned down with a comment, three times at most", async () => {
    const id = await start({ prompt: "A line for the keeper.", review: true });
    const drafts: unknown[] = [];
    for (const comment of ["Shorter.", "Shorter still.", "One word."]) {
      drafts.push((await until(id, "awaiting_human")).interrupt?.draft);
      expect((await respond(id, { action: "reject", comment })).body.status).toBe("accepted");
    }
    drafts.push((await until(id, "awaiting_human")).interrupt?.draft);
    expect((await respond(id, { action: "reject", comment: "No." })).body.status).toBe("error");
    expect((await standingOf(id)).error?.code).toBe("rejected");
    expect(new Set(drafts.map((draft) => JSON.stringify(draft))).size).toBeGreaterThan(1);
  });

  test("awaiting_human → accepted → completed: edited, and what does not fit is a 422 that names the field", async () => {
    const schema = { type: "object", required: ["line"], properties: { line: { type: "string" } } };
    const id = await start({ prompt: "A line.", schema, review: true });
    await until(id, "awaiting_human");
    const wrong = await api.call<{ detail: { loc: unknown[] }[] }>("POST", `/v1/sessions/${id}/respond`, {
      body: { action: "edit", value: { line: 5 } },
    });
    expect([wrong.status, wrong.body.detail[0]?.loc]).toEqual([422, ["body", "value", "line"]]);
    const choose = await respond(id, { action: "choose", value: "builtin" });
    expect([choose.status, (choose.body.detail as { loc: unknown[] }[])[0]?.loc]).toEqual([422, ["body", "action"]]);
    expect((await respond(id, { action: "edit", value: { line: "The tide." } })).status).toBe(200);
    expect((await until(id, "completed")).result).toEqual({ value: { line: "The tide." } });
  });

  test("awaiting_human → error: nobody answered in seven days", async () => {
    const id = await start({ prompt: "A line.", review: true });
    await until(id, "awaiting_human");
    clock.ahead = 7 * DAY_MS + 1_000;
    await endUnanswered(api.services);
    clock.ahead = 0;
    expect((await standingOf(id)).error?.code).toBe("human_timeout");
    expect((await respond(id, { action: "approve" })).status).toBe(409);
  });

  test("accepted | awaiting_human → error: cancelled, once and for all; completed is a 409", async () => {
    const id = await start({ prompt: "A line.", review: true });
    await until(id, "awaiting_human");
    const cancel = (session: string) => api.call<Record<string, unknown>>("POST", `/v1/sessions/${session}/cancel`);
    expect((await cancel(id)).body).toMatchObject({ status: "error", error: { code: "cancelled" } });
    expect((await cancel(id)).status).toBe(200);
    const done = await start({ prompt: "A line." });
    await until(done, "completed");
    const refused = await cancel(done);
    expect([refused.status, refused.body.code]).toEqual([409, "session_finished"]);
    const retry = await api.call<{ session_id: string }>("POST", `/v1/sessions/${id}/retry`);
    expect(retry.status).toBe(202);
    const again = await api.call<Record<string, unknown>>("GET", `/v1/sessions/${retry.body.session_id}`);
    expect(again.body).toMatchObject({ retry_of: id, brief: { prompt: "A line." } });
    expect((await standingOf(id)).error?.code).toBe("cancelled");
    expect((await api.call("POST", `/v1/sessions/${done}/retry`)).status).toBe(409);
  });

  test("a session that an earlier version began, with three more stored steps, goes on from where it is", async () => {
    const id = await start({ prompt: "A line for the keeper.", review: true });
    await until(id, "awaiting_human");
    await api.database.writes.execute(
      sql`INSERT INTO session_steps (project_id, session_id, step, attempt, input_hash, output, started_at, finished_at)
          SELECT project_id, session_id, former.step, 1, input_hash, '{}', started_at, finished_at
          FROM session_steps, (VALUES ('pin'), ('assemble'), ('check')) former (step)
          WHERE session_id = ${id} AND session_steps.step = 'retrieve'`,
    );
    await api.database.writes.execute(
      sql`UPDATE session_work SET done = done || '{"pin": 1, "assemble": 1, "check": 1}' WHERE id = ${id}`,
    );
    expect((await standingOf(id)).progress).toEqual({ done: 4, total: 6 });
    expect((await respond(id, { action: "reject", comment: "Shorter." })).body.status).toBe("accepted");
    await until(id, "awaiting_human");
    expect((await respond(id, { action: "approve" })).status).toBe(200);
    expect((await until(id, "completed")).progress).toEqual({ done: 6, total: 6 });
    const { body } = await api.call<{ steps: { step: string }[] }>("GET", `/v1/sessions/${id}/trace`);
    expect(new Set(body.steps.map(({ step }) => step)).size).toBe(9);
  });

  test("a text about somebody who is not there is a 422 that names them", async () => {
    const body = { prompt: "Who is she?", subject_ids: ["ent_01jd0000000000000000000000"] };
    const answer = await api.call("POST", `/v1/projects/${projectId}/generate`, { body });
    expect(answer).toMatchObject({ status: 422, body: { detail: [{ loc: ["body", "subject_ids", 0] }] } });
  });

  test("canon that moved while somebody looked is put to them, and what has not is kept", async () => {
    const project = await api.makeProject();
    const entity = async (external_id: string) =>
      (
        await api.call<{ id: string }>("POST", `/v1/projects/${project}/entities`, {
          body: { external_id, type: "character", name: external_id },
        })
      ).body.id;
    const mara = await entity("mara");
    const other = await entity("other");
    const rename = (id: string, name: string) =>
      api.call("PATCH", `/v1/projects/${project}/entities/${id}`, { body: { name } });
    const id = await start({ prompt: "Who is she?", subject_ids: [mara], review: true }, project);
    await until(id, "awaiting_human");
    await rename(mara, "Mara of the Gate");
    await respond(id, { action: "approve" });
    const asked = await eventually(
      () => standingOf(id),
      ({ interrupt }) => interrupt?.reason === "canon_moved",
    );
    expect(JSON.stringify(asked.interrupt)).toContain(mara);
    await respond(id, { action: "approve" });
    await until(id, "completed");
    const calm = await start({ prompt: "Who is mara?", subject_ids: [mara], review: true }, project);
    const { interrupt } = await until(calm, "awaiting_human");
    if (!JSON.stringify(interrupt).includes(other)) {
      await rename(other, "Somebody else");
      await respond(calm, { action: "approve" });
      await until(calm, "completed");
    }
  });
});

describe(section("Addresses of a session"), () => {
  test("GET …/status: an ETag spares the answer, and ?wait= answers when it is no longer accepted", async () => {
    const id = await start({ prompt: "A line.", review: true });
    const path = `/v1/sessions/${id}/status`;
    const waited = await api.call<SessionView>("GET", path, { query: { wait: 20 } });
    expect(waited.body.status).toBe("awaiting_human");
    const etag = waited.headers.get("etag") ?? "";
    expect((await api.call("GET", path, { headers: { "if-none-match": etag } })).status).toBe(304);
    await respond(id, { action: "approve" });
    expect((await api.call("GET", path, { headers: { "if-none-match": etag } })).status).toBe(200);
    expect((await api.call("GET", path, { query: { wait: 26 } })).status).toBe(422);
  });

  test("at_seq is a 422 there; the project's list honours it, and both lists filter", async () => {
    const project = await api.makeProject();
    const id = await start({ prompt: "A line.", review: true }, project);
    await until(id, "awaiting_human");
    expect((await api.call("GET", `/v1/sessions/${id}`, { query: { at_seq: 1 } })).status).toBe(422);
    expect((await api.call("GET", `/v1/sessions/${id}/status`, { query: { at_seq: 1 } })).status).toBe(422);
    const list = async (path: string, query: Record<string, string | number> = {}) =>
      (await api.call<{ sessions: { session_id: string; status: string }[]; total: number }>("GET", path, { query }))
        .body;
    const then = await list(`/v1/projects/${project}/sessions`, { at_seq: 2 });
    expect(then.sessions).toMatchObject([{ session_id: id, status: "accepted" }]);
    expect((await list(`/v1/projects/${project}/sessions`, { at_seq: 1 })).total).toBe(0);
    expect((await list("/v1/sessions", { project, status: "awaiting_human", kind: "text" })).sessions).toMatchObject([
      { session_id: id },
    ]);
    expect((await list("/v1/sessions", { project, status: "completed" })).total).toBe(0);
  });

  test("every miss is the same 404: another workspace's, a deleted project's, and none at all", async () => {
    const project = await api.makeProject();
    const id = await start({ prompt: "A line." }, project);
    await until(id, "completed");
    const key = api.stranger.key;
    for (const part of ["", "/status", "/trace", "/context", "/snapshots", "/events"]) {
      expect((await api.call("GET", `/v1/sessions/${id}${part}`, { key })).status).toBe(404);
    }
    expect((await api.call("POST", `/v1/sessions/${id}/respond`, { key, body: { action: "approve" } })).status).toBe(
      404,
    );
    await api.call("DELETE", `/v1/projects/${project}`);
    expect((await api.call("GET", `/v1/sessions/${id}/status`)).status).toBe(404);
  });

  test("GET …/events tells steps as they happen, is resumed by Last-Event-ID, and ends when the session does", async () => {
    const id = await start({ prompt: "A line." });
    await until(id, "completed");
    const read = async (headers: Record<string, string> = {}) => {
      const response = await api.fetch(`/v1/sessions/${id}/events`, {
        headers: { authorization: `Bearer ${api.home.key}`, ...headers },
      });
      const text = await response.text();
      return [...text.matchAll(/^event: (\w+)$/gm)].map(([, type]) => type);
    };
    const all = await read();
    expect([all[0], all.at(-1)]).toEqual(["ready", "end"]);
    expect(all.filter((type) => type === "status")).toHaveLength(2);
    expect(all.filter((type) => type === "step").length).toBeGreaterThanOrEqual(6);
    const rest = await read({ "last-event-id": "5" });
    expect(rest.length).toBe(all.length - 5);
  });

  test("POST …/generate is done once for its Idempotency-Key", async () => {
    const once = () =>
      api.call<{ session_id: string }>("POST", `/v1/projects/${projectId}/generate`, {
        body: { prompt: "Once." },
        headers: { "idempotency-key": "once" },
      });
    expect((await once()).body.session_id).toBe((await once()).body.session_id);
  });

  test("an invalid schema is a 422 that names it, however it is hostile", async () => {
    const laughs = Object.fromEntries(
      Array.from({ length: 20 }, (_, index) => [
        `d${index}`,
        index === 19
          ? { type: "string" }
          : { allOf: [{ $ref: `#/$defs/d${index + 1}` }, { $ref: `#/$defs/d${index + 1}` }] },
      ]),
    );
    for (const schema of [
      { type: "novel" },
      { type: "string", pattern: "^(?=a)b" },
      { type: "array", minItems: 1e9 },
      { $ref: "https://example.com/schema.json" },
      { $defs: { a: { $ref: "#/$defs/a" } }, $ref: "#/$defs/a" },
      { $defs: laughs, $ref: "#/$defs/d0" },
    ]) {
      const answer = await api.call<{ detail: { loc: unknown[] }[] }>("POST", `/v1/projects/${projectId}/generate`, {
        body: { prompt: "x", schema },
      });
      expect([JSON.stringify(schema).slice(0, 60), answer.status, answer.body.detail?.[0]?.loc]).toEqual([
        expect.anything(),
        422,
        ["body", "schema"],
      ]);
    }
  });

  test("units of the plan: refused beyond it, and given back by what ends in an error", async () => {
    const key = api.home.liveKey;
    const live = await api.makeProject({ key });
    const set = (plan: string) =>
      api.database.writes.execute(sql`UPDATE workspaces SET plan = ${plan} WHERE id = ${api.home.id}`);
    const used = async () =>
      (await api.call<{ generation_units: { used: number } }>("GET", "/v1/limits", { key })).body.generation_units.used;
    const generate = (body: object) =>
      api.call<{ session_id: string; code: string; detail: object }>("POST", `/v1/projects/${live}/generate`, {
        key,
        body,
      });
    const before = await used();
    const { body } = await generate({ prompt: "x", review: true });
    expect(await used()).toBe(before + 1);
    await api.call("POST", `/v1/sessions/${body.session_id}/cancel`, { key });
    expect(await used()).toBe(before);
    await set("free");
    await api.database.writes.execute(
      sql`UPDATE usage_counts SET generation_units = 1000 WHERE workspace_id = ${api.home.id} AND mode = 'live' AND class = 'generation'
          AND generation_units IS NOT NULL AND ctid = (SELECT ctid FROM usage_counts WHERE workspace_id = ${api.home.id}
            AND mode = 'live' AND class = 'generation' LIMIT 1)`,
    );
    const refused = await generate({ prompt: "x" });
    await set("demo");
    expect([refused.status, refused.body.code, refused.body.detail]).toEqual([
      403,
      "plan_limit_reached",
      expect.objectContaining({ what: "generation_units", limit: 1_000 }),
    ]);
  });

  test("a commit acts for whoever started the session: a key that was revoked meanwhile ends it", async () => {
    const project = await api.makeProject();
    const key = await api.home.makeKey();
    const { body } = await api.call<{ session_id: string }>("POST", `/v1/projects/${project}/generate`, {
      key,
      body: { prompt: "x", review: true },
    });
    await until(body.session_id, "awaiting_human");
    await api.database.writes.execute(sql`UPDATE api_keys SET revoked_at = now() WHERE id = (SELECT starter ->> 'id'
      FROM session_work WHERE id = ${body.session_id})`);
    await respond(body.session_id, { action: "approve" });
    expect((await until(body.session_id, "error")).error?.code).toBe("access_lost");
  });
});
