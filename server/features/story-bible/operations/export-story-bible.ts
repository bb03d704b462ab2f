import { z } from "zod";
import { BIBLE_TEMPLATE } from "#domain/bible/bible.ts";
import { slug } from "#domain/slug.ts";
import { declareExport } from "../../../operation/declare-export.ts";
import { perspectiveQuery } from "../../../operation/perspective.ts";
import { projectScope } from "../../../operation/project-scope.ts";
import type { Asker, Threads } from "../../../operation/threads.ts";
import type { MaterialText } from "../material-text.ts";
import { readBible } from "../read-bible.ts";
import { type BibleTask, writeAside } from "../write-aside.ts";

/** Characters of the name of the file. */
const NAME_LENGTH = 60;

/** Material of a bible, and the threads that write it. */
interface Source {
  readonly material: MaterialText;
  readonly threads: Threads;
  readonly asker: Asker;
}

/** Returns what writes a file in a form. */
const written =
  (form: Exclude<BibleTask["form"], "answer" | "changes">) =>
  ({ threads, material, asker }: Source) =>
    writeAside(threads, { form, material }, asker);

export const exportStoryBible = declareExport({
  path: "/v1/projects/{project_id}/story-bible/export",
  summary: "Export the story bible",
  description:
    "Writes the bible to a file: Markdown with front matter and the source of each line, JSON, or a lorebook (`lorebook_v3`) with an entry for each item. Without `as` it has everything, secrets too; `as=everyone` writes what may be given away.",
  params: projectScope,
  query: perspectiveQuery,
  id: "StoryBibleExport",
  edition: BIBLE_TEMPLATE,
  formats: {
    md: { name: "As Markdown", mediaType: "text/markdown", ending: ".md", write: written("md") },
    json: { name: "As JSON", mediaType: "application/json", ending: ".json", write: written("json") },
    lorebook: {
      name: "As a lorebook",
      mediaType: "application/json",
      ending: ".lorebook.json",
      write: written("lorebook"),
    },
  },
  more: {
    left_out: z
      .int()
      .meta({ description: "Items that are left out because a lorebook has a thousand entries at most." }),
  },
  open: async (context, { query }) => {
    const material = await readBible(context, query.as);
    const name = `${slug(material.project_name, NAME_LENGTH) || "story"}-bible`;
    return { name, source: { material, threads: context.services.threads, asker: context.asker } };
  },
});
