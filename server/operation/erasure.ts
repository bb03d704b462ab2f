import type { Db } from "../record/database.ts";
import type { UnitOfWork } from "../record/unit-of-work.ts";

/** A player who is being erased, as the features that have data of players are told. */
export interface ErasedPlayer {
  readonly projectId: string;
  readonly id: string;
  /** Name that callers gave the player, for what was written under it; null where it no longer opens. */
  readonly externalId: string | null;
  /** Ids of the subjects that earlier steps removed: what is left of those goes too. */
  readonly gone: readonly string[];
}

/** Data about a player that cannot be erased, because the record has it in plain words. */
export interface KeptOfPlayer {
  readonly kind: string;
  readonly reason: string;
  readonly count: number;
  /** Ids of some of them. */
  readonly ids: string[];
}

/** Result of one step of an erasure. */
export interface ErasureStep {
  /** Number of what was erased, by kind. */
  readonly counts: Readonly<Record<string, number>>;
  readonly kept?: readonly KeptOfPlayer[];
  /** Ids of removed subjects. */
  readonly gone?: readonly string[];
}

/** Erases what one feature has of a player, in the transaction of the erasure. */
export type Eraser = (
  write: { readonly db: Db; readonly record: UnitOfWork },
  player: ErasedPlayer,
) => Promise<ErasureStep>;

/** An erasure as it is noted outside the database. */
export interface NotedErasure {
  readonly project_id: string;
  readonly player_id: string;
  /** RFC 3339, UTC. */
  readonly erased_at: string;
}

/** Notes of erasures outside the database, so that they hold for backups that are older than they are. */
export interface ErasureNotes {
  /** Notes an erasure; done when it is on the disk. */
  note(erasure: NotedErasure): Promise<void>;
}
