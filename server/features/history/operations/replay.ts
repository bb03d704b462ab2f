import { z } from "zod";
import { jsonValue } from "../../../kernel/page.ts";
import { Problem } from "../../../kernel/problem.ts";
import { projectRead } from "../../../operation/operation.ts";
import { projectScope } from "../../../operation/project-scope.ts";
import { replayProject } from "../../../record/replay.ts";

/** Events a request may fold: about three seconds of one core. */
const MAX_EVENTS = 50_000;

/** Projects being replayed in this process. A replay only reads, so a second one elsewhere costs time, not truth. */
const running = new Set<string>();

export const replay = projectRead({
  method: "POST",
  path: "/v1/projects/{project_id}/replay",
  scope: "admin",
  long: true,
  summary: "Prove the record by replay",
  description:
    "Rebuilds the project from its events beside the live rows and compares every version. `differences` is empty unless there is a defect.",
  params: projectScope,
  output: z.object({
    seq: z.int(),
    rows_compared: z.int(),
    differences: z.array(
      z.object({
        table: z.string(),
        id: z.string(),
        valid_from_seq: z.int(),
        column: z.string().nullable(),
        expected: jsonValue,
        actual: jsonValue,
      }),
    ),
  }),
  errors: ["not_found", "replay_running", "replay_too_large"],
  timeTravel: false,
  handle: async ({ db, project, services }) => {
    if (project.lastSeq > MAX_EVENTS) {
      throw new Problem("replay_too_large", { detail: { events: project.lastSeq, limit: MAX_EVENTS } });
    }
    if (running.has(project.id)) throw new Problem("replay_running", { headers: { "retry-after": "5" } });
    running.add(project.id);
    try {
      return await replayProject(db, project.id, services.resources);
    } finally {
      running.delete(project.id);
    }
  },
});
