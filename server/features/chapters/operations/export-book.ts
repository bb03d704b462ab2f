import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { constants, deflateRaw } from "node:zlib";
import { BOOK_TEMPLATE, type TitlePage } from "#domain/book/book.ts";
import type { PrintedBook } from "#domain/book/printed.ts";
import { writeDocx } from "#domain/book/write-docx.ts";
import { writeEpub } from "#domain/book/write-epub.ts";
import { writeHtml } from "#domain/book/write-html.ts";
import { markdownHead, markdownPart } from "#domain/book/write-markdown.ts";
import { slug } from "#domain/slug.ts";
import type { Deflate } from "#domain/zip-writer.ts";
import { languageTag, singleLine } from "../../../kernel/validation/fields.ts";
import { declareExport } from "../../../operation/declare-export.ts";
import { projectScope } from "../../../operation/project-scope.ts";
import { inTurns } from "../../../operation/run-yielding.ts";
import type { Asker, Threads } from "../../../operation/threads.ts";
import type { Db } from "../../../record/database.ts";
import { findVersion } from "../../../record/versions.ts";
import { projectResource } from "../../projects/public.ts";
import { byPlace, type Outline, type OutlinedChapter, readOutline } from "../read-outline.ts";
import { readPassages } from "../read-passages.ts";
import { type RenderedForm, renderAside } from "../render-aside.ts";

/** Characters of the name of the file. */
const NAME_LENGTH = 60;

/** Book that is exported. */
interface ExportedBook {
  readonly db: Db;
  readonly projectId: string;
  readonly seq: number;
  readonly page: TitlePage;
  readonly outline: Outline;
  readonly threads: Threads;
  readonly asker: Asker;
}

const raw = promisify(deflateRaw);
const deflate: Deflate = (bytes, isLast) =>
  raw(bytes, { finishFlush: isLast ? constants.Z_FINISH : constants.Z_SYNC_FLUSH });

export const exportBook = declareExport({
  path: "/v1/projects/{project_id}/book-author/export",
  summary: "Export the book",
  description:
    "The whole book in the order of reading, at one sequence. `markdown` has everything that an import makes the same book of: notes, archived chapters, states, beats and ids stand in comments. The other formats are for readers: they leave out notes and archived chapters. The same book makes the same bytes.",
  params: projectScope,
  query: {
    title: singleLine({ min: 1, max: 200 })
      .optional()
      .meta({ description: "Title; the name of the project when absent." }),
    author: singleLine({ max: 200 }).default("").meta({ description: "Name of the author, for the title page." }),
    language: languageTag().default("en").meta({ description: "Language of the text, such as `pt-BR`." }),
  },
  id: "BookExport",
  edition: BOOK_TEMPLATE,
  formats: {
    markdown: {
      name: "Markdown",
      means: "Everything, to go on writing elsewhere and bring it back.",
      mediaType: "text/markdown",
      ending: ".md",
      write: markdown,
    },
    epub: {
      name: "EPUB",
      means: "For readers of books.",
      mediaType: "application/epub+zip",
      ending: ".epub",
      isBinary: true,
      write: (book: ExportedBook) => writeEpub(printed(book, "xhtml"), deflate),
    },
    docx: {
      name: "Word (DOCX)",
      means: "For word processors and publishers.",
      mediaType: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
      ending: ".docx",
      isBinary: true,
      write: (book: ExportedBook) => writeDocx(printed(book, "docx"), deflate),
    },
    html: {
      name: "Web page (HTML)",
      means: "One page that needs nothing else.",
      mediaType: "text/html",
      ending: ".html",
      write: (book: ExportedBook) => writeHtml(printed(book, "xhtml")),
    },
  },
  open: async ({ db, project, atSeq, services, asker }, { query: { title, author, language } }) => {
    const seq = atSeq ?? project.lastSeq;
    const own = await findVersion(db, projectResource, project.id, project.id, seq);
    const page = { title: title ?? own?.name ?? "Untitled", author, language };
    const outline = await readOutline(db, project.id, seq);
    const { database, threads } = services;
    const source = { db: database.reads, projectId: project.id, seq, page, outline, threads, asker };
    return { name: slug(page.title, NAME_LENGTH) || "book", source };
  },
});

async function* markdown({
  db,
  projectId,
  seq,
  page,
  outline,
}: ExportedBook): AsyncGenerator<string, undefined, undefined> {
  yield markdownHead(page);
  const texts = readPassages(db, projectId, outline.chapters.map(sizeOf), seq);
  for (const part of partsOf(outline)) {
    if (part.kind === "act") {
      const { id, title, summary } = part.act;
      yield* markdownPart({ kind: "act", act: { id, title, summary } });
      continue;
    }
    const { version } = part.chapter;
    const { id, title, status, summary, pov_entity_id, beats, plot_lines, story_order, target_words } = version;
    const passages = (await texts.next()).value ?? [];
    const pieces = markdownPart({
      kind: "chapter",
      chapter: { id, status, summary, pov_entity_id, beats, plot_lines, story_order, target_words, title },
      isInAct: part.chapter.act !== null,
      passages: passages.map(({ id: own, kind, beat_id, text }) => ({ id: own, kind, beat_id, text })),
    });
    yield* inTurns(pieces);
  }
}

const sizeOf = ({ version, passages }: OutlinedChapter) => ({ id: version.id, passages });

type OutlinedPart =
  | { readonly kind: "act"; readonly act: Outline["acts"][number] }
  | { readonly kind: "chapter"; readonly chapter: OutlinedChapter };

/** Acts and chapters as they follow one another; an act without chapters stands in its place too. */
function partsOf({ acts, chapters }: Outline): OutlinedPart[] {
  const ofAct = Map.groupBy(chapters, ({ act }) => act?.id ?? null);
  const parts = (of: readonly OutlinedChapter[]) => of.map((chapter) => ({ kind: "chapter" as const, chapter }));
  const outside = (ofAct.get(null) ?? []).map((chapter) => ({ ...place(chapter.version), own: parts([chapter]) }));
  const inside = acts.map((act) => ({
    ...place(act),
    own: [{ kind: "act" as const, act }, ...parts(ofAct.get(act.id) ?? [])],
  }));
  return [...outside, ...inside].sort(byPlace).flatMap(({ own }) => own as OutlinedPart[]);
}

const place = ({ id, order_key }: { readonly id: string; readonly order_key: string }) => ({ id, order_key });

/** The book as it is read: chapters that are not archived, and acts that have any. */
function printed({ db, projectId, seq, page, outline, threads, asker }: ExportedBook, form: RenderedForm): PrintedBook {
  const chapters = outline.chapters.filter(({ version }) => version.status !== "archived");
  const acts = outline.acts.filter(({ id }) => chapters.some(({ act }) => act?.id === id));
  const times = [...acts, ...chapters.map(({ version }) => version)].map(({ updated_at }) => updated_at);
  return {
    ...page,
    identifier: `urn:uuid:${uuidOf(projectId)}`,
    modified: [...times, outline.textChangedAt ?? EPOCH].reduce((last, at) => (at > last ? at : last), EPOCH),
    parts: partsOf({ ...outline, acts, chapters }).map((part) =>
      part.kind === "act"
        ? { kind: "act", title: part.act.title, isInAct: false }
        : { kind: "chapter", title: part.chapter.version.title, isInAct: part.chapter.act !== null },
    ),
    texts: async function* () {
      for await (const passages of readPassages(db, projectId, chapters.map(sizeOf), seq)) {
        const texts = passages.flatMap(({ kind, text }) => (kind === "prose" ? text : []));
        yield renderAside(threads, { form, texts }, asker);
      }
    },
  };
}

const EPOCH = "1970-01-01T00:00:00.000Z";

/** UUID (RFC 9562, version 8) of a book, from the id of its project: each export has the same. */
function uuidOf(projectId: string): string {
  const hex = createHash("sha256").update(`book ${projectId}`).digest("hex");
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    "-",
  );
}
