import { sql } from "drizzle-orm";
import { z } from "zod";
import type { JsonObject } from "#domain/json.ts";
import { jsonEqual } from "#domain/json.ts";
import type { Scope } from "../../../kernel/scope.ts";
import { write } from "../../../operation/operation.ts";
import { textArray } from "../../../record/database.ts";
import { audit } from "../audit.ts";
import { requireFit, requireHeld, requireProjects } from "../grants.ts";
import { futureMoment, unique } from "../key-input.ts";
import { requireChangeable, requireKey, toKey } from "../keys.ts";
import { Key, keyFields, keyParams } from "../schemas.ts";
import { moment, openWorkspace } from "../workspace-lock.ts";

export const updateKey = write({
  method: "PATCH",
  path: "/v1/keys/{key_id}",
  scope: "admin",
  summary: "Update a key",
  description:
    "Absent fields are kept; null removes the limit to projects, or the expiry. The caller must hold added scopes and " +
    "projects itself. Revoked, rotated and expired keys cannot be changed.",
  params: keyParams,
  body: z.strictObject({
    name: keyFields.name.optional(),
    scopes: keyFields.scopes.optional(),
    project_ids: keyFields.project_ids.optional(),
    expires_at: keyFields.expires_at.optional(),
  }),
  output: Key,
  errors: ["forbidden", "not_found", "key_state"],
  example: { name: "Build server, staging" },
  handle: async (context, { params, body }) => {
    const { db } = context;
    const change = await openWorkspace(context, "admin");
    const row = await requireKey(db, change.caller, params.key_id);
    requireChangeable(row, change.now);
    const before = fieldsOf(toKey(row, change.now));
    const expires = body.expires_at === undefined ? before.expires_at : body.expires_at;
    const expiresAt =
      body.expires_at === undefined ? milliseconds(before.expires_at) : futureMoment(body.expires_at, change.now);
    const after: Fields = {
      name: body.name ?? before.name,
      scopes: body.scopes === undefined ? before.scopes : [...new Set(body.scopes)],
      project_ids: body.project_ids === undefined ? before.project_ids : unique(body.project_ids),
      expires_at: expires === null ? null : new Date(expires).toISOString(),
    };
    const changed = changedFields(before, after);
    if (Object.keys(changed).length === 0) return toKey(row, change.now);

    requireFit(row.kind, {
      scopes: after.scopes,
      ...(body.project_ids !== undefined && { projectIds: body.project_ids }),
    });
    const added = after.scopes.filter((scope) => !before.scopes.includes(scope));
    const scopes = isLater(expiresAt, milliseconds(before.expires_at)) ? after.scopes : added;
    requireHeld(change.caller, { kind: row.kind, mode: row.mode, scopes, projectIds: after.project_ids });
    if (body.project_ids) await requireProjects(db, change.caller, row.mode, body.project_ids);

    const projects = after.project_ids === null ? sql`NULL` : textArray(after.project_ids);
    await db.execute(
      sql`UPDATE api_keys SET name = ${after.name}, scopes = ${textArray(after.scopes)}, project_ids = ${projects},
            expires_at = ${expiresAt === null ? null : moment(expiresAt)} WHERE id = ${row.id}`,
    );
    await audit(db, change, { kind: "key.updated", subjectId: row.id, data: { changed } });
    context.services.forgetCallers();
    return toKey(await requireKey(db, change.caller, row.id), change.now);
  },
});

interface Fields {
  name: string;
  scopes: Scope[];
  project_ids: string[] | null;
  expires_at: string | null;
}

function fieldsOf({ name, scopes, project_ids, expires_at }: Fields): Fields {
  return { name, scopes, project_ids, expires_at };
}

function changedFields(before: Fields, after: Fields): JsonObject {
  const names = ["name", "scopes", "project_ids", "expires_at"] as const;
  const differing = names.filter((name) => !jsonEqual(before[name], after[name]));
  return Object.fromEntries(differing.map((name) => [name, { from: before[name], to: after[name] }]));
}

function milliseconds(value: string | null): number | null {
  return value === null ? null : new Date(value).getTime();
}

/** Whether one expiry comes after another; null is never. */
function isLater(expiry: number | null, than: number | null): boolean {
  return than !== null && (expiry === null || expiry > than);
}
