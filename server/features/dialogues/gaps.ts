import { sql } from "drizzle-orm";
import { searchForm } from "#domain/search-form.ts";
import { type Db, textArray } from "../../record/database.ts";
import { holds } from "../../record/versions.ts";

/** Reads which of some subjects dialogues use: by a speaker, or in conditions and effects. */
export async function usedInDialogues(
  db: Db,
  projectId: string,
  ids: readonly string[],
  atSeq: number | null,
): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const asked = textArray(ids);
  const rows = await db.execute<{ id: string }>(
    sql`SELECT DISTINCT speaker_id AS id FROM dialogue_node_versions
        WHERE project_id = ${projectId} AND ${holds(atSeq)} AND speaker_id = ANY(${asked})
        UNION
        SELECT DISTINCT named.id FROM dialogue_node_versions CROSS JOIN LATERAL unnest(mentions) AS named(id)
        WHERE project_id = ${projectId} AND ${holds(atSeq)} AND mentions <> '{}' AND mentions && ${asked}
          AND named.id = ANY(${asked})`,
  );
  return new Set(rows.map(({ id }) => id));
}

/** Reads which of some entities have lines. */
export async function speaking(
  db: Db,
  projectId: string,
  ids: readonly string[],
  atSeq: number | null,
): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db.execute<{ id: string }>(
    sql`SELECT DISTINCT speaker_id AS id FROM dialogue_node_versions
        WHERE project_id = ${projectId} AND ${holds(atSeq)} AND speaker_id = ANY(${textArray(ids)})`,
  );
  return new Set(rows.map(({ id }) => id));
}

/** Reads which of some names occur in titles and texts of nodes; each is looked for by itself, so ask for few. */
export async function namedInLines(
  db: Db,
  projectId: string,
  names: readonly string[],
  atSeq: number | null,
): Promise<Set<string>> {
  if (names.length === 0) return new Set();
  const forms = textArray(names.map(searchForm));
  const rows = await db.execute<{ nth: number }>(
    sql`SELECT asked.nth::int AS nth FROM unnest(${forms}) WITH ORDINALITY AS asked(form, nth)
        WHERE EXISTS (SELECT 1 FROM dialogue_node_versions
          WHERE project_id = ${projectId} AND ${holds(atSeq)} AND position(asked.form IN text_search) > 0)`,
  );
  return new Set(rows.flatMap(({ nth }) => names[nth - 1] ?? []));
}

/** A quest or a choice by its words. */
interface Worded {
  readonly id: string;
  readonly name: string;
}

/** Reads quests that name no dialogue and that no node moves or asks about, oldest first. */
export async function untoldQuests(db: Db, projectId: string, atSeq: number | null, most: number): Promise<Worded[]> {
  const rows = await db.execute<{ id: string; name: string }>(
    sql`SELECT q.id, q.name FROM quest_versions q
        WHERE q.project_id = ${projectId} AND ${holds(atSeq, "q")} AND q.dialogue_ids = '[]'
          AND NOT EXISTS (SELECT 1 FROM dialogue_node_versions n
            WHERE n.project_id = ${projectId} AND ${holds(atSeq, "n")} AND n.mentions <> '{}' AND n.mentions @> ARRAY[q.id]::text[])
        ORDER BY q.created_seq, q.id LIMIT ${most}`,
  );
  return rows.map(({ id, name }) => ({ id, name }));
}

/** A choice of a node, with its dialogue and the other choices beside it. */
export interface ChoiceBeside extends Worded {
  readonly graph_id: string;
  readonly graph_name: string;
}

/** Reads the choices of nodes of which some other branch is among those named: those that are not, in the order of their nodes. */
export async function choicesBeside(
  db: Db,
  projectId: string,
  branchIds: readonly string[],
  graphIds: readonly string[],
  { atSeq, most }: { readonly atSeq: number | null; readonly most: number },
): Promise<ChoiceBeside[]> {
  if (branchIds.length === 0) return [];
  const taken = textArray(branchIds);
  const rows = await db.execute<{ id: string; name: string; graph_id: string; graph_name: string }>(
    sql`SELECT b.key AS id, b.value ->> 'choice_text' AS name, n.graph_id, g.name AS graph_name
        FROM dialogue_node_versions n CROSS JOIN LATERAL jsonb_each(n.branches) b
        JOIN dialogue_versions g ON g.project_id = ${projectId} AND g.id = n.graph_id AND ${holds(atSeq, "g")}
        WHERE n.project_id = ${projectId} AND ${holds(atSeq, "n")} AND n.graph_id = ANY(${textArray(graphIds)})
          AND n.branches ?| ${taken} AND b.value ->> 'kind' = 'choice' AND b.value ->> 'choice_text' <> ''
          AND NOT (b.key = ANY(${taken}))
        ORDER BY n.created_seq, n.id, b.key LIMIT ${most}`,
  );
  return rows.map(({ id, name, graph_id, graph_name }) => ({ id, name, graph_id, graph_name }));
}
