import { unzipSync } from "fflate";
import { afterAll, beforeAll, expect, test } from "vitest";
import { rounds } from "#test-size";
import { startTestApi, type TestApi } from "#tests/support/api.ts";

/** Chapters of the book that is written to files. */
const CHAPTERS = rounds({ gate: 12, full: 60 });

let api: TestApi;

beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.close());

const fileOf = async (project: string, query: string, accept = "application/octet-stream") =>
  api.fetch(`/v1/projects/${project}/book-author/export?${query}`, {
    headers: { authorization: `Bearer ${api.home.key}`, accept },
  });
const textOf = async (project: string) => (await fileOf(project, "title=T")).text();
const imported = (project: string, content: string, more = {}) =>
  api.call<{ created: number; updated: number; unchanged: number; chapter_ids: string[] }>(
    "POST",
    `/v1/projects/${project}/book-author/import`,
    { body: { content, ...more } },
  );

/** A book as somebody else wrote it. */
function novel(): string {
  const chapters = Array.from(
    { length: CHAPTERS },
    (_, at) => `## Chapter ${at + 1} & more\n\nThe *tide* was out.\n\n***\n\n“Come,” said <Mara> ${at}.\n\n`,
  );
  return `---\ntitle: The Salt Gate\n---\n\n# The ebb\n\n${chapters.slice(0, 5).join("")}# The flood\n\n${chapters.slice(5).join("")}`;
}

test("a book is imported, exported, and imported elsewhere as it was", async () => {
  const project = await api.makeProject();
  const dry = await imported(project, novel(), { dry_run: true });
  expect([dry.status, dry.body.created]).toEqual([200, 2 + CHAPTERS * 3]);
  expect(await textOf(project)).not.toContain("Chapter");
  const { body } = await imported(project, novel());
  const [first = ""] = body.chapter_ids;
  const book = `/v1/projects/${project}/book-author`;
  await api.call("PATCH", `${book}/chapters/${first}`, {
    body: {
      summary: "A --> B",
      beats: [{ text: "Mara comes" }],
      plot_lines: ["The debt"],
      story_order: 3,
      target_words: 10,
    },
  });
  const note = { chapter_id: first, kind: "note", text: "<!-- passage {} -->\n\n" };
  expect((await api.call("POST", `${book}/passages`, { body: note })).status).toBe(201);
  for (const verb of ["begin", "complete", "finalize"]) await api.call("POST", `${book}/chapters/${first}/${verb}`);
  await api.call("POST", `${book}/chapters`, { body: { title: "Prologue", after_id: null } });
  const file = await textOf(project);

  const again = await imported(project, file);
  expect(again.body).toMatchObject({ created: 0, updated: 0 });
  const elsewhere = await api.makeProject();
  expect((await imported(elsewhere, file)).body.created).toBe(2 + CHAPTERS * 3 + 2);
  expect(await textOf(elsewhere)).toBe(file);
  // A final chapter is not changed by a file.
  const refused = await imported(elsewhere, file.replace("The *tide*", "The tide"));
  expect([refused.status, refused.body]).toMatchObject([409, { code: "wrong_state" }]);
  const last = file.lastIndexOf("The *tide*");
  const changed = await imported(elsewhere, `${file.slice(0, last)}The tide${file.slice(last + 10)}`);
  expect(changed.body).toMatchObject({ created: 0, updated: 1 });
});

test("files are the same for the same sequence, and have neither notes nor archived chapters", async () => {
  const project = await api.makeProject();
  const { body } = await imported(project, novel());
  const { body: before } = await api.call<{ last_seq: number }>("GET", `/v1/projects/${project}`);
  const at = `&at_seq=${before.last_seq}`;
  const read = async (format: string, more = "") =>
    Buffer.from(await (await fileOf(project, `format=${format}${more}`)).arrayBuffer());
  const formats = ["markdown", "epub", "docx", "html"];
  const first = await Promise.all(formats.map((format) => read(format)));
  const [chapter = ""] = body.chapter_ids;
  await api.call("POST", `/v1/projects/${project}/book-author/chapters/${chapter}/archive`);
  expect(await Promise.all(formats.map((format) => read(format, at)))).toEqual(first);
  expect((await read("html")).toString()).not.toContain("Chapter 1 &amp; more");
  const epub = await fileOf(project, "format=epub");
  expect([epub.headers.get("content-type"), epub.headers.get("content-disposition")]).toEqual([
    "application/epub+zip",
    expect.stringContaining(".epub"),
  ]);
  const names = Object.keys(unzipSync(new Uint8Array(await epub.arrayBuffer())));
  expect(names.filter((name) => name.includes("part-"))).toHaveLength(2 + CHAPTERS - 1);
  const json = await api.call<{ content: string; filename: string }>(
    "GET",
    `/v1/projects/${project}/book-author/export`,
    { query: { format: "docx", at_seq: before.last_seq } },
  );
  expect(Buffer.from(json.body.content, "base64")).toEqual(first[2]);
});

test("fields that no chapter has are refused, and nothing is kept", async () => {
  const project = await api.makeProject();
  const file = `---\nformat: fabula-book\n---\n\n<!-- chapter {"status":"lost"} -->\n## One\n\nText.\n`;
  const { status, body } = await imported(project, file);
  expect([status, body]).toMatchObject([422, { detail: [{ loc: ["body", "content"] }] }]);
});

test("a passage that stands in another chapter by now goes back to the one of the file, and a chapter never has too many", async () => {
  const project = await api.makeProject();
  const book = `/v1/projects/${project}/book-author`;
  const { body } = await imported(project, "# One\n\nThe tide was out.\n");
  const file = await textOf(project);
  const { passages } = (await api.call<{ passages: { id: string }[] }>("GET", `${book}/passages`)).body;
  const other = (await api.call<{ id: string }>("POST", `${book}/chapters`, { body: { title: "Two" } })).body.id;
  const own = passages[0]?.id;
  await api.call("POST", `${book}/passages/${own}/move`, { body: { chapter_id: other } });
  expect((await imported(project, file)).body).toMatchObject({ created: 0 });
  const query = { chapter_id: body.chapter_ids[0] ?? "" };
  expect((await api.call("GET", `${book}/passages`, { query })).body).toMatchObject({ passages: [{ id: own }] });

  const blocks = "<!-- passage {} -->\nThe tide.\n\n".repeat(260);
  const long = `---\nformat: fabula-book\n---\n\n<!-- chapter {"id":"${other}"} -->\n## Two\n\n${blocks}`;
  expect((await imported(project, long)).body).toMatchObject({ created: 260 });
  const refused = await imported(project, long);
  expect([refused.status, refused.body]).toMatchObject([422, { detail: [{ loc: ["body", "content"] }] }]);
});

test("a file from before a chapter was final changes neither its state nor its text", async () => {
  const project = await api.makeProject();
  const { body } = await imported(project, "# The gate\n\nThe tide was out.\n");
  const chapter = `/v1/projects/${project}/book-author/chapters/${body.chapter_ids[0]}`;
  for (const verb of ["begin", "complete"]) await api.call("POST", `${chapter}/${verb}`);
  const file = await textOf(project);
  await api.call("POST", `${chapter}/finalize`);
  const final = await textOf(project);
  for (const content of [file, file.replace("was out", "came back"), final.replace('"final"', '"archived"')]) {
    const { status, body } = await api.call("POST", `/v1/projects/${project}/book-author/import`, {
      body: { content },
    });
    expect([status, body]).toMatchObject([409, { code: "wrong_state", detail: { state: "final" } }]);
  }
  expect(await textOf(project)).toBe(final);
});

test("a chapter keeps a point of view that was deleted since, however often its file is read", async () => {
  const project = await api.makeProject();
  const at = `/v1/projects/${project}`;
  const entity = { external_id: "odo", type: "character", name: "Odo" };
  const { body: odo } = await api.call<{ id: string }>("POST", `${at}/entities`, { body: entity });
  const chapter = { title: "The gate", pov_entity_id: odo.id };
  expect((await api.call("POST", `${at}/book-author/chapters`, { body: chapter })).status).toBe(201);
  const file = await textOf(project);
  await api.call("DELETE", `${at}/entities/${odo.id}`);
  expect((await api.call("GET", `${at}/entities/${odo.id}`)).status).toBe(404);
  expect((await imported(project, file)).body).toMatchObject({ created: 0, updated: 0, unchanged: 1 });
});

test("titles and texts of a file are measured as those of requests are", async () => {
  const project = await api.makeProject();
  const text = "😀".repeat(20_000);
  const file = (words: string) =>
    `---\nformat: fabula-book\n---\n\n<!-- outside {} -->\n## The\tgate\n\n<!-- passage {} -->\n${words}\n\n`;
  const { status, body } = await imported(project, file(text));
  expect([status, body]).toMatchObject([200, { created: 2 }]);
  const book = `/v1/projects/${project}/book-author`;
  const chapter = await api.call("GET", `${book}/chapters/${body.chapter_ids[0]}`);
  expect(chapter.body).toMatchObject({ title: "The gate" });
  expect((await imported(project, file(`${text}😀`))).status).toBe(422);
});
