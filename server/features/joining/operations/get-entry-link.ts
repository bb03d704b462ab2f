import { z } from "zod";
import { linkOperation } from "../../../operation/operation.ts";
import { openEntry } from "../../access/public.ts";
import { EntryLink, JOINING_VISITS } from "../schemas.ts";
import { showEntry } from "../show-entry.ts";

export const getEntryLink = linkOperation({
  method: "GET",
  path: "/v1/joining",
  summary: "Get what an invitation link is for",
  description:
    "Shows whom a link of an [invitation](/docs/reference/members#members_invite) or of a [new password](/docs/reference/members#members_createPasswordLink) is for, by its token as bearer. A link that was used, replaced or revoked, or has expired, is the same 404. Limited to 120 requests per address and hour, with the use of links.",
  params: z.object({}),
  output: EntryLink,
  bodyLimit: 0,
  visits: JOINING_VISITS,
  errors: ["unauthorized", "not_found"],
  handle: async (context) => {
    context.response.headers["cache-control"] = "no-store";
    return showEntry(context.db, (await openEntry(context)).entry);
  },
});
