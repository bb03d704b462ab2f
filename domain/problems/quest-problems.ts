import {
  type Condition,
  type Effect,
  type Expression,
  questAskedBy,
  questOfEffect,
  walkExpression,
} from "../expression.ts";
import type { PlayQuest } from "../quest.ts";
import type { TellingNode } from "./knowledge-problems.ts";
import { type Problem, problem } from "./problem.ts";

/** A place of logic that names quests. */
interface Place {
  readonly node_id: string;
  readonly branch_id: string | null;
  readonly path: string;
}

/** Name of a stage or an objective as logic names it: within its quest. */
const nameOfPart = (quest: string, part: string): string => `${quest} ${part}`;

/** Returns the names of a quest and of its stages and objectives. */
export function namesOfQuest(id: string, { stages }: PlayQuest): string[] {
  return [
    id,
    ...stages
      .flatMap((stage) => [stage.id, ...stage.objectives.map((each) => each.id)])
      .map((part) => nameOfPart(id, part)),
  ];
}

/**
 * Check of the quests that one dialogue names, whose nodes come one after another: quests, stages and objectives that are gone. Of those
 * that the rest of the project says nothing of, nothing is said.
 */
export class QuestCheck {
  readonly #named: { readonly name: string; readonly place: Place }[] = [];

  add({ id, conditions, on_enter_effects, branches }: TellingNode): void {
    this.#addLogic({ node_id: id, branch_id: null }, conditions, on_enter_effects, "on_enter_effects");
    for (const branch of branches)
      this.#addLogic({ node_id: id, branch_id: branch.id }, branch.conditions, branch.effects, "effects");
  }

  /** Quests that the dialogue names, and stages and objectives of them. */
  names(): Set<string> {
    return new Set(this.#named.map(({ name }) => name));
  }

  problems(gone: readonly string[]): Problem[] {
    const missing = new Set(gone);
    return this.#named.flatMap(({ name, place: { path, ...place } }) => {
      const [quest = "", part] = name.split(" ");
      // A part of a quest that is gone is no second problem.
      if (!missing.has(name) || (part !== undefined && missing.has(quest))) return [];
      return [problem("missing_reference", part ?? quest, place, { path })];
    });
  }

  #addLogic(
    at: Omit<Place, "path">,
    conditions: readonly Condition[],
    effects: readonly Effect[],
    effectsName: string,
  ): void {
    for (const condition of conditions) this.#addAsked(condition, { ...at, path: `/conditions/${condition.id}` });
    for (const effect of effects) {
      const place = { ...at, path: `/${effectsName}/${effect.id}` };
      const quest = questOfEffect(effect);
      if (quest !== null) this.#add(quest, effect.key ?? null, place);
      for (const part of effect.value === null ? effect.when : [effect.value, ...effect.when])
        this.#addAsked(part, place);
    }
  }

  #addAsked(expression: Expression, place: Place): void {
    walkExpression(expression, (part) => {
      const quest = questAskedBy(part);
      if (quest === null || !("args" in part)) return;
      const [, objective] = part.args;
      const named = objective !== undefined && "lit" in objective ? objective.lit : null;
      this.#add(quest, typeof named === "string" ? named : null, place);
    });
  }

  #add(quest: string, part: string | null, place: Place): void {
    this.#named.push({ name: quest, place });
    if (part !== null) this.#named.push({ name: nameOfPart(quest, part), place });
  }
}

/** The problems of quests in a dialogue that is whole in memory. */
export function questProblems(nodes: readonly TellingNode[], gone: readonly string[]): Problem[] {
  if (gone.length === 0) return [];
  const check = new QuestCheck();
  for (const node of nodes) check.add(node);
  return check.problems(gone);
}
