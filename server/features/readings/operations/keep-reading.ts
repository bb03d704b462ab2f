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
import { reading, readingResource, toPlayed } from "../reading.ts";

export const keepReading = projectWrite({
  method: "POST",
  path: "/v1/projects/{project_id}/game-narrative/readings/{reading_id}/keep",
  scope: "write",
  summary: "Keep a reading as it is now",
  description:
    "Stores the lines read now as the expected result. A reading that cannot be played to its end is 409 `reading_state`: keep another playthrough instead.",
  params: reading.params,
  output: reading.wire,
  alone: true,
  errors: ["not_found", "precondition_failed", "reading_state"],
  lookUps: ({ params }) => [byId(readingResource, [params.reading_id])],
  prepare: async ({ params }, { database, threads }, caller, asker) => {
    const { reads } = database;
    const { project } = await openProject(reads, caller, params.project_id);
    const kept = await findVersion(reads, readingResource, project.id, params.reading_id);
    if (kept === null) throw new Problem("not_found");
    const story = await storyAt(reads, kept, project.lastSeq);
    if (story === null) throw new Problem("reading_state", { detail: { reason: "dialogue_gone", step: 0 } });
    const play = { reading: toPlayed(kept), given: null };
    const { answer } = await new ReadingPlayer(threads, asker).one(story, "lines", play);
    const { lines, misstep } = answer;
    if (misstep !== null) throw new Problem("reading_state", { detail: { ...misstep } });
    return { lines, reaches: dialoguesOf(kept.graph_id, lines), kept_seq: project.lastSeq };
  },
  handle: async (context, { params }, read) => {
    const version = await target(context, readingResource, params.reading_id);
    context.record.update(
      readingResource,
      version,
      { ...stateOf(readingResource, version), ...read },
      { verb: "kept" },
    );
    return reading.toWire(await committed(context, readingResource, version.id));
  },
});
