import { sql } from "drizzle-orm";
import { z } from "zod";
import { isoMoment } from "../../../kernel/clock.ts";
import { aboveMaximum } from "../../../kernel/problem.ts";
import { integer } from "../../../kernel/validation/fields.ts";
import { projectRead } from "../../../operation/operation.ts";
import { projectScope } from "../../../operation/project-scope.ts";
import { eventFilterQuery, matching } from "../timeline/event-filter.ts";

const Bucket = z.object({
  from_seq: z.int(),
  to_seq: z.int(),
  from_at: z.iso.datetime(),
  to_at: z.iso.datetime(),
  events: z.int().meta({ description: "Number of events in the interval." }),
});
type BucketRow = { from_seq: number; to_seq: number; from_at: string; to_at: string; events: number };

export const getDensity = projectRead({
  method: "GET",
  path: "/v1/projects/{project_id}/timeline/density",
  scope: "read",
  summary: "Count events over time",
  description:
    "The span between two sequences in buckets of equal time, or of equally many sequences with `by=seq`; empty buckets are left out.",
  params: projectScope,
  query: z.object({
    ...eventFilterQuery,
    from_seq: integer({ min: 1 }).default(1),
    to_seq: integer({ min: 0 }).optional().meta({ description: "The head when absent." }),
    buckets: integer({ min: 1, max: 1_000 }).default(200).meta({ description: "Number of intervals." }),
    by: z.enum(["time", "seq"]).default("time"),
  }),
  output: z
    .object({
      from_seq: z.int(),
      to_seq: z.int(),
      buckets: z.array(Bucket).meta({ description: "Non-empty buckets, in order." }),
    })
    .meta({ id: "Density" }),
  errors: ["not_found"],
  handle: async ({ db, project, atSeq }, { query }) => {
    const { from_seq: fromSeq, to_seq, buckets, by, ...filter } = query;
    const upTo = atSeq ?? project.lastSeq;
    if (to_seq !== undefined && to_seq > upTo) throw aboveMaximum(["query", "to_seq"], to_seq, upTo);
    const toSeq = to_seq ?? upTo;
    // The bounds are those of the span, whatever the filter leaves of it, so that two ribbons lie over each other.
    const [position, low, high] =
      by === "seq"
        ? [sql`seq`, sql`${fromSeq}::float8`, sql`${toSeq}::float8`]
        : [
            sql`extract(epoch FROM recorded_at)`,
            sql`(SELECT extract(epoch FROM recorded_at) FROM events WHERE project_id = ${project.id} AND seq = ${fromSeq})`,
            sql`(SELECT extract(epoch FROM recorded_at) FROM events WHERE project_id = ${project.id} AND seq = ${toSeq})`,
          ];
    // A clock that was set back writes events before the span's beginning: they are of its first bucket.
    const rows = await db.execute<BucketRow>(
      sql`WITH span AS MATERIALIZED (SELECT ${low} AS low, ${high} AS high)
          SELECT min(seq) AS from_seq, max(seq) AS to_seq, min(recorded_at) AS from_at, max(recorded_at) AS to_at, count(*)::int AS events
          FROM events, span WHERE ${matching(project.id, { fromSeq, toSeq }, filter)}
          GROUP BY greatest(0, least(${buckets} - 1, floor((${position} - low) * ${buckets} / greatest(high - low, 1e-6))))
          ORDER BY 1`,
    );
    const found = rows.map((row) => ({ ...row, from_at: isoMoment(row.from_at), to_at: isoMoment(row.to_at) }));
    return { from_seq: fromSeq, to_seq: toSeq, buckets: found };
  },
});
