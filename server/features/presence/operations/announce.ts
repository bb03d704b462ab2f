import { z } from "zod";
import { idOf } from "../../../kernel/validation/fields.ts";
import { openProject } from "../../../operation/gate.ts";
import { write } from "../../../operation/operation.ts";
import { requirePerson } from "../../access/public.ts";
import { putPlace } from "../places.ts";
import { clientId, EXPIRES_AFTER_MS, presenceScope, SAY_AGAIN_MS } from "../schemas.ts";

export const announce = write({
  method: "POST",
  path: "/v1/projects/{project_id}/presence",
  scope: "read",
  summary: "Announce your presence",
  description:
    "For members, not keys. Followers of the project's event stream see it for 30 seconds; repeat it every 10. Nothing is recorded.",
  params: presenceScope,
  body: z.strictObject({
    client_id: clientId.meta({ description: "One window of a browser, by a name of your own." }),
    graph_id: idOf("dlg").nullable().meta({ description: "The open dialogue, or null." }),
    node_id: idOf("node").nullable().meta({ description: "The node worked on, or null." }),
  }),
  output: z.object({
    expires_at: z.iso.datetime(),
    again_after_ms: z.int().meta({ description: "When to say it again, in milliseconds." }),
  }),
  errors: ["not_found", "forbidden"],
  example: { client_id: "tab-7_9f3c", graph_id: null, node_id: null },
  handle: async ({ db, caller, services, afterCommit }, { params, body }) => {
    const { project } = await openProject(db, caller, params.project_id);
    const userId = requirePerson(caller);
    const { seenAt, isNews } = await putPlace(db, { project_id: project.id, user_id: userId, ...body });
    if (isNews) afterCommit(() => services.live.presence.announced(project.id));
    return { expires_at: new Date(seenAt + EXPIRES_AFTER_MS).toISOString(), again_after_ms: SAY_AGAIN_MS };
  },
});
