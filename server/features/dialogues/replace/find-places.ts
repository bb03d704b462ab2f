import { type SQL, sql } from "drizzle-orm";
import type { Replacement } from "#domain/replace/replacement.ts";
import type { SearchBudget } from "#domain/replace/search-budget.ts";
import { searchForm } from "#domain/search-form.ts";
import type { TextEdit } from "#domain/text-marks/edited-marks.ts";
import type { Db } from "../../../record/database.ts";
import { isOneOf } from "../../../record/database.ts";
import { holds } from "../../../record/versions.ts";
import type { NodeState } from "../states.ts";
import { type ReplacedIn, refusalOf, type WordsPlace, wordsOf } from "./node-words.ts";

/** Nodes to search. */
export interface Scope {
  readonly graphIds: readonly string[] | undefined;
  readonly speakerId: string | undefined;
  readonly speakerLabel: string | undefined;
  readonly places: ReadonlySet<ReplacedIn>;
  /** Words that are in every text in which something is found; null where that is not known. */
  readonly words: string | null;
}

/** A place whose words would be others. */
export interface FoundPlace extends WordsPlace {
  readonly nodeId: string;
  readonly graphId: string;
  readonly after: string;
  readonly edits: readonly TextEdit[];
  readonly count: number;
  /** Offset of the first match. */
  readonly first: number;
  /** Reason why the new words are refused there. */
  readonly refusal: ReturnType<typeof refusalOf>;
}

/** Nodes read at once. */
const PAGE = 1_000;

type Row = Pick<NodeState, "graph_id" | "title" | "text" | "speaker_label" | "tags" | "branches"> & {
  id: string;
  created_seq: number;
};

/**
 * All places in which something is found, dialogue by dialogue and in each by age. They are read a page at a time.
 *
 * @throws {@link SearchBudgetExceeded} where an expression takes too long over all texts.
 */
export async function findPlaces(
  db: Db,
  projectId: string,
  scope: Scope,
  replacement: Replacement,
  budget: SearchBudget,
): Promise<FoundPlace[]> {
  const found: FoundPlace[] = [];
  let after: Row | null = null;
  for (;;) {
    const rows: Row[] = await readPage(db, projectId, scope, after);
    for (const row of rows) {
      for (const place of wordsOf(row, scope.places)) {
        const replaced = replacement.of(place.words, budget);
        if (replaced === null) continue;
        const refusal = refusalOf(place.in, replaced.after);
        found.push({ ...place, ...replaced, nodeId: row.id, graphId: row.graph_id, refusal });
      }
    }
    if (rows.length < PAGE) return found;
    after = rows.at(-1) ?? null;
  }
}

async function readPage(db: Db, projectId: string, scope: Scope, after: Row | null): Promise<Row[]> {
  const where: SQL[] = [sql`project_id = ${projectId}`, holds(null)];
  if (scope.graphIds !== undefined) where.push(isOneOf(sql`graph_id`, scope.graphIds));
  if (scope.speakerId !== undefined) where.push(sql`speaker_id = ${scope.speakerId}`);
  if (scope.speakerLabel !== undefined) where.push(sql`speaker_label = ${scope.speakerLabel}`);
  const form = scope.words === null ? "" : searchForm(scope.words);
  if (form !== "") {
    where.push(sql`(strpos(text_search, ${form}) > 0 OR strpos(more_search, ${form}) > 0)`);
  }
  if (after !== null) {
    where.push(sql`(graph_id, created_seq, id) > (${after.graph_id}, ${after.created_seq}, ${after.id})`);
  }
  const rows = await db.execute(
    sql`SELECT id, graph_id, created_seq, title, text, speaker_label, tags, branches FROM dialogue_node_versions
        WHERE ${sql.join(where, sql` AND `)} ORDER BY graph_id, created_seq, id LIMIT ${PAGE}`,
  );
  return rows as Row[];
}
