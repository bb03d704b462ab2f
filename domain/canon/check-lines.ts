import type { DialogueNode } from "../dialogue/wire.ts";
import type { Effect } from "../expression.ts";
import { isDead } from "./check-dead.ts";
import { type CanonRule, type Finding, isAbout } from "./finding.ts";
import { spellings } from "./spellings.ts";
import type { CanonEntity } from "./world.ts";

/** Fields of a card that the check of lines reads. */
export type CanonCard = Pick<
  DialogueNode,
  "id" | "kind" | "text" | "speaker_id" | "on_enter_effects" | "exit_to" | "branches"
> & {
  readonly valid_from_seq: number;
};

/** A dialogue whose lines are checked. */
export interface CanonDialogue {
  readonly id: string;
  /** Card that it begins with; without one that is there, it begins with the first. */
  readonly start_node_id: string | null;
  /** Cards in the order in which they were made. */
  readonly cards: readonly CanonCard[];
  /** Cards into which other dialogues lead; null where that is not known, so that any of them may be. */
  readonly entries: ReadonlySet<string> | null;
  /** Facts that hold and whose source is a card of the dialogue. */
  readonly deaths: readonly {
    readonly fact_id: string;
    readonly card_id: string;
    readonly subject_id: string;
    readonly predicate: string;
  }[];
}

/** Kinds of cards behind which a way goes on where no branch tells. */
const COMING_BACK: readonly string[] = ["detour", "return", "subgraph", "storylet_group"];

/** Turn that a card or a branch gives the life of an entity: dead, or perhaps alive; null for none. */
type Turn = { readonly dead: boolean } | null;

/** Last turns on the ways to a card: the card at which the entity died on one of them, or `false` where it may be alive. */
type State = string | false;

/**
 * Returns the lines of those who have died on every way from the beginning to their card. Conditions are not asked: a way that none of them
 * lets through only makes the answer more careful. A death that happens under a condition is none, and what may bring somebody back does.
 */
export function checkLines(
  rule: CanonRule,
  dialogue: CanonDialogue,
  entities: ReadonlyMap<string, CanonEntity>,
): Finding[] {
  const names = spellings(rule.predicates);
  const speakers = new Set(
    dialogue.cards.flatMap(({ speaker_id, text }) => (speaker_id === null || text === "" ? [] : [speaker_id])),
  );
  const comesBack = dialogue.cards.some(({ kind }) => COMING_BACK.includes(kind));
  return [...speakers].flatMap((id) => {
    if (!isAbout(rule, entities.get(id))) return [];
    const turnOf = (effects: readonly Effect[]): Turn => lastTurn(effects, id, rule, names);
    const dead = new Map(
      dialogue.deaths.flatMap(({ card_id, subject_id, predicate }) =>
        subject_id === id && names.has(predicate) ? [[card_id, true] as const] : [],
      ),
    );
    const onCard = new Map(
      dialogue.cards.map((card) => [
        card.id,
        turnOf(card.on_enter_effects) ?? (dead.has(card.id) ? { dead: true } : null),
      ]),
    );
    const onBranch = new Map(
      dialogue.cards.flatMap(({ branches }) => branches.map((each) => [each.id, turnOf(each.effects)])),
    );
    const turns = [...onCard.values(), ...onBranch.values()];
    if (!turns.some((turn) => turn?.dead === true)) return [];
    // A way that goes on behind a detour may have passed what brought somebody back.
    if (comesBack && turns.some((turn) => turn?.dead === false)) return [];
    const states = statesOf(dialogue, onCard, onBranch);
    return dialogue.cards.flatMap((card): Finding[] => {
      const state = states.get(card.id);
      if (card.speaker_id !== id || card.text === "" || state === undefined || state === false) return [];
      const death = dialogue.cards.find((each) => each.id === state);
      if (death === undefined) return [];
      return [
        {
          rule_id: rule.id,
          code: "speaks_dead",
          key: `${card.id} ${id}`,
          unit: dialogue.id,
          about: id,
          evidence: [
            { type: "dialogue_node", id: death.id, seq: death.valid_from_seq },
            { type: "dialogue_node", id: card.id, seq: card.valid_from_seq },
          ],
          repair: null,
        },
      ];
    });
  });
}

/** Works out, for each card that can be reached, whether the entity is dead on all ways there. */
function statesOf(
  { cards, start_node_id: named, entries, id }: CanonDialogue,
  onCard: ReadonlyMap<string, Turn>,
  onBranch: ReadonlyMap<string, Turn>,
): Map<string, State> {
  const byId = new Map(cards.map((card) => [card.id, card]));
  const start = named !== null && byId.has(named) ? named : (cards[0]?.id ?? null);
  const states = new Map<string, State>();
  const waiting: string[] = [];
  const reach = (card: string | null, state: State) => {
    if (card === null || !byId.has(card)) return;
    const before = states.get(card);
    // What was dead on one way and may be alive on another may be alive; of two deaths the first one found stays.
    const next = before === undefined ? state : before !== false && state !== false ? before : false;
    if (before === next) return;
    states.set(card, next);
    waiting.push(card);
  };
  reach(start, false);
  for (const card of entries ?? byId.keys()) reach(card, false);
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    const card = byId.get(at);
    const state = states.get(at);
    if (card === undefined || state === undefined) continue;
    const after = turned(onCard.get(at) ?? null, state, at);
    for (const { id: branch, target_node_id, target_graph_id } of card.branches) {
      if (target_graph_id === null || target_graph_id === id)
        reach(
          target_node_id ?? (target_graph_id === id ? start : null),
          turned(onBranch.get(branch) ?? null, after, at),
        );
    }
    if (card.exit_to !== null && card.exit_to.graph_id === id) reach(card.exit_to.node_id ?? start, after);
  }
  return states;
}

const turned = (turn: Turn, state: State, card: string): State => (turn === null ? state : turn.dead ? card : false);

/** The last turn that effects give the life of an entity. */
function lastTurn(
  effects: readonly Effect[],
  id: string,
  { property, values }: Pick<CanonRule, "property" | "values">,
  names: ReadonlySet<string>,
): Turn {
  let turn: Turn = null;
  for (const { op, target, key, value, when } of effects) {
    if (target !== id) continue;
    const said = value !== null && "lit" in value ? value.lit : undefined;
    if (op === "property.set" && property !== null && key === property) {
      if (!isDead(said, values)) turn = { dead: false };
      else if (when.length === 0) turn = { dead: true };
    }
    if (op === "fact.set" && names.has(key ?? "")) {
      if (said === undefined || said === false || said === null) turn = { dead: false };
      else if (when.length === 0) turn = { dead: true };
    }
  }
  return turn;
}
