import { Problem } from "../../../kernel/problem.ts";
import { projectRead } from "../../../operation/operation.ts";
import { findVersion } from "../../../record/versions.ts";
import { nodeResource } from "../resources.ts";
import { DialogueNode, nodeParams } from "../schemas.ts";
import { toNode } from "../wire.ts";

export const getNode = projectRead({
  method: "GET",
  path: "/v1/projects/{project_id}/game-narrative/dialogue-nodes/{node_id}",
  scope: "read",
  summary: "Get a dialogue node",
  params: nodeParams,
  output: DialogueNode,
  errors: ["not_found"],
  handle: async ({ db, project, atSeq, response }, { params }) => {
    const version = await findVersion(db, nodeResource, project.id, params.node_id, atSeq);
    if (version === null) throw new Problem("not_found");
    response.etag = version.valid_from_seq;
    return toNode(version);
  },
});
