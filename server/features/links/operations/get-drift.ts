import { z } from "zod";
import { hasMore, listOutput, pageQuery } from "../../../kernel/page.ts";
import { aboveMaximum, Problem } from "../../../kernel/problem.ts";
import { integer } from "../../../kernel/validation/fields.ts";
import { projectRead } from "../../../operation/operation.ts";
import { findVersion } from "../../../record/versions.ts";
import { compareWithSource } from "../compare-with-source.ts";
import { Drift, driftOf } from "../drift.ts";
import { link } from "../link.ts";
import { requireSource } from "../open-source.ts";

export const getDrift = projectRead({
  method: "GET",
  path: "/v1/projects/{project_id}/links/{link_id}/drift",
  scope: "read",
  summary: "Compare a link with its source",
  description:
    "Returns what a repin would bring or change, and what is gone from the source. `at_seq` is a sequence of this project, `source_seq` one of the source. Requires that the caller may read the source.",
  params: link.params,
  query: z.object({
    ...pageQuery,
    source_seq: integer({ min: 0 }).optional().meta({
      description: "Sequence of the source to compare with; the present when absent.",
    }),
  }),
  output: listOutput("drift", Drift).extend({
    pinned_seq: z.int().nullable().meta({ description: "Sequence of the source that was brought last." }),
    source_seq: z.int().meta({ description: "Sequence of the source that was compared with." }),
    complete: z.boolean().meta({
      description:
        "Whether all was compared. Otherwise there is more of a kind in the source than a link brings, and nothing is said to be gone, or more than 20,000 of one are here by it.",
    }),
  }),
  errors: ["not_found"],
  taggedBy: "answer-of-any-time",
  handle: async ({ db, project, caller, atSeq }, { params, query: { limit, offset, source_seq } }) => {
    const version = await findVersion(db, link.resource, project.id, params.link_id, atSeq);
    if (version === null) throw new Problem("not_found");
    const source = await requireSource({ db, caller, project }, version);
    const seq = source_seq ?? source.lastSeq;
    if (seq > source.lastSeq) throw aboveMaximum(["query", "source_seq"], seq, source.lastSeq);
    const { differences, isComplete } = await compareWithSource(db, version, atSeq, seq);
    const drift = differences.slice(offset, offset + limit).map(driftOf);
    const total = differences.length;
    return {
      ...{ drift, total, has_more: hasMore(total, offset, drift.length) },
      ...{ pinned_seq: version.pinned_seq, source_seq: seq, complete: isComplete },
    };
  },
});
