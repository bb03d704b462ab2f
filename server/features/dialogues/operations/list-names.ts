import { z } from "zod";
import { text } from "../../../kernel/validation/fields.ts";
import { projectRead } from "../../../operation/operation.ts";
import { projectScope } from "../../../operation/project-scope.ts";
import { findVersions } from "../../../record/versions.ts";
import { findPlaces } from "../find-places.ts";
import { graphResource } from "../resources.ts";

/** Ids that are named in one answer. */
const MAX_IDS = 200;
const ID = "(?:node|br|dlg)_[0-9a-hjkmnp-tv-z]{26}";

const NamedPlace = z
  .object({
    id: z.string(),
    type: z.enum(["node", "branch", "dialogue"]).meta({ description: "Its kind." }),
    name: z.string().meta({ description: "Its title, or its first words, or its kind." }),
    graph_id: z.string().meta({ description: "The dialogue it is in, or itself." }),
    graph_name: z.string(),
    node_id: z.string().nullable().meta({ description: "The node, or the one a branch is of; null for a dialogue." }),
  })
  .meta({ id: "NamedPlace" });

export const listNames = projectRead({
  method: "GET",
  path: "/v1/projects/{project_id}/game-narrative/names",
  scope: "read",
  summary: "Name nodes, branches and dialogues",
  description:
    "Names of nodes, branches and dialogues by their ids, in any dialogue. Conditions and effects refer to these ids. Unknown ids are left out.",
  params: projectScope,
  query: z.object({
    ids: text({ min: 1, pattern: new RegExp(`^${ID}(?:,${ID}){0,${MAX_IDS - 1}}$`) }).meta({
      description: `Up to ${MAX_IDS} ids, joined by commas.`,
      examples: ["node_01k9zv2q4m8r6t3w5y7b1c0d2e,br_01k9zv2q4m8r6t3w5y7b1c0d2f"],
    }),
  }),
  output: z.object({ names: z.array(NamedPlace).meta({ description: "Found ids, each once." }) }),
  errors: ["not_found"],
  handle: async ({ db, project, atSeq }, { query }) => {
    const found = await findPlaces(db, project.id, query.ids.split(","), atSeq);
    const graphIds = [...new Set(found.map(({ graph_id }) => graph_id))];
    const graphs =
      graphIds.length === 0 ? [] : await findVersions(db, graphResource, project.id, { id: graphIds }, atSeq);
    const titles = new Map(graphs.map(({ id, name }) => [id, name]));
    return { names: found.map((place) => ({ ...place, graph_name: titles.get(place.graph_id) ?? "" })) };
  },
});
