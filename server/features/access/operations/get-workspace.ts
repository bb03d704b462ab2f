import { z } from "zod";
import { read } from "../../../operation/operation.ts";
import { Workspace } from "../schemas.ts";
import { requireWorkspace, toWorkspace } from "../workspaces.ts";

export const getWorkspace = read({
  method: "GET",
  path: "/v1/workspace",
  scope: "read",
  summary: "Get the workspace",
  description: "The one workspace that the key or session belongs to.",
  params: z.object({}),
  output: Workspace,
  handle: async ({ db, caller }) => toWorkspace(await requireWorkspace(db, caller.workspaceId)),
});
