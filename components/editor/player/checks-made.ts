import { type DescribedNames, describeConditions, describeExpression } from "#domain/describe-logic.ts";
import { wayName } from "#domain/dialogue/names.ts";
import { collectUses, type VariableValue } from "#domain/expression.ts";
import type { Page } from "#domain/runtime/run.ts";
import { graphsOf, type PlayedDialogue, type PlayNode } from "#domain/runtime/story.ts";
import { textOfValue } from "../logic/value-text.ts";

/** A line of a page, or a check that was made before it. */
export type PageItem =
  | { readonly kind: "said"; readonly at: number }
  | { readonly kind: "check"; readonly words: string };

/** Returns what a page said and which checks it went through, in their order. */
export function itemsOf(page: Page, dialogue: PlayedDialogue, names: DescribedNames): PageItem[] {
  const owners = new Map<string, PlayNode>();
  for (const { nodes } of graphsOf(dialogue))
    for (const node of nodes.values())
      if (node.kind === "condition") for (const { id } of node.branches) owners.set(id, node);
  const checks = owners.size === 0 ? NONE : checksOn(page, owners, names);
  const items: PageItem[] = [];
  let said = 0;
  page.trace.forEach((entry, index) => {
    const words = checks.get(index);
    if (words !== undefined) items.push({ kind: "check", words });
    if (entry.kind === "entered" && page.said[said]?.node === entry.node_id) items.push({ kind: "said", at: said++ });
  });
  for (; said < page.said.length; said++) items.push({ kind: "said", at: said });
  return items;
}

const NONE: ReadonlyMap<number, string> = new Map();

/** The checks of a page by their place in its trace: the values of variables are those of that moment. */
function checksOn(
  { trace, state }: Page,
  owners: ReadonlyMap<string, PlayNode>,
  names: DescribedNames,
): ReadonlyMap<number, string> {
  const checks = new Map<number, string>();
  const values: Record<string, VariableValue> = { ...state.values };
  for (let index = trace.length - 1; index >= 0; index--) {
    const entry = trace[index];
    if (entry?.kind === "changed") values[entry.variable_id] = entry.before;
    const node = entry?.kind === "took" ? owners.get(entry.branch_id) : undefined;
    if (entry?.kind === "took" && node !== undefined) checks.set(index, inWords(node, entry.branch_id, values, names));
  }
  return checks;
}

/** Describes how a check went: each test that was asked, whether it held, with what it asked for; and the way that was gone. */
function inWords(
  node: PlayNode,
  takenId: string,
  values: Readonly<Record<string, VariableValue>>,
  names: DescribedNames,
): string {
  const told: string[] = [];
  for (const branch of node.branches) {
    const isTaken = branch.id === takenId;
    if (branch.conditions.length > 0) {
      const asked = new Set(branch.conditions.flatMap((each) => [...collectUses(each).variables]));
      const had = [...asked].flatMap((id) =>
        Object.hasOwn(values, id)
          ? `${describeExpression({ var: id }, names)} is ${textOfValue(values[id] ?? null)}`
          : [],
      );
      const because = had.length === 0 ? "" : ` (${had.join(", ")})`;
      told.push(`${describeConditions(branch.conditions, names)}: ${isTaken ? "yes" : "no"}${because}`);
    }
    if (isTaken) {
      if (branch.conditions.length === 0) told.push(wayName(node, branch));
      break;
    }
  }
  return told.join(" → ");
}
