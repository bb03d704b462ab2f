import { sql } from "drizzle-orm";
import { leavesOpen } from "#domain/bible/open-predicates.ts";
import { OPEN_SEED_STATES } from "#drizzle/schema/seeds.ts";
import { type Db, textArray } from "../../record/database.ts";
import type { Resource } from "../../record/resource.ts";
import { holds } from "../../record/versions.ts";
import { questResource } from "../dialogues/public.ts";
import { EVERY_FACT, factResource, standsWhere } from "../facts/public.ts";
import { seed } from "../seeds/public.ts";

/** Threads of each kind that are read at most, and predicates among which those that leave something open are looked for. */
const MOST = 40;
const MOST_PREDICATES = 1_000;

/** Threads that a story leaves open, each in a sentence. */
export interface OpenThreads {
  /** Promises of the story that are still to be kept, those it leans on most first. */
  readonly promises: readonly string[];
  /** Quests, and facts that promise, owe or seek something, each oldest first. */
  readonly others: readonly string[];
}

/** Reads the open threads of a project at a sequence, as the story bible names them for authors. */
export async function openThreads(db: Db, projectId: string, seq: number): Promise<OpenThreads> {
  const from = ({ table }: Resource<never>) =>
    sql`FROM ${sql.identifier(table)} v WHERE v.project_id = ${projectId} AND ${holds(seq, "v")}`;
  const promises = await db.execute<{ text: string }>(
    sql`SELECT promise AS text ${from(seed.resource)} AND state = ANY(${textArray(OPEN_SEED_STATES)})
        ORDER BY strength DESC, created_seq, id LIMIT ${MOST}`,
  );
  const quests = await db.execute<{ name: string; summary: string }>(
    sql`SELECT name, summary ${from(questResource)} ORDER BY created_seq, id LIMIT ${MOST}`,
  );
  const predicates = await db.execute<{ predicate: string }>(
    sql`SELECT DISTINCT predicate ${from(factResource)} AND predicate IS NOT NULL ORDER BY predicate LIMIT ${MOST_PREDICATES}`,
  );
  const open = predicates.flatMap(({ predicate }) => (leavesOpen(predicate) ? predicate : []));
  const facts = await db.execute<{ text: string }>(
    sql`SELECT v.text ${from(factResource)} AND v.predicate = ANY(${textArray(open)})
          AND ${standsWhere({ projectId, atSeq: seq }, EVERY_FACT, sql.raw("v"))}
        ORDER BY v.created_seq, v.id LIMIT ${MOST}`,
  );
  return {
    promises: promises.map(({ text }) => text),
    others: [
      ...quests.map(({ name, summary }) => (summary === "" ? name : `${name}: ${summary}`)),
      ...facts.map(({ text }) => text),
    ],
  };
}
