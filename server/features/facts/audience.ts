import { EVERYONE } from "../../kernel/scope.ts";
import type { Db } from "../../record/database.ts";
import type { FactMoment } from "./chain.ts";

/**
 * The entities whose knowledge a reader has at a sequence: the reader first. Nobody in particular has nobody's: `everyone` reads what
 * is open to all.
 */
export async function audiencesOf(_db: Db, _at: FactMoment, reader: string): Promise<readonly string[]> {
  return reader === EVERYONE ? [] : [reader];
}
