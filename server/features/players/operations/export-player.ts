import { newId } from "../../../kernel/ids.ts";
import { Problem } from "../../../kernel/problem.ts";
import { projectWrite } from "../../../operation/operation.ts";
import type { Job } from "../../../queue/job.ts";
import { PlayerExport, toPlayerExport } from "../export-form.ts";
import { beginExport, findExport, removeExport } from "../kept-exports.ts";
import { player } from "../player.ts";

/** Declares the request for an export of a player, which the job makes. */
export const declareExport = (job: Job) =>
  projectWrite({
    method: "POST",
    path: "/v1/projects/{project_id}/players/{player_id}/export",
    scope: "admin",
    summary: "Export a player",
    description:
      "A job gathers everything of a player into a zip archive: files of JSON Lines for the profile with its earlier versions, playthroughs, their steps and saves, events, and `manifest.json` with a SHA-256 of each. Read the export for its state and its address. The file is removed after a day, by the next export, and by an erasure. While one is under way, it is answered.",
    params: player.params,
    output: PlayerExport,
    status: 202,
    errors: ["not_found", "player_erased"],
    alone: true,
    whileArchived: true,
    handle: async (context, { params: { player_id: playerId } }) => {
      const { db, project, record, services, afterCommit } = context;
      const version = await record.require(player.resource, playerId);
      if (version.erased_at !== null) throw new Problem("player_erased", { detail: { player_id: playerId } });
      const last = await findExport(db, project.id, playerId);
      if (last?.status === "running") return toPlayerExport(services, last);
      await removeExport(db, services.artifacts, project.id, playerId);
      const { id: projectId, workspaceId, mode } = project;
      const jobId = newId("job", services.clock.now());
      await beginExport(db, { projectId, playerId, jobId }, services.clock.now());
      const state = { project_id: projectId, workspace_id: workspaceId, mode, player_id: playerId, job_id: jobId };
      await services.jobs.enqueue(db, job, { workspaceId, mode, projectId }, state, jobId);
      afterCommit(() => services.jobs.wake());
      const begun = await findExport(db, projectId, playerId);
      if (begun === null) throw new Error("an export was begun but is not there");
      return toPlayerExport(services, begun);
    },
  });
