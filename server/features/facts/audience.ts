import { EVERYONE } from "../../kernel/scope.ts";
import type { Db } from "../../record/database.ts";
import type { FactMoment } from "./chain.ts";

/**
 * The entities whose knowledge a reader has at a sequence: the reader first. Nobody in particular has nobody's: `everyone` reads what
 * is open to all.
 */
export async function audiencesOf(db: Db, at: FactMoment, reader: string): Promise<readonly string[]> {
  if (reader === EVERYONE) return [];
  return (await audiencesOfEach(db, at, [reader])).get(reader) ?? [reader];
}

/** The same for several entities, in one statement. */
export async function audiencesOfEach(
  _db: Db,
  _at: FactMoment,
  readers: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  return new Map(readers.map((reader) => [reader, [reader]]));
}
