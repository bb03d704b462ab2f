import { Problem } from "../../../kernel/problem.ts";
import { projectRead } from "../../../operation/operation.ts";
import { PlayerExport, toPlayerExport } from "../export-form.ts";
import { findExport } from "../kept-exports.ts";
import { player } from "../player.ts";

export const getPlayerExport = projectRead({
  method: "GET",
  path: "/v1/projects/{project_id}/players/{player_id}/export",
  scope: "admin",
  summary: "Get the export of a player",
  description: "The state of the last export of a player, with an address that opens its file for five minutes.",
  params: player.params,
  output: PlayerExport,
  errors: ["not_found"],
  // It lies beside the record, and its address is another each time.
  timeTravel: false,
  inSnapshot: false,
  taggedBy: "answer",
  handle: async ({ db, project, services }, { params }) => {
    const kept = await findExport(db, project.id, params.player_id);
    if (kept === null) throw new Problem("not_found");
    return toPlayerExport(services, kept);
  },
});
