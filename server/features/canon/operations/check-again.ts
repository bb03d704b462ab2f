import { sql } from "drizzle-orm";
import { z } from "zod";
import { projectWrite } from "../../../operation/operation.ts";
import { projectScope } from "../../../operation/project-scope.ts";

/** Time that a check under way is waited for, in milliseconds; then the caller is told to ask again. */
const WAIT_MS = 1_000;

export const checkAgain = projectWrite({
  method: "POST",
  path: "/v1/projects/{project_id}/canon/check-again",
  scope: "write",
  alone: true,
  summary: "Check the whole canon again",
  description:
    "Checks everything that is recorded, beside requests and part by part. A change of a rule does the same by itself. Nothing is recorded; the violations of the parts that are not reached yet stay as they are.",
  params: projectScope,
  output: z.object({
    from_seq: z.int().meta({ description: "Sequence that the check will have come to when it is through." }),
  }),
  errors: ["not_found"],
  handle: async ({ db, project }) => {
    // A check under way has the row until its part ends, while all writes of the project wait for this one.
    await db.execute(sql`SELECT set_config('lock_timeout', ${String(WAIT_MS)}, true)`);
    await db.execute(
      sql`INSERT INTO canon_checks (project_id, checked_to_seq, scanning, scan_from_seq, scan_after)
          VALUES (${project.id}, 0, true, ${project.lastSeq}, '')
          ON CONFLICT (project_id) DO UPDATE SET scanning = true, scan_from_seq = excluded.scan_from_seq, scan_after = ''`,
    );
    return { from_seq: project.lastSeq };
  },
});
