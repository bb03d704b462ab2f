import { z } from "zod";
import { Problem } from "../../../kernel/problem.ts";
import { projectRead } from "../../../operation/operation.ts";
import { findVersion } from "../../../record/versions.ts";
import { Commit, commitsBetween } from "../../history/public.ts";
import { causeOf } from "../cause.ts";
import { ReadingPlayer } from "../play-aside.ts";
import { reading, readingResource } from "../reading.ts";

export const findCause = projectRead({
  method: "GET",
  path: "/v1/projects/{project_id}/game-narrative/readings/{reading_id}/cause",
  scope: "read",
  long: true,
  inSnapshot: false,
  summary: "Find the commit that changed a reading",
  description:
    "The commit that changed the first different line, with its author, time and changes. When several lines differ, [take this commit back](/docs/reference/record#record_takeBack) and ask again for the next.",
  params: reading.params,
  output: z
    .object({
      reading_id: z.string(),
      seq: z.int().meta({ description: "The sequence up to which it was looked for." }),
      commit: Commit.nullable().meta({ description: "The commit; null where the reading is as it was kept." }),
    })
    .meta({ id: "ReadingCause" }),
  errors: ["not_found"],
  handle: async ({ db, project, atSeq, services, asker }, { params }) => {
    const seq = atSeq ?? project.lastSeq;
    const reading = await findVersion(db, readingResource, project.id, params.reading_id, seq);
    if (reading === null) throw new Problem("not_found");
    const cause = await causeOf(db, reading, seq, new ReadingPlayer(services.threads, asker));
    const range = { fromSeq: 1, toSeq: cause ?? 0 };
    const found = cause === null ? [] : await commitsBetween(db, services.resources, project.id, range, {}, 1);
    return { reading_id: reading.id, seq, commit: found[0] ?? null };
  },
});
