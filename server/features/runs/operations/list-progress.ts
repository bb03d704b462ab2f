import { sql } from "drizzle-orm";
import { z } from "zod";
import { runFields } from "#drizzle/schema/runs.ts";
import { isoMoment } from "../../../kernel/clock.ts";
import { listOutput } from "../../../kernel/page.ts";
import { keysetQuery, readKeyset } from "../../../operation/keyset.ts";
import { projectRead } from "../../../operation/operation.ts";
import { projectScope } from "../../../operation/project-scope.ts";
import type { KeysetOrder } from "../../../record/list/keyset.ts";
import { findVersions } from "../../../record/versions.ts";
import { run } from "../run.ts";
import { RunProgress } from "../schemas.ts";
import { countStandings, listStandings } from "../standing.ts";

const LAST_PLAYED: KeysetOrder = { keys: { touched_at: sql`r.touched_at`, run_id: sql`r.run_id` }, order: "desc" };

export const listRunProgress = projectRead({
  method: "GET",
  path: "/v1/projects/{project_id}/game-narrative/run-progress",
  scope: "read",
  summary: "List the progress of playthroughs",
  description:
    "Every playthrough with its number of steps, the last played first. Steps are not events, so there is no `at_seq`.",
  params: projectScope,
  query: z.object({
    ...keysetQuery,
    graph_id: runFields.graph_id.schema.optional().meta({ description: "Only playthroughs of this dialogue." }),
    status: runFields.status.schema.optional().meta({ description: "Only playthroughs with this status." }),
  }),
  output: listOutput("progress", RunProgress),
  timeTravel: false,
  taggedBy: "answer",
  errors: ["not_found"],
  handle: async (context, { query: { graph_id, status, ...page } }) => {
    const { db, project } = context;
    const asked = { projectId: project.id, graphId: graph_id ?? null, status: status ?? null };
    const total = await countStandings(db, asked);
    const { rows, has_more } = await readKeyset(context, page, LAST_PLAYED, (part) => listStandings(db, asked, part));
    const ids = rows.map(({ run_id }) => run_id);
    const versions = await findVersions(db, run.resource, project.id, { id: ids }, null);
    const runs = new Map(versions.map((version) => [version.id, version]));
    const progress = rows.flatMap(({ run_id, step, touched_at }) => {
      const version = runs.get(run_id);
      return version === undefined ? [] : [{ ...run.toWire(version), step, last_played_at: isoMoment(touched_at) }];
    });
    return { progress, total, has_more };
  },
});
