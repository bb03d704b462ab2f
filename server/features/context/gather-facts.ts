import { sql } from "drizzle-orm";
import { textArray } from "../../record/database.ts";
import { holds, toVersion } from "../../record/versions.ts";
import type { EntityVersion } from "../entities/public.ts";
import { type FactState, type FactVersion, factResource, holdingFacts } from "../facts/public.ts";
import { type Candidate, rounded } from "./candidate.ts";
import { oneLine } from "./describe.ts";
import type { EndedHit, TextMatches } from "./find-texts.ts";
import { type Moment, seenOf, seenVersions } from "./moment.ts";
import type { Reason } from "./question.ts";
import { recency, SCORE_WEIGHTS } from "./score-weights.ts";

/** Facts about those in question that are looked at, the latest first. */
const ABOUT = 100;

/** Facts that have words of a question, and those about whom it is about; what another fact superseded is barred. */
export async function gatherFacts(
  at: Moment,
  found: TextMatches,
  seeds: readonly EntityVersion[],
): Promise<Candidate[]> {
  const facts = await seenVersions(at, factResource, found.current);
  const shares = new Map(found.current.map(({ id, share }) => [id, share]));
  const about = await factsAbout(at, seeds);
  const isAbout = new Set(about.map(({ id }) => id));
  for (const fact of about) facts.set(fact.id, fact);
  const moment = { projectId: at.projectId, atSeq: at.seq, perspective: at.perspective };
  const holding = await holdingFacts(at.db, moment, [...facts.values()]);
  const current = [...facts.values()].map((fact): Candidate => {
    const share = shares.get(fact.id) ?? 0;
    const score = share + (isAbout.has(fact.id) ? SCORE_WEIGHTS.about : 0) + recency(at.seq, fact.valid_from_seq);
    const reason = isAbout.has(fact.id) ? "subject" : "words";
    return candidate(fact, { reason, score, barred: holding.has(fact.id) ? null : "superseded" });
  });
  return [...current, ...(await pastFacts(at, found.ended))];
}

function candidate(
  { id, subject_id, valid_from_seq, text }: FactVersion,
  { reason, score, barred }: { reason: Reason; score: number; barred: Candidate["barred"] },
): Candidate {
  return {
    section: "facts",
    kind: "fact",
    id,
    subject_id,
    seq: valid_from_seq,
    text: oneLine(text),
    reason,
    score: rounded(score),
    barred,
    line: null,
  };
}

async function factsAbout(
  { db, projectId, seq, perspective }: Moment,
  seeds: readonly EntityVersion[],
): Promise<FactVersion[]> {
  if (seeds.length === 0) return [];
  const ids = textArray(seeds.map(({ id }) => id));
  const rows = await db.execute(
    sql`SELECT f.* FROM ${sql.identifier(factResource.table)} f WHERE f.project_id = ${projectId} AND ${holds(seq, "f")}
        AND f.subject_id = ANY(${ids}) AND ${perspective.factsWhere(sql.raw("f"))}
        ORDER BY f.valid_from_seq DESC, f.id LIMIT ${ABOUT}`,
  );
  return seenOf(
    { db, perspective },
    factResource,
    rows.map((row) => toVersion<FactState>(row)),
  );
}

/** Facts as they were told before they were told otherwise; of those that are gone nothing is told. */
async function pastFacts(at: Moment, ended: readonly EndedHit[]): Promise<Candidate[]> {
  const { db, projectId, perspective } = at;
  const alive = await seenVersions(at, factResource, ended);
  const wanted = ended.filter(({ id }) => alive.has(id));
  if (wanted.length === 0) return [];
  const rows = await db.execute(
    sql`SELECT v.* FROM unnest(${textArray(wanted.map(({ id }) => id))}, ${textArray(wanted.map(({ by }) => String(by - 1)))}::bigint[]) AS w(id, seq)
        JOIN ${sql.identifier(factResource.table)} v ON v.project_id = ${projectId} AND v.id = w.id AND v.valid_to_seq = w.seq`,
  );
  return rows.flatMap((row) => {
    const seen = perspective.seen(factResource, toVersion<FactState>(row));
    return seen === null ? [] : [candidate(seen, { reason: "words", score: 0, barred: "superseded" })];
  });
}
