import { z } from "zod";
import { ON_CONFLICT } from "#domain/bible/extract/propose.ts";
import { FILE_LIMITS } from "#domain/import/files/file-limits.ts";
import { EXTRACTION_SOURCES } from "#drizzle/schema/story-bible.ts";
import { invalidValue, ValidationProblem } from "../../../kernel/problem.ts";
import { idOf, singleLine, text } from "../../../kernel/validation/fields.ts";
import { itemAt, MISSING } from "../../../kernel/validation/item.ts";
import { openProject } from "../../../operation/gate.ts";
import { projectWrite } from "../../../operation/operation.ts";
import { projectScope } from "../../../operation/project-scope.ts";
import { keepProposals, readProposals } from "../propose.ts";
import { chapterProse, dialogueLines } from "../read-known.ts";

/** Largest body, in bytes: that of the largest archive in base64. */
const BODY_BYTES = 24 * 1024 * 1024;
/** Extractions that one request makes at most; what is beyond them is proposed by the next one. */
const MOST_EXTRACTIONS = 5;
/** Skipped files that are named. */
const MOST_SKIPPED = 100;

/** Labels of what is read, where the caller says none. */
const LABELS = { files: "Notes", dialogues: "Dialogues", chapters: "Chapters" } as const;

/** Entry for chapters that were not read whole. */
const CUT = {
  file: "chapters",
  reason: "The book is too long to be read at once: name one chapter to read the others.",
};

export const extractBible = projectWrite({
  method: "POST",
  path: "/v1/projects/{project_id}/story-bible/extract",
  scope: "write",
  summary: "Read notes, dialogues and chapters as proposals",
  description:
    "Reads what exists by rules, without a model, and proposes entities, relationships and facts, each with its evidence; nothing is written to the world until [proposals are accepted](/docs/reference/story-bible#storyBible_accept). `files` are Markdown notes (front matter and `key:: value` are properties, links are relationships, paragraphs and list items are facts), lorebooks, tables in CSV, or a zip archive of them, such as a vault of Obsidian. `source=dialogues` proposes characters for the labels that speak, and who speaks of whom. `source=chapters` proposes facts: sentences of the prose that begin with a name the project knows and say what is so, in English. An entity of the same name is never overwritten. Read again, the same sources propose nothing that is there, waits for an answer, or was rejected.",
  params: projectScope,
  body: z.strictObject({
    source: z.enum(EXTRACTION_SOURCES).default("files").meta({
      description: "What is read: `files`, or the `dialogues` or `chapters` of the project.",
    }),
    chapter_id: idOf("chp").optional().meta({
      description: "The only chapter that is read; only with the source `chapters`.",
    }),
    files: z
      .array(
        z.strictObject({
          name: text({ min: 1, max: FILE_LIMITS.path }).meta({
            description: "Path of the file: `Characters/Odo.markdown`.",
          }),
          content: z.string().meta({ description: "Text of the file; a zip archive in base64." }),
        }),
      )
      .min(1)
      .max(FILE_LIMITS.count)
      .optional()
      .meta({ description: "Files to read; only with the source `files`." }),
    label: singleLine({ min: 1, max: 200 }).optional().meta({
      description: "Short description of what is read; made of the files when absent.",
    }),
    on_conflict: z.enum(ON_CONFLICT).default("merge").meta({
      description:
        "Answer to an entity of the same name: `merge` proposes the properties that it lacks, `skip` leaves it as it is, `create` proposes another one beside it.",
    }),
  }),
  bodyLimit: BODY_BYTES,
  alone: true,
  output: z
    .object({
      id: z.string().nullable().meta({ description: "The first extraction; null where there was nothing to propose." }),
      extractions: z
        .array(
          z.object({
            bible_extraction_id: z.string().meta({ description: "The extraction." }),
            parts: z.int().meta({ description: "Number of its proposals." }),
          }),
        )
        .meta({
          description: "Extractions that were made, of a thousand proposals each at most; accept them in order.",
        }),
      unchanged: z.int().meta({ description: "Number of subjects that the project has already." }),
      answered_before: z.int().meta({ description: "Number of proposals that wait already, or were rejected before." }),
      left_out: z.int().meta({ description: "Number of proposals beyond the limit, for the next request." }),
      skipped: z
        .array(
          z.object({
            file: z.string().meta({ description: "Path of the file." }),
            reason: z.string().meta({ description: "Why nothing was read from it." }),
          }),
        )
        .meta({ description: "Files that nothing was read from, a hundred at most." }),
    })
    .meta({ id: "BibleExtractionResult" }),
  status: 201,
  otherStatus: { status: 200, when: "There was nothing to propose." },
  errors: ["not_found"],
  example: {
    files: [
      {
        name: "Characters/Odo.markdown",
        content: "---\naliases: [Old Odo]\n---\nKeeper of the [[Salt gate]].\n\n- Odo fears the tide.\n",
      },
      { name: "Places/Salt gate.markdown", content: "It opens for an hour at ebb.\n" },
    ],
  },
  prepare: async ({ params, body }, services, caller, asker) => {
    const { database } = services;
    const { source, files, chapter_id = null, on_conflict } = body;
    if (source === "files" && files === undefined) throw new ValidationProblem([itemAt(["body", "files"], MISSING)]);
    if (source !== "files" && files !== undefined)
      throw invalidValue(["body", "files"], `${source} are read from the project, not from files`, null);
    if (source !== "chapters" && chapter_id !== null)
      throw invalidValue(["body", "chapter_id"], "only the source `chapters` reads one", chapter_id);
    const { project } = await openProject(database.reads, caller, params.project_id);
    const input =
      files !== undefined
        ? { files }
        : source === "chapters"
          ? await chapterProse(database.reads, project.id, chapter_id)
          : await dialogueLines(database.reads, project.id);
    if (input === null) throw invalidValue(["body", "chapter_id"], "no such chapter in this project", chapter_id);
    const { skipped, ...read } = await readProposals(services, project.id, input, { onConflict: on_conflict, asker });
    return { ...read, skipped: "isCut" in input && input.isCut ? [...skipped, CUT] : skipped };
  },
  handle: async ({ record, services, response }, { body }, { groups, unchanged, answered_before, skipped }) => {
    const { source, files } = body;
    const label = body.label ?? (files?.length === 1 ? (files[0]?.name ?? "") : LABELS[source]);
    const now = services.clock.now();
    const extractions = keepProposals(record, groups.slice(0, MOST_EXTRACTIONS), { source, label, now });
    await record.commit();
    if (extractions.length === 0) response.status = 200;
    const left_out = groups.slice(MOST_EXTRACTIONS).reduce((sum, { length }) => sum + length, 0);
    const id = extractions[0]?.bible_extraction_id ?? null;
    return { id, extractions, unchanged, answered_before, left_out, skipped: skipped.slice(0, MOST_SKIPPED) };
  },
});
