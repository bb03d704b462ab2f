import { sql } from "drizzle-orm";
import { z } from "zod";
import { listOutput } from "../../../kernel/page.ts";
import { Problem } from "../../../kernel/problem.ts";
import { keysetQuery, readKeyset } from "../../../operation/keyset.ts";
import { projectRead } from "../../../operation/operation.ts";
import type { KeysetOrder } from "../../../record/list/keyset.ts";
import { findVersion } from "../../../record/versions.ts";
import { ofOwnRun } from "../for-players.ts";
import { run } from "../run.ts";
import { countSaves, listSaves, showSave } from "../saves.ts";
import { RunSave, runParams } from "../schemas.ts";

const LAST_SAVED: KeysetOrder = { keys: { made_at: sql`s.made_at`, id: sql`s.id` }, order: "desc" };

export const listRunSaves = projectRead({
  method: "GET",
  path: "/v1/projects/{project_id}/game-narrative/runs/{run_id}/saves",
  scope: "read",
  summary: "List the saves of a playthrough",
  description: "Its saves, the last one first. Saves are not events, so there is no `at_seq`.",
  params: runParams,
  query: z.object(keysetQuery),
  output: listOutput("saves", RunSave),
  forPlayers: ofOwnRun,
  timeTravel: false,
  taggedBy: "answer",
  errors: ["not_found"],
  handle: async (context, { params, query }) => {
    const { db, project } = context;
    if ((await findVersion(db, run.resource, project.id, params.run_id)) === null) throw new Problem("not_found");
    const total = await countSaves(db, project.id, params.run_id);
    const { rows, has_more } = await readKeyset(context, query, LAST_SAVED, (page) =>
      listSaves(db, project.id, params.run_id, page),
    );
    return { saves: rows.map(showSave), total, has_more };
  },
});
