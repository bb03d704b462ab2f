import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openExtractions } from "#server/features/story-bible/public.ts";
import { areas } from "#server/operations.ts";
import { findJobs } from "#server/queue/kept-jobs.ts";
import { carryOn } from "#tests/generation/carry-on.ts";
import { scriptedKeys } from "#tests/generation/scripted-keys.ts";
import { startTestApi, type TestApi } from "#tests/support/api.ts";

type Body = Record<string, unknown> & { id: string; valid_from_seq: number };
interface Chapter extends Body {
  beats: { id: string; text: string }[];
}

let api: TestApi;

beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.close());

test("without a model a chapter gets an outline of what is open, and a labelled note for each beat, never prose", async () => {
  const project = await api.makeProject();
  const book = `/v1/projects/${project}/book-author`;
  const call = <B = Body>(method: "GET" | "POST", path: string, body?: object, query = {}) =>
    api.call<B>(method, `${book}/${path}`, { ...(body !== undefined && { body }), query });
  const make = (path: string, body: object) => api.call("POST", `/v1/projects/${project}/${path}`, { body });
  await make("facts", { text: "The harbour toll is a silver penny." });
  await make("facts", { text: "Odo owes Mara the harbour toll.", predicate: "owes" });
  await make("game-narrative/quests", { name: "Light the lamp" });
  await make("seeds", { promise: "The bell will ring." });
  await make("seeds", { promise: "The toll will be paid.", strength: 5 });
  const { id } = (await call("POST", "chapters", { title: "The toll", beats: [{ text: "Mara asks for the toll" }] }))
    .body;
  const generate = async (body: object) => {
    const asked = await call<{ session_id: string }>("POST", `chapters/${id}/generate`, body);
    expect([asked.status, asked.body]).toMatchObject([202, { status: "accepted" }]);
    return carryOn(api, asked.body.session_id);
  };

  expect(await generate({ mode: "outline", instructions: "The harbour toll" })).toBe("completed");
  const { beats } = (await call<Chapter>("GET", `chapters/${id}`)).body;
  expect(beats[0]?.text).toBe("Mara asks for the toll");
  expect(beats.slice(1).every(({ text }) => text.startsWith("Sketch: "))).toBe(true);
  expect(beats.map(({ text }) => text).filter((text) => text.includes("take up"))).toEqual(
    ["The toll will be paid.", "The bell will ring.", "Light the lamp", "Odo owes Mara the harbour toll."].map(
      (thread) => `Sketch: take up “${thread}”`,
    ),
  );

  expect(await generate({ mode: "draft" })).toBe("completed");
  const read = async () => {
    const query = { chapter_id: id, sort_by: "order_key" };
    return (await call<{ passages: Body[] }>("GET", "passages", undefined, query)).body.passages;
  };
  const notes = await read();
  expect(notes.map(({ kind, beat_id, words }) => ({ kind, beat_id, words }))).toEqual(
    beats.map((beat) => ({ kind: "note", beat_id: beat.id, words: 0 })),
  );
  expect(notes[0]).toMatchObject({ text: expect.stringContaining("To be written"), source: { kind: "session" } });

  // A rewrite says what it replaces, of the revision that was read; without a model there are no words to put there.
  const scope = { passage_id: notes[0]?.id, start: 0, end: 4, base_revision: notes[0]?.valid_from_seq };
  const refusals = [
    await call("POST", `chapters/${id}/generate`, { mode: "rewrite" }),
    await call("POST", `chapters/${id}/generate`, { mode: "draft", scope }),
    await call("POST", `chapters/${id}/generate`, { mode: "rewrite", scope: { ...scope, end: 9_999 } }),
    await call("POST", `chapters/${id}/generate`, { mode: "rewrite", scope: { ...scope, base_revision: 1 } }),
  ];
  expect(refusals.map(({ status }) => status)).toEqual([422, 422, 422, 422]);
  expect(await generate({ mode: "rewrite", scope })).toBe("error");
  expect(await read()).toEqual(notes);

  for (const verb of ["begin", "complete", "finalize"]) await call("POST", `chapters/${id}/${verb}`);
  const late = await call("POST", `chapters/${id}/generate`, { mode: "continue" });
  expect([late.status, late.body]).toMatchObject([409, { code: "wrong_state" }]);
});

test("a model writes each beat, and a rewritten span leaves every other character as it was", async () => {
  const project = await api.makeProject();
  const book = `/v1/projects/${project}/book-author`;
  await api.call("POST", `/v1/projects/${project}/seeds`, { body: { promise: "The bell will ring." } });
  for (const [title, summary] of Object.entries({ Before: "Night falls.", Cut: "The bell breaks." }))
    await api.call("POST", `${book}/chapters`, { body: { title, summary } });
  const { body: outline } = await api.call<{ chapters: Body[] }>("GET", `${book}/outline`);
  await api.call("POST", `${book}/chapters/${outline.chapters[1]?.id}/archive`);
  const made = await api.call<Chapter>("POST", `${book}/chapters`, {
    body: { title: "The toll", beats: [{ text: "Mara asks" }, { text: "Odo refuses" }] },
  });
  const { id, beats } = made.body;
  const nothing = { summary: null, beats: [], passages: [], replacement: null };
  const generate = async (body: object, answer: object, meanwhile: () => Promise<unknown> = async () => {}) => {
    const asked = await api.call<{ session_id: string }>("POST", `${book}/chapters/${id}/generate`, { body });
    expect([asked.status, asked.body]).toMatchObject([202, { status: "accepted" }]);
    const keys = scriptedKeys(async () => {
      await meanwhile();
      return JSON.stringify({ ...nothing, ...answer });
    });
    return { status: await carryOn(api, asked.body.session_id, undefined, keys), keys };
  };
  const text = "🌊 The tide — the *old* tide — was out.";
  const passages = [
    { beat_id: beats[0]?.id, kind: "prose", text },
    { beat_id: "beat_gone", kind: "prose", text: "“No,” said Odo." },
  ];
  const drafted = await generate({ mode: "draft", instructions: "Be brief." }, { passages });
  expect(drafted.status).toBe("completed");
  expect(JSON.stringify(drafted.keys.calls[0])).toContain("Odo refuses");
  expect(JSON.stringify(drafted.keys.calls[0])).toContain("The bell will ring.");
  // An archived chapter is no part of the book.
  expect(JSON.stringify(drafted.keys.calls[0])).toContain("Night falls.");
  expect(JSON.stringify(drafted.keys.calls[0])).not.toContain("The bell breaks.");
  const query = { chapter_id: id, sort_by: "order_key" };
  const read = async () => (await api.call<{ passages: Body[] }>("GET", `${book}/passages`, { query })).body.passages;
  const [first, second] = await read();
  expect([first, second]).toMatchObject([
    { beat_id: beats[0]?.id, text },
    { beat_id: null, text: "“No,” said Odo." },
  ]);

  const start = text.indexOf("*old*");
  const scope = { passage_id: first?.id, start, end: start + 5, base_revision: first?.valid_from_seq };
  expect((await generate({ mode: "rewrite", scope }, { replacement: "grey" })).status).toBe("completed");
  const after = await read();
  expect(after[0]?.text).toBe("🌊 The tide — the grey tide — was out.");
  expect(after[1]).toEqual(second);

  // Somebody else's edit in the meantime is not written over.
  const next = { ...scope, end: start + 4, base_revision: after[0]?.valid_from_seq };
  const edit = () => api.call("PATCH", `${book}/passages/${first?.id}`, { body: { text: "The tide." } });
  expect((await generate({ mode: "rewrite", scope: next }, { replacement: "new" }, edit)).status).not.toBe("completed");
  expect((await read())[0]?.text).toBe("The tide.");

  // Words that the passage has no room for are refused before anything is written.
  const full = "a".repeat(19_999);
  const { body: grown } = await api.call<Body>("PATCH", `${book}/passages/${first?.id}`, { body: { text: full } });
  const narrow = { ...scope, start: 0, end: 1, base_revision: grown.valid_from_seq };
  expect((await generate({ mode: "rewrite", scope: narrow }, { replacement: "too" })).status).toBe("awaiting_human");
  expect((await read())[0]?.text).toBe(full);

  // Room is counted in characters, of which some are two units, and no prompt has half of one.
  const waves = "🌊".repeat(19_998);
  const { body: wet } = await api.call<Body>("PATCH", `${book}/passages/${first?.id}`, {
    body: { text: `${waves}!?` },
  });
  const place = waves.length + 1;
  const last = { ...scope, start: place, end: place + 1, base_revision: wet.valid_from_seq };
  const rewritten = await generate({ mode: "rewrite", scope: last }, { replacement: "🌊" });
  expect([rewritten.status, (await read())[0]?.text]).toEqual(["completed", `${waves}!🌊`]);
  expect(JSON.stringify(rewritten.keys.calls)).not.toMatch(/\\ud[89a-f]/);
});

test("prose that is kept is read for facts afterwards, whoever started it, as proposals in the inbox", async () => {
  const project = await api.makeProject();
  const at = `/v1/projects/${project}`;
  const make = async (path: string, body: object) => (await api.call<Body>("POST", `${at}/${path}`, { body })).body;
  await make("entities", { type: "character", name: "Odo", external_id: "odo" });
  const { id } = await make("book-author/chapters", { title: "The toll", beats: [{ text: "Odo refuses" }] });
  const generate = async (body: object, answer: object) => {
    const path = `${at}/book-author/chapters/${id}/generate`;
    const { body: asked } = await api.call<{ session_id: string }>("POST", path, { body });
    const nothing = { summary: null, beats: [], passages: [], replacement: null };
    const keys = scriptedKeys(() => Promise.resolve(JSON.stringify({ ...nothing, ...answer })));
    expect(await carryOn(api, asked.session_id, undefined, keys)).toBe("completed");
    const { body: session } = await api.call<{ result: { facts: Record<string, string> | null } }>(
      "GET",
      `/v1/sessions/${asked.session_id}`,
    );
    return session.result.facts;
  };
  const work = async (jobId: string) => {
    const kept = (await findJobs(api.services.database.reads, [jobId])).get(jobId);
    const job = areas.storyBible.jobs.find(({ name }) => name === kept?.data.job);
    return job?.step(api.services, kept?.data.state ?? {}, new AbortController().signal);
  };
  const waiting = async () => {
    const { rows } = await openExtractions(api.services.database.reads, sql`SELECT ${project}::text`, 10);
    return rows.map(({ bible_extraction_id, label }) => [bible_extraction_id, label]);
  };

  expect(await generate({ mode: "outline" }, { summary: "", beats: ["Mara leaves"] })).toBeNull();
  const drafted = await generate(
    { mode: "draft" },
    { passages: [{ beat_id: null, kind: "prose", text: "Odo was the keeper." }] },
  );
  const { job_id = "", bible_extraction_id = "" } = drafted ?? {};
  expect((await api.call("GET", `/v1/jobs/${job_id}`)).body).toMatchObject({
    name: "read_chapter",
    project_id: project,
  });
  // A piece that is repeated proposes nothing twice.
  expect([await work(job_id), await work(job_id)]).toEqual(["done", "done"]);
  const path = `${at}/story-bible/extractions/${bible_extraction_id}`;
  expect((await api.call("GET", path)).body).toMatchObject({
    ...{ label: "Chapter “The toll”", source: "chapters", status: "open" },
    parts: [{ kind: "fact", label: "Odo was the keeper." }],
  });
  expect(await waiting()).toEqual([[bible_extraction_id, "Chapter “The toll”"]]);

  // Where the text tells nothing new there is no extraction.
  const again = await generate(
    { mode: "continue" },
    { passages: [{ beat_id: null, kind: "prose", text: "“No,” said Odo." }] },
  );
  expect(await work(again?.job_id ?? "")).toBe("done");
  expect(await waiting()).toHaveLength(1);
});
