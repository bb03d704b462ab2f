import { area } from "../../operation/area.ts";
import { getInbox } from "./operations/get-inbox.ts";

export const inbox = area({
  tag: "projects",
  operations: { get: getInbox },
});
