import { z } from "zod";
import { VARIABLE_TYPES } from "#domain/dialogue/wire.ts";
import { FILE_LIMITS } from "#domain/import/files/file-limits.ts";
import { IMPORT_FORMATS } from "#domain/import/story.ts";
import { invalidValue, ValidationProblem } from "../../../kernel/problem.ts";
import { fileContent, flag, text } from "../../../kernel/validation/fields.ts";
import { itemAt, MISSING } from "../../../kernel/validation/item.ts";
import { projectWrite } from "../../../operation/operation.ts";
import { projectScope } from "../../../operation/project-scope.ts";
import { importChoiceFields } from "../import/import-choice.ts";
import { type ImportOutcome, importStoriesIn } from "../import/import-story.ts";
import { readAside } from "../import/read-aside.ts";
import { graphFields } from "../schemas.ts";

const Tally = z.object({ created: z.int(), updated: z.int(), deleted: z.int(), unchanged: z.int() });

const NamedDialogue = z.object({ id: z.string(), name: z.string() });

const FirstValue = z.union([z.boolean(), z.number(), z.string(), z.null(), z.array(z.string())]);

const ImportResult = z
  .object({
    dry_run: z
      .boolean()
      .meta({ description: "Nothing was written. Ids of objects that do not exist yet are not reserved." }),
    graphs: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        files: z.array(z.string()).meta({
          description: "Paths of the files that its story was read from, the main one first; empty for `content`.",
        }),
        nodes: z.int().meta({ description: "Nodes of the file." }),
        branches: z.int().meta({ description: "Branches of the file." }),
        change: z
          .enum(["created", "updated", "deleted", "unchanged"])
          .meta({ description: "Outcome for the dialogue itself; its parts are counted in `written`." }),
        key: z.string().meta({ description: "Key of the dialogue in the file, for `replace`." }),
        outcome: z.enum(["new", "updates", "replaces"]).meta({
          description:
            "`updates` is the same story again: cards people added stay. `replaces` is another story: all cards that are not in the file go.",
        }),
        existing: NamedDialogue.nullable().meta({ description: "The dialogue it updates or replaces." }),
        other: NamedDialogue.nullable().meta({
          description: "A dialogue of the same name or key that is another story; it stays, unless `replace` names it.",
        }),
        cards: Tally.meta({ description: "Counts of the nodes of this dialogue." }),
        changes: z
          .array(
            z.object({
              node_id: z.string(),
              name: z.string().meta({ description: "Title or first words." }),
              change: z.enum(["created", "updated", "deleted"]),
              made_here: z.boolean().meta({ description: "The node came from no file." }),
              edited_here: z.boolean().meta({ description: "The node was changed here since it came from a file." }),
            }),
          )
          .meta({ description: "Nodes that are deleted, changed and created, at most 100 of each." }),
      }),
    ),
    files: z
      .array(
        z.object({
          name: z.string().meta({ description: "Path in the import; empty for `content`." }),
          kind: z.string().meta({ description: "Kind in words: `ink`, `Twine HTML`, `an image`." }),
          format: z
            .enum(IMPORT_FORMATS)
            .nullable()
            .meta({ description: "Format of the story that it is a part of; null if it is left out." }),
        }),
      )
      .meta({ description: "Files of the import and of its archives, by what they were recognised as." }),
    variable_conflicts: z
      .array(
        z.object({
          name: z.string().meta({ description: "Name in the file." }),
          variable_id: z.string(),
          called: z.string().meta({ description: "Name in the project." }),
          joined: z.boolean().meta({ description: "It is the variable that had the name already." }),
          type: z.enum(VARIABLE_TYPES),
          default: FirstValue.meta({ description: "First value in the file; null where the file gives none." }),
          differs: z.boolean().meta({ description: "Type or first value differ from those of `existing`." }),
          existing: z
            .object({ id: z.string(), name: z.string(), type: z.enum(VARIABLE_TYPES), default: FirstValue })
            .meta({ description: "The variable of the project that has the name." }),
        }),
      )
      .meta({ description: "Variables of the file whose names the project's have already, at most 200." }),
    languages: z
      .array(
        z.object({
          files: z.array(z.string()).meta({ description: "Paths of the files of the story; empty for `content`." }),
          chosen: z.string().meta({ description: "Language that the texts are taken from." }),
          others: z.array(z.string()).meta({ description: "Languages that `language` could name instead." }),
        }),
      )
      .meta({ description: "Languages of the stories that have texts in several." }),
    written: z
      .object({
        dialogues: Tally,
        nodes: Tally,
        groups: Tally,
        annotations: Tally,
        variables: Tally,
        entities: Tally,
      })
      .meta({ description: "Counts of created, updated, deleted and unchanged objects." }),
    report: z
      .array(
        z.object({
          severity: z.enum(["info", "warning", "error"]),
          code: z.string(),
          message: z.string(),
          graph_id: z.string().nullable(),
          node_id: z.string().nullable(),
          graph_key: z.string().nullable().meta({ description: "Name in the file." }),
          node_key: z.string().nullable(),
          node_name: z.string().nullable().meta({ description: "Title or first words of the node." }),
          source: z.string().nullable().meta({ description: "The words of the file it is about, shortened." }),
        }),
      )
      .meta({ description: "Remarks for the author. Nothing is dropped without a remark." }),
  })
  .meta({ id: "DialogueImport" });

const ImportedFile = z.strictObject({
  name: text({ min: 1, max: FILE_LIMITS.path }).meta({ description: "Path in the import: `act-1/gate.ink`." }),
  content: fileContent().meta({
    description: "The file as a string or, for JSON formats, the JSON value itself; a zip archive in base64.",
  }),
});

export const importDialogues = projectWrite({
  method: "POST",
  path: "/v1/projects/{project_id}/game-narrative/dialogues/import",
  scope: "write",
  long: true,
  summary: "Import dialogues",
  description:
    "Everything in one transaction, up to 16 MiB. `files` or a zip archive can hold a story in several files (an ink story with the files it includes, a Yarn project, a folder of Twee files, an export of articy:draft X), and several stories: each is imported. What is missing, and files that are no story, are listed in `report`. Importing a story again updates it: ids stay, what is as it was makes no event, nodes that vanished from the file are deleted, nodes people added stay. A story is known by its identity (an IFID, the GUID of a project, ids of boards or dialogues), by a title or the name of its file only together with its words: another story becomes a second dialogue, and is replaced only by `replace`. Variables belong to their story; one whose name is taken is renamed and listed in `variable_conflicts`, unless `join_variables` names it. Entities are matched by source or `external_id`. A branch to something the file does not hold keeps a well-formed target that does not exist, its name in `extensions.fabula.missing_target`, and is reported by validation. What a request could not write (more than 200 branches on a node, larger extensions) is refused by name; assets of a foreign format that are too large to keep beside the story are left out and reported.",
  params: projectScope,
  body: z.strictObject({
    format: z.enum(IMPORT_FORMATS).optional().meta({
      description:
        "Format of the stories. By default it is recognised by their contents and names; a story of another format is then imported as well.",
    }),
    content: fileContent().optional().meta({
      description:
        "One file: a string or, for JSON formats, the JSON value itself; or a zip archive in base64. Either `content` or `files`.",
    }),
    files: z.array(ImportedFile).min(1).max(FILE_LIMITS.count).optional().meta({
      description: "Several files, such as an ink story with those it includes, or a zip archive with its name.",
    }),
    name: graphFields.name.optional().meta({ description: "Name of the dialogue, where the file holds one." }),
    language: z.string().min(1).max(35).optional().meta({
      description:
        "Language of the texts, as the file names it (`en`, `de-AT`), where it has them in several; by default the one that the others are translated from. The others are kept in the extensions of their objects.",
    }),
    ...importChoiceFields,
    dry_run: flag().default(false).meta({ description: "Do everything, answer, and keep nothing." }),
  }),
  bodyLimit: FILE_LIMITS.bytes,
  output: ImportResult,
  alone: true,
  errors: ["not_found", "name_taken", "external_id_taken", "linked", "canon_violation"],
  example: { format: "twee3", content: ":: Start\nHalt. [[Pay->Gate]]\n\n:: Gate\nThe gate goes up." },
  prepare: ({ body: { format, content, files, name, language } }, { threads }, _caller, asker) => {
    if (content === undefined && files === undefined)
      throw new ValidationProblem([itemAt(["body", "content"], MISSING)]);
    if (content !== undefined && files !== undefined)
      throw invalidValue(["body", "files"], "send either content or files", files.length);
    return readAside(threads, { format, content, files, name, language }, asker);
  },
  handle: async ({ record, services }, { body }, { stories, files, report }) => {
    const work = (): Promise<ImportOutcome> => importStoriesIn(record, stories, services.clock.now(), body);
    const outcome = body.dry_run ? await record.tryOut(work) : await work();
    await record.commit();
    const about = report.map((item) => ({ ...item, graph_id: null, node_id: null, node_name: null }));
    return { dry_run: body.dry_run, ...outcome, files: [...files], report: [...about, ...outcome.report] };
  },
});
