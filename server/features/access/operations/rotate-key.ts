import { sql } from "drizzle-orm";
import { z } from "zod";
import { integer } from "../../../kernel/validation/fields.ts";
import { write } from "../../../operation/operation.ts";
import { audit } from "../audit.ts";
import { requireFit, requireHeld } from "../grants.ts";
import { futureMoment } from "../key-input.ts";
import { insertKey, requireChangeable, requireKey, toKey } from "../keys.ts";
import { Key, keyFields, keyParams, NewKey } from "../schemas.ts";
import { moment, openWorkspace } from "../workspace-lock.ts";

const THIRTY_DAYS_SECONDS = 30 * 24 * 60 * 60;

export const rotateKey = write({
  method: "POST",
  path: "/v1/keys/{key_id}/rotate",
  scope: "admin",
  summary: "Rotate a key",
  description:
    "Makes a key with the same name, kind, mode, scopes and projects, shown in full once, and lets the old one work for " +
    "`overlap_seconds` more: 0 ends it at once. The new key expires when the old one would have, unless `expires_at` says " +
    "otherwise. A publishable key without projects is given them before, by an update.",
  params: keyParams,
  body: z.strictObject({
    overlap_seconds: integer({ min: 0, max: THIRTY_DAYS_SECONDS }).default(0),
    expires_at: keyFields.expires_at.optional(),
  }),
  bodyOptional: true,
  output: NewKey.extend({
    replaces: Key.meta({ description: "The old key, with the moment it stops working." }),
  }).meta({ id: "RotatedKey" }),
  status: 201,
  errors: ["forbidden", "not_found", "key_state"],
  secretOutput: true,
  example: { overlap_seconds: 3600 },
  handle: async (context, { params, body }) => {
    const { db } = context;
    const change = await openWorkspace(context, "admin");
    const { now } = change;
    const old = await requireKey(db, change.caller, params.key_id);
    requireChangeable(old, now);
    requireFit(old.kind, { scopes: old.scopes, projectIds: old.project_ids });
    const grant = { kind: old.kind, mode: old.mode, scopes: old.scopes, projectIds: old.project_ids };
    // Its successor is handed to the caller, so the caller must hold all of it.
    requireHeld(change.caller, grant);
    const oldExpiry = old.expires_at === null ? null : new Date(old.expires_at).getTime();
    const expiresAt = body.expires_at === undefined ? oldExpiry : futureMoment(body.expires_at, now);
    const made = await insertKey(db, change, { name: old.name, ...grant, expiresAt });
    const endsAt = Math.min(now + body.overlap_seconds * 1000, oldExpiry ?? Number.POSITIVE_INFINITY);
    await db.execute(
      sql`UPDATE api_keys SET expires_at = ${moment(endsAt)}, replaced_by = ${made.id} WHERE id = ${old.id}`,
    );
    await audit(db, change, {
      kind: "key.rotated",
      subjectId: old.id,
      data: { replaced_by: made.id, overlap_seconds: body.overlap_seconds, expires_at: moment(endsAt) },
    });
    context.services.forgetCallers();
    return { ...made, replaces: toKey(await requireKey(db, change.caller, old.id), now) };
  },
});
