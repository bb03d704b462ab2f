import { sql } from "drizzle-orm";
import { z } from "zod";
import { touchedPointers } from "#domain/change/change.ts";
import type { Json } from "#domain/json.ts";
import { isoMoment } from "../../../kernel/clock.ts";
import { jsonValue } from "../../../kernel/page.ts";
import type { Columns, Db } from "../../../record/database.ts";
import type { RecordedEvent } from "../../../record/event.ts";
import { readWithinBytes } from "../../../record/list/page-bytes.ts";
import type { ResourceRegistry } from "../../../record/registry.ts";
import { shownField } from "../../../record/shown-fields.ts";
import { nameKey, subjectNames, subjectsIn } from "../../../record/subject-names.ts";
import { type EventFilter, matching } from "./event-filter.ts";

/** Subjects that a commit names. */
const NAMED = 20;
/** Characters of a value that is shown with its commit; a longer one is read from the diff. */
const SHORT = 200;

const CommittedChange = z.object({
  subject_type: z.string(),
  subject_id: z.string(),
  name: z.string().meta({ description: "Name after the commit, or before its deletion; may be empty." }),
  graph_id: z.string().nullable().meta({ description: "The dialogue it belonged to." }),
  verb: z.string().meta({ description: "`created`, `updated`, `moved`, `deleted`, `restored`, …" }),
  causation: z.string().nullable().meta({ description: "Subject whose change caused this one." }),
  fields: z
    .array(z.string())
    .meta({ description: "JSON Pointers of the set and unset fields; empty for the whole subject." }),
  values: z
    .record(z.string(), jsonValue)
    .meta({ description: `New values of short fields by pointer; ${SHORT} characters at most.` }),
  names: z.record(z.string(), z.string()).meta({ description: "Names of the subjects that `values` has the ids of." }),
  data: z.looseObject({}).nullable().meta({ description: "Additional data of the event, such as `descendants`." }),
});

export const Commit = z
  .object({
    commit_seq: z.int().meta({ description: "Pass it as `at_seq` to read the project as the commit left it." }),
    first_seq: z.int(),
    at: z.iso.datetime(),
    actor: z.string(),
    request_id: z.string().nullable(),
    label: z.string().nullable().meta({ description: "Label of its last gesture, if any." }),
    changes: z.array(CommittedChange).meta({ description: `The first ${NAMED}.` }),
    change_total: z.int().meta({ description: "Number of changed subjects." }),
  })
  .meta({ id: "Commit" });
export type Commit = z.input<typeof Commit>;

type CommitRow = Columns<"events", "commit_seq"> & {
  first_seq: number;
  at: string;
  actor: string;
  request_id: string | null;
  change_total: number;
};

type EventRow = Pick<
  RecordedEvent,
  "seq" | "commit_seq" | "v" | "kind" | "subject_type" | "subject_id" | "change" | "data" | "causation"
>;

/** The commits of a range that pass a filter, the last first, each with its first changes; fewer where they would be too many bytes. */
export async function commitsBetween(
  db: Db,
  resources: ResourceRegistry,
  projectId: string,
  range: { fromSeq: number; toSeq: number },
  filter: EventFilter,
  limit: number,
): Promise<Commit[]> {
  const where = matching(projectId, range, filter);
  const commits = await db.execute<CommitRow>(
    sql`SELECT commit_seq, min(seq) AS first_seq, max(recorded_at) AS at, min(actor) AS actor, min(request_id) AS request_id,
          count(*)::int AS change_total FROM events WHERE ${where} GROUP BY commit_seq ORDER BY commit_seq DESC LIMIT ${limit}`,
  );
  const first = commits.at(-1);
  if (first === undefined) return [];
  const shown = matching(projectId, { ...range, fromSeq: first.first_seq }, filter);
  const events = (await readWithinBytes(
    db,
    sql`SELECT seq, commit_seq, v, kind, subject_type, subject_id, change, data, causation FROM
          (SELECT *, row_number() OVER (PARTITION BY commit_seq ORDER BY seq) AS place FROM events WHERE ${shown}) ranked
        WHERE place <= ${NAMED} ORDER BY seq DESC`,
  )) as EventRow[];
  const byCommit = Map.groupBy(events, (event) => event.commit_seq);
  // A page that was cut short ends in the middle of its last commit, unless that is the only one.
  const whole = commits.filter((commit, index) => {
    const wanted = Math.min(commit.change_total, NAMED);
    return (byCommit.get(commit.commit_seq)?.length ?? 0) === wanted || index === 0;
  });
  const told = whole.map((commit) => ({
    commit,
    changes: (byCommit.get(commit.commit_seq) ?? []).toReversed().map((event) => changeOf(resources, event)),
  }));
  const named = told.flatMap(({ commit, changes }) =>
    changes.flatMap(({ subject_type, subject_id, values }) => [
      { subject_type, subject_id, upTo: commit.commit_seq },
      ...subjectsIn(resources, Object.values(values)).map((id) => ({ ...id, upTo: commit.commit_seq })),
    ]),
  );
  const names = await subjectNames(db, projectId, resources, named);
  return told.map(({ commit, changes }): Commit => {
    const { commit_seq, first_seq, at, actor, request_id, change_total } = commit;
    const label = (byCommit.get(commit_seq) ?? []).find(({ data }) => typeof data?.label === "string")?.data?.label;
    return {
      ...{ commit_seq, first_seq, at: isoMoment(at), actor, request_id, change_total },
      label: typeof label === "string" ? label : null,
      changes: changes.map((change) => {
        const own = names.get(nameKey(change.subject_id, commit_seq));
        const others = subjectsIn(resources, Object.values(change.values)).map(({ subject_id }) => [
          subject_id,
          names.get(nameKey(subject_id, commit_seq))?.name ?? "",
        ]);
        return {
          ...change,
          name: own?.name ?? "",
          graph_id: own?.graph_id ?? null,
          names: Object.fromEntries(others),
        };
      }),
    };
  });
}

type Told = Omit<z.input<typeof CommittedChange>, "name" | "graph_id" | "names">;

function changeOf(resources: ResourceRegistry, event: EventRow): Told {
  const { subject_type, subject_id, kind, causation, data } = event;
  const change = resources.of(subject_type).upcast(event.change, event.v);
  const isField = shownField(resources, subject_type);
  const isShown = (pointer: string) => isField(pointer.split("/")[1] ?? "");
  const fields = touchedPointers(change).filter(isShown);
  const set = Object.entries(change.set ?? {}).filter(([pointer, value]) => isShown(pointer) && isShort(value));
  return {
    ...{ subject_type, subject_id, causation, data, fields },
    verb: kind.slice(kind.indexOf(".") + 1),
    values: Object.fromEntries(set),
  };
}

function isShort(value: Json): boolean {
  return value === null || (typeof value === "string" ? value.length <= SHORT : typeof value !== "object");
}
