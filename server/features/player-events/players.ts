import type { ProjectCallContext } from "../../operation/context.ts";
import { writeLater } from "../../operation/system-write.ts";
import { ensurePlayers, isPlayerId, type NamedPlayer, playersByName } from "../players/public.ts";
import { readErasures } from "./head.ts";

/** Players by the names that were sent for them; an id that there is not is absent. */
export interface FoundPlayers {
  readonly byName: ReadonlyMap<string, NamedPlayer>;
  /** Number of erasures before they were found: after another one they may be erased. */
  readonly erasures: number;
}

/**
 * Finds players by id or by the caller's own names. Those who are not known yet are made, all of them in one write of the record: where
 * everybody is known, the project is not locked.
 */
export async function findPlayers(
  { services, project, caller, requestId, response }: ProjectCallContext,
  names: readonly string[],
): Promise<FoundPlayers> {
  const { reads } = services.database;
  const erasures = await readErasures(reads, project.id);
  const byName = new Map(await playersByName({ services, db: reads, project }, names));
  const missing = names.filter((name) => !byName.has(name) && !isPlayerId(name));
  if (missing.length > 0) {
    const authorship = { actor: caller.actor, requestId };
    const write = { caller, authorship, isAlone: true, whileArchived: true };
    await writeLater(services, project.id, write, async ({ db, record }) => {
      const made = await ensurePlayers({ services, db, project, record }, missing);
      for (const [name, player] of made) byName.set(name, player);
      await record.commit();
      response.headers["x-project-seq"] = String(record.seq);
    });
  }
  return { byName, erasures };
}
