import { type DialogueNode, TALK_KIND } from "../dialogue/wire.ts";
import {
  type Condition,
  collectEffectUses,
  collectUses,
  type Effect,
  type Expression,
  walkExpression,
} from "../expression.ts";
import { type Problem, problem } from "./problem.ts";
import type { KnownVoice } from "./talk-problems.ts";

/** Fields of a node that the check of knowledge reads. */
export type TellingNode = Pick<
  DialogueNode,
  "id" | "kind" | "speaker_id" | "conditions" | "on_enter_effects" | "branches"
>;

/** One fact that one entity is asked to know. */
export interface AskedKnowledge {
  readonly entity_id: string;
  readonly fact_id: string;
}

/** Answer of the rest of the project about the facts and quests that a dialogue names. */
export interface KnownElsewhere {
  /** Facts and quests that are gone, and stages and objectives of quests, each behind the id of its quest and a blank. */
  readonly gone: readonly string[];
  /** Knowledge that nobody has as the world begins, and no other dialogue gives. */
  readonly untold: readonly AskedKnowledge[];
  /** Characters that answer, of those that are talked to here. */
  readonly voices: readonly KnownVoice[];
}

/** A place of logic that names facts. */
interface Place {
  readonly node_id: string;
  readonly branch_id: string | null;
  readonly path: string;
}

/**
 * Check of who is asked to know what in one dialogue, whose nodes come one after another: facts that are gone, and knowledge that nothing
 * gives. Of facts that the rest of the project says nothing of, nothing is said.
 */
export class KnowledgeCheck {
  readonly #named: { readonly fact: string; readonly place: Place }[] = [];
  readonly #asked: { readonly asked: AskedKnowledge; readonly place: Place }[] = [];
  readonly #told = new Set<string>();
  readonly #toldToPresent = new Set<string>();
  readonly #speakers = new Set<string>();

  add({ id, kind, speaker_id, conditions, on_enter_effects, branches }: TellingNode): void {
    if (speaker_id != null) this.#speakers.add(speaker_id);
    this.#addLogic(id, null, conditions, on_enter_effects, "on_enter_effects");
    for (const branch of branches) {
      this.#addLogic(id, branch.id, branch.conditions, branch.effects, "effects");
      if (kind !== TALK_KIND) continue;
      // Nobody tells in a talk what they do not know.
      for (const fact of branch.opened_by?.facts ?? []) {
        const place = { node_id: id, branch_id: branch.id, path: `/opened_by/facts/${fact}` };
        this.#named.push({ fact, place });
        if (speaker_id !== null) this.#asked.push({ asked: { entity_id: speaker_id, fact_id: fact }, place });
      }
    }
  }

  /** Facts that the dialogue names. */
  facts(): Set<string> {
    return new Set(this.#named.map(({ fact }) => fact));
  }

  /** Returns the knowledge that is asked here, and given by nothing here. */
  untold(): AskedKnowledge[] {
    const found = new Map(this.#asked.map(({ asked }) => [pairOf(asked), asked]));
    return [...found.values()].filter(
      (asked) =>
        !this.#told.has(pairOf(asked)) &&
        !(this.#toldToPresent.has(asked.fact_id) && this.#speakers.has(asked.entity_id)),
    );
  }

  problems({ gone, untold }: KnownElsewhere): Problem[] {
    const missing = new Set(gone);
    const never = new Set(untold.map(pairOf));
    const here = new Set(this.untold().map(pairOf));
    return [
      ...this.#named.flatMap(({ fact, place: { path, ...place } }) =>
        missing.has(fact) ? [problem("missing_reference", fact, place, { path })] : [],
      ),
      ...this.#asked.flatMap(({ asked, place: { path, ...place } }) => {
        const isNever = never.has(pairOf(asked)) && here.has(pairOf(asked)) && !missing.has(asked.fact_id);
        return isNever ? [problem("never_told", asked.fact_id, place, { path, entity_id: asked.entity_id })] : [];
      }),
    ];
  }

  #addLogic(
    node_id: string,
    branch_id: string | null,
    conditions: readonly Condition[],
    effects: readonly Effect[],
    effectsName: string,
  ): void {
    for (const condition of conditions) {
      const place = { node_id, branch_id, path: `/conditions/${condition.id}` };
      for (const fact of collectUses(condition).facts) this.#named.push({ fact, place });
      this.#addAsked(condition, place);
    }
    for (const effect of effects) {
      const place = { node_id, branch_id, path: `/${effectsName}/${effect.id}` };
      for (const fact of collectEffectUses(effect).facts) this.#named.push({ fact, place });
      for (const guard of effect.when) this.#addAsked(guard, place);
      const { op, target, key } = effect;
      if (op !== "fact.tell" || key === undefined) continue;
      if (target === null) this.#toldToPresent.add(key);
      else this.#told.add(pairOf({ entity_id: target, fact_id: key }));
    }
  }

  #addAsked(expression: Expression, place: Place): void {
    walkExpression(expression, (part) => {
      if (!("fn" in part) || "op" in part || part.fn !== "knows") return;
      const [knower, fact] = part.args.map((arg) => ("lit" in arg ? arg.lit : null));
      if (typeof knower !== "string" || typeof fact !== "string") return;
      this.#asked.push({ asked: { entity_id: knower, fact_id: fact }, place });
    });
  }
}

const pairOf = ({ entity_id, fact_id }: AskedKnowledge): string => `${entity_id} ${fact_id}`;

/** The problems of what is known in a dialogue that is whole in memory. */
export function knowledgeProblems(nodes: readonly TellingNode[], elsewhere: KnownElsewhere): Problem[] {
  if (elsewhere.gone.length + elsewhere.untold.length === 0) return [];
  const check = new KnowledgeCheck();
  for (const node of nodes) check.add(node);
  return check.problems(elsewhere);
}
