import { z } from "zod";
import { Problem } from "../../../kernel/problem.ts";
import { projectRead } from "../../../operation/operation.ts";
import { findVersion, findVersions } from "../../../record/versions.ts";
import { idea } from "../idea.ts";
import { likeIdeas } from "../like-ideas.ts";

const Duplicate = z
  .object({
    idea: idea.wire.meta({ description: "The other idea." }),
    likeness: z
      .number()
      .meta({ description: "Share of the trigrams of both premises that they have in common, 0 to 1." }),
  })
  .meta({ id: "IdeaDuplicate" });

export const listDuplicates = projectRead({
  method: "GET",
  path: "/v1/projects/{project_id}/ideas/{idea_id}/duplicates",
  scope: "read",
  summary: "Find ideas like one",
  description:
    "Ideas whose premise has at least half of its trigrams in common with that of this one, the most alike first: at most 50. Ideas in every state are compared, rejected ones too. Two fixed sentences about gaps are alike only where they are the same.",
  params: idea.params,
  output: z.object({ duplicates: z.array(Duplicate).meta({ description: "Ideas like this one." }) }),
  errors: ["not_found"],
  handle: async ({ db, project, atSeq }, { params }) => {
    const version = await findVersion(db, idea.resource, project.id, params.idea_id, atSeq);
    if (version === null) throw new Problem("not_found");
    const [near = []] = await likeIdeas(db, project.id, [version.premise], atSeq);
    const like = near.filter(({ id }) => id !== version.id);
    if (like.length === 0) return { duplicates: [] };
    const found = await findVersions(db, idea.resource, project.id, { id: like.map(({ id }) => id) }, atSeq);
    const byId = new Map(found.map((each) => [each.id, each]));
    return {
      duplicates: like.flatMap(({ id, likeness }) => {
        const other = byId.get(id);
        return other === undefined ? [] : { idea: idea.toWire(other), likeness };
      }),
    };
  },
});
