import {
  collectEffectUses,
  collectUses,
  type Expression,
  isQuestId,
  noUses,
  walkExpression,
} from "#domain/expression.ts";
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

/** Parts of its world that the logic of a story names. */
export interface NamedInWorld {
  readonly entities: ReadonlySet<string>;
  /** Facts that somebody is asked to know, or told. */
  readonly facts: ReadonlySet<string>;
  /** Entities that are asked, or told. */
  readonly knowers: ReadonlySet<string>;
  readonly quests: ReadonlySet<string>;
}

/** Returns the reach of nodes that are all there. */
export function reachOf(nodes: Iterable<StoryNode>): StoryReach {
  const reach = new StoryReach();
  for (const node of nodes) reach.addNode(node);
  return reach;
}

/** Gathers what a story leads to and names, while its dialogues and their nodes come by. */
export class StoryReach {
  readonly #uses = noUses();
  readonly #said = new Set<string>();
  readonly #entities = new Set<string>();
  readonly #knowers = new Set<string>();
  readonly #speakers = new Set<string>();
  #tellsPresent = false;
  #asksAnyone = false;
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
    if (node.speaker_id !== null) this.#speakers.add(node.speaker_id);
    this.addLogic(logicOf([node]));
    for (const name of namesSaidAt(node)) this.#said.add(name);
  }

  addLogic(logic: ReturnType<typeof logicOf>): void {
    for (const condition of logic.conditions) {
      collectUses(condition, this.#uses);
      this.#noteKnowers(condition);
    }
    for (const effect of logic.effects) {
      collectEffectUses(effect, this.#uses);
      for (const part of effect.value === null ? effect.when : [effect.value, ...effect.when]) this.#noteKnowers(part);
      if (effect.op !== "fact.tell") continue;
      if (effect.target === null) this.#tellsPresent = true;
      else this.#knowers.add(effect.target);
    }
    for (const id of entitiesNamedIn(logic)) this.#entities.add(id);
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

  /** The entities that speak in the story. */
  get speakers(): ReadonlySet<string> {
    return this.#speakers;
  }

  /** Returns the parts of the world that logic names; an entity or a quest that a variable may hold is named by it. */
  named(variables: ReadonlyMap<string, PlayVariable>): NamedInWorld {
    const values = [...variables.values()].flatMap(({ default: initial, enum_values }) => [initial, ...enum_values]);
    const held = values.filter(isEntityId);
    const present = this.#tellsPresent ? [...this.#speakers] : [];
    return {
      entities: new Set([...this.#entities, ...held, ...present]),
      facts: this.#uses.facts,
      knowers: new Set([...this.#knowers, ...present, ...(this.#asksAnyone ? held : [])]),
      quests: new Set([...this.#uses.quests, ...values.filter(isQuestId)]),
    };
  }

  #noteKnowers(expression: Expression): void {
    walkExpression(expression, (part) => {
      if (!("fn" in part) || "op" in part || part.fn !== "knows") return;
      const [knower] = part.args;
      if (knower !== undefined && "lit" in knower) this.#knowers.add(String(knower.lit));
      else this.#asksAnyone = true;
    });
  }
}
