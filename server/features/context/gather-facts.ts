import { sql } from "drizzle-orm";
import { textArray } from "../../record/database.ts";
import { holds, toVersion } from "../../record/versions.ts";
import type { EntityVersion } from "../entities/public.ts";
import { type FactState, type FactVersion, factResource, factsKnownSince, holdingFacts } from "../facts/public.ts";
import { type Candidate, rounded } from "./candidate.ts";
import { oneLine } from "./describe.ts";
import type { EndedHit, TextMatches } from "./find-texts.ts";
import type { IndexedMoment } from "./indexed-moment.ts";
import { type Moment, seenOf, seenVersions } from "./moment.ts";
import { recency, SCORE_WEIGHTS } from "./score-weights.ts";

/** Facts about those in question that are looked at, the latest first. */
const ABOUT = 100;

/** Facts that have words of a question, and those about whom it is about; what another fact superseded is barred. */
export async function gatherFacts(
  at: IndexedMoment,
  found: TextMatches,
  { seeds, predicates }: { seeds: readonly EntityVersion[]; predicates: readonly string[] | null },
): Promise<Candidate[]> {
  const isWanted = ({ predicate }: FactVersion) =>
    predicates === null || (predicate !== null && predicates.includes(predicate));
  const facts = await seenVersions(at, factResource, found.current);
  const about = await factsAbout(at, seeds, predicates);
  const isAbout = new Set(about.map(({ id }) => id));
  for (const fact of about) facts.set(fact.id, fact);
  const moment = { projectId: at.projectId, atSeq: at.seq, perspective: at.perspective };
  const holding = await holdingFacts(at.db, moment, [...facts.values()]);
  const shares = inherited(
    new Map(found.current.map(({ id, share }) => [id, share])),
    [...facts.values()].toSorted((a, b) => a.created_seq - b.created_seq),
  );
  const wanted = [...facts.values()].filter(isWanted);
  const since = await sinceWhen(at, wanted);
  const current = wanted.map((fact): Candidate => {
    const known = since.get(fact.id);
    const share = shares.get(fact.id) ?? 0;
    const worth = share + (isAbout.has(fact.id) ? SCORE_WEIGHTS.about : 0);
    const score = worth + recency(at.seq, fact.valid_from_seq);
    const reason = isAbout.has(fact.id) ? "subject" : "words";
    return candidate(fact, {
      since: known === undefined ? fact.created_seq : known,
      reason,
      score,
      worth,
      barred: holding.has(fact.id) ? null : "superseded",
    });
  });
  return [
    ...current,
    ...(predicates === null ? factsOfPlayer(at, shares) : []),
    ...(await pastFacts(at, found.ended, isWanted)),
  ];
}

/** Facts of the player whose context it is: all that the reader knows, for all of them are about the player. */
function factsOfPlayer({ ofPlayer }: IndexedMoment, shares: ReadonlyMap<string, number>): Candidate[] {
  if (ofPlayer === null) return [];
  const { place, facts } = ofPlayer;
  return [...facts.values()].map(({ id, text, contentTags, seq, since }): Candidate => {
    const worth = (shares.get(id) ?? 0) + SCORE_WEIGHTS.about;
    return {
      section: "facts",
      kind: "fact",
      id,
      subject_id: place.id,
      seq,
      since,
      text: oneLine(text),
      reason: "subject",
      score: rounded(worth + recency(place.seq, seq)),
      worth,
      barred: null,
      tags: contentTags,
      line: null,
    };
  });
}

/** Sequences since which facts have been known to one who looks, and to an editor since they were written; null in a playthrough. */
async function sinceWhen(at: Moment, facts: readonly FactVersion[]): Promise<ReadonlyMap<string, number | null>> {
  const { db, projectId, seq, perspective } = at;
  const { as, run } = perspective;
  if (as === null) return new Map(run?.made.map(({ id }) => [id, null]));
  const known = await factsKnownSince(db, { projectId, seq, as, perspective }, facts);
  return new Map([...known].map(([id, since]) => [id, since.seq]));
}

/** Shares of facts, the older ones first: what holds in the place of another answers what that one would have. */
function inherited(shares: Map<string, number>, facts: readonly FactVersion[]): Map<string, number> {
  for (const { id, superseded_by: by } of facts)
    if (by !== null) shares.set(by, Math.max(shares.get(by) ?? 0, shares.get(id) ?? 0));
  return shares;
}

function candidate(
  { id, subject_id, valid_from_seq, text, content_tags }: FactVersion,
  { since, reason, score, worth, barred }: Pick<Candidate, "since" | "reason" | "score" | "worth" | "barred">,
): Candidate {
  return {
    section: "facts",
    kind: "fact",
    id,
    subject_id,
    seq: valid_from_seq,
    since,
    text: oneLine(text),
    reason,
    score: rounded(score),
    worth,
    barred,
    tags: content_tags,
    line: null,
  };
}

async function factsAbout(
  { db, projectId, seq, perspective }: Moment,
  seeds: readonly EntityVersion[],
  predicates: readonly string[] | null,
): Promise<FactVersion[]> {
  if (seeds.length === 0) return [];
  const ids = textArray(seeds.map(({ id }) => id));
  const rows = await db.execute(
    sql`SELECT f.* FROM ${perspective.facts} f WHERE f.project_id = ${projectId} AND ${holds(seq, "f")}
        AND f.subject_id = ANY(${ids}) AND ${perspective.factsWhere(sql.raw("f"))}${predicates === null ? sql`` : sql` AND f.predicate = ANY(${textArray(predicates)})`}
        ORDER BY f.valid_from_seq DESC, f.id LIMIT ${ABOUT}`,
  );
  return seenOf(
    { db, perspective },
    factResource,
    rows.map((row) => toVersion<FactState>(row)),
  );
}

/** Facts as they were told before they were told otherwise; of those that are gone nothing is told. */
async function pastFacts(
  at: Moment,
  ended: readonly EndedHit[],
  isWanted: (fact: FactVersion) => boolean,
): Promise<Candidate[]> {
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
    if (seen === null || seen.text === alive.get(seen.id)?.text || !isWanted(seen)) return [];
    return [candidate(seen, { since: seen.created_seq, reason: "words", score: 0, worth: 0, barred: "superseded" })];
  });
}
