import type { Db } from "../../record/database.ts";
import { type FactState, type FactVersion, type SUPERSEDING, successors } from "../facts/public.ts";

/** Field of a fact that stands for all that say what holds in its place, where these came along. */
const BY = "superseded_by";

/** Successor of a fact: what holds in its place. */
export type Superseding = Pick<FactState, (typeof SUPERSEDING)[number]>;

/** Fields of a fact that holds itself. */
export const HOLDS: Superseding = { superseded_by: null, superseded_mode: null, superseded_reason: null };

/**
 * Returns facts that were superseded in a source, each with what holds in its place for those who read it in a title: the first fact along
 * its chain that travels too. Facts of which nothing further along does are left out.
 *
 * @param holding - Ids of the facts that travel because they hold.
 */
export async function withSuccessors(
  db: Db,
  at: { readonly projectId: string; readonly atSeq: number },
  superseded: readonly FactVersion[],
  holding: readonly string[],
): Promise<(FactVersion & Superseding)[]> {
  const ids = superseded.map(({ id }) => id);
  const chain = await successors(db, at, ids);
  // What was never true takes no other's place.
  const travels = new Set([...holding, ...ids.filter((id) => chain.get(id)?.superseded_mode !== "retcon")]);
  return superseded.flatMap((version) => {
    const first = chain.get(version.id);
    let next = first?.superseded_by ?? null;
    while (next !== null && !travels.has(next)) next = chain.get(next)?.superseded_by ?? null;
    if (next === null) return [];
    // The reason says why the next one holds, which others need not know of.
    const reason = next === first?.superseded_by ? version.superseded_reason : null;
    const mode = first?.superseded_mode ?? null;
    return [{ ...version, superseded_by: next, superseded_mode: mode, superseded_reason: reason }];
  });
}

/** Returns the names of the fields of a fact that came along from its source beside what it says. */
export const keysOf = ({ superseded_by = null }: Partial<Superseding>): string[] =>
  superseded_by === null ? [] : [BY];

/** Successor of a fact in a title once it is as in its source. */
interface SupersedingHere {
  readonly values: Superseding;
  /** Names of the fields that came along. */
  readonly keys: readonly string[];
  /** Whether the title says so itself, which stays. */
  readonly isOwn: boolean;
}

/**
 * Returns what holds in the place of a fact in a title once it is as in its source. Where it holds there again because what took its place is
 * gone from there, and that is still here, it goes on holding here: as the title's own word, so that the two do not hold side by side.
 *
 * @param isLeft - Whether a fact is here, and gone from the source.
 */
export function supersedingHere(
  { brought, superseded_by, superseded_mode, superseded_reason }: Pick<FactState, "brought"> & Superseding,
  there: Partial<Superseding>,
  isLeft: (id: string) => boolean = () => false,
): SupersedingHere {
  const came = brought?.keys.includes(BY) === true;
  const stays = came && (there.superseded_by ?? null) === null;
  const isOwn = superseded_by !== null && (!came || (stays && isLeft(superseded_by)));
  if (isOwn) return { values: { superseded_by, superseded_mode, superseded_reason }, keys: [], isOwn };
  return { values: { ...HOLDS, ...there }, keys: keysOf(there), isOwn };
}
