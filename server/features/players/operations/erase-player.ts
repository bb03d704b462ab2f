import type { Eraser } from "../../../operation/erasure.ts";
import { projectWrite } from "../../../operation/operation.ts";
import { erasePlayer } from "../erase-player.ts";
import { ErasureReceipt } from "../erasure-receipt.ts";
import { player } from "../player.ts";

/** Declares the erasure of a player, which asks each feature that has data of players. */
export const declareErasure = (erasers: readonly Eraser[]) =>
  projectWrite({
    method: "POST",
    path: "/v1/projects/{project_id}/players/{player_id}/erasure",
    scope: "admin",
    summary: "Erase a player",
    description:
      "Erases the personal data of a player for good: the key that opens it, in every version of the record and in later backups, playthroughs with their steps and saves, receipts of contexts in them, and kept answers. It cannot be taken back. The receipt counts what was erased and lists what the record has in plain words and cannot lose; asked again, it is answered as before. The [guide](/docs/guides/players#erasure) says what an erasure does not reach.",
    params: player.params,
    output: ErasureReceipt,
    errors: ["not_found"],
    alone: true,
    long: true,
    whileArchived: true,
    handle: (context, { params }) => erasePlayer(context, params.player_id, erasers),
  });
