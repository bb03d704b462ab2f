import { z } from "zod";
import { hasMore, listOutput, pageQuery } from "../../../kernel/page.ts";
import { projectRead } from "../../../operation/operation.ts";
import { projectScope } from "../../../operation/project-scope.ts";
import { openSeeds } from "../due.ts";
import { seed } from "../seed.ts";

const Overdue = z
  .object({
    seed: seed.wire.meta({ description: "The seed whose promise is still to be kept." }),
    reason: z.enum(["reached", "gone"]).meta({
      description: "`reached`: the due point is there and the promise is not kept; `gone`: the due point was deleted.",
    }),
  })
  .meta({ id: "OverdueSeed" });

export const listOverdueSeeds = projectRead({
  method: "GET",
  path: "/v1/projects/{project_id}/seeds/overdue",
  scope: "read",
  summary: "List overdue seeds",
  description:
    "Open seeds whose due point is there, or was deleted: those the story leans on most come first, then the oldest. An event is reached once the record has it, a node or a passage once it has words, a quest once a dialogue tells it.",
  params: projectScope,
  query: z.object(pageQuery),
  output: listOutput("overdue", Overdue),
  errors: ["not_found"],
  handle: async ({ db, project, atSeq }, { query }) => {
    const open = await openSeeds(db, project.id, atSeq, atSeq ?? project.lastSeq);
    const all = open
      .flatMap(({ seed: version, standing }) =>
        standing === "reached" || standing === "gone" ? { version, reason: standing } : [],
      )
      .sort((a, b) => b.version.strength - a.version.strength);
    const overdue = all
      .slice(query.offset, query.offset + query.limit)
      .map(({ version, reason }) => ({ seed: seed.toWire(version), reason }));
    return { overdue, total: all.length, has_more: hasMore(all.length, query.offset, overdue.length) };
  },
});
