import { sql } from "drizzle-orm";
import { z } from "zod";
import { MAX_FOLDER, movedPath } from "#domain/folders.ts";
import { invalidValue } from "../../../kernel/problem.ts";
import { projectWrite } from "../../../operation/operation.ts";
import { projectScope } from "../../../operation/project-scope.ts";
import type { Db } from "../../../record/database.ts";
import { stateOf } from "../../../record/resource.ts";
import { holds } from "../../../record/versions.ts";
import { graphResource } from "../resources.ts";
import { folderPath } from "../schemas.ts";

export const moveFolder = projectWrite({
  method: "POST",
  path: "/v1/projects/{project_id}/game-narrative/dialogues/move-folder",
  scope: "write",
  summary: "Move or rename a folder",
  description:
    "Moves or renames a folder with everything in it, in one commit. Dialogues that are already at the new path stay there. [Taking the commit back](/docs/reference/record#record_takeBack), with `seq`, moves each dialogue back, except those moved again since.",
  params: projectScope,
  body: z.strictObject({
    from: folderPath.min(1).meta({ description: "The path of the folder." }),
    to: folderPath.meta({ description: "New path; empty moves the contents to the top." }),
  }),
  output: z.object({
    moved: z.int().meta({ description: "Number of moved dialogues; 0 when the folder was empty." }),
    seq: z.int().meta({ description: "Sequence of the move, its `commit_seq`." }),
  }),
  alone: true,
  long: true,
  errors: ["not_found", "batch_too_large"],
  example: { from: "Act 1/Harbour", to: "Act 1/Port" },
  handle: async ({ db, project, record }, { body: { from, to } }) => {
    const ids = from === to ? [] : await dialoguesIn(db, project.id, from);
    for (const version of (await record.load(graphResource, ids)).values()) {
      const folder = movedPath(version.folder, from, to);
      if (folder.length > MAX_FOLDER)
        throw invalidValue(["body", "to"], `“${version.folder}” would have more than ${MAX_FOLDER} characters`, to);
      record.update(graphResource, version, { ...stateOf(graphResource, version), folder });
    }
    await record.commit();
    return { moved: ids.length, seq: record.seq };
  },
});

/** Ids of the dialogues that lie in a folder and in the folders in it. */
async function dialoguesIn(db: Db, projectId: string, folder: string): Promise<string[]> {
  const table = sql.identifier(graphResource.table);
  const rows = await db.execute<{ id: string }>(
    sql`SELECT id FROM ${table} WHERE project_id = ${projectId} AND ${holds(null)}
          AND (folder = ${folder} OR starts_with(folder, ${`${folder}/`}))
        ORDER BY created_seq, id`,
  );
  return rows.map(({ id }) => id);
}
