import type { ImportedEntity, ImportFormat } from "#domain/import/story.ts";
import type { UnitOfWork } from "../../../record/unit-of-work.ts";
import { entityFields, entityResource } from "../../entities/public.ts";
import { slug } from "./slug.ts";

/** Leaves room for a number behind it. */
const SLUG_LENGTH = 80;
/** Look-ups before names get numbers that nobody can have taken. */
const ROUNDS = 4;

/**
 * External ids for entities that are new: in our own format the key, which is one; elsewhere a short form of the name,
 * because it stands in paths and is typed by people. A number is added where it is taken.
 */
export async function freeExternalIds(
  record: UnitOfWork,
  format: ImportFormat,
  entities: readonly ImportedEntity[],
): Promise<Map<string, string>> {
  const result = new Map<string, string>();
  const counts = new Map<string, number>();
  const taken = new Set<string>();
  let open = entities.map((entity) => ({ entity, base: baseOf(format, entity) }));
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

function baseOf(format: ImportFormat, { key, name, type }: ImportedEntity): string {
  if (format === "fabula_json" && entityFields.external_id.safeParse(key).success) return key;
  return slug(name, SLUG_LENGTH) || slug(type, SLUG_LENGTH) || "entity";
}
