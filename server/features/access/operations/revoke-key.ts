import { sql } from "drizzle-orm";
import { write } from "../../../operation/operation.ts";
import { audit } from "../audit.ts";
import { requireKey, toKey } from "../keys.ts";
import { Key, keyParams } from "../schemas.ts";
import { moment, openWorkspace } from "../workspace-lock.ts";

export const revokeKey = write({
  method: "POST",
  path: "/v1/keys/{key_id}/revoke",
  scope: "admin",
  summary: "Revoke a key",
  description: "The key is refused everywhere within a second, and for good. Revoking a revoked key changes nothing.",
  params: keyParams,
  output: Key,
  errors: ["not_found"],
  handle: async (context, { params }) => {
    const { db } = context;
    const change = await openWorkspace(context, "admin");
    const row = await requireKey(db, change.caller, params.key_id);
    if (row.revoked_at !== null) return toKey(row, change.now);
    await db.execute(sql`UPDATE api_keys SET revoked_at = ${moment(change.now)} WHERE id = ${row.id}`);
    await audit(db, change, { kind: "key.revoked", subjectId: row.id, data: { name: row.name } });
    context.services.forgetCallers();
    return toKey(await requireKey(db, change.caller, row.id), change.now);
  },
});
