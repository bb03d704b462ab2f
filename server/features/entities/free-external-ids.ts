import { slug, slugOfName } from "#domain/slug.ts";
import type { UnitOfWork } from "../../record/unit-of-work.ts";
import { entityResource } from "./entity.ts";

/** Look-ups before names get numbers that nobody can have taken. */
const ROUNDS = 4;

/** An entity that is to get an external id. */
export interface NewName {
  /** Tells it from the others. */
  readonly key: string;
  readonly name: string;
  readonly type: string;
  /** Id that it gets where that is free; made of the name where absent. */
  readonly wanted?: string | undefined;
}

/**
 * Returns external ids for entities that are new, by their keys: a short form of the name, because it stands in paths and is typed by
 * people. A number is added where it is taken.
 */
export async function freeExternalIds(record: UnitOfWork, entities: readonly NewName[]): Promise<Map<string, string>> {
  const result = new Map<string, string>();
  const counts = new Map<string, number>();
  const taken = new Set<string>();
  let open = entities.map((entity) => ({ entity, base: entity.wanted ?? slugOfName(entity.name, entity.type) }));
  for (let round = 0; open.length > 0; round++) {
    const tries = open.map(({ entity, base }) => {
      const candidate = nextFree(base, counts, taken, round >= ROUNDS ? entity.key : null);
      taken.add(candidate);
      return { entity, base, candidate };
    });
    const holders = await record.find(entityResource, { external_id: tries.map(({ candidate }) => candidate) });
    const held = new Set(holders.map(({ external_id }) => external_id));
    for (const { entity, candidate } of tries) if (!held.has(candidate)) result.set(entity.key, candidate);
    open = tries.filter(({ candidate }) => held.has(candidate));
  }
  return result;
}

function nextFree(base: string, counts: Map<string, number>, taken: ReadonlySet<string>, tail: string | null): string {
  for (;;) {
    const count = (counts.get(base) ?? 0) + 1;
    counts.set(base, count);
    const name = tail === null ? base : `${base}-${slug(tail, 40)}`;
    const candidate = count === 1 ? name : `${name}-${count}`;
    if (!taken.has(candidate)) return candidate;
  }
}
