import { z } from "zod";
import { flag, text } from "../../../kernel/validation/fields.ts";
import { projectWrite } from "../../../operation/operation.ts";
import { projectScope } from "../../../operation/project-scope.ts";
import { importBookIn } from "../import-book.ts";
import { readBookAside } from "../read-book-aside.ts";

/** Characters of one file: some twenty novels. */
const MAX_CONTENT = 4_000_000;

export const importBook = projectWrite({
  method: "POST",
  path: "/v1/projects/{project_id}/book-author/import",
  scope: "write",
  long: true,
  alone: true,
  summary: "Import a book from Markdown",
  description:
    "Takes a file of the [export](/docs/reference/chapters#chapters_export) or any Markdown. In a file of ours, what has the id of something here changes it and all else is created; nothing is deleted. Of any other file, headings of two levels become acts and chapters, unless the first level is the title alone, and scenes become passages. Exporting what was imported makes the same file.",
  params: projectScope,
  body: z
    .strictObject({
      content: text({ min: 1, max: MAX_CONTENT }).meta({ description: "The file." }),
      dry_run: flag().default(false).meta({ description: "Do everything, answer, and keep nothing." }),
    })
    .meta({ id: "BookImportBody" }),
  bodyLimit: 16 * 1024 * 1024,
  output: z
    .object({
      dry_run: z.boolean().meta({ description: "Whether nothing was kept." }),
      created: z.int().meta({ description: "Acts, chapters and passages that were created." }),
      updated: z.int().meta({ description: "Those that were changed." }),
      unchanged: z.int().meta({ description: "Those that were as the file has them." }),
      chapter_ids: z.array(z.string()).meta({ description: "Ids of the chapters of the file, in its order." }),
    })
    .meta({ id: "BookImport" }),
  errors: ["not_found", "wrong_state"],
  example: { content: "# The gate\n\nThe tide had gone out so far that the gate stood dry.\n" },
  prepare: ({ body }, { threads }, _, asker) => readBookAside(threads, body.content, asker),
  handle: async (context, { body }, book) => {
    const work = () => importBookIn(context, book);
    const done = body.dry_run ? await context.record.tryOut(work) : await work();
    await context.record.commit();
    return { dry_run: body.dry_run, ...done };
  },
});
