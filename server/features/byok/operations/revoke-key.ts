import { z } from "zod";
import { target } from "../../../operation/edit.ts";
import { projectWrite } from "../../../operation/operation.ts";
import { byId } from "../../../record/look-up.ts";
import type { KeyUsers } from "../key-users.ts";
import { providerKeyResource } from "../provider-key.ts";
import { providerKeyParams } from "../schemas.ts";
import { eraseKey } from "../secrets.ts";

const Revocation = z
  .object({
    id: z.string().meta({ description: "Id of the revoked key." }),
    deleted: z.literal(true),
    waiting_sessions: z
      .array(z.string())
      .meta({ description: "Generation sessions that would have called with it: they wait for a person now." }),
  })
  .meta({ id: "ProviderKeyRevocation" });

/** Declares the revocation of a key, which tells those who use it. */
export const declareRevoke = (users: KeyUsers) =>
  projectWrite({
    method: "DELETE",
    path: "/v1/projects/{project_id}/byok/{byok_id}",
    scope: "byok:write",
    summary: "Revoke a provider key",
    description:
      "Erases the key immediately. Sessions that need it ask a person for another key. A restore brings back everything but the key itself.",
    params: providerKeyParams,
    output: Revocation,
    alone: true,
    errors: ["not_found", "precondition_failed"],
    lookUps: ({ params }) => [byId(providerKeyResource, [params.byok_id])],
    handle: async (context, { params }) => {
      const { db, project, record } = context;
      const version = await target(context, providerKeyResource, params.byok_id);
      const waiting = await users.sessionsUsing(db, project.id, version.id);
      record.remove(providerKeyResource, version);
      await record.commit();
      await eraseKey(db, project.id, version.id);
      return { id: version.id, deleted: true as const, waiting_sessions: [...waiting] };
    },
  });
