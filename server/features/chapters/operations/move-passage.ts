import { z } from "zod";
import { invalidValue } from "../../../kernel/problem.ts";
import { idOf } from "../../../kernel/validation/fields.ts";
import { committed, target } from "../../../operation/edit.ts";
import { projectWrite } from "../../../operation/operation.ts";
import { byId } from "../../../record/look-up.ts";
import { stateOf } from "../../../record/resource.ts";
import { chapter } from "../chapter.ts";
import { MAX_PASSAGES, passage } from "../passage.ts";
import { placeAfter, readSiblings } from "../places.ts";
import { afterId } from "../schemas.ts";

export const movePassage = projectWrite({
  method: "POST",
  path: "/v1/projects/{project_id}/book-author/passages/{passage_id}/move",
  scope: "write",
  summary: "Move a passage",
  description: "Moves it within its chapter, or to another.",
  params: passage.params,
  body: z
    .strictObject({
      chapter_id: idOf("chp")
        .optional()
        .meta({ description: "The chapter that it goes to. It stays in its own when absent." }),
      after_id: afterId(idOf("psg"), "passage of that chapter"),
    })
    .meta({ id: "PassageMove" }),
  output: passage.wire,
  errors: ["not_found", "precondition_failed", "wrong_state"],
  example: { after_id: null },
  lookUps: ({ params, body }) => [
    byId(passage.resource, [params.passage_id]),
    byId(chapter.resource, [body.chapter_id ?? null]),
  ],
  handle: async (context, { params, body }) => {
    const version = await target(context, passage.resource, params.passage_id);
    const chapter_id = body.chapter_id ?? version.chapter_id;
    const container = { kind: "chapter", id: chapter_id } as const;
    if (chapter_id !== version.chapter_id && (await readSiblings(context, container)).length >= MAX_PASSAGES)
      throw invalidValue(["body", "chapter_id"], `the chapter has ${MAX_PASSAGES} passages already`, chapter_id);
    const order_key = await placeAfter(context, container, body.after_id, version.id);
    const next = { ...stateOf(passage.resource, version), chapter_id, order_key };
    context.record.update(passage.resource, version, next, { verb: "moved" });
    return passage.toWire(await committed(context, passage.resource, version.id));
  },
});
