import { strToU8, zipSync } from "fflate";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApi, type TestApi } from "#tests/support/api.ts";
import { expectInvalid, expectProblem } from "../contract/expectations.ts";

// biome-ignore lint/suspicious/noExplicitAny: tests look into whatever is answered.
type Loose = any;

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.close());

const VAULT = {
  "Characters/Odo.markdown":
    "---\naliases: [Old Odo]\nhome: [[Salt gate]]\n---\nKeeper of the [[Salt gate|gate]].\n\n- Fears the tide.\n",
  "Characters/Ines.markdown": "---\nage: 30\n---\nA raker.\n\nInes owes [[Old Odo]] a lamp.\n",
  "Places/Salt gate.markdown": "Opens for an hour at ebb.\n",
  ".obsidian/app.json": "{}",
  "odo.png": "no picture",
};

const zipped = (files: Record<string, string>) =>
  Buffer.from(zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])))).toString(
    "base64",
  );

async function project() {
  const at = `/v1/projects/${await api.makeProject()}`;
  const post = (path: string, body: object) => api.call<Loose>("POST", `${at}${path}`, { body });
  const get = async (path: string) => (await api.call<Loose>("GET", `${at}${path}`)).body;
  const extract = (body: object) => post("/story-bible/extract", body);
  return { post, get, extract };
}

test("a vault becomes proposals with evidence, one commit, and a bible; read again it proposes nothing", async () => {
  const { post, get, extract } = await project();
  const files = [{ name: "vault.zip", content: zipped(VAULT) }];
  const { status, body } = await extract({ files });
  expect([status, body.extractions.length, body.skipped]).toEqual([201, 1, []]);
  const found = await get(`/story-bible/extractions/${body.id}`);
  expect(found.parts.map(({ kind, label }: Loose) => [kind, label])).toEqual([
    ["entity", "Odo (character)"],
    ["entity", "Ines (character)"],
    ["entity", "Salt gate (location)"],
    ["relationship", "Odo: home Salt gate"],
    ["fact", "Fears the tide."],
    ["relationship", "Ines: mentions Old Odo"],
    ["fact", "Ines owes Old Odo a lamp."],
  ]);
  expect(found.parts[4].evidence).toEqual([
    { file: "Characters/Odo.markdown", line: 7, pointer: null, node_id: null, quote: "Fears the tide." },
  ]);
  const head = (await get("")).last_seq;
  expect((await get("/entities")).total).toBe(0);
  expect((await extract({ files })).body).toMatchObject({ id: null, answered_before: 7 });

  const accepted = await post(`/story-bible/extractions/${body.id}/accept`, {});
  expect([accepted.status, accepted.body.extraction?.status]).toEqual([200, "accepted"]);
  const { commits } = await get(`/commits?from_seq=${head + 1}`);
  expect(commits?.length ?? 1).toBe(1);
  const bible = await get("/story-bible");
  const titles = (section: number) => bible.sections[section].items.map(({ title }: Loose) => title);
  expect([titles(0), titles(1)]).toEqual([["Ines", "Odo"], ["Salt gate"]]);
  const fact = bible.sections[0].items[1].lines.find(({ text }: Loose) => text === "Fears the tide.");
  expect(fact.source.kind).toBe("fact");
  expect((await get(`/facts/${fact.fact_ids[0]}`)).source.label).toBe("Characters/Odo.markdown:7");

  const again = await extract({ files });
  expect([again.status, again.body]).toEqual([
    200,
    { id: null, extractions: [], unchanged: 7, answered_before: 0, left_out: 0, skipped: [] },
  ]);
  expectProblem(api, await post(`/story-bible/extractions/${body.id}/accept`, {}), "wrong_state");
});

test("an entity of the same name keeps what it has: it gets what it lacks, nothing, or another one beside it", async () => {
  const { post, get, extract } = await project();
  const odo = (await post("/entities", { type: "character", name: "Odo", external_id: "own", properties: { age: 40 } }))
    .body;
  const files = [{ name: "Characters/odo.markdown", content: "---\nage: 61\neyes: grey\n---\n- Odo limps.\n" }];
  expect((await extract({ files, on_conflict: "skip" })).body).toMatchObject({
    unchanged: 1,
    extractions: [{ parts: 1 }],
  });
  files.push({ name: "Old/Odo.markdown", content: "---\nname: Odo\nhair: white\n---\n" });
  const merged = (await extract({ files })).body;
  // What is written between a proposal and its acceptance stays.
  const rank = { properties: { rank: "warden" } };
  expect((await api.call("PATCH", `/v1/projects/${odo.project_id}/entities/${odo.id}`, { body: rank })).status).toBe(
    200,
  );
  await post(`/story-bible/extractions/${merged.id}/accept`, {});
  expect((await get(`/entities/${odo.id}`)).properties).toEqual({
    age: 40,
    rank: "warden",
    eyes: "grey",
    hair: "white",
  });
  const beside = (await extract({ files, on_conflict: "create" })).body;
  const { parts } = await get(`/story-bible/extractions/${beside.id}`);
  expect(parts.map(({ kind, is_new }: Loose) => [kind, is_new])).toContainEqual(["entity", true]);
});

test("parts are accepted and rejected alone; a relationship needs its ends, and what is rejected does not come back", async () => {
  const { post, get, extract } = await project();
  const files = Object.entries(VAULT)
    .slice(0, 3)
    .map(([name, content]) => ({ name, content }));
  const { id } = (await extract({ files })).body;
  const at = `/story-bible/extractions/${id}`;
  const [item] = expectInvalid(await post(`${at}/accept`, { parts: ["p4"] }));
  expect(item?.loc).toEqual(["body", "parts", "p4"]);
  expect((await get("/relationships")).total).toBe(0);
  expect((await post(`${at}/accept`, { parts: ["p1", "p3", "p4"] })).status).toBe(200);
  expect((await get("/relationships")).total).toBe(1);
  const rejected = await post(`${at}/reject`, {});
  expect(rejected.body.status).toBe("partly_accepted");
  expect((await extract({ files })).body).toMatchObject({ id: null });
});

test("what was rejected stays so: in whatever order its properties come, and with all that is said of it", async () => {
  const { post, extract } = await project();
  await post("/entities", { type: "character", name: "Odo", external_id: "own" });
  const files = (bor: string) => [
    { name: "Characters/Odo.markdown", content: "---\nhair: white\neyes: grey\nrank: warden\n---\n" },
    { name: "Characters/Bor.markdown", content: `- Bor sings.\n${bor}` },
  ];
  const { id } = (await extract({ files: files("") })).body;
  await post(`/story-bible/extractions/${id}/reject`, {});
  expect((await extract({ files: files("- Bor limps.\n") })).body).toMatchObject({ id: null, answered_before: 2 });
});

test("notes may have characters that the record cannot hold, and those that two halves make stay whole", async () => {
  const { get, extract } = await project();
  const text = `${"x".repeat(199)}🌊 and more.`;
  const content = `---\nsign: "a\\0b\\ud83d"\n---\nA raker.\n\n- ${text}\n`;
  const { status, body } = await extract({ files: [{ name: "Ines.markdown", content }], label: `${"🌊".repeat(190)}` });
  expect(status).toBe(201);
  const { parts, label } = await get(`/story-bible/extractions/${body.id}`);
  expect([parts[0].body.properties.sign, parts[1].label, parts[1].body.text, label]).toEqual([
    ...["ab\ufffd", `${"x".repeat(199)}🌊`, text, "🌊".repeat(190)],
  ]);
});

test("a fact and a relationship whose external ids were used since are refused, and keep their later changes", async () => {
  const { post, get, extract } = await project();
  const files = Object.entries(VAULT)
    .slice(0, 3)
    .map(([name, content]) => ({ name, content }));
  const { id } = (await extract({ files })).body;
  const { parts } = await get(`/story-bible/extractions/${id}`);
  expect((await post(`/story-bible/extractions/${id}/accept`, { parts: ["p1", "p2", "p3"] })).status).toBe(200);
  const [link, fact] = [parts[3], parts[4]];
  await post("/facts", { ...fact.body, text: "Loves the tide." });
  await post("/relationships", { ...link.body, properties: { since: "always" } });
  const refused = expectInvalid(await post(`/story-bible/extractions/${id}/accept`, {}));
  expect(refused.map(({ loc, msg }) => [loc.at(-1), msg])).toEqual([
    ["p4", expect.stringContaining("there is a relationship with this external id by now")],
    ["p5", expect.stringContaining("there is a fact with this external id by now")],
  ]);
  expect((await post(`/story-bible/extractions/${id}/accept`, { parts: ["p6", "p7"] })).status).toBe(200);
  expect((await get("/facts")).facts.map(({ text }: Loose) => text)).toContain("Loves the tide.");
});

test("dialogues propose the labels that speak, and who speaks of whom, with the card", async () => {
  const { post, get, extract } = await project();
  const odo = (await post("/entities", { type: "character", name: "Odo Pell", external_id: "odo" })).body;
  const graph = (await post("/game-narrative/dialogues", { name: "Gate" })).body;
  const line = async (body: object) => (await post(`/game-narrative/dialogues/${graph.id}/nodes`, body)).body;
  await line({ text: "Who is there?", speaker_id: odo.id });
  const named = await line({ text: "It is me, Odo Pell's niece.", speaker_label: "Ines" });
  const { id } = (await extract({ source: "dialogues" })).body;
  const { parts } = await get(`/story-bible/extractions/${id}`);
  expect(parts).toMatchObject([
    { kind: "entity", label: "Ines (character)", evidence: [{ node_id: named.id }] },
    { kind: "relationship", label: "Ines: speaks_of Odo Pell", evidence: [{ node_id: named.id }] },
  ]);
});

test("chapters propose what their prose says of somebody, with the passage", async () => {
  const { post, get, extract } = await project();
  const odo = (await post("/entities", { type: "character", name: "Odo", external_id: "odo" })).body;
  const chapter = (await post("/book-author/chapters", { title: "Gate" })).body;
  const write = async (text: string, kind = "prose") =>
    (await post("/book-author/passages", { chapter_id: chapter.id, kind, text })).body;
  const passage = await write("Odo was the keeper. “Odo is a fool,” said Ines. Odo died at the ebb.");
  await write("Odo is a note.", "note");
  const { id } = (await extract({ source: "chapters", chapter_id: chapter.id })).body;
  expect((await get(`/story-bible/extractions/${id}`)).parts).toMatchObject([
    { kind: "fact", label: "Odo was the keeper.", evidence: [{ passage_id: passage.id }] },
    { kind: "fact", label: "Odo died at the ebb.", body: { predicate: "died", subject_id: { external_id: "odo" } } },
  ]);
  expect((await post(`/story-bible/extractions/${id}/accept`, {})).status).toBe(200);
  const { facts } = await get("/facts");
  expect(facts.map(({ subject_id }: Loose) => subject_id)).toEqual([odo.id, odo.id]);
  expect((await extract({ source: "chapters" })).body).toMatchObject({ id: null, unchanged: 3 });
  expectInvalid(await extract({ source: "chapters", chapter_id: "chp_01k9hq3xg1r7m4k2vn5te8y6cb" }), "chapter_id");
  expectInvalid(await extract({ source: "dialogues", chapter_id: chapter.id }), "chapter_id");
});

test("lorebooks and tables are read; what is hostile or damaged is refused or skipped with the reason", async () => {
  const { extract, get } = await project();
  const lorebook = {
    entries: {
      0: { key: ["Ferry"], comment: "", content: "It runs at noon." },
      1: { key: [], content: "Salt is money." },
    },
  };
  const files = [
    { name: "lore.json", content: JSON.stringify(lorebook) },
    { name: "items.csv", content: "name,weight\nLamp,2\n" },
    { name: "broken.json", content: "{" },
    { name: "notes.exe", content: "MZ" },
  ];
  const { body } = await extract({ files });
  expect(body.skipped.map(({ file }: Loose) => file)).toEqual(["broken.json", "notes.exe"]);
  const { parts } = await get(`/story-bible/extractions/${body.id}`);
  expect(parts.map(({ label }: Loose) => label)).toEqual([
    ...["Ferry (lore)", "Lamp (item)", "It runs at noon.", "Salt is money."],
  ]);
  expectInvalid(await extract({ files: [{ name: "../../etc/passwd.markdown", content: "x" }] }), "files");
  expectInvalid(
    await extract({ files: [{ name: "bomb.zip", content: zipped({ "a.markdown": "x".repeat(17 * 1024 * 1024) }) }] }),
    "files",
  );
  expectInvalid(await extract({ source: "dialogues", files }), "files");
  expectInvalid(await extract({}), "files");
});
