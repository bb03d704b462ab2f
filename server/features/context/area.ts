import { area } from "../../operation/area.ts";
import { upkeep } from "../../queue/upkeep.ts";
import { assemble } from "./operations/assemble-context.ts";
import { assemblePlayerContext } from "./operations/assemble-player-context.ts";
import { getReceipt } from "./operations/get-receipt.ts";
import { replayContext } from "./operations/replay-context.ts";
import { forgetOldReceipts } from "./receipts.ts";

export const context = area({
  tag: "projects",
  jobs: [upkeep("forget_context_receipts", ({ database, clock }) => forgetOldReceipts(database.writes, clock.now()))],
  operations: { assemble, getReceipt, replay: replayContext, assembleForPlayer: assemblePlayerContext },
});
