import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "#server/kernel/ids.ts";
import { carryOn } from "#tests/generation/carry-on.ts";
import { startTestApi, type TestApi } from "#tests/support/api.ts";

type Body = Record<string, unknown> & { id: string };

let api: TestApi;

beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.close());

async function empty() {
  const at = `/v1/projects/${await api.makeProject()}`;
  const make = async (path: string, body: object) => {
    const made = await api.call<Body>("POST", `${at}${path}`, { body });
    expect([path, made.status, made.body]).toMatchObject([path, 201, {}]);
    return made.body;
  };
  const headSeq = async () => Number((await api.call("GET", `${at}/ideas`)).headers.get("x-project-seq"));
  /** Runs a session without a model, and returns its result. */
  const generate = async (path: string, body: object) => {
    const asked = await api.call<{ session_id: string }>("POST", `${at}${path}/generate`, { body });
    expect([path, asked.status]).toEqual([path, 202]);
    expect(await carryOn(api, asked.body.session_id)).toBe("completed");
    const { body: session } = await api.call<Body>("GET", `/v1/sessions/${asked.body.session_id}`);
    return { session_id: asked.body.session_id, result: session.result as Record<string, readonly string[]> };
  };
  return { at, list: `${at}/ideas`, make, headSeq, generate };
}

const FERRYMAN = "The ferryman sells passage to the drowned and keeps their names.";

test("an idea goes from a proposal to the world in one commit, once", async () => {
  const { at, list, make, headSeq } = await empty();
  const { id } = await make("/ideas", { premise: FERRYMAN, hooks: ["What does he take?"], tags: ["harbour"] });
  const one = `${list}/${id}`;
  for (const [step, state, allowed] of [
    ["shortlist", "shortlisted", null],
    ["develop", "developing", null],
    ["shortlist", null, ["proposed"]],
    ["archive", "archived", null],
    ["promote", null, ["proposed", "shortlisted", "developing"]],
    ["reopen", "proposed", null],
  ] as const) {
    const answer = await api.call<Body>("POST", `${one}/${step}`);
    expect([step, answer.status, answer.body]).toMatchObject(
      state === null ? [step, 409, { detail: { allowed } }] : [step, 200, { state }],
    );
  }
  const ferryman = `ent_${"0".repeat(25)}1`;
  const body = {
    entities: [{ id: ferryman, external_id: "ferryman", type: "character", name: "The ferryman" }],
    seeds: [{ promise: "The ferryman will be paid.", entity_ids: [ferryman] }],
    facts: [{ text: "The ferryman keeps the names of the drowned.", subject_id: ferryman }],
  };
  const before = await headSeq();
  const promoted = await api.call<Body & { promoted_to: Record<string, string[]> }>("POST", `${one}/promote`, { body });
  expect([promoted.status, promoted.body]).toMatchObject([
    200,
    { state: "promoted", promoted_to: { entity_ids: [ferryman] } },
  ]);
  const { seed_ids = [], fact_ids = [] } = promoted.body.promoted_to;
  expect([seed_ids.length, fact_ids.length]).toEqual([1, 1]);
  const after = await headSeq();
  expect(after - before).toBe(4);
  const { body: page } = await api.call<{ events: { commit_id: string }[] }>("GET", `${at}/events`, {
    query: { after_seq: before },
  });
  expect(new Set(page.events.map((event) => event.commit_id)).size).toBe(1);
  expect((await api.call("GET", `${at}/seeds/${seed_ids[0]}`)).body).toMatchObject({ idea_id: id });
  expect((await api.call("GET", `${at}/seeds`, { query: { idea_id: id } })).body).toMatchObject({ total: 1 });

  const again = await api.call<Body>("POST", `${one}/promote`, { body });
  expect([again.status, again.body]).toEqual([200, promoted.body]);
  expect(await headSeq()).toBe(after);

  // Taken back by its own sequence, the idea is what it was: its event is the last one of the commit.
  const back = await api.call("POST", `${at}/timeline/commits/${promoted.body.valid_from_seq}/take-back`, { body: {} });
  expect([back.status, (await api.call("GET", one)).body]).toMatchObject([
    200,
    { state: "proposed", promoted_to: null },
  ]);
});

test("a promotion that names what is not there makes nothing", async () => {
  const { at, list, make, headSeq } = await empty();
  const { id } = await make("/ideas", { premise: FERRYMAN });
  const before = await headSeq();
  const body = {
    entities: [{ external_id: "ferryman", type: "character", name: "The ferryman" }],
    seeds: [{ promise: "Somebody will be paid.", entity_ids: [`ent_${"0".repeat(26)}`] }],
  };
  const refused = await api.call<{ detail: { loc: unknown[] }[] }>("POST", `${list}/${id}/promote`, { body });
  expect([refused.status, refused.body.detail.map(({ loc }) => loc)]).toEqual([
    422,
    [["body", "seeds", 0, "entity_ids", 0]],
  ]);
  expect([await headSeq(), (await api.call("GET", `${at}/entities`)).body]).toMatchObject([before, { total: 0 }]);
});

test("a near duplicate is named and kept, at the sequence that is asked for", async () => {
  const { list, make, headSeq } = await empty();
  const first = await make("/ideas", { premise: FERRYMAN });
  const other = await make("/ideas", { premise: "A comet is seen over the salt flats." });
  const seq = await headSeq();
  const near = await make("/ideas", { premise: "The ferryman sells passage to the drowned, and keeps their rings." });
  expect([first.duplicate_of_id, other.duplicate_of_id, near.duplicate_of_id]).toEqual([null, null, first.id]);
  const duplicates = async (at_seq?: number) => {
    const asked = await api.call<{ duplicates: { idea: Body; likeness: number }[] }>(
      "GET",
      `${list}/${first.id}/duplicates`,
      at_seq === undefined ? {} : { query: { at_seq } },
    );
    return asked.body.duplicates.map(({ idea, likeness }) => [idea.id, likeness > 0.5 && likeness < 1]);
  };
  expect([await duplicates(), await duplicates(seq)]).toEqual([[[near.id, true]], []]);
  const changed = await api.call<Body>("PATCH", `${list}/${near.id}`, { body: { premise: "Nobody lights the lamp." } });
  expect([changed.body.duplicate_of_id, await duplicates()]).toEqual([null, []]);
});

test("everyone has one vote, which a merge keeps once", async () => {
  const { list, make, headSeq } = await empty();
  const first = await make("/ideas", { premise: FERRYMAN, hooks: ["What does he take?"], tags: ["harbour"] });
  const other = await make("/ideas", { premise: "The drowned pay a ferryman.", hooks: ["Who pays?"], tags: ["dead"] });
  const vote = (id: string, body?: object) =>
    api.call<Body>("POST", `${list}/${id}/vote`, body === undefined ? {} : { body });
  expect((await vote(first.id)).body).toMatchObject({ votes: 1 });
  const seq = await headSeq();
  expect([(await vote(first.id)).body.votes, await headSeq()]).toEqual([1, seq]);
  expect((await vote(first.id, { vote: false })).body).toMatchObject({ votes: 0, voters: [] });
  for (const { id } of [first, other]) await vote(id);

  const merge = () => api.call<Body>("POST", `${list}/${other.id}/merge`, { body: { into_id: first.id } });
  const merged = await merge();
  expect([merged.status, merged.body]).toMatchObject([
    200,
    {
      id: first.id,
      hooks: ["What does he take?", "The drowned pay a ferryman.", "Who pays?"],
      tags: ["harbour", "dead"],
      votes: 1,
    },
  ]);
  expect((await api.call("GET", `${list}/${other.id}`)).body).toMatchObject({
    state: "archived",
    merged_into_id: first.id,
  });
  const after = await headSeq();
  expect([(await merge()).body, await headSeq()]).toEqual([merged.body, after]);
  const itself = await api.call("POST", `${list}/${first.id}/merge`, { body: { into_id: first.id } });
  expect(itself.status).toBe(422);
});

test("an idea is merged into a live one only, and reopened it is a plain proposal", async () => {
  const { list, make } = await empty();
  const [first, other, third] = [
    await make("/ideas", { premise: FERRYMAN }),
    await make("/ideas", { premise: "The drowned pay a ferryman." }),
    await make("/ideas", { premise: "A comet is seen over the salt flats." }),
  ];
  const step = (id: string, name: string, body: object = {}) =>
    api.call<Body & { detail: unknown }>("POST", `${list}/${id}/${name}`, { body });
  const merge = (id: string, into_id: string) => step(id, "merge", { into_id });
  const read = async (id: string) => (await api.call<Body>("GET", `${list}/${id}`)).body;
  expect((await merge(other.id, first.id)).status).toBe(200);
  const back = await merge(first.id, other.id);
  expect([back.status, back.body.detail]).toMatchObject([409, { state: "archived" }]);
  await step(third.id, "reject", { reason: "Nobody looks up." });
  expect((await merge(first.id, third.id)).body.detail).toMatchObject({ state: "rejected" });
  expect(await read(first.id)).toMatchObject({ state: "proposed", merged_into_id: null });

  for (const { id } of [other, third]) {
    expect((await step(id, "reopen")).body).toMatchObject({ state: "proposed", merged_into_id: null, reason: "" });
  }
});

test("without a model ideas and seeds come of gaps of the record, and what was rejected does not come back", async () => {
  const { at, list, make, generate } = await empty();
  const bor = await make("/entities", { type: "character", name: "Bor", external_id: "bor" });
  const cleo = await make("/entities", { type: "character", name: "Cleo", external_id: "cleo" });
  const chapel = await make("/entities", { type: "location", name: "The drowned chapel", external_id: "chapel" });
  const mole = await make("/entities", { type: "location", name: "The mole", external_id: "mole" });
  await make("/relationships", { type: "owes", source_id: bor.id, target_id: cleo.id });
  const lamp = { text: "The lamp was broken on purpose.", secret: true, known_by: [bor.id] };
  const { id: broken } = await make("/facts", lamp);
  // It holds again once what superseded it is gone.
  const body = { by: { text: "The lamp fell." }, reason: "Bor was lied to." };
  const { by } = (await api.call<{ by: Body }>("POST", `${at}/facts/${broken}/supersede`, { body })).body;
  expect((await api.call("DELETE", `${at}/facts/${by.id}`)).status).toBe(200);
  await make("/game-narrative/quests", { name: "Light the lamp" });
  await make("/seeds", { promise: "The bell will ring.", due: { kind: "event", seq: 1 } });
  const dialogue = await make("/game-narrative/dialogues", { name: "At the gate" });
  await make(`/game-narrative/dialogues/${dialogue.id}/nodes`, { text: "Come to The mole.", speaker_id: cleo.id });

  const { session_id } = await generate("/ideas", { count: 20 });
  const { body: page } = await api.call<{ ideas: Body[] }>("GET", list, { query: { sort_by: "created_at" } });
  const found = page.ideas.map(({ gap, entity_ids, source }) => ({ gap, entity_ids, source }));
  const source = { kind: "session", session_id };
  expect(found.toSorted((a, b) => (String(a.gap) < String(b.gap) ? -1 : 1))).toEqual([
    { gap: "one_sided_bond", entity_ids: [bor.id, cleo.id], source },
    { gap: "overdue_promise", entity_ids: [], source },
    { gap: "silent_character", entity_ids: [bor.id], source },
    { gap: "untold_quest", entity_ids: [], source },
    { gap: "untold_secret", entity_ids: [], source },
    { gap: "unused_place", entity_ids: [chapel.id], source },
  ]);
  expect(mole.id).toMatch(/^ent_/);

  // What there is, and what was rejected, is not made again.
  const chapelIdea = page.ideas.find(({ gap }) => gap === "unused_place")?.id ?? "";
  const reason = "Nobody gets there.";
  const rejected = await api.call<Body>("POST", `${list}/${chapelIdea}/reject`, { body: { reason } });
  expect(rejected.body).toMatchObject({ state: "rejected", reason });
  for (const each of page.ideas) if (each.gap !== "unused_place") await api.call("DELETE", `${list}/${each.id}`);
  await generate("/ideas", { count: 20, gaps: ["unused_place", "silent_character"] });
  const { body: second } = await api.call<{ ideas: Body[] }>("GET", list, { query: { state: "proposed" } });
  expect(second.ideas.map(({ gap }) => gap)).toEqual(["silent_character"]);

  await generate("/seeds", { count: 2 });
  const { body: seeds } = await api.call<{ seeds: Body[] }>("GET", `${at}/seeds`);
  expect(seeds.seeds.map(({ promise }) => promise)).toEqual([
    "The bell will ring.",
    "It will come out: The lamp was broken on purpose.",
    "“Light the lamp” will be asked of somebody.",
  ]);
});

test("each gap is made once, whatever becomes of another one of its kind, until none is left", async () => {
  const { at, list, make, generate } = await empty();
  const names = Array.from({ length: 23 }, (_, nth) => `Keeper ${String.fromCharCode(65 + nth)}`);
  for (const name of names) await make("/entities", { type: "character", name, external_id: name.slice(-1) });
  const made = async () => {
    const { result } = await generate("/ideas", { count: 20, gaps: ["silent_character"] });
    return Promise.all((result.idea_ids ?? []).map(async (id) => (await api.call<Body>("GET", `${list}/${id}`)).body));
  };
  const first = await made();
  expect(first.map(({ premise, duplicate_of_id }) => [premise, duplicate_of_id])).toEqual(
    names.slice(0, 20).map((name) => [`${name} speaks at last.`, null]),
  );
  const [rejected, merged, renamed] = first.map(({ id }) => id);
  const [keeper] = first.flatMap(({ id, entity_ids }) => (id === renamed ? (entity_ids as string[]) : []));
  await api.call("POST", `${list}/${rejected}/reject`);
  await api.call("POST", `${list}/${rejected}/archive`);
  await api.call("POST", `${list}/${merged}/merge`, { body: { into_id: renamed } });
  await make("/ideas", { premise: "Keeper U speaks up at last." });
  await api.call("PATCH", `${at}/entities/${keeper}`, { body: { name: "Old Keeper" } });

  expect((await made()).map(({ premise }) => premise)).toEqual(
    ["Keeper V", "Keeper W"].map((name) => `${name} speaks at last.`),
  );
  expect(await made()).toEqual([]);

  const { result } = await generate("/seeds", { count: 20 });
  expect(result.seed_ids).toHaveLength(20);
  expect((await generate("/seeds", { count: 20 })).result.seed_ids).toHaveLength(3);
  expect((await generate("/seeds", { count: 20 })).result.seed_ids).toEqual([]);
});

test("a choice that nobody takes is a gap once players have taken another one of its card often enough", async () => {
  const { at, list, make } = await empty();
  const { id: graph_id } = await make("/game-narrative/dialogues", { name: "At the gate" });
  const [taken, left] = [newId("br"), newId("br")];
  const { id: node_id } = await make(`/game-narrative/dialogues/${graph_id}/nodes`, {
    text: "Halt!",
    branches: [
      { id: taken, choice_text: "Pay" },
      { id: left, choice_text: "Climb the wall" },
    ],
  });
  const play = async (from: number, to: number) => {
    const events = Array.from({ length: to - from }, (_, n) => ({
      ...{ client_id: `c-${from + n}`, kind: "choice", player: `player-${from + n}`, branch_id: taken },
      ...{ at: new Date(Date.now() - 60_000).toISOString(), graph_id, node_id },
    }));
    expect((await api.call("POST", `${at}/events`, { body: { events } })).status).toBe(200);
    const asked = await api.call<{ session_id: string }>("POST", `${list}/generate`, {
      body: { gaps: ["untaken_choice"] },
    });
    await carryOn(api, asked.body.session_id);
    return (await api.call<{ ideas: Body[] }>("GET", list)).body.ideas.map(({ premise, gap }) => [premise, gap]);
  };
  expect(await play(0, 4)).toEqual([]);
  expect(await play(4, 5)).toEqual([
    ["Give players a reason to choose “Climb the wall” in “At the gate”.", "untaken_choice"],
  ]);
});
