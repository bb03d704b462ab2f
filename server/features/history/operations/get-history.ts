import { z } from "zod";
import { hasMore, pageQuery } from "../../../kernel/page.ts";
import { invalidValue, Problem } from "../../../kernel/problem.ts";
import { flag } from "../../../kernel/validation/fields.ts";
import { projectRead } from "../../../operation/operation.ts";
import { foldedHistory, HistoryRow } from "../fold-history.ts";
import { History, historyOfEach, subjectHistory } from "../history.ts";
import { subjectParams } from "../schemas.ts";

export const historyQuery = z.object({ ...pageQuery, sort_order: z.enum(["asc", "desc"]).default("desc") });

export const getHistory = projectRead({
  method: "GET",
  path: "/v1/projects/{project_id}/subjects/{subject_id}/history",
  scope: "read",
  summary: "Read the history of anything recorded",
  description:
    "By its id, whatever its kind, deleted or not. With `fold=true` the answer has `rows` for people instead of events: moves on the canvas are left out, and one author's edits of the same fields within five minutes are one row.",
  params: subjectParams,
  query: historyQuery.extend({ fold: flag().default(false) }),
  output: History.extend({
    rows: z.array(HistoryRow).optional().meta({ description: "Only with `fold=true`; `events` is empty then." }),
    name: z.string().optional().meta({ description: "Name of the subject; only with `fold=true`." }),
  }).meta({ id: "SubjectHistory" }),
  errors: ["not_found"],
  forEach: {
    parameter: "subject_id",
    handle: async (context, lists, { query }) => {
      if (query.fold) throw invalidValue(["query", "fold"], "a history is folded for one subject at a time", true);
      return historyOfEach(context, lists, query);
    },
  },
  handle: async (context, { params, query }) => {
    if (!query.fold) return subjectHistory(context, params.subject_id, query);
    const { db, project, atSeq, services, response } = context;
    const resource = services.resources.ofId(params.subject_id);
    if (resource === null) throw new Problem("not_found");
    const subject = {
      projectId: project.id,
      resource,
      subjectId: params.subject_id,
      upTo: atSeq ?? project.lastSeq,
    };
    const { rows, total, name } = await foldedHistory(db, subject, query);
    if (total === 0) throw new Problem("not_found");
    response.next = { position: query.offset + rows.length };
    return { events: [], rows, name, total, has_more: hasMore(total, query.offset, rows.length) };
  },
});
