import { sql } from "drizzle-orm";
import { z } from "zod";
import { nodeListsFromKeyed, type StoredNodeLists } from "#domain/dialogue/keyed.ts";
import {
  changedVariable,
  collectEffectUses,
  collectUses,
  type Effect,
  type Expression,
  factOfEffect,
  questAskedBy,
  questOfEffect,
  walkExpression,
} from "#domain/expression.ts";
import { type MarkedWords, namesIn, wordsOfChoice } from "#domain/runtime/words.ts";
import { searchForm } from "#domain/search-form.ts";
import type { TextMark } from "#domain/text-marks/text-mark.ts";
import type { Db } from "../../record/database.ts";
import { holds } from "../../record/versions.ts";

const LOGIC_PLACES = ["conditions", "on_enter_effects", "branch_conditions", "branch_effects"] as const;

const useFields = {
  graph_id: z.string(),
  node_id: z.string(),
  branch_id: z.string().nullable().meta({ description: "The branch it is on; null on the node itself." }),
};

/** One place where a variable is read or written. */
export const VariableUse = z
  .object({
    ...useFields,
    place: z
      .enum(["text", "conditions", "on_enter_effects", "choice_text", "branch_conditions", "branch_effects"])
      .meta({ description: "Kind of the use; a text has the name in braces." }),
    access: z.enum(["read", "write"]),
  })
  .meta({ id: "VariableUse" });
export type VariableUse = z.output<typeof VariableUse>;

/** One place where somebody is asked to know a fact, or told it. */
export const FactUse = z
  .object({
    ...useFields,
    place: z
      .enum([...LOGIC_PLACES, "opened_by"])
      .meta({ description: "Kind of the use; `opened_by` for a branch that opens once it is told in a talk." }),
    access: z.enum(["read", "write"]).meta({ description: "`read` where it is asked for, `write` where it is told." }),
  })
  .meta({ id: "FactUse" });
export type FactUse = z.output<typeof FactUse>;

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

/** Every use of a fact in the logic of a project's dialogues at a sequence. */
export async function factUsesOf(db: Db, projectId: string, factId: string, atSeq: number | null): Promise<FactUse[]> {
  const rows = await db.execute<NamedNode & Record<string, unknown>>(
    sql`SELECT id, graph_id, text, text_marks, conditions, on_enter_effects, branches FROM dialogue_node_versions
        WHERE project_id = ${projectId} AND ${holds(atSeq)} AND mentions @> ARRAY[${factId}]
        ORDER BY graph_id, created_seq, id`,
  );
  return rows.flatMap((row) => {
    const lists = nodeListsFromKeyed(row as unknown as StoredNodeLists);
    const opened = lists.branches.filter(({ opened_by }) => opened_by?.facts.includes(factId) === true);
    return [
      ...usesInLogic(row, lists, {
        asks: (expression) => collectUses(expression).facts.has(factId),
        writes: (effect) => factOfEffect(effect) === factId,
        reads: (effect) => collectEffectUses({ ...effect, op: "emit" }).facts.has(factId),
      }),
      ...opened.map(
        ({ id }): FactUse => ({
          graph_id: row.graph_id,
          node_id: row.id,
          branch_id: id,
          place: "opened_by",
          access: "read",
        }),
      ),
    ];
  });
}

/** One place where a quest is asked about, or moved. */
export const QuestUse = z
  .object({
    ...useFields,
    place: z.enum(LOGIC_PLACES).meta({ description: "Kind of the use." }),
    access: z
      .enum(["read", "write"])
      .meta({ description: "`read` where it is asked about, `write` where it is moved." }),
    part_id: z
      .string()
      .nullable()
      .meta({ description: "The stage or the objective that is named; null where none is." }),
    state: z
      .string()
      .nullable()
      .meta({ description: "The state it is moved into; null for none, and where only playing tells." }),
  })
  .meta({ id: "QuestUse" });
export type QuestUse = z.output<typeof QuestUse>;

/** Every use of a quest in the logic of a project's dialogues at a sequence. */
export async function questUsesOf(
  db: Db,
  projectId: string,
  questId: string,
  atSeq: number | null,
): Promise<QuestUse[]> {
  const rows = await db.execute<NamedNode & Record<string, unknown>>(
    sql`SELECT id, graph_id, text, text_marks, conditions, on_enter_effects, branches FROM dialogue_node_versions
        WHERE project_id = ${projectId} AND ${holds(atSeq)} AND mentions @> ARRAY[${questId}]
        ORDER BY graph_id, created_seq, id`,
  );
  return rows.flatMap((row) => {
    const lists = nodeListsFromKeyed(row as unknown as StoredNodeLists);
    const at = { graph_id: row.graph_id, node_id: row.id };
    return [
      ...lists.conditions.flatMap((each) => asked(each, { ...at, branch_id: null, place: "conditions" })),
      ...lists.on_enter_effects.flatMap((each) => moved(each, { ...at, branch_id: null, place: "on_enter_effects" })),
      ...lists.branches.flatMap(({ id: branch_id, conditions, effects }) => [
        ...conditions.flatMap((each) => asked(each, { ...at, branch_id, place: "branch_conditions" })),
        ...effects.flatMap((each) => moved(each, { ...at, branch_id, place: "branch_effects" })),
      ]),
    ];
  });

  /** Each part of the quest that an expression asks about, once. */
  function asked(expression: Expression, place: Omit<QuestUse, "access" | "part_id" | "state">): QuestUse[] {
    const parts = new Set<string | null>();
    walkExpression(expression, (part) => {
      if (questAskedBy(part) !== questId || !("args" in part)) return;
      const [, objective] = part.args;
      parts.add(objective !== undefined && "lit" in objective ? String(objective.lit) : null);
    });
    return [...parts].map((part_id) => ({ ...place, access: "read", part_id, state: null }));
  }

  function moved(effect: Effect, place: Omit<QuestUse, "access" | "part_id" | "state">): QuestUse[] {
    const { op, key = null, value, when } = effect;
    const reads = (value === null ? when : [value, ...when]).flatMap((each) => asked(each, place));
    if (questOfEffect(effect) !== questId) return reads;
    const state = op === "quest.set_state" && value !== null && "lit" in value ? String(value.lit) : null;
    return [{ ...place, access: "write", part_id: key, state }, ...reads];
  }
}

type NamedNode = { id: string; graph_id: string; text: string; text_marks: TextMark[] };

function usesInNode(node: NamedNode, stored: StoredNodeLists, { id, name }: UsedVariable): VariableUse[] {
  const lists = nodeListsFromKeyed(stored);
  const uses = usesInLogic(node, lists, {
    asks: (expression) => collectUses(expression).variables.has(id),
    writes: (effect) => changedVariable(effect) === id,
    reads: (effect) => collectEffectUses({ ...effect, target: null }).variables.has(id),
  });
  const of = (branchId: string | null) => uses.filter(({ branch_id }) => branch_id === branchId);
  const named = (words: MarkedWords, branch_id: string | null, place: VariableUse["place"]): VariableUse[] =>
    namesIn(words).includes(name)
      ? [{ graph_id: node.graph_id, node_id: node.id, branch_id, place, access: "read" }]
      : [];
  return [
    ...named(node, null, "text"),
    ...of(null),
    ...lists.branches.flatMap((branch) => [
      ...named(wordsOfChoice(branch), branch.id, "choice_text"),
      ...of(branch.id),
    ]),
  ];
}

/** Tests for the parts of logic that are uses. */
interface LookedFor {
  readonly asks: (expression: Expression) => boolean;
  readonly writes: (effect: Effect) => boolean;
  /** Whether an effect reads it, in its value or conditions. */
  readonly reads: (effect: Effect) => boolean;
}

/** One use in the logic of a node or of its branches. */
type LogicUse = Omit<FactUse, "place"> & { place: (typeof LOGIC_PLACES)[number] };

/** Uses in the conditions and effects of a node and of its branches. */
function usesInLogic(
  { graph_id, id: node_id }: Pick<NamedNode, "graph_id" | "id">,
  { conditions, on_enter_effects, branches }: ReturnType<typeof nodeListsFromKeyed>,
  { asks, writes, reads }: LookedFor,
): LogicUse[] {
  const uses: LogicUse[] = [];
  const add = (branch_id: string | null, place: LogicUse["place"], access: LogicUse["access"]): void => {
    uses.push({ graph_id, node_id, branch_id, place, access });
  };
  const effects = (list: readonly Effect[], branchId: string | null, place: LogicUse["place"]): void => {
    for (const effect of list) {
      if (writes(effect)) add(branchId, place, "write");
      if (reads(effect)) add(branchId, place, "read");
    }
  };
  for (const condition of conditions) if (asks(condition)) add(null, "conditions", "read");
  effects(on_enter_effects, null, "on_enter_effects");
  for (const branch of branches) {
    for (const condition of branch.conditions) if (asks(condition)) add(branch.id, "branch_conditions", "read");
    effects(branch.effects, branch.id, "branch_effects");
  }
  return uses;
}
