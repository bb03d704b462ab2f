import { z } from "zod";
import { BIBLE_TEMPLATE, type Bible } from "#domain/bible/bible.ts";
import { bibleLorebook } from "#domain/bible/bible-lorebook.ts";
import { bibleMarkdown } from "#domain/bible/markdown.ts";
import { slug } from "#domain/slug.ts";
import { declareExport } from "../../../operation/declare-export.ts";
import { perspectiveQuery } from "../../../operation/perspective.ts";
import { projectScope } from "../../../operation/project-scope.ts";
import { readBible } from "../read-bible.ts";

/** Characters of the name of the file. */
const NAME_LENGTH = 60;

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
    md: { name: "As Markdown", mediaType: "text/markdown", ending: ".md", write: markdown },
    json: { name: "As JSON", mediaType: "application/json", ending: ".json", write: json },
    lorebook: { name: "As a lorebook", mediaType: "application/json", ending: ".lorebook.json", write: lorebook },
  },
  more: {
    left_out: z
      .int()
      .meta({ description: "Items that are left out because a lorebook has a thousand entries at most." }),
  },
  open: async (context, { query }) => {
    const bible = await readBible(context, query.as);
    return { name: `${slug(bible.project_name, NAME_LENGTH) || "story"}-bible`, source: bible };
  },
});

async function* markdown(bible: Bible) {
  yield* bibleMarkdown(bible);
  return { left_out: 0 };
}

async function* json(bible: Bible) {
  yield `${JSON.stringify(bible, null, 2)}\n`;
  return { left_out: 0 };
}

async function* lorebook(bible: Bible) {
  const { text, left_out } = bibleLorebook(bible);
  yield text;
  return { left_out };
}
