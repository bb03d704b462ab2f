import { sql } from "drizzle-orm";
import { z } from "zod";
import { nodeListsFromKeyed, type StoredNodeLists } from "#domain/dialogue/keyed.ts";
import { changedVariable, collectEffectUses, collectUses, type Effect, type Expression } from "#domain/expression.ts";
import { type MarkedWords, namesIn, wordsOfChoice } from "#domain/runtime/words.ts";
import { searchForm } from "#domain/search-form.ts";
import type { TextMark } from "#domain/text-marks/text-mark.ts";
import type { Db } from "../../record/database.ts";
import { holds } from "../../record/versions.ts";

/** One place where a variable is read or written. */
export const VariableUse = z
  .object({
    graph_id: z.string(),
    node_id: z.string(),
    branch_id: z.string().nullable().meta({ description: "The branch it is on; null on the node itself." }),
    place: z
      .enum(["text", "conditions", "on_enter_effects", "choice_text", "branch_conditions", "branch_effects"])
      .meta({ description: "Kind of the use; a text has the name in braces." }),
    access: z.enum(["read", "write"]),
  })
  .meta({ id: "VariableUse" });
export type VariableUse = z.output<typeof VariableUse>;

/** A variable as logic names it, by its id, and as texts do, by its name. */
interface UsedVariable {
  readonly id: string;
  readonly name: string;
}

/**
 * Every use of a variable in the dialogues of a project at a sequence: in logic, found by the index of what nodes mention, and in texts that
 * have its name in braces.
 */
export async function usesOf(
  db: Db,
  projectId: string,
  variable: UsedVariable,
  atSeq: number | null,
): Promise<VariableUse[]> {
  const form = searchForm(variable.name);
  const rows = await db.execute<NamedNode & Record<string, unknown>>(
    sql`SELECT id, graph_id, text, text_marks, conditions, on_enter_effects, branches FROM dialogue_node_versions
        WHERE project_id = ${projectId} AND ${holds(atSeq)} AND (mentions @> ARRAY[${variable.id}]
          OR strpos(text_search, ${form}) > 0 OR strpos(more_search, ${form}) > 0)
        ORDER BY graph_id, created_seq, id`,
  );
  return rows.flatMap((row) => usesInNode(row, row as unknown as StoredNodeLists, variable));
}

type NamedNode = { id: string; graph_id: string; text: string; text_marks: TextMark[] };

function usesInNode(node: NamedNode, stored: StoredNodeLists, { id: variableId, name }: UsedVariable): VariableUse[] {
  const lists = nodeListsFromKeyed(stored);
  const uses: VariableUse[] = [];
  const add = (branchId: string | null, place: VariableUse["place"], access: VariableUse["access"]): void => {
    uses.push({ graph_id: node.graph_id, node_id: node.id, branch_id: branchId, place, access });
  };
  const reads = (expression: Expression): boolean => collectUses(expression).variables.has(variableId);
  const effects = (list: readonly Effect[], branchId: string | null, place: VariableUse["place"]): void => {
    for (const effect of list) {
      if (changedVariable(effect) === variableId) add(branchId, place, "write");
      if (collectEffectUses({ ...effect, target: null }).variables.has(variableId)) add(branchId, place, "read");
    }
  };
  const names = (words: MarkedWords): boolean => namesIn(words).includes(name);
  if (names(node)) add(null, "text", "read");
  for (const condition of lists.conditions) if (reads(condition)) add(null, "conditions", "read");
  effects(lists.on_enter_effects, null, "on_enter_effects");
  for (const branch of lists.branches) {
    if (names(wordsOfChoice(branch))) add(branch.id, "choice_text", "read");
    for (const condition of branch.conditions) if (reads(condition)) add(branch.id, "branch_conditions", "read");
    effects(branch.effects, branch.id, "branch_effects");
  }
  return uses;
}
