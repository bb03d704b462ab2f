import { sql } from "drizzle-orm";
import type { JsonObject } from "#domain/json.ts";
import { ID_PREFIXES, newId } from "../../kernel/ids.ts";
import { type Db, jsonb } from "../../record/database.ts";

/** Author and time of a change. */
export interface Authorship {
  readonly workspaceId: string;
  readonly actor: string;
  readonly requestId: string | null;
  readonly now: number;
}

/** Entry of the audit log. */
export interface AuditNote {
  /** `<subject>.<past-tense verb>`. */
  readonly kind: `${"workspace" | "member" | "key" | "invitation" | "project" | "job" | "webhook"}.${string}`;
  readonly subjectId: string;
  /** Never a secret. */
  readonly data?: JsonObject;
}

/**
 * Adds to a workspace's audit log, in the transaction that makes the change. Each entry is at least a millisecond later than
 * the one before, so that sorting by time is the order in which things happened, whatever a process's clock says.
 */
export async function audit(db: Db, by: Authorship, note: AuditNote): Promise<void> {
  const subjectType = note.kind.split(".", 1)[0] ?? "";
  await db.execute(
    sql`INSERT INTO workspace_audit (workspace_id, id, kind, subject_type, subject_id, data, actor, request_id, recorded_at)
        SELECT ${by.workspaceId}::text, ${newId(ID_PREFIXES.audit, by.now)}::text, ${note.kind}::text, ${subjectType}::text, ${note.subjectId}::text,
          ${jsonb(note.data ?? {})}, ${by.actor}::text, ${by.requestId}::text,
          greatest(${new Date(by.now).toISOString()}::timestamptz, max(recorded_at) + interval '1 millisecond')
        FROM workspace_audit WHERE workspace_id = ${by.workspaceId}`,
  );
}
