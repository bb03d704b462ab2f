import { type SQL, sql } from "drizzle-orm";
import type { Mode } from "../kernel/scope.ts";
import type { Resource, Version } from "../record/resource.ts";
import { type Statement, textOf } from "../record/statement.ts";
import { holds, toVersion } from "../record/versions.ts";

/** Parameters of the statement, in order. Without a sequence there are four. */
const PROJECT = sql.raw("$1");
const SUBJECT = sql.raw("$2");
const WORKSPACE = sql.raw("$3");
const MODES = sql.raw("$4");
const AT_SEQ = sql.raw("$5");

/** Left join that a subject is read with from another table; its conditions are about `subject`. */
export interface SubjectJoin<S, Row> {
  /** Columns under names that the subject's own table does not have. */
  readonly columns: SQL;
  /**
   * `holds` is the predicate for versions of another table, by its alias, and `project` the id of the project. A subquery asks for
   * that, not for `subject.project_id`: by a parameter a sharded database finds the one shard that all of the statement is about.
   */
  readonly join: (holds: (alias: string) => SQL, project: SQL) => SQL;
  /** The subject with what came from beside. */
  readonly together: (version: Version<S>, row: Record<string, unknown>) => Row;
}

/** Reader of one subject by its id, together with everything the gate needs about its project, in one statement. */
export interface SubjectRead<Row> {
  /** The statement for the present, or for a sequence. */
  statement(
    by: { projectId: string; id: string; workspaceId: string; modes: readonly string[] },
    atSeq: number | null,
  ): Statement;
  /** A row of it as the subject at that sequence; null when no version holds. */
  rowOf(row: Record<string, unknown>, atSeq: number | null): Row | null;
}

/** Declares how a resource is read by id. */
export function subjectRead<S>(resource: Resource<S>): SubjectRead<Version<S>>;
export function subjectRead<S, Row>(resource: Resource<S>, beside: SubjectJoin<S, Row>): SubjectRead<Row>;
export function subjectRead<S, Row>(
  resource: Resource<S>,
  beside?: SubjectJoin<S, Row>,
): SubjectRead<Row | Version<S>> {
  const present = textFor(resource, null, beside);
  const past = textFor(resource, AT_SEQ, beside);
  return {
    statement: ({ projectId, id, workspaceId, modes }, atSeq) => {
      const values = [projectId, id, workspaceId, modes.join(" ")];
      return atSeq === null ? { text: present, values } : { text: past, values: [...values, atSeq] };
    },
    rowOf: (row, atSeq) => {
      if (row.id === null) return null;
      const version = toVersion<S>(row, atSeq);
      return beside === undefined ? version : beside.together(version, row);
    },
  };
}

/** Columns of the project's head, under names that no subject has. */
export interface HeadColumns extends Record<string, unknown> {
  head_mode: Mode;
  head_seq: number;
  head_deleted_at: string | null;
}

function textFor(
  { table }: { table: string },
  atSeq: SQL | null,
  beside: Pick<SubjectJoin<never, never>, "columns" | "join"> | undefined,
): string {
  const joined = beside === undefined ? sql.raw("") : beside.join((alias) => holds(atSeq, alias), PROJECT);
  const columns = beside === undefined ? sql.raw("") : sql`, ${beside.columns}`;
  // One statement sees one state of the database, so head and version belong together as they do in a snapshot.
  return textOf(
    sql`SELECT head.mode AS head_mode, head.last_seq AS head_seq, head.deleted_at AS head_deleted_at, subject.*${columns}
        FROM project_heads head
        LEFT JOIN ${sql.identifier(table)} subject
          ON subject.project_id = ${PROJECT} AND subject.id = ${SUBJECT} AND ${holds(atSeq, "subject")}
        ${joined}
        WHERE head.project_id = ${PROJECT} AND head.workspace_id = ${WORKSPACE}
          AND head.mode = ANY(string_to_array(${MODES}, ' '))`,
  );
}
