import { z } from "zod";
import { projectRead } from "../../../operation/operation.ts";
import { projectScope } from "../../../operation/project-scope.ts";
import { findVersions } from "../../../record/versions.ts";
import { dialogueLinks } from "../dialogue-links.ts";
import { nodeCounts } from "../read-graph.ts";
import { graphResource } from "../resources.ts";

export const mapDialogues = projectRead({
  method: "GET",
  path: "/v1/projects/{project_id}/game-narrative/map",
  scope: "read",
  summary: "Map the dialogues",
  description:
    "Every dialogue of the project with the number of links to each other dialogue: branches with a `target_graph_id`, and endings with `exit_to`. Links to dialogues that do not exist are marked `missing`.",
  params: projectScope,
  output: z.object({
    dialogues: z
      .array(
        z
          .object({
            id: z.string(),
            name: z.string(),
            folder: z.string().meta({ description: "Path of its folder; empty at the top." }),
            node_count: z.int(),
          })
          .meta({ id: "MappedDialogue" }),
      )
      .meta({ description: "All dialogues, in order of creation." }),
    links: z
      .array(
        z
          .object({
            from_graph_id: z.string().meta({ description: "The source dialogue." }),
            to_graph_id: z.string().meta({ description: "The target dialogue." }),
            count: z.int().meta({ description: "Number of links." }),
            node_id: z.string().meta({ description: "The node of the first link." }),
            missing: z.boolean().meta({ description: "Whether the target dialogue does not exist." }),
          })
          .meta({ id: "DialogueLink" }),
      )
      .meta({ description: "Links between different dialogues, one entry for each pair." }),
  }),
  errors: ["not_found"],
  handle: async ({ db, project, atSeq }) => {
    const graphs = await findVersions(db, graphResource, project.id, {}, atSeq);
    const ids = graphs.map(({ id }) => id);
    const counts = await nodeCounts(db, project.id, ids, atSeq);
    const known = new Set(ids);
    const links = (await dialogueLinks(db, project.id, atSeq)).filter(
      ({ from_graph_id, to_graph_id }) => from_graph_id !== to_graph_id,
    );
    return {
      dialogues: graphs.map(({ id, name, folder }) => ({ id, name, folder, node_count: counts.get(id) ?? 0 })),
      links: links.map((link) => ({ ...link, missing: !known.has(link.to_graph_id) })),
    };
  },
});
