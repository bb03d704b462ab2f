import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApi, type TestApi } from "#tests/support/api.ts";

type Body = Record<string, unknown> & { id: string; valid_from_seq: number };
interface Outline {
  words: number;
  target_words: number;
  acts: { title: string; chapters: number; words: number }[];
  chapters: { id: string; number: number | null; title: string; words: number; passages: number }[];
}

let api: TestApi;

beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.close());

/** A book of its own, with what tests ask of it. */
async function open() {
  const project = await api.makeProject();
  const book = `/v1/projects/${project}/book-author`;
  const call = async <B = Body>(method: "GET" | "POST" | "PATCH" | "DELETE", path: string, body?: object, query = {}) =>
    api.call<B>(method, `${book}/${path}`, { ...(body !== undefined && { body }), query });
  const make = async (path: string, body: object) => {
    const { status, body: made } = await call("POST", path, body);
    expect([status, made]).toMatchObject([201, body]);
    return made;
  };
  const outline = async (query = {}) => (await call<Outline>("GET", "outline", undefined, query)).body;
  const titles = async (query = {}) => (await outline(query)).chapters.map(({ title }) => title);
  return { project, book, call, make, outline, titles };
}

test("chapters are read in the order of the book, inside acts and outside of them", async () => {
  const { call, make, outline, titles } = await open();
  const prologue = await make("chapters", { title: "Prologue", target_words: 100 });
  const act = await make("acts", { title: "The ebb" });
  await make("chapters", { title: "Epilogue", story_order: 0 });
  const gate = await make("chapters", { title: "The gate", act_id: act.id, story_order: 2, target_words: 50 });
  await call("POST", "chapters", { title: "The keeper", act_id: act.id, after_id: null });
  expect(await titles()).toEqual(["Prologue", "The keeper", "The gate", "Epilogue"]);
  expect(await titles({ order: "story" })).toEqual(["Epilogue", "The gate", "Prologue", "The keeper"]);
  const { body: before } = await api.call<{ last_seq: number }>("GET", `/v1/projects/${prologue.project_id}`);

  await call("POST", `acts/${act.id}/move`, { after_id: null });
  await call("POST", `chapters/${gate.id}/move`, { act_id: null, after_id: prologue.id });
  expect(await titles()).toEqual(["The keeper", "Prologue", "The gate", "Epilogue"]);
  expect(await titles({ at_seq: before.last_seq })).toEqual(["Prologue", "The keeper", "The gate", "Epilogue"]);
  await call("POST", `chapters/${gate.id}/archive`);
  expect((await outline()).chapters.map(({ number }) => number)).toEqual([1, 2, null, 3]);
  expect(await outline()).toMatchObject({ target_words: 100, acts: [{ title: "The ebb", chapters: 1 }] });
  const nowhere = await call("POST", `chapters/${gate.id}/move`, { after_id: `chp_${"0".repeat(26)}` });
  expect([nowhere.status, nowhere.body]).toMatchObject([422, { detail: [{ loc: ["body", "after_id"] }] }]);
});

test("an act that is deleted leaves its chapters where they are read, and takes them back when it is restored", async () => {
  const { call, make, titles } = await open();
  const act = await make("acts", { title: "The ebb" });
  const last = await make("chapters", { title: "Last" });
  for (const title of ["One", "Two"]) await make("chapters", { title, act_id: act.id });
  await call("DELETE", `acts/${act.id}`);
  expect(await titles()).toEqual(["One", "Two", "Last"]);
  expect((await call("GET", `acts/${act.id}`)).status).toBe(404);
  expect((await call("POST", "chapters", { title: "Three", act_id: act.id })).status).toBe(422);
  const { body } = await call<{ restored: string[] }>("POST", `acts/${act.id}/restore`, {});
  expect(body.restored).toHaveLength(3);
  await call("POST", `chapters/${last.id}/move`, { after_id: null });
  expect(await titles()).toEqual(["Last", "One", "Two"]);
});

test("passages make the text of a chapter, each of them alone, and words are those of prose", async () => {
  const { call, make, outline } = await open();
  const one = await make("chapters", { title: "One", beats: [{ text: "Mara comes" }] });
  const two = await make("chapters", { title: "Two" });
  const chapter_id = one.id;
  const first = await make("passages", { chapter_id, text: "The tide was *out*." });
  const second = await make("passages", { chapter_id, text: "It came back." });
  expect(first).toMatchObject({ words: 4, kind: "prose" });
  await make("passages", { chapter_id, text: "Ask Odo about the tide table.", kind: "note" });
  const begin = (await call("POST", "passages", { chapter_id, text: "Begin.", after_id: null })).body;
  const read = async (id: string) => {
    const query = { chapter_id: id, sort_by: "order_key" };
    const { body } = await call<{ passages: { text: string }[] }>("GET", "passages", undefined, query);
    return body.passages.map(({ text }) => text.split(" ")[0]);
  };
  expect(await read(chapter_id)).toEqual(["Begin.", "The", "It", "Ask"]);
  expect((await outline()).chapters[0]).toMatchObject({ words: 8, passages: 4 });

  const seq = first.valid_from_seq;
  await call("PATCH", `passages/${first.id}`, { text: "The tide was far out." });
  const late = await call("PATCH", `passages/${first.id}`, { text: "Low tide.", base_seq: seq });
  expect([late.status, late.body]).toMatchObject([409, { code: "edit_conflict" }]);
  const other = await call("PATCH", `passages/${second.id}`, { text: "It came back in.", base_seq: seq + 1 });
  expect(other.status).toBe(200);

  await call("POST", `passages/${begin.id}/move`, { chapter_id: two.id });
  await call("POST", `passages/${second.id}/move`, { after_id: null });
  expect([await read(one.id), await read(two.id)]).toEqual([["It", "The", "Ask"], ["Begin."]]);
  await call("DELETE", `chapters/${one.id}`);
  expect((await call("GET", `passages/${first.id}`)).status).toBe(404);
  const back = await call<{ restored: string[] }>("POST", `chapters/${one.id}/restore`, {});
  expect([back.status, back.body.restored.length, await read(one.id)]).toEqual([200, 4, ["It", "The", "Ask"]]);
});

test("a final chapter is not edited until it is revised, by whatever way", async () => {
  const { call, make } = await open();
  const { id } = await make("chapters", { title: "One" });
  const passage = await make("passages", { chapter_id: id, text: "The tide was out." });
  const spare = await make("passages", { chapter_id: id, text: "Spare." });
  await call("DELETE", `passages/${spare.id}`);
  const early = await call("POST", `chapters/${id}/finalize`);
  expect([early.status, early.body]).toMatchObject([409, { code: "wrong_state", detail: { state: "outline" } }]);
  for (const verb of ["begin", "complete"]) await call("POST", `chapters/${id}/${verb}`);
  const { valid_from_seq: asDraft } = (await call("POST", `chapters/${id}/submit`)).body;
  const done = await call("POST", `chapters/${id}/finalize`);
  expect(done.body).toMatchObject({ status: "final", finalized_by: expect.stringMatching(/^key:/) });

  const refused = [
    await call("PATCH", `chapters/${id}`, { title: "Another" }),
    await call("PATCH", `passages/${passage.id}`, { text: "The tide was in." }),
    await call("POST", "passages", { chapter_id: id, text: "More." }),
    await call("DELETE", `passages/${passage.id}`),
    await call("POST", `passages/${spare.id}/restore`, {}),
    await call("POST", `passages/${passage.id}/restore`, { seq: passage.valid_from_seq }),
    await call("DELETE", `chapters/${id}`),
    await call("POST", `chapters/${id}/restore`, { seq: asDraft }),
  ];
  expect(refused.map(({ status, body }) => [status, body.code])).toEqual([
    ...Array.from({ length: 5 }, () => [409, "wrong_state"]),
    // What it would bring back is what there is.
    [200, undefined],
    [409, "wrong_state"],
    [409, "wrong_state"],
  ]);
  expect((await call("POST", `chapters/${id}/move`, { after_id: null })).status).toBe(200);
  await call("POST", `chapters/${id}/archive`);
  const asFinal = await call("POST", `chapters/${id}/restore`, { seq: done.body.valid_from_seq });
  expect([asFinal.status, asFinal.body.code]).toEqual([409, "wrong_state"]);
  await call("POST", `chapters/${id}/unarchive`);
  const again = await call("POST", `chapters/${id}/revise`);
  expect(again.body).toMatchObject({ status: "revised", finalized_at: null });
  expect((await call("PATCH", `passages/${passage.id}`, { text: "The tide was in." })).status).toBe(200);
});

test("beats keep their ids while their words do, and passages name them", async () => {
  const { call, make } = await open();
  const beats = [{ text: "Mara comes" }, { text: "Odo refuses" }];
  const chapter = await make("chapters", { title: "One", beats });
  const [, refusal] = chapter.beats as { id: string; text: string }[];
  await make("passages", { chapter_id: chapter.id, text: "No.", beat_id: refusal?.id });
  const changed = await call("PATCH", `chapters/${chapter.id}`, {
    beats: [{ text: "Odo refuses" }, { text: "Night" }],
  });
  expect(changed.body.beats).toEqual([refusal, { id: expect.stringMatching(/^beat_/), text: "Night" }]);
  const twice = await call("PATCH", `chapters/${chapter.id}`, { beats: [refusal, { ...refusal, text: "Night" }] });
  expect(twice.body.beats).toEqual([refusal, { id: expect.not.stringMatching(refusal?.id ?? ""), text: "Night" }]);
  const stranger = await call("POST", "chapters", { title: "Two", pov_entity_id: `ent_${"0".repeat(26)}` });
  expect([stranger.status, stranger.body]).toMatchObject([422, { detail: [{ loc: ["body", "pov_entity_id"] }] }]);
});

test("revisions are the states that a chapter came into, and a comparison says what became of each passage", async () => {
  const { call, make, project } = await open();
  const { id, valid_from_seq } = await make("chapters", { title: "One" });
  const text = async (words: string) => make("passages", { chapter_id: id, text: words });
  const [kept, changed, moved, gone] = [
    await text("Kept."),
    await text("Two."),
    await text("Three."),
    await text("Four."),
  ];
  for (const verb of ["begin", "complete", "finalize"]) await call("POST", `chapters/${id}/${verb}`);
  const { revisions } = (await call<{ revisions: { seq: number }[] }>("GET", `chapters/${id}/revisions`)).body;
  expect(revisions).toMatchObject(
    ["final", "draft", "drafting", "outline"].map((status) => ({ status, words: status === "outline" ? 0 : 4 })),
  );
  expect(revisions.at(-1)?.seq).toBe(valid_from_seq);
  const from_seq = revisions[0]?.seq ?? 0;
  await call("POST", `chapters/${id}/revise`);
  await call("PATCH", `passages/${changed.id}`, { text: "Two two." });
  await call("POST", `passages/${moved.id}/move`, { after_id: null });
  await call("DELETE", `passages/${gone.id}`);
  const added = await text("Five.");
  const { body } = await call("GET", `chapters/${id}/diff`, undefined, { from_seq });
  expect(body).toMatchObject({
    words_before: 4,
    words_after: 5,
    passages: [
      { id: moved.id, change: "moved" },
      { id: changed.id, change: "changed", fields: ["text"], before: "Two.", after: "Two two." },
      { id: added.id, change: "added", before: null, after: "Five." },
      { id: gone.id, change: "removed", before: "Four.", after: null },
    ],
  });
  expect(JSON.stringify(body)).not.toContain(kept.id);
  const then = await call("GET", `chapters/${id}/diff`, undefined, { from_seq, at_seq: from_seq });
  expect(then.body.passages).toEqual([]);
  const { last_seq } = (await api.call<{ last_seq: number }>("GET", `/v1/projects/${project}`)).body;
  expect((await call("GET", `chapters/${id}/diff`, undefined, { from_seq: last_seq + 1 })).status).toBe(422);
});
