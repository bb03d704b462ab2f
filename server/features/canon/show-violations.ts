import { sql } from "drizzle-orm";
import type { z } from "zod";
import type { Repair } from "#domain/canon/finding.ts";
import type { Db } from "../../record/database.ts";
import type { RecordView } from "../../record/resource.ts";
import { findVersions } from "../../record/versions.ts";
import { readWords, sentenceOf } from "./describe-violations.ts";
import type { Violation } from "./find-violations.ts";
import { canonRule, type RuleState } from "./rule.ts";
import type { CanonViolation } from "./schemas.ts";
import { NOT_YET } from "./source.ts";
import { canonWaiver } from "./waiver.ts";

/** A rule as its violations show it. */
export type ShownRule = Pick<RuleState, "name" | "reason" | "kind" | "severity">;

/** Project and sequence that violations are shown of; null for the present. */
export interface ShownAt {
  readonly db: Db;
  readonly projectId: string;
  readonly atSeq: number | null;
}

/** Loads subjects as they were at a sequence, as a unit of work does now. */
export function loadAt({ db, projectId, atSeq }: ShownAt): Pick<RecordView, "load"> {
  return {
    load: async (resource, ids) => {
      const found = ids.length === 0 ? [] : await findVersions(db, resource, projectId, { id: ids }, atSeq);
      return new Map(found.map((version) => [version.id, version]));
    },
  };
}

/** Reads the rules of a project at a sequence. */
export async function rulesAt({ db, projectId, atSeq }: ShownAt) {
  return findVersions(db, canonRule.resource, projectId, {}, atSeq);
}

/** Reads which violations are ignored. */
export async function waiversAt({ db, projectId, atSeq }: ShownAt) {
  const waivers = await findVersions(db, canonWaiver.resource, projectId, {}, atSeq);
  return new Map(waivers.map((waiver) => [waiver.violation_id, waiver]));
}

/** Returns violations as the interface shows them: their words and events are read for all at once. */
export async function showViolations(
  at: ShownAt,
  violations: readonly Violation[],
  {
    rules,
    waivers,
    load = loadAt(at),
  }: {
    rules: ReadonlyMap<string, ShownRule>;
    waivers: ReadonlyMap<string, { readonly id: string; readonly reason: string }>;
    load?: Pick<RecordView, "load">;
  },
): Promise<z.input<typeof CanonViolation>[]> {
  const words = await readWords(load, violations);
  const seqs = violations.flatMap(({ evidence }) => evidence.flatMap(({ seq }) => (seq === NOT_YET ? [] : seq)));
  const events = await eventIds(at, seqs);
  return violations.flatMap((violation) => {
    const { id, rule_id, code, about, evidence, repair, since_seq } = violation;
    const rule = rules.get(rule_id);
    if (rule === undefined) return [];
    const waiver = waivers.get(id);
    return [
      {
        id,
        project_id: at.projectId,
        rule_id,
        rule_name: rule.name,
        kind: rule.kind,
        severity: rule.severity,
        code,
        message: sentenceOf(violation, words, rule),
        subject_id: about,
        subject_name: words.names.get(about ?? "") ?? null,
        subject_type: words.types.get(about ?? "") ?? null,
        evidence: evidence.map((each) => ({
          ...each,
          seq: each.seq === NOT_YET ? null : each.seq,
          event_id: events.get(each.seq) ?? null,
          text: words.texts.get(each.id) ?? "",
          graph_id: words.places.get(each.id) ?? null,
        })),
        repair: repair === null ? null : shownRepair(at.projectId, repair),
        since_seq: since_seq === NOT_YET ? null : since_seq,
        waiver_id: waiver?.id ?? null,
        waived_because: waiver?.reason ?? null,
      },
    ];
  });
}

async function eventIds({ db, projectId }: ShownAt, seqs: readonly number[]): Promise<ReadonlyMap<number, string>> {
  if (seqs.length === 0) return new Map();
  const rows = await db.execute<{ seq: number; id: string }>(
    sql`SELECT seq, id FROM events WHERE project_id = ${projectId} AND seq = ANY(${sql.param([...new Set(seqs)].map(String))}::bigint[])`,
  );
  return new Map(rows.map(({ seq, id }) => [seq, id]));
}

/** Addresses of the operations that repair. */
const REPAIRS: Readonly<
  Record<
    Repair["operation"],
    {
      readonly method: "POST" | "PATCH" | "DELETE";
      readonly path: string;
      readonly id: string;
      readonly summary: string;
    }
  >
> = {
  "facts.supersede": {
    method: "POST",
    path: "facts/{}/supersede",
    id: "fact_id",
    summary: "Let the newer fact take the place of the older one.",
  },
  "facts.delete": { method: "DELETE", path: "facts/{}", id: "fact_id", summary: "Delete the fact." },
  "facts.untell": { method: "POST", path: "facts/{}/untell", id: "fact_id", summary: "Take back that it was told." },
  "relationships.delete": {
    method: "DELETE",
    path: "relationships/{}",
    id: "relationship_id",
    summary: "Delete the older relationship.",
  },
  "entities.update": {
    method: "PATCH",
    path: "entities/{}",
    id: "entity_id",
    summary: "Write the other age into the entity.",
  },
};

function shownRepair(projectId: string, { operation, input }: Repair) {
  const { method, path, id, summary } = REPAIRS[operation];
  const { [id]: subject, ...body } = input;
  const address = `/v1/projects/${projectId}/${path.replace("{}", String(subject))}`;
  return { operation, method, path: address, body, summary };
}
