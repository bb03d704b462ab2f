import type { z } from "zod";
import type { Db } from "../../record/database.ts";
import type { ProviderKeyVersion } from "./provider-key.ts";
import { type ProviderKey, toProviderKey } from "./schemas.ts";
import { readStandings } from "./standing.ts";
import { costOf, readUsage } from "./usage.ts";

/** Adds to provider keys their current status and their use of this month. */
export async function showProviderKeys(
  db: Db,
  projectId: string,
  versions: readonly ProviderKeyVersion[],
  now: number,
): Promise<z.input<typeof ProviderKey>[]> {
  const standingOf = await readStandings(
    db,
    projectId,
    versions.map(({ id }) => id),
  );
  const month = new Date(now).toISOString().slice(0, 7);
  const keys: z.input<typeof ProviderKey>[] = [];
  for (const version of versions) {
    const rows = await readUsage(db, projectId, version.id, { from: `${month}-01`, to: `${month}-31` });
    keys.push(
      toProviderKey(version, {
        standing: standingOf(version.id),
        usedThisMonth: rows.reduce(
          (sum, row) => sum + Number(row.input_tokens) + Number(row.output_tokens) + Number(row.reserved_tokens),
          0,
        ),
        costThisMonth: costOf(rows, version.prices),
        now,
      }),
    );
  }
  return keys;
}

/** Adds to one provider key its current status and its use of this month. */
export async function showProviderKey(
  db: Db,
  version: ProviderKeyVersion,
  now: number,
): Promise<z.input<typeof ProviderKey>> {
  const [key] = await showProviderKeys(db, version.project_id, [version], now);
  if (key === undefined) throw new Error("a key that was asked for is not among the answers");
  return key;
}
