import { z } from "zod";
import { hasMore, listOutput, pageQuery } from "../../../kernel/page.ts";
import { integer, text } from "../../../kernel/validation/fields.ts";
import { cursorQuery, requireOwnCursor } from "../../../operation/cursor.ts";
import { projectRead } from "../../../operation/operation.ts";
import { projectScope } from "../../../operation/project-scope.ts";
import { countEvents, readEvents } from "../../../record/feed.ts";
import { requireKnownKind } from "../known-kind.ts";
import { Event, include, subjectId, toEventBodies } from "../schemas.ts";
import { withResources } from "../with-resources.ts";

export const listEvents = projectRead({
  method: "GET",
  path: "/v1/projects/{project_id}/events",
  scope: "read",
  summary: "Read the change feed",
  description:
    "Events in the order of the record. Keep the last `seq` you saw and pass it as `after_seq`: nothing is skipped and nothing comes twice.",
  params: projectScope,
  query: z.object({
    after_seq: integer({ min: 0 }).default(0).meta({ description: "Only events after this sequence." }),
    kind: text({ min: 1, max: 100 })
      .optional()
      .meta({ description: "Only events of this kind; one that is not listed by `GET /v1/event-kinds` is a 422." }),
    subject_id: subjectId.optional(),
    include,
    limit: pageQuery.limit,
    ...cursorQuery,
  }),
  output: listOutput("events", Event),
  errors: ["not_found"],
  handle: async (context, { query }) => {
    const { db, project, atSeq, response, asked } = context;
    const { cursor } = query;
    if (cursor !== undefined) requireOwnCursor(cursor, { asked: asked(), offset: 0, columns: null });
    const afterSeq = cursor?.position ?? query.after_seq;
    const filter = {
      afterSeq,
      toSeq: atSeq ?? project.lastSeq,
      kind: query.kind,
      subjectId: query.subject_id,
    };
    const events = await readEvents(db, project.id, filter, { limit: query.limit, isAnswer: true });
    // Without further filters the record is gapless, so the number left is a subtraction.
    const plain = query.kind === undefined && query.subject_id === undefined;
    const total = plain ? Math.max(0, filter.toSeq - afterSeq) : await countEvents(db, project.id, filter);
    if (total === 0 && query.kind !== undefined) requireKnownKind(context.services.resources, query.kind);
    const shown =
      query.include === undefined
        ? toEventBodies(context.services.resources, events)
        : await withResources(db, context.services.resources, project, events);
    response.next = { position: events.at(-1)?.seq ?? 0 };
    return { events: shown, total, has_more: hasMore(total, 0, shown.length) };
  },
});
