import { z } from "zod";
import { LastWriters } from "#domain/change/last-writers.ts";
import { Problem } from "../../../kernel/problem.ts";
import { projectRead } from "../../../operation/operation.ts";
import type { RecordedEvent } from "../../../record/event.ts";
import { readEvents } from "../../../record/feed.ts";
import { stateOf } from "../../../record/resource.ts";
import { shownField } from "../../../record/shown-fields.ts";
import { findVersion } from "../../../record/versions.ts";
import { subjectParams } from "../schemas.ts";

/** Events read at once; most values of most subjects are younger. */
const READ_TOGETHER = 100;

const Author = z.object({
  actor: z.string().meta({ description: "`key:…`, `user:…`, `player:…` or `system:…`." }),
  seq: z.int(),
  at: z.iso.datetime(),
});

export const getAuthors = projectRead({
  method: "GET",
  path: "/v1/projects/{project_id}/subjects/{subject_id}/authors",
  scope: "read",
  summary: "Read the author of each value",
  description:
    "The last author of each field of a subject, with the time; for objects such as `properties`, of each value in them.",
  params: subjectParams,
  output: z
    .object({
      id: z.string(),
      authors: z.record(z.string(), Author).meta({ description: "By JSON Pointer, such as `/properties/mood`." }),
    })
    .meta({ id: "Authors" }),
  errors: ["not_found"],
  handle: async ({ db, project, atSeq, services }, { params: { subject_id } }) => {
    const resource = services.resources.ofId(subject_id);
    const version = resource === null ? null : await findVersion(db, resource, project.id, subject_id, atSeq);
    if (resource === null || version === null) throw new Problem("not_found");
    const isShown = shownField(services.resources, resource.type);
    const state = Object.fromEntries(Object.entries(stateOf(resource, version)).filter(([field]) => isShown(field)));
    const writers = new LastWriters<RecordedEvent>(state);
    let toSeq = atSeq ?? project.lastSeq;
    while (!writers.isDone) {
      const filter = { subjectId: subject_id, toSeq };
      const events = await readEvents(db, project.id, filter, { limit: READ_TOGETHER, order: "desc" });
      for (const event of events) writers.take(event, resource.upcast(event.change, event.v));
      const last = events.at(-1);
      if (last === undefined) break;
      toSeq = last.seq - 1;
    }
    const authors = [...writers.found].map(([pointer, { actor, seq, recorded_at }]) => [
      pointer,
      { actor, seq, at: recorded_at },
    ]);
    return { id: subject_id, authors: Object.fromEntries(authors) };
  },
});
