import { read } from "../../../operation/operation.ts";
import { requireWholeWorkspace } from "../grants.ts";
import { requireMember, toMember } from "../people.ts";
import { Member, memberParams } from "../schemas.ts";

export const getMember = read({
  method: "GET",
  path: "/v1/members/{user_id}",
  scope: "admin",
  summary: "Get a member",
  params: memberParams,
  output: Member,
  errors: ["forbidden", "not_found"],
  handle: async ({ db, caller }, { params }) => {
    requireWholeWorkspace(caller);
    return toMember(await requireMember(db, caller.workspaceId, params.user_id));
  },
});
