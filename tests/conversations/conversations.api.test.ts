import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestApi, type TestApi } from "#tests/support/api.ts";
import { expectInvalidAt, expectProblem } from "../contract/expectations.ts";
import { heard, type SaidMessage, type Somebody, Talking } from "./scene.ts";

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ mount: "listener", liveTimings: { pollMs: 200, recheckMs: 100, heartbeatMs: 60_000 } });
});
afterAll(() => api.close());

const texts = (messages: readonly SaidMessage[]) => messages.map(({ text }) => text);

/** Statuses of a conversation in which each operation is possible, and that to which it leads. */
const WAYS = {
  start: { open: "active", active: "active" },
  pause: { active: "paused", paused: "paused" },
  resume: { paused: "active", active: "active" },
  end: { open: "ended", active: "ended", paused: "ended", ended: "ended" },
  archive: { ended: "archived", archived: "archived" },
} as const satisfies Record<string, Partial<Record<string, string>>>;

/** Ways to each status. */
const TO = {
  open: [],
  active: ["start"],
  paused: ["start", "pause"],
  ended: ["start", "end"],
  archived: ["end", "archive"],
};

describe("the status of a conversation", () => {
  test.each(Object.entries(TO))("what can be done while it is %s", async (status, way) => {
    for (const [operation, allowed] of Object.entries(WAYS)) {
      const talking = await Talking.begin(api, { isStarted: false });
      for (const step of way) expect((await talking.call("POST", `/${step}`)).status).toBe(200);
      const answer = await talking.call("POST", `/${operation}`);
      const to = (allowed as Record<string, string>)[status];
      if (to === undefined) expectProblem(api, answer, "wrong_state");
      else expect([operation, answer.body.status]).toEqual([operation, to]);
    }
    const talking = await Talking.begin(api, { isStarted: false });
    const gm = await talking.add({ kind: "gm" });
    for (const step of way) await talking.call("POST", `/${step}`);
    const said = await talking.post(gm, { text: "Listen." });
    if (status === "active") expect(said.status).toBe(201);
    else {
      expectProblem(api, said, "conversation_state");
      expect(said.body).toMatchObject({ detail: { reason: "not_active" } });
    }
    const joins = await talking.call("POST", "/participants", { body: { kind: "gm" } });
    if (status !== "ended" && status !== "archived") expect(joins.status).toBe(201);
    else expect(joins.body).toMatchObject({ code: "conversation_state", detail: { reason: "closed" } });
  });

  test("is history: settings at a sequence, and nothing of what was said", async () => {
    const talking = await Talking.begin(api, { title: "By the gate" });
    const gm = await talking.add({ kind: "gm" });
    await talking.say(gm, "A canary of words.");
    const { body } = await talking.call<{ valid_from_seq: number; last_number: number }>("GET", "");
    expect(body).toMatchObject({ title: "By the gate", status: "active", last_number: 3, you: null });
    const before = await talking.call("GET", "", { query: { at_seq: body.valid_from_seq - 1 } });
    expect(before.body).toMatchObject({ status: "open", last_number: null });
    const events = await api.call("GET", `/v1/projects/${talking.project}/events`);
    expect(JSON.stringify(events.body)).not.toContain("canary");
    expectInvalidAt(await talking.call("GET", "/messages", { query: { at_seq: 1 } }), ["query", "at_seq"]);
    const deleted = await talking.call("DELETE", "");
    expect(deleted.body).toMatchObject({ deleted: true });
    for (const path of ["", "/messages", "/participants", "/events"]) {
      expectProblem(api, await talking.call("GET", path), "not_found");
    }
  });
});

/** States from which the host and participants themselves may bring a participant into another. */
const MOVES: Record<string, { host: string[]; self: string[] }> = {
  invited: { host: ["joined", "removed", "banned"], self: ["joined", "left"] },
  joined: { host: ["left", "removed", "banned"], self: ["left"] },
  left: { host: ["invited", "joined", "removed", "banned"], self: [] },
  removed: { host: ["invited", "joined", "banned"], self: [] },
  banned: { host: ["removed"], self: [] },
};
const STATES = Object.keys(MOVES);

describe("participants", () => {
  test.each(STATES)("what becomes of one who is %s", async (from) => {
    const talking = await Talking.begin(api);
    const way =
      { invited: [], joined: ["joined"], left: ["joined", "left"], removed: ["removed"], banned: ["banned"] }[from] ??
      [];
    let nth = 0;
    for (const by of ["host", "self"] as const) {
      for (const to of STATES) {
        nth += 1;
        const state = "invited";
        const who =
          by === "self" ? await talking.join(`${from}-${nth}`, { state }) : await talking.add({ kind: "gm", state });
        const move = (state: string, key: string | null) =>
          talking.call("POST", `/participants/${who.id}`, { key, body: { state } });
        for (const state of way) expect((await move(state, null)).status).toBe(200);
        const answer = await move(to, by === "self" ? who.token : null);
        const isGone = by === "self" && (from === "removed" || from === "banned");
        if (isGone) expectProblem(api, answer, "not_found");
        else if (to === from || MOVES[from]?.[by].includes(to)) expect(answer.body).toMatchObject({ state: to });
        else {
          expectProblem(api, answer, "wrong_state");
          expect(answer.body).toMatchObject({ detail: { state: from, allowed: MOVES[from]?.[by] } });
        }
      }
    }
  });

  test("players join where they may, and whoever was sent away finds nothing any more", async () => {
    const talking = await Talking.begin(api, { entry: "invited" });
    const guest = await talking.player("guest");
    const join = (key: string, body = {}) => talking.call<{ id: string; name: string }>("POST", "/join", { key, body });
    expectProblem(api, await join(guest.token), "not_found");
    expectProblem(api, await talking.call("GET", "", { key: guest.token }), "not_found");
    await talking.call("PATCH", "", { body: { entry: "players" } });
    expect((await talking.call("GET", "", { key: guest.token })).body).toMatchObject({ you: null });
    expectProblem(api, await talking.call("GET", "/messages", { key: guest.token }), "not_found");
    const joined = await join(guest.token, { name: "Guest" });
    expect(joined.body).toMatchObject({ name: "Guest", state: "joined", player_id: guest.id });
    expect((await join(guest.token)).body).toEqual(joined.body);
    const other = await talking.join("other");
    const listed = await talking.call<{ participants: { id: string; player_id: string | null }[] }>(
      "GET",
      "/participants",
      {
        key: other.token,
      },
    );
    expect(listed.body.participants.map(({ player_id }) => player_id === null)).toEqual([true, false]);
    const mine = (key?: string) =>
      api.call<{ conversations: { id: string; you: object }[] }>(
        "GET",
        `/v1/projects/${talking.project}/players/${guest.id}/conversations`,
        {
          ...(key !== undefined && { key }),
        },
      );
    expect((await mine(guest.token)).body.conversations).toMatchObject([{ id: talking.id, you: joined.body }]);
    expectProblem(api, await mine(other.token ?? ""), "not_found");
    await talking.call("POST", `/participants/${joined.body.id}`, { body: { state: "banned" } });
    expect((await mine(guest.token)).body.conversations).toEqual([]);
    expect((await mine()).body.conversations).toMatchObject([{ you: { state: "banned" } }]);
    expectProblem(api, await join(guest.token), "not_found");
    for (const path of ["", "/messages", "/participants", "/events"]) {
      expectProblem(api, await talking.call("GET", path, { key: guest.token }), "not_found");
    }
    const said = await talking.call("POST", "/messages", { key: guest.token, body: { text: "Hello?" } });
    expectProblem(api, said, "not_found");
    expectProblem(
      api,
      await talking.call("POST", "/join", { key: other.token, body: { player_id: guest.id } }),
      "not_found",
    );
  });

  test("are refused with what is missing", async () => {
    const talking = await Talking.begin(api);
    const add = (body: Record<string, unknown>) => talking.call("POST", "/participants", { body });
    expectInvalidAt(await add({ kind: "player" }), ["body", "player_id"]);
    expectInvalidAt(await add({ kind: "player", player_id: "nobody" }), ["body", "player_id"]);
    expectInvalidAt(await add({ kind: "npc" }), ["body", "npc_id"]);
    expectInvalidAt(await add({ kind: "npc", npc_id: "npc_01k9hq3tx8v2m5rbz4nd7wcfje" }), ["body", "npc_id"]);
    const { body: made } = await api.call("POST", `/v1/projects/${talking.project}/conversations`, {
      body: { run_id: "run_01k9hq3tx8v2m5rbz4nd7wcfje" },
    });
    expect(made).toMatchObject({ detail: [{ loc: ["body", "run_id"] }] });
  });
});

describe("messages", () => {
  test("are said to all, to some, and whispered", async () => {
    const talking = await Talking.begin(api);
    const [ana, bob, cy] = [await talking.join("Ana"), await talking.join("Bob"), await talking.join("Cy")];
    const open = await talking.say(ana, "Hello, all.");
    expect(open).toMatchObject({ listeners: [], audience: [ana.id, bob.id, cy.id], whisper: false, speaker: ana.id });
    const whisper = await talking.say(ana, "Only you.", { listeners: [bob.id], audience: [bob.id] });
    expect(whisper).toMatchObject({ listeners: [bob.id], audience: [ana.id, bob.id], whisper: true });
    expect(texts(await talking.messages(bob))).toEqual(["Hello, all.", "Only you."]);
    expect(texts(await talking.messages(cy))).toEqual(["Hello, all."]);
    expect(texts(await talking.messages(null, { participant_id: cy.id }))).toEqual(["Hello, all."]);
    expect(texts(await talking.messages(null, { order: "desc" }))).toEqual(["Only you.", "Hello, all."]);
    expectProblem(
      api,
      await talking.call("GET", "/messages", { key: cy.token, query: { participant_id: bob.id } }),
      "not_found",
    );
    const misdirected = await talking.post(ana, { text: "?", listeners: [cy.id], audience: [bob.id] });
    expectInvalidAt(misdirected, ["body", "listeners", 0]);
    expectProblem(api, await talking.post(ana, { text: "I am Bob.", speaker: bob.id }), "not_found");
    expectInvalidAt(await talking.call("POST", "/messages", { body: { text: "Who?" } }), ["body", "speaker"]);
  });

  test("are kept once for a client id, and another one under it is refused", async () => {
    const talking = await Talking.begin(api);
    const [ana, bob] = [await talking.join("Ana"), await talking.join("Bob")];
    const body = { text: "Once.", client_id: "m-1", listeners: [bob.id] };
    const [first, ...rest] = await Promise.all(Array.from({ length: 4 }, () => talking.post(ana, body)));
    for (const each of rest) expect(each.body).toEqual(first?.body);
    expect([first, ...rest].map((each) => each?.status).sort()).toEqual([200, 200, 200, 201]);
    for (const other of [{ text: "Twice." }, { listeners: [] }, { audience: [bob.id] }]) {
      expectProblem(api, await talking.post(ana, { ...body, ...other }), "client_id_reused");
    }
    // What was sent stays sent, whoever left since.
    await talking.call("POST", `/participants/${bob.id}`, { body: { state: "left" } });
    expect((await talking.post(ana, body)).body).toEqual(first?.body);
    await talking.call("POST", `/participants/${bob.id}`, { body: { state: "joined" } });
    expect((await talking.post(bob, { text: "Mine.", client_id: "m-1" })).status).toBe(201);
    expect(texts(await talking.messages())).toEqual(["Once.", "Mine."]);
  });

  test("are redacted by their speakers and whoever runs the game, for all", async () => {
    const talking = await Talking.begin(api);
    const [ana, bob] = [await talking.join("Ana"), await talking.join("Bob")];
    const stream = await talking.follow(bob);
    const said = await talking.say(ana, "A slip.");
    const path = `/messages/${said.number}/redact`;
    expectProblem(api, await talking.call("POST", path, { key: bob.token }), "not_found");
    const redacted = await talking.call<SaidMessage>("POST", path, { key: ana.token });
    expect(redacted.body).toMatchObject({ text: null, redacted_at: expect.any(String) });
    expect((await talking.call<SaidMessage>("POST", path)).body).toMatchObject({ text: null });
    const told = await stream.first(({ event }) => event === "redaction");
    expect(told.data).toMatchObject({ message: said.number });
    expect(texts(await talking.messages(bob))).toEqual([null]);
    await stream.cut();
  });

  test("come in turn where a conversation is led", async () => {
    const talking = await Talking.begin(api, { mode: "led" });
    const [ana, gm] = [await talking.join("Ana"), await talking.join("Gil", { kind: "gm" })];
    const refused = await talking.post(ana, { text: "May I?" });
    expect(refused.body).toMatchObject({ code: "conversation_state", detail: { reason: "not_your_turn" } });
    await talking.say(gm, "Ana, it is your turn.");
    const give = (key: string | null, participant_id: string | null) =>
      talking.call("POST", "/turn", { key, body: { participant_id } });
    expectProblem(api, await give(ana.token, ana.id), "forbidden");
    expect((await give(gm.token, ana.id)).body).toEqual({ turn: ana.id });
    await talking.say(ana, "Thank you.");
    expect((await give(null, null)).body).toEqual({ turn: null });
    expect((await talking.post(ana, { text: "More?" })).status).toBe(409);
    const free = await Talking.begin(api);
    expect((await free.call("POST", "/turn", { body: { participant_id: null } })).body).toMatchObject({
      detail: { reason: "not_led" },
    });
  });
});

describe("following a conversation", () => {
  test("tells each what is for them, in order, each once, over a cut", async () => {
    const talking = await Talking.begin(api);
    const [ana, bob] = [await talking.join("Ana"), await talking.join("Bob")];
    const [of_ana, first, host] = [await talking.follow(ana), await talking.follow(bob), await talking.follow(null)];
    await first.first(({ event }) => event === "ready");
    await talking.say(ana, "one");
    await talking.say(ana, "whispered", { audience: [ana.id] });
    await first.until(() => heard(first).length === 1);
    await first.cut();
    await talking.say(bob, "two");
    await talking.say(ana, "three");
    const last = first.frames.findLast(({ id }) => id !== null)?.id ?? "";
    const second = await talking.follow(bob, { lastEventId: last });
    await second.until(() => heard(second).length === 2);
    await talking.say(ana, "four");
    await second.until(() => heard(second).length === 3);
    expect(texts([...heard(first), ...heard(second)])).toEqual(["one", "two", "three", "four"]);
    await of_ana.until(() => heard(of_ana).length === 5);
    await host.until(() => heard(host).length === 5);
    expect(texts(heard(of_ana))).toEqual(["one", "whispered", "two", "three", "four"]);
    expect(heard(host)).toEqual(await talking.messages());
    expect(heard(second)).toEqual((await talking.messages(bob)).slice(1));
    for (const each of [of_ana, second, host]) await each.cut();
  });

  test("ends for whoever is sent away, and tells the others", async () => {
    const talking = await Talking.begin(api);
    const [ana, bob] = [await talking.join("Ana"), await talking.join("Bob")];
    const [of_ana, of_bob] = [await talking.follow(ana), await talking.follow(bob)];
    await of_bob.first(({ event }) => event === "ready");
    await talking.call("POST", `/participants/${bob.id}`, { body: { state: "removed" } });
    await of_bob.ended;
    expect(of_bob.frames.at(-1)).toMatchObject({ event: "end", data: { reason: "access_lost", code: "not_found" } });
    const told = await of_ana.first(({ event }) => event === "participant");
    expect(told.data.participant).toMatchObject({ id: bob.id, state: "removed", name: "Bob", player_id: null });
    await talking.call("POST", "/pause");
    expect((await of_ana.first(({ event }) => event === "status")).data).toMatchObject({ status: "paused" });
    await talking.call("DELETE", "");
    await of_ana.ended;
  });

  test("begins anew where a number is unknown or too far back, and says where to read on", async () => {
    const talking = await Talking.begin(api);
    const gm = await talking.add({ kind: "gm" });
    const beyond = await talking.follow(null, { after: 4_000 });
    const reset = await beyond.first(({ event }) => event === "reset");
    expect(reset.data).toMatchObject({ number: 2, reason: "unknown" });
    await talking.say(gm, "Here.");
    await beyond.until(() => heard(beyond).length === 1);
    await beyond.cut();
    // More than a stream tells again.
    await api.database.writes.execute({
      text: `INSERT INTO conversation_entries (project_id, conversation_id, number, kind, speaker, listeners, audience, whisper, text, players, data, at)
        SELECT $1, $2, 3 + n, 'message', 1, '{}', '{1}', false, 'Again.', '{}', '{}', now() FROM generate_series(1, 1001) AS n`,
      values: [talking.project, talking.id],
    });
    await api.database.writes.execute({
      text: "UPDATE conversation_heads SET last_number = 1004 WHERE project_id = $1 AND conversation_id = $2",
      values: [talking.project, talking.id],
    });
    const far = await talking.follow(null, { after: 2 });
    const skipped = await far.first(({ event }) => event === "reset");
    expect([skipped.id, skipped.data.reason]).toEqual(["1004", "too_far"]);
    const read = await api.call<{ messages: SaidMessage[] }>("GET", `${skipped.data.snapshot}&limit=500`);
    expect(read.body.messages.map(({ number }) => number)).toEqual(Array.from({ length: 500 }, (_, n) => 3 + n));
    await talking.say(gm, "Now.");
    await far.until(() => heard(far).length === 1);
    expect(texts(heard(far))).toEqual(["Now."]);
    await far.cut();
    const near = await talking.follow(null, { after: 5 });
    await near.until(() => heard(near).length === 1_000);
    expect(heard(near).map(({ number }) => number)).toEqual(Array.from({ length: 1_000 }, (_, n) => 6 + n));
    await near.cut();
  });

  test("hears nothing of a conversation of another project that has the same id", async () => {
    const talking = await Talking.begin(api);
    const other = await Talking.begin(api, { id: talking.id });
    expect([other.id, other.project === talking.project]).toEqual([talking.id, false]);
    const [ours, theirs] = [await talking.add({ kind: "gm" }), await other.add({ kind: "gm" })];
    const [own, foreign] = [await talking.follow(null), await other.follow(null)];
    for (const stream of [own, foreign]) await stream.first(({ event }) => event === "ready");
    await talking.say(ours, "Ours.");
    await own.until(() => heard(own).length === 1);
    await other.say(theirs, "Theirs.");
    await foreign.until(() => heard(foreign).length > 0);
    expect([texts(heard(own)), texts(heard(foreign))]).toEqual([["Ours."], ["Theirs."]]);
    for (const each of [own, foreign]) await each.cut();
  });

  test("hears what another process adds", async () => {
    const other = await startTestApi({ database: { name: "shared", url: api.databaseUrl, drop: async () => {} } });
    const talking = await Talking.begin(api);
    const [ana, bob] = [await talking.join("Ana"), await talking.join("Bob")];
    const stream = await talking.follow(bob);
    await stream.first(({ event }) => event === "ready");
    const said = await other.call("POST", `${talking.path}/messages`, { key: ana.token, body: { text: "From afar." } });
    expect(said.status).toBe(201);
    await stream.until(() => heard(stream).length === 1);
    await stream.cut();
    await other.close();
  });
});

test("what is said is not in the files of the database in plain words", async () => {
  const talking = await Talking.begin(api);
  const ana: Somebody = await talking.join("Ana Sofia");
  await talking.say(ana, "canary-said-by-a-player");
  const rows = await api.database.reads.execute<{ text: string }>({
    text: "SELECT text FROM conversation_entries WHERE project_id = $1 UNION ALL SELECT name FROM conversation_participants WHERE project_id = $1",
    values: [talking.project],
  });
  expect(JSON.stringify(rows)).not.toMatch(/canary|Ana Sofia/);
});
