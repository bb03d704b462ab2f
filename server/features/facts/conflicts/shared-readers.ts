import { sql } from "drizzle-orm";
import { addToList } from "#domain/add-to-list.ts";
import { EVERYONE } from "../../../kernel/scope.ts";
import { type Columns, type Db, textArray } from "../../../record/database.ts";
import { holds } from "../../../record/versions.ts";
import { audiencesOfEach, membersOf } from "../audience.ts";
import { type FactMoment, MAX_CHAIN } from "../chain.ts";
import { coverableIds, type FactState } from "../fact.ts";
import { type Successor, successors } from "../successors.ts";

type Moment = FactMoment & { readonly atSeq: number | null };

/** Fields that decide who may read a fact, and for whom it holds. */
export type ReadFact = { readonly id: string } & Pick<
  FactState,
  "subject_id" | "object_id" | "also_about" | "known_by" | "superseded_by" | "superseded_mode"
>;

/** Readers that are tried for all pairs together; members of groups beyond them are not looked for. */
const MAX_READERS = 5_000;

/**
 * Finds for pairs of facts one reader who may know both at once, and for whom both hold: `everyone`, or an entity. Null where there
 * is none. What an entity knows by its groups counts, and secrets do. A handful of statements, however many pairs there are.
 */
export async function sharedReaders(
  db: Db,
  at: Moment,
  pairs: readonly (readonly [ReadFact, ReadFact])[],
): Promise<(string | null)[]> {
  if (pairs.length === 0) return [];
  const chain = await successors(
    db,
    at,
    pairs.flat().flatMap(({ superseded_by }) => superseded_by ?? []),
  );
  const secrets = await secretsOver(db, at, [...pairs.flat(), ...chain.values()]);
  const candidates = pairs.map((pair) => candidatesFor(pair, secrets));
  const direct = new Set(candidates.flat());
  const judge = new Judge(chain, secrets, await audiencesOfEach(db, at, [...direct].slice(0, MAX_READERS)));
  const found = pairs.map(([a, b], place) => judge.reader(candidates[place] ?? [], a, b));
  const open = pairs.filter(
    ([a, b], place) => found[place] === null && a.known_by !== EVERYONE && b.known_by !== EVERYONE,
  );
  if (open.length === 0) return found;
  const groups = new Set(open.flatMap((pair) => candidatesFor(pair, secrets)));
  const members = await membersOf(db, at, [...groups], MAX_READERS);
  const more = new Judge(chain, secrets, members);
  return pairs.map(([a, b], place) => found[place] ?? more.reader([...members.keys()], a, b));
}

/** Decides what readers know, whose audiences were read. */
class Judge {
  readonly #chain: ReadonlyMap<string, Successor>;
  readonly #secrets: ReadonlyMap<string, readonly string[][]>;
  readonly #audiences: ReadonlyMap<string, readonly string[]>;

  constructor(
    chain: ReadonlyMap<string, Successor>,
    secrets: ReadonlyMap<string, readonly string[][]>,
    audiences: ReadonlyMap<string, readonly string[]>,
  ) {
    this.#chain = chain;
    this.#secrets = secrets;
    this.#audiences = audiences;
  }

  reader(candidates: readonly string[], a: ReadFact, b: ReadFact): string | null {
    const isOne = (reader: string) => {
      const own = reader === EVERYONE ? [] : this.#audiences.get(reader);
      if (own === undefined) return false;
      const audience = new Set(own);
      return [a, b].every((fact) => this.#mayRead(audience, fact) && this.#stands(audience, fact));
    };
    return candidates.find(isOne) ?? null;
  }

  #mayRead(audience: ReadonlySet<string>, fact: ReadFact): boolean {
    const isListed = fact.known_by === EVERYONE || fact.known_by.some((id) => audience.has(id));
    return (
      isListed &&
      coverableIds(fact).every((id) =>
        (this.#secrets.get(id) ?? []).every((known) => known.some((each) => audience.has(each))),
      )
    );
  }

  /** Whether nothing that a reader may read holds in the place of a fact. */
  #stands(audience: ReadonlySet<string>, { superseded_by, superseded_mode }: ReadFact): boolean {
    if (superseded_by === null) return true;
    if (superseded_mode === "retcon") return false;
    let next = this.#chain.get(superseded_by);
    for (let steps = 0; next !== undefined && steps < MAX_CHAIN; steps++) {
      if (next.there && next.superseded_mode !== "retcon" && this.#mayRead(audience, next)) return false;
      next = next.superseded_by === null ? undefined : this.#chain.get(next.superseded_by);
    }
    return true;
  }
}

/** Readers of whom one knows both facts, unless one is a member of several groups: everyone, those listed, and those who are told secrets. */
function candidatesFor(
  [a, b]: readonly [ReadFact, ReadFact],
  secrets: ReadonlyMap<string, readonly string[][]>,
): string[] {
  const told = [...coverableIds(a), ...coverableIds(b)].flatMap((id) => secrets.get(id) ?? []).flat();
  const listed = [a, b].flatMap(({ known_by }) => (known_by === EVERYONE ? [] : known_by));
  return [...new Set([EVERYONE, ...listed, ...told])];
}

/** Reads those by whom each subject is known that a secret covers as a whole: a list for each secret over it. */
async function secretsOver(
  db: Db,
  at: Moment,
  facts: readonly ReadFact[],
): Promise<ReadonlyMap<string, readonly string[][]>> {
  const ids = textArray([...new Set(facts.flatMap(coverableIds))]);
  const rows = await db.execute<Columns<"secret_versions", "subject_id"> & { known_by: string[] }>(
    sql`SELECT subject_id, known_by FROM secret_versions WHERE project_id = ${at.projectId} AND ${holds(at.atSeq)}
        AND pointer IS NULL AND subject_id = ANY(${ids})`,
  );
  const found = new Map<string, string[][]>();
  for (const { subject_id, known_by } of rows) addToList(found, subject_id, known_by);
  return found;
}
