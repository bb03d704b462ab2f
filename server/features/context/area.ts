import { area } from "../../operation/area.ts";
import { assemble } from "./operations/assemble-context.ts";
import { getReceipt } from "./operations/get-receipt.ts";
import { replayContext } from "./operations/replay-context.ts";

export const context = area({
  tag: "projects",
  operations: { assemble, getReceipt, replay: replayContext },
});
