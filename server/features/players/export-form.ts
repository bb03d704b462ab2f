import { z } from "zod";
import { isoMoment } from "../../kernel/clock.ts";
import type { Services } from "../../operation/context.ts";
import { StoredFile, toStoredFile } from "../files/public.ts";
import type { KeptExport } from "./kept-exports.ts";

/** An export of a player on the wire. */
export const PlayerExport = z
  .object({
    player_id: z.string().meta({ description: "The player." }),
    job_id: z.string().meta({ description: "The job that makes it." }),
    status: z.enum(["running", "completed", "failed", "expired"]).meta({
      description: "`completed`: `file` opens it. `expired`: the file was removed a day after it was made.",
    }),
    seq: z.int().nullable().meta({ description: "Sequence of the record that it shows; null before it is read." }),
    error: z.string().nullable().meta({ description: "Reason that it failed; null otherwise." }),
    requested_at: z.iso.datetime().meta({ description: "Time of the request, UTC." }),
    completed_at: z.iso.datetime().nullable().meta({ description: "Time of its end, UTC; null before." }),
    file: StoredFile.nullable().meta({ description: "The zip archive; null while there is none." }),
  })
  .meta({ id: "PlayerExport" });

/** Shows an export, with a new address of its file. */
export async function toPlayerExport(
  services: Pick<Services, "artifacts" | "publicUrl">,
  { project_id, player_id, job_id, status, seq, sha256, error, requested_at, completed_at }: KeptExport,
): Promise<z.input<typeof PlayerExport>> {
  const file = status !== "completed" || sha256 === null ? null : await services.artifacts.find(project_id, sha256);
  return {
    player_id,
    job_id,
    status: status === "completed" && file === null ? "expired" : status,
    seq: seq === null ? null : Number(seq),
    error,
    requested_at: isoMoment(requested_at),
    completed_at: completed_at === null ? null : isoMoment(completed_at),
    file: file === null ? null : toStoredFile(services, file, `${player_id}.zip`),
  };
}
