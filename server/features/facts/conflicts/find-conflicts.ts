import { sql } from "drizzle-orm";
import type { Contradiction, PredicateRules } from "#domain/predicates.ts";
import type { Perspective } from "../../../operation/perspective.ts";
import { type Db, textArray } from "../../../record/database.ts";
import { holds, toVersion } from "../../../record/versions.ts";
import { predicateRules } from "../../predicates/public.ts";
import { type FactMoment, factsAt } from "../chain.ts";
import { type FactState, type FactVersion, factResource } from "../fact.ts";
import { opposedPairs, type PairFilter } from "./opposed-pairs.ts";
import { sharedReaders } from "./shared-readers.ts";

/** Two facts that hold for one reader and do not go together. */
export interface FactConflict extends Contradiction {
  /** The older one. */
  readonly first: FactVersion;
  readonly second: FactVersion;
  /** Reader who may know both: an entity, or `everyone`. */
  readonly known_to: string;
}

/** Conflicts of facts, and whether no more pairs of facts were there than were looked at. */
interface FoundConflicts {
  readonly conflicts: readonly FactConflict[];
  readonly complete: boolean;
}

/** Pairs of facts that one search looks at. */
export const MAX_PAIRS = 2_000;

/**
 * Finds the facts of a project that do not go together by its declared predicates and that one reader may know at once, older pairs
 * first. Facts that do not hold for that reader, because another took their place, are in no conflict.
 *
 * @param filter - Which pairs are looked for, `limit` of them at most ({@link MAX_PAIRS}).
 * @param eyes - Through whose eyes: only what that reader knows, worded as it knows it. Anybody's when absent.
 */
export async function findConflicts(
  db: Db,
  at: FactMoment & { readonly atSeq: number | null },
  filter: Omit<PairFilter, "where"> & { readonly limit?: number; readonly rules?: PredicateRules } = {},
  eyes: Perspective | null = null,
): Promise<FoundConflicts> {
  const rules = filter.rules ?? (await predicateRules(db, at.projectId, at.atSeq));
  const limit = filter.limit ?? MAX_PAIRS;
  const reader = eyes?.as ?? null;
  const own = eyes === null || reader === null ? {} : { where: (alias: Alias) => knownAndValid(eyes, alias) };
  const found = await opposedPairs(db, at, rules, { ...filter, ...own, limit: limit + 1 });
  const ids = found.slice(0, limit);
  const facts = await factsById(db, at, ids.flat());
  const pairs = ids.flatMap(([a, b]) => {
    const [one, other] = [facts.get(a), facts.get(b)];
    if (one === undefined || other === undefined) return [];
    const [first, second] = one.created_seq <= other.created_seq ? [one, other] : [other, one];
    const contradiction = rules.contradiction(first, second);
    return contradiction === null ? [] : [{ first, second, ...contradiction }];
  });
  const readers =
    reader === null
      ? await sharedReaders(
          db,
          at,
          pairs.map(({ first, second }) => [first, second] as const),
        )
      : pairs.map(() => reader);
  const conflicts = pairs.flatMap((pair, place) => {
    const known_to = readers[place] ?? null;
    if (known_to === null) return [];
    if (eyes === null || reader === null) return [{ ...pair, known_to }];
    const [first, second] = [pair.first, pair.second].map((fact) => eyes.seen(factResource, fact));
    return first == null || second == null ? [] : [{ ...pair, first, second, known_to }];
  });
  return { conflicts, complete: found.length <= limit };
}

type Alias = Parameters<Perspective["factsWhere"]>[0];

function knownAndValid(eyes: Perspective, alias: Alias) {
  return sql`(${eyes.factsWhere(alias)} AND ${eyes.standsWhere(alias)})`;
}

async function factsById(
  db: Db,
  at: FactMoment & { readonly atSeq: number | null },
  ids: readonly string[],
): Promise<ReadonlyMap<string, FactVersion>> {
  if (ids.length === 0) return new Map();
  const rows = await db.execute(
    sql`SELECT f.* FROM ${factsAt(at)} f WHERE f.project_id = ${at.projectId} AND ${holds(at.atSeq, "f")}
        AND f.id = ANY(${textArray([...new Set(ids)])})`,
  );
  return new Map(rows.map((row) => toVersion<FactState>(row, at.atSeq)).map((fact) => [fact.id, fact]));
}
