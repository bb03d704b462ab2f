import { sql } from "drizzle-orm";
import type { FactSource, Telling } from "#drizzle/schema/facts.ts";
import type { Perspective } from "../../operation/perspective.ts";
import { type Db, jsonb } from "../../record/database.ts";
import { entityResource } from "../entities/public.ts";

/** Source of a fact in place of one that names what is withheld; its witness stays. */
export const UNNAMED = { kind: "client", label: null } as const;

/** Returns the sources of facts without what is withheld from a reader, in one statement for all that name something. */
export async function seenSources(
  db: Db,
  perspective: Perspective,
  sources: readonly FactSource[],
): Promise<FactSource[]> {
  const named = sources.flatMap((source, place) =>
    source.kind === "node" || source.kind === "event" ? { place, source } : [],
  );
  const rows =
    named.length === 0
      ? []
      : await db.execute<{ place: number }>(
          sql`SELECT s.place FROM jsonb_to_recordset(${jsonb(named)}) AS s(place int, source jsonb)
              WHERE NOT ${perspective.sourcesWhere(sql.raw("s"))}`,
        );
  const unnamed = new Set(rows.map(({ place }) => place));
  return sources.map((source, place) => {
    const { witness_id: witness } = source;
    const witness_id = witness !== null && perspective.hides(entityResource.type, witness) ? null : witness;
    return unnamed.has(place) ? { ...UNNAMED, witness_id } : { ...source, witness_id };
  });
}

/** Returns how entities came to know a fact, without those that are withheld from a reader. */
export function seenTellings(
  perspective: Perspective,
  told: Readonly<Record<string, Telling>>,
): Record<string, Telling> {
  const isHidden = (id: string | null) => id !== null && perspective.hides(entityResource.type, id);
  const shown = Object.entries(told).filter(([id]) => !isHidden(id));
  return Object.fromEntries(shown.map(([id, each]) => [id, isHidden(each.from) ? { ...each, from: null } : each]));
}
