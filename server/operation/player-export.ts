import type { JsonObject } from "#domain/json.ts";
import type { Db } from "../record/database.ts";
import type { OpeningContext } from "./ordinary/sealing.ts";

/** A player whose data is exported, as the features that have data of players are told. */
export interface ExportedPlayer {
  readonly projectId: string;
  readonly id: string;
  /** Name that callers gave the player, for what was written under it; null where it no longer opens. */
  readonly externalId: string | null;
}

/** A file of an export: its name without its ending, and its lines. */
export interface ExportedFile {
  readonly name: string;
  readonly lines: readonly JsonObject[];
}

/** Reads what one feature has of a player, in the snapshot of the export. With `opening`, sealed values of it are opened. */
export type Exporter = (db: Db, player: ExportedPlayer, opening: OpeningContext) => Promise<readonly ExportedFile[]>;
