import type { JsonObject } from "#domain/json.ts";
import { Problem } from "../../kernel/problem.ts";
import { mayStill } from "../../operation/gate.ts";
import { callerFrom, type Starter } from "../../operation/starter.ts";
import { writeLater } from "../../operation/system-write.ts";
import { job } from "../../queue/job.ts";
import { findVersion } from "../../record/versions.ts";
import { chapter } from "../chapters/public.ts";
import { extraction } from "./extraction.ts";
import { keepProposals, readProposals } from "./propose.ts";
import { chapterProse } from "./read-known.ts";

interface ReadChapterState extends JsonObject {
  readonly project_id: string;
  readonly chapter_id: string;
  /** Id of the extraction that is made where the chapter tells something new. */
  readonly bible_extraction_id: string;
  /** Requester of the work, in whose name it goes on. */
  readonly starter: Starter & JsonObject;
}

/**
 * Reads the prose of a chapter as proposals of facts, a thousand at most. A step that is repeated finds its extraction, and what was proposed
 * before is not proposed again.
 */
export const readChapterJob = job<ReadChapterState>({
  name: "read_chapter",
  every: null,
  step: async (services, state, signal) => {
    const { project_id: projectId, chapter_id, bible_extraction_id: id, starter } = state;
    const { database, clock } = services;
    const caller = await services.currentCaller(callerFrom(starter, "generate"));
    if (!mayStill(caller, "generate", projectId)) return "done";
    const version = await findVersion(database.reads, chapter.resource, projectId, chapter_id);
    const input = version === null ? null : await chapterProse(database.reads, projectId, chapter_id);
    if (version === null || input === null) return "done";
    const asker = { workspace: starter.workspace_id, isPatient: true, signal };
    const { groups } = await readProposals(services, projectId, input, { onConflict: "merge", asker });
    if (groups.length === 0) return "done";
    const authorship = { actor: starter.actor, requestId: starter.request_id };
    try {
      await writeLater(services, projectId, { caller, authorship }, async ({ record }) => {
        if ((await record.get(extraction.resource, id)) !== null) return;
        const label = `Chapter “${version.title}”`;
        keepProposals(record, groups.slice(0, 1), { source: "chapters", label, id, now: clock.now() });
        await record.commit();
      });
    } catch (error) {
      if (!(error instanceof Problem) || (error.code !== "project_archived" && error.code !== "not_found")) throw error;
    }
    return "done";
  },
});
