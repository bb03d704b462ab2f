import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { answers, type ModelServer, startModelServer } from "#server/adapters/llm/model-server.fixture.ts";
import { startTestApi, type TestApi } from "#tests/support/api.ts";
import { eventually } from "#tests/support/eventually.ts";

// biome-ignore lint/suspicious/noExplicitAny: tests look into whatever is answered.
type Loose = any;

const TEXT = "Bor forged the seal of Mara, and only Cleo saw it.";
const NOBODY = "ent_00000000000000000000000000";

let api: TestApi;
let server: ModelServer;
let projectId: string;
let people: { bor: string; mara: string; cleo: string };

const path = (rest: string) => `/v1/projects/${projectId}/${rest}`;

beforeAll(async () => {
  api = await startTestApi({
    environment: { FABULA_OUTBOUND_ALLOW: "127.0.0.0/8" },
    sessions: { pollMs: 30, retryMs: 5, longestRetryMs: 20 },
  });
});
afterAll(() => api.close());
beforeEach(async () => {
  server = await startModelServer(answers({ facts: [] }));
  projectId = await api.makeProject();
  const made = async (name: string): Promise<string> => {
    const body = { external_id: name, type: "person", name };
    return (await api.call<Loose>("POST", path("entities"), { body })).body.id;
  };
  people = { bor: await made("Bor"), mara: await made("Mara"), cleo: await made("Cleo") };
});
afterEach(() => server.close());

async function storeKey(): Promise<void> {
  const body = {
    provider: "openai_compatible",
    key: "sk-loopback-key-0001",
    base_url: server.url,
    models: { text: "t" },
  };
  expect((await api.call("POST", path("byok"), { body })).status).toBe(201);
}

async function remember(): Promise<string> {
  const body = { text: TEXT, subject_ids: [people.bor, people.mara], known_by: [people.cleo] };
  const made = await api.call<Loose>("POST", path("memories/generate"), { body });
  expect([made.status, made.body.code]).toEqual([202, undefined]);
  return made.body.session_id;
}

const stopped = (id: string): Promise<Loose> =>
  eventually(
    async () => (await api.call<Loose>("GET", `/v1/sessions/${id}/status`)).body,
    ({ status }) => status !== "accepted",
    { about: id },
  );

const facts = async (): Promise<Loose[]> => (await api.call<Loose>("GET", path("facts"))).body.facts;
const fact = (subject_id: string | null, text: string, object_id: string | null = null) => ({
  ...{ text, subject_id, object_id, predicate: "forged", confidence: 0.9 },
});
const respond = (id: string, body: object) => api.call<Loose>("POST", `/v1/sessions/${id}/respond`, { body });

describe("a memory with extraction", () => {
  test("keeps the text at once; what the model finds is kept once a person approves, and known to whom the memory is", async () => {
    await storeKey();
    const found = [fact(people.bor, "Bor forged a seal."), fact(people.bor, "The seal was Mara's.", people.mara)];
    server.script(answers({ facts: found }));
    const id = await remember();
    expect(await facts()).toMatchObject([{ text: TEXT, subject_id: people.bor, also_about: [people.mara] }]);

    const asked = await stopped(id);
    expect(asked).toMatchObject({ status: "awaiting_human", interrupt: { reason: "review", draft: { facts: found } } });
    expect(JSON.stringify(server.calls[0]?.body)).toContain(TEXT);
    expect(await facts()).toHaveLength(1);

    expect((await respond(id, { action: "approve" })).status).toBe(200);
    const done = await stopped(id);
    expect(done.result.fact_ids).toHaveLength(2);
    const kept = (await facts()).filter((each) => done.result.fact_ids.includes(each.id));
    expect(kept).toMatchObject(
      found.map((each) => ({ ...each, known_by: [people.cleo], source: { kind: "session", session_id: id } })),
    );
    expect((await facts()).every((each) => each.superseded_by === null)).toBe(true);
  });

  test("a person keeps a part of it; turned down, only the text stays", async () => {
    await storeKey();
    const [first, second] = [fact(people.bor, "Bor forged a seal."), fact(null, "Seals can be forged.")];
    server.script(answers({ facts: [first, second] }));
    const id = await remember();
    await stopped(id);
    expect((await respond(id, { action: "edit", value: { facts: [second] } })).status).toBe(200);
    expect((await stopped(id)).result.fact_ids).toHaveLength(1);
    expect((await facts()).map((each) => each.text).sort()).toEqual([TEXT, "Seals can be forged."].sort());

    const other = await remember();
    await stopped(other);
    expect((await respond(other, { action: "reject" })).status).toBe(200);
    expect(await stopped(other)).toMatchObject({ status: "error", error: { code: "rejected" } });
    expect(await facts()).toHaveLength(3);
  });

  test("an entity that is not there is put to the person, and left out of what is kept", async () => {
    await storeKey();
    server.script(answers({ facts: [fact(NOBODY, "Somebody forged a seal.", people.mara)] }));
    const id = await remember();
    expect((await stopped(id)).interrupt).toMatchObject({
      reason: "continuity",
      evidence: [{ pointer: "/facts/0/subject_id", subject_id: NOBODY }],
    });
    await respond(id, { action: "approve" });
    expect((await stopped(id)).interrupt.reason).toBe("review");
    await respond(id, { action: "approve" });
    const { result } = await stopped(id);
    expect(result.fact_ids).toHaveLength(1);
    const made = (await facts()).find((each) => each.id === result.fact_ids[0]);
    expect(made).toMatchObject({ subject_id: null, object_id: people.mara });
  });

  test("without a provider key nothing is made up: the text stays, and the session says what is missing", async () => {
    const id = await remember();
    expect(await stopped(id)).toMatchObject({ status: "error", error: { code: "sketch_impossible" } });
    expect(await facts()).toMatchObject([{ text: TEXT }]);
  });

  test("422: a subject that is not there; nothing is kept and nothing started", async () => {
    const body = { text: TEXT, subject_ids: [NOBODY] };
    const refused = await api.call<Loose>("POST", path("memories/generate"), { body });
    expect([refused.status, refused.body.detail[0].loc]).toEqual([422, ["body", "subject_ids", 0]]);
    expect(await facts()).toEqual([]);
    expect((await api.call<Loose>("GET", path("sessions"))).body.sessions).toEqual([]);
  });
});
