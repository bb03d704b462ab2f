import type { Services } from "../../operation/context.ts";
import type { Eraser, NotedErasure } from "../../operation/erasure.ts";
import type { Db } from "../../record/database.ts";
import { ProjectTransaction } from "../../record/project-transaction.ts";
import { UnitOfWork } from "../../record/unit-of-work.ts";
import { erasePlayer } from "./erase-player.ts";
import type { KeyedProject } from "./keys.ts";
import { playersByName } from "./names.ts";

/** A project that was restored from a backup, and its head. */
export interface RestoredProject extends KeyedProject {
  readonly lastSeq: number;
  /** Time of its last event, in milliseconds. */
  readonly lastRecordedAt: number;
}

type ErasingServices = Pick<Services, "envelope" | "clock" | "playerKeys" | "resources">;

/**
 * Erases in a restored project who was erased since its backup was made, in the transaction of the restore: nobody ever reads them.
 * Answers how many.
 */
export async function eraseAgain(
  services: ErasingServices,
  db: Db,
  restored: RestoredProject,
  { noted, erasers }: { noted: readonly NotedErasure[]; erasers: readonly Eraser[] },
): Promise<number> {
  const ids = noted.filter(({ project_id }) => project_id === restored.id).map(({ player_id }) => player_id);
  if (ids.length === 0) return 0;
  const known = await playersByName({ services, db, project: restored }, ids);
  const standing = [...known.values()].filter(({ isErased }) => !isErased);
  const { clock, resources } = services;
  const transaction = new ProjectTransaction({ db, projectId: restored.id, resources, clock });
  transaction.begin({ last_seq: restored.lastSeq, last_recorded_at: restored.lastRecordedAt });
  // They are noted already, and no backup has exports.
  const none = { erasures: { note: async () => {} }, artifacts: { giveUp: async () => {} } };
  for (const { id } of standing) {
    const record = new UnitOfWork(transaction, { actor: "system:restore", requestId: null });
    const context = { services: { ...services, ...none }, db: transaction.db, project: restored, record };
    await erasePlayer(context, id, erasers);
  }
  for (const statement of await transaction.finish()) await db.execute(statement);
  return standing.length;
}
