import { z } from "zod";
import { BIBLE_TEMPLATE } from "#domain/bible/bible.ts";
import type { Encoding } from "../../../operation/encoding.ts";
import { JsonPieces } from "../../../operation/json-pieces.ts";
import { projectRead } from "../../../operation/operation.ts";
import { perspectiveQuery } from "../../../operation/perspective.ts";
import { projectScope } from "../../../operation/project-scope.ts";
import { isLarge } from "../material-text.ts";
import { readBible } from "../read-bible.ts";
import { StoryBible } from "../schemas.ts";
import { writeAside } from "../write-aside.ts";

export const getStoryBible = projectRead({
  method: "GET",
  path: "/v1/projects/{project_id}/story-bible",
  scope: "read",
  long: true,
  summary: "Read the story bible",
  description:
    "Characters, places, factions, items, the timeline, rules of the world, relationships, a glossary, open threads and style, written from the record at one sequence. Each line has its source, the sequence since which it holds, and the facts that it superseded. The same sequence, reader and template give the same bytes. Through the eyes of an entity it has what that entity may read, without the voices of npcs.",
  params: projectScope,
  query: z.object(perspectiveQuery),
  output: StoryBible,
  errors: ["not_found"],
  edition: BIBLE_TEMPLATE,
  handle: async (context, { query }) => {
    const { services, asker } = context;
    const material = await readBible(context, query.as);
    const written = async function* (compressedBy: { readonly encoding?: Encoding } = {}) {
      yield* writeAside(services.threads, { form: "answer", material, ...compressedBy }, asker);
    };
    // Compressed where it is written, a large one is a tenth of the bytes to hand over.
    const compress = isLarge(material) ? (encoding: Encoding) => written({ encoding }) : undefined;
    return new JsonPieces(written, { compress });
  },
});
