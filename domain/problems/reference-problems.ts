import type { DialogueNode } from "../dialogue/wire.ts";
import { collectEffectUses, collectUses, noUses } from "../expression.ts";
import { unresolvedName } from "./import-notes.ts";
import { type Existence, type Problem, problem } from "./problem.ts";

/** Fields of a node that the check of references reads. */
export type ReferringNode = Pick<DialogueNode, "id" | "conditions" | "on_enter_effects" | "branches" | "extensions">;

/** A place in a node's logic that names nodes, choices or dialogues. */
interface Reference {
  readonly branchId: string | null;
  readonly path: string;
  readonly ids: readonly string[];
}

/** References of one node that an import did not leave open. */
export interface Referring {
  readonly nodeId: string;
  readonly references: readonly Reference[];
}

const ID_OF_PLACE = /^(?:node|br|dlg)_[0-9a-z]{26}$/;

/** References of nodes that were looked at: a dialogue is checked after each pause, and most of its nodes are as they were. */
const seen = new WeakMap<ReferringNode, readonly Reference[]>();

/**
 * References of conditions and changes to a node, choice or dialogue that is nowhere in the project: what they ask of it never comes true.
 * `places` answers for other dialogues; of what is not known yet nothing is said.
 */
export function referenceProblems(nodes: readonly ReferringNode[], places: Existence): Problem[] {
  const referring = nodes.flatMap((node) => referringOf(node) ?? []);
  if (referring.length === 0) return [];
  return missingReferences(referring, new Set(nodes.flatMap(ownPlaces)), places);
}

/** A node's references without the rest of it; null for a node without any. */
export function referringOf(node: ReferringNode): Referring | null {
  const references = referencesOf(node).flatMap((reference) => {
    const ids = reference.ids.filter((id) => unresolvedName(node.extensions, id) === null);
    return ids.length === 0 ? [] : [{ ...reference, ids }];
  });
  return references.length === 0 ? null : { nodeId: node.id, references };
}

/** Ids by which logic can name a node and its choices. */
export function ownPlaces({ id, branches }: { id: string; branches: readonly { id: string }[] }): string[] {
  return [id, ...branches.map((branch) => branch.id)];
}

/** References of the nodes of a dialogue to what is none of its own places and nowhere else. */
export function missingReferences(
  referring: readonly Referring[],
  own: ReadonlySet<string>,
  places: Existence,
): Problem[] {
  return referring.flatMap(({ nodeId, references }) =>
    references.flatMap(({ branchId, path, ids }) => {
      const gone = ids.find((id) => !own.has(id) && places.get(id) === false);
      if (gone === undefined) return [];
      return [problem("missing_reference", gone, { node_id: nodeId, branch_id: branchId }, { path })];
    }),
  );
}

/** Ids of nodes, choices and dialogues that the logic of nodes names and that are none of their own. */
export function placesNamedIn(nodes: readonly ReferringNode[]): Set<string> {
  const named = new Set(nodes.flatMap((node) => referencesOf(node).flatMap(({ ids }) => ids)));
  if (named.size === 0) return named;
  for (const node of nodes) for (const id of ownPlaces(node)) named.delete(id);
  return named;
}

function referencesOf(node: ReferringNode): readonly Reference[] {
  const known = seen.get(node);
  if (known !== undefined) return known;
  const found: Reference[] = [];
  const read = (
    branchId: string | null,
    { conditions, effects }: { conditions: DialogueNode["conditions"]; effects: DialogueNode["on_enter_effects"] },
    effectsName: string,
  ): void => {
    for (const condition of conditions) add(branchId, `/conditions/${condition.id}`, collectUses(condition).refs);
    for (const effect of effects) {
      add(branchId, `/${effectsName}/${effect.id}`, collectEffectUses(effect, noUses()).refs);
    }
  };
  const add = (branchId: string | null, path: string, refs: ReadonlySet<string>): void => {
    const ids = [...refs].filter((id) => ID_OF_PLACE.test(id));
    if (ids.length > 0) found.push({ branchId, path, ids });
  };
  read(null, { conditions: node.conditions, effects: node.on_enter_effects }, "on_enter_effects");
  for (const branch of node.branches) read(branch.id, branch, "effects");
  seen.set(node, found);
  return found;
}
