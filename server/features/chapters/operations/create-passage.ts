import { invalidValue } from "../../../kernel/problem.ts";
import { idOf } from "../../../kernel/validation/fields.ts";
import { projectWrite } from "../../../operation/operation.ts";
import { projectScope } from "../../../operation/project-scope.ts";
import { byId } from "../../../record/look-up.ts";
import { chapter } from "../chapter.ts";
import { MAX_PASSAGES, passage } from "../passage.ts";
import { placeAfter, readSiblings } from "../places.ts";
import { afterId } from "../schemas.ts";

const body = passage.body
  .extend({ after_id: afterId(idOf("psg"), "passage of the same chapter") })
  .meta({ id: "PassageCreate" });

export const createPassage = projectWrite({
  method: "POST",
  path: "/v1/projects/{project_id}/book-author/passages",
  scope: "write",
  summary: "Create a passage",
  description: "A passage is a block of a chapter's text, such as a paragraph or a scene.",
  params: projectScope,
  body,
  output: passage.wire,
  status: 201,
  errors: ["not_found", "id_taken", "wrong_state"],
  example: {
    chapter_id: "chp_01k9hq3xg1r7m4k2vn5te8y6cb",
    text: "The tide had gone out so far that the gate stood dry.",
  },
  lookUps: ({ body: { chapter_id } }) => [byId(chapter.resource, [chapter_id])],
  handle: async (context, { body: { after_id, ...sent } }) => {
    const container = { kind: "chapter", id: sent.chapter_id } as const;
    const { length } = await readSiblings(context, container);
    if (length >= MAX_PASSAGES)
      throw invalidValue(["body", "chapter_id"], `the chapter has ${MAX_PASSAGES} passages already`, sent.chapter_id);
    return passage.make(context, sent, { order_key: await placeAfter(context, container, after_id) });
  },
});
