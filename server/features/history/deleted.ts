import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { isoMoment } from "../../kernel/clock.ts";
import type { ProjectReadContext } from "../../operation/context.ts";
import { type Columns, type Db, jsonb, textArray } from "../../record/database.ts";
import type { Resource } from "../../record/resource.ts";
import { nameKey, subjectNames } from "../../record/subject-names.ts";

export const DeletedSubject = z
  .object({
    id: z.string(),
    subject_type: z.string(),
    name: z.string().meta({ description: "Its name or title, or the first words of its text; may be empty." }),
    graph_id: z.string().nullable().meta({ description: "The dialogue it belonged to." }),
    deleted_seq: z.int(),
    deleted_at: z.iso.datetime(),
    deleted_by: z.string().meta({ description: "`key:…`, `user:…` or `system:…`." }),
    with: z.int().meta({ description: "Number of subjects deleted and restored with it." }),
  })
  .meta({ id: "DeletedSubject" });

interface DeletedQuery {
  limit: number;
  offset: number;
  subject_type?: string | undefined;
  graph_id?: string | undefined;
}

type Deletion = Columns<"events", "seq" | "commit_seq" | "subject_id" | "subject_type" | "actor" | "recorded_at">;

/** A page of the deletions that still hold at the context's sequence, last first. */
export async function deletedSubjects(
  { db, project, atSeq, services }: ProjectReadContext,
  query: DeletedQuery,
): Promise<{ rows: z.input<typeof DeletedSubject>[]; total: number }> {
  const resources = services.resources
    .all()
    .filter(({ type }) => type !== "project" && (query.subject_type ?? type) === type)
    .filter((resource) => query.graph_id === undefined || inGraph(resource));
  if (resources.length === 0) return { rows: [], total: 0 };
  const upTo = atSeq ?? project.lastSeq;
  const matching = sql`FROM events e WHERE ${standing(project.id, upTo, resources)}
    ${query.graph_id === undefined ? sql`` : sql`AND ${ofGraph(project.id, resources, query.graph_id)}`}`;
  const [counted] = await db.execute<{ n: number }>(sql`SELECT count(*) AS n ${matching}`);
  const deletions = await db.execute<Deletion>(
    sql`SELECT e.seq, e.commit_seq, e.subject_id, e.subject_type, e.actor, e.recorded_at ${matching}
        ORDER BY e.seq DESC LIMIT ${query.limit} OFFSET ${query.offset}`,
  );
  const names = await subjectNames(
    db,
    project.id,
    services.resources,
    deletions.map(({ seq, ...subject }) => ({ ...subject, upTo: seq })),
  );
  const companions = await companionCounts(db, project.id, deletions);
  const rows = deletions.map((deletion) => {
    const named = names.get(nameKey(deletion.subject_id, deletion.seq));
    return {
      id: deletion.subject_id,
      subject_type: deletion.subject_type,
      name: named?.name ?? "",
      graph_id: named?.graph_id ?? null,
      deleted_seq: deletion.seq,
      deleted_at: isoMoment(deletion.recorded_at),
      deleted_by: deletion.actor,
      with: companions.get(deletion.subject_id) ?? 0,
    };
  });
  return { rows, total: Number(counted?.n ?? 0) };
}

function inGraph(resource: Resource): boolean {
  return resource.references.graph_id === "dialogue";
}

const kindsOf = (resources: readonly Resource[]): SQL => textArray(resources.map(({ type }) => `${type}.deleted`));

/**
 * Deletions after which nothing happened to their subject, but for those that fell with another one that is still gone.
 * Kinds find them; both questions about other events go to an index.
 */
function standing(projectId: string, upTo: number, resources: readonly Resource[]): SQL {
  const nothingAfter = (event: SQL): SQL => sql`NOT EXISTS (SELECT 1 FROM events l WHERE l.project_id = ${projectId}
    AND l.subject_id = ${event}.subject_id AND l.seq > ${event}.seq AND l.seq <= ${upTo})`;
  return sql`e.project_id = ${projectId} AND e.seq <= ${upTo} AND e.kind = ANY(${kindsOf(resources)})
    AND ${nothingAfter(sql.raw("e"))}
    AND (e.causation IS NULL OR NOT EXISTS (SELECT 1 FROM events p WHERE p.project_id = ${projectId}
      AND p.subject_id = e.causation AND p.commit_seq = e.commit_seq AND p.kind = p.subject_type || '.deleted'
      AND ${nothingAfter(sql.raw("p"))}))`;
}

function ofGraph(projectId: string, resources: readonly Resource[], graphId: string): SQL {
  // One look-up a deletion. As a condition over all tables it was a scan of all versions: 650 ms with 100,000 nodes, this takes 23.
  const parts = resources.map(
    ({ type, table }) => sql`WHEN ${type} THEN (SELECT v.graph_id FROM ${sql.identifier(table)} v
      WHERE v.project_id = ${projectId} AND v.id = e.subject_id LIMIT 1)`,
  );
  return sql`CASE e.subject_type ${sql.join(parts, sql` `)} END = ${graphId}`;
}

async function companionCounts(
  db: Db,
  projectId: string,
  deletions: readonly Deletion[],
): Promise<Map<string, number>> {
  if (deletions.length === 0) return new Map();
  const keys = deletions.map(({ subject_id, commit_seq }) => ({ id: subject_id, commit: commit_seq }));
  const rows = await db.execute<Columns<"events", "id"> & { n: number }>(
    sql`SELECT k.id, count(*) AS n FROM jsonb_to_recordset(${jsonb(keys)}) AS k(id text, "commit" bigint)
        JOIN events e ON e.project_id = ${projectId} AND e.causation = k.id AND e.commit_seq = k."commit"
          AND e.kind = e.subject_type || '.deleted' GROUP BY k.id`,
  );
  return new Map(rows.map(({ id, n }) => [id, Number(n)]));
}
