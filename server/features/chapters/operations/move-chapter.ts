import { z } from "zod";
import { idOf } from "../../../kernel/validation/fields.ts";
import { committed, target } from "../../../operation/edit.ts";
import { projectWrite } from "../../../operation/operation.ts";
import { byId } from "../../../record/look-up.ts";
import { stateOf } from "../../../record/resource.ts";
import { act } from "../act.ts";
import { chapter } from "../chapter.ts";
import { placeAfter } from "../places.ts";
import { afterId, besideId } from "../schemas.ts";

export const moveChapter = projectWrite({
  method: "POST",
  path: "/v1/projects/{project_id}/book-author/chapters/{chapter_id}/move",
  scope: "write",
  summary: "Move a chapter",
  description: "Moves it within its act, to another, or out of acts. A final chapter can be moved.",
  params: chapter.params,
  body: z
    .strictObject({
      act_id: idOf("act")
        .nullable()
        .optional()
        .meta({ description: "The act that it goes to; null for none. It stays in its own when absent." }),
      after_id: afterId(besideId, "chapter of that act, or act or chapter outside of acts,"),
    })
    .meta({ id: "ChapterMove" }),
  output: chapter.wire,
  errors: ["not_found", "precondition_failed"],
  example: { act_id: null, after_id: null },
  lookUps: ({ params, body }) => [
    byId(chapter.resource, [params.chapter_id]),
    byId(act.resource, [body.act_id ?? null]),
  ],
  handle: async (context, { params, body }) => {
    const version = await target(context, chapter.resource, params.chapter_id);
    const act_id = body.act_id === undefined ? version.act_id : body.act_id;
    const container = act_id === null ? ({ kind: "book" } as const) : ({ kind: "act", id: act_id } as const);
    const order_key = await placeAfter(context, container, body.after_id, version.id);
    const next = { ...stateOf(chapter.resource, version), act_id, order_key };
    context.record.update(chapter.resource, version, next, { verb: "moved" });
    return chapter.toWire(await committed(context, chapter.resource, version.id));
  },
});
