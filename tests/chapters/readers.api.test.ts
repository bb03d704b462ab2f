import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { IS_FULL } from "#test-size";
import { startTestApi } from "#tests/support/api.ts";

const run = promisify(execFile);
/** EPUBCheck as Debian has it: a file of Java. */
const EPUBCHECK = "/usr/bin/epubcheck";
const LIBREOFFICE = "/usr/bin/soffice";
const CHAPTERS = 60;

const scene = `## A heading in a passage

The *tide* was **out** & the <b>gate</b> stood dry, so [they said](https://example.com/?a=1&b=2), [once](chapter.html).

> “Come,” said Mara.

1. the rope
2. the lamp
   - its oil

***

| Toll | Paid |
|---|:-:|
| salt | no |
`;

/** A file of a book of 60 chapters in three acts, in a folder that is removed after the work. */
async function withBook(format: string, work: (file: string, folder: string) => Promise<void>): Promise<void> {
  const api = await startTestApi();
  const folder = await mkdtemp(join(tmpdir(), "fabula-book-"));
  try {
    const project = await api.makeProject();
    const book = `/v1/projects/${project}/book-author`;
    const chapters = Array.from(
      { length: CHAPTERS },
      (_, at) => `## Chapter ${at + 1}: “salt” & more\n\nText ${at}.\n\n`,
    );
    const content = ["The ebb", "The gate", "The flood"].map(
      (title, act) => `# ${title}\n\n${chapters.slice(act * 20, act * 20 + 20).join("")}`,
    );
    const { body } = await api.call<{ chapter_ids: string[] }>("POST", `${book}/import`, {
      body: { content: content.join("") },
    });
    expect(body.chapter_ids).toHaveLength(CHAPTERS);
    for (const chapter_id of body.chapter_ids)
      await api.call("POST", `${book}/passages`, { body: { chapter_id, text: scene } });
    const answer = await api.fetch(`${book}/export?format=${format}&author=Mara&language=en`, {
      headers: { authorization: `Bearer ${api.home.key}`, accept: "application/octet-stream" },
    });
    const file = join(folder, `book.${format}`);
    await writeFile(file, Buffer.from(await answer.arrayBuffer()));
    await work(file, folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
    await api.close();
  }
}

test.skipIf(!IS_FULL || !existsSync(EPUBCHECK))(
  "EPUBCheck finds nothing in a book of 60 chapters",
  async () => {
    await withBook("epub", async (file) => {
      const { stdout, stderr } = await run("java", ["-jar", EPUBCHECK, file]);
      expect(`${stdout}${stderr}`).toContain("0 fatals / 0 errors / 0 warnings");
    });
  },
  300_000,
);

test.skipIf(!IS_FULL || !existsSync(LIBREOFFICE))(
  "LibreOffice opens a DOCX of 60 chapters with all its text",
  async () => {
    await withBook("docx", async (file, folder) => {
      await run(LIBREOFFICE, [
        "--headless",
        `-env:UserInstallation=file://${folder}/profile`,
        "--convert-to",
        "txt:Text",
        "--outdir",
        folder,
        file,
      ]);
      const text = await readFile(join(folder, "book.txt"), "utf8");
      expect(text.match(/^Chapter \d+: “salt” & more$/gm)).toHaveLength(CHAPTERS);
      expect(text.match(/the <b>gate<\/b> stood dry/g)).toHaveLength(CHAPTERS);
    });
  },
  300_000,
);
