import { area } from "../../operation/area.ts";
import { acceptEntryLink } from "./operations/accept-entry-link.ts";
import { getEntryLink } from "./operations/get-entry-link.ts";

/** Operations that the token of an invitation, or of a link for a new password, authorises. */
export const joining = area({
  tag: "keys",
  operations: { get: getEntryLink, accept: acceptEntryLink },
});
