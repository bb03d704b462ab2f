import { collectEffectUses, collectUses, noUses } from "#domain/expression.ts";
import { entitiesNamedIn, isEntityId, logicOf, type PlayVariable } from "#domain/runtime/story.ts";
import { namesSaidAt } from "#domain/runtime/words.ts";
import type { Db } from "../../record/database.ts";
import { findVersions } from "../../record/versions.ts";
import { variableResource } from "../dialogues/public.ts";
import type { StoryNode } from "./story-nodes.ts";

/**
 * Maximum number of dialogues, and of nodes in all of them, that one playthrough can reach. A branch to a dialogue
 * beyond them ends it with the halt `leaves`.
 */
const MAX_DIALOGUES = 200;
const MAX_NODES = 50_000;

/** Gathers what a story leads to and names, while its dialogues and their nodes come by. */
export class StoryReach {
  readonly #uses = noUses();
  readonly #said = new Set<string>();
  readonly #entities = new Set<string>();
  readonly #dialogues = new Set<string>();
  readonly #leadsTo = new Set<string>();
  #nodes = 0;

  addDialogue(id: string): void {
    this.#dialogues.add(id);
  }

  addNode(node: StoryNode): void {
    this.#nodes += 1;
    for (const to of [node.exit_to?.graph_id, ...node.branches.map((branch) => branch.target_graph_id)]) {
      if (typeof to === "string") this.#leadsTo.add(to);
    }
    const logic = logicOf([node]);
    for (const condition of logic.conditions) collectUses(condition, this.#uses);
    for (const effect of logic.effects) collectEffectUses(effect, this.#uses);
    for (const id of entitiesNamedIn(logic)) this.#entities.add(id);
    for (const name of namesSaidAt(node)) this.#said.add(name);
  }

  /** Takes the ids of the dialogues that those before lead to; none beyond the limits of a story. */
  takeNext(): string[] {
    const next = [...this.#leadsTo].filter((id) => !this.#dialogues.has(id));
    this.#leadsTo.clear();
    return this.#nodes > MAX_NODES ? [] : next.slice(0, MAX_DIALOGUES - this.#dialogues.size);
  }

  /** Reads the variables that logic names by their ids, and texts by their names. */
  async variables(db: Db, projectId: string, seq: number): Promise<ReadonlyMap<string, PlayVariable>> {
    const find = (where: { id: string[] } | { name: string[] }) =>
      findVersions(db, variableResource, projectId, where, seq);
    const [ids, names] = [[...this.#uses.variables], [...this.#said]];
    const found = await Promise.all([
      ids.length === 0 ? [] : find({ id: ids }),
      names.length === 0 ? [] : find({ name: names }),
    ]);
    return new Map(
      found
        .flat()
        .map(({ id, name, type, default: initial, enum_values, scope, min, max }) => [
          id,
          { id, name, type, default: initial, enum_values, scope, min, max },
        ]),
    );
  }

  /** Ids of the entities that logic names, or that a variable may hold. */
  entities(variables: ReadonlyMap<string, PlayVariable>): Set<string> {
    const held = [...variables.values()].flatMap(({ default: initial, enum_values }) => [initial, ...enum_values]);
    return new Set([...this.#entities, ...held.filter(isEntityId)]);
  }
}
