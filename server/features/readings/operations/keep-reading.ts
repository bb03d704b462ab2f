import { dialoguesOf } from "#domain/runtime/reading.ts";
import { Problem } from "../../../kernel/problem.ts";
import { committed, target } from "../../../operation/edit.ts";
import { openProject } from "../../../operation/gate.ts";
import { projectWrite } from "../../../operation/operation.ts";
import { byId } from "../../../record/look-up.ts";
import { stateOf } from "../../../record/resource.ts";
import { findVersion } from "../../../record/versions.ts";
import { ReadingPlayer } from "../play-aside.ts";
import { storyAt } from "../play-reading.ts";
import { readingResource, toPlayed } from "../reading.ts";
import { Reading, readingApi, toReading } from "../schemas.ts";

export const keepReading = projectWrite({
  method: "POST",
  path: "/v1/projects/{project_id}/game-narrative/readings/{reading_id}/keep",
  scope: "write",
  summary: "Keep a reading as it is now",
  description:
    "Stores the lines read now as the expected result. A reading that cannot be played to its end is 409 `reading_state`: keep another playthrough instead.",
  params: readingApi.params,
  output: Reading,
  alone: true,
  errors: ["not_found", "precondition_failed", "reading_state"],
  lookUps: ({ params }) => [byId(readingResource, [params.reading_id])],
  prepare: async ({ params }, { database, threads }, caller, asker) => {
    const { reads } = database;
    const { project } = await openProject(reads, caller, params.project_id);
    const reading = await findVersion(reads, readingResource, project.id, params.reading_id);
    if (reading === null) throw new Problem("not_found");
    const story = await storyAt(reads, reading, project.lastSeq);
    if (story === null) throw new Problem("reading_state", { detail: { reason: "dialogue_gone", step: 0 } });
    const play = { reading: toPlayed(reading), given: null };
    const { answer } = await new ReadingPlayer(threads, asker).one(story, "lines", play);
    const { lines, misstep } = answer;
    if (misstep !== null) throw new Problem("reading_state", { detail: { ...misstep } });
    return { lines, reaches: dialoguesOf(reading.graph_id, lines), kept_seq: project.lastSeq };
  },
  handle: async (context, { params }, read) => {
    const version = await target(context, readingResource, params.reading_id);
    context.record.update(
      readingResource,
      version,
      { ...stateOf(readingResource, version), ...read },
      { verb: "kept" },
    );
    return toReading(await committed(context, readingResource, version.id));
  },
});
