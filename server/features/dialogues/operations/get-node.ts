import { declareGet } from "../../../operation/ordinary/declare-get.ts";
import { nodeApi } from "../api-resources.ts";

export const getNode = declareGet(nodeApi, "/v1/projects/{project_id}/game-narrative/dialogue-nodes/{node_id}");
