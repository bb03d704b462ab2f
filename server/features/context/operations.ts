import { assemble } from "./operations/assemble-context.ts";
import { getReceipt } from "./operations/get-receipt.ts";
import { replayContext } from "./operations/replay-context.ts";

export const context = {
  assemble,
  getReceipt,
  replay: replayContext,
};
