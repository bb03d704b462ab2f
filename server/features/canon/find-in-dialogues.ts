import { type CanonCard, type CanonDialogue, checkLines } from "#domain/canon/check-lines.ts";
import type { CanonRule, Finding } from "#domain/canon/finding.ts";
import { spellings } from "#domain/canon/spellings.ts";
import type { CanonEntity } from "#domain/canon/world.ts";
import { nodeListsFromKeyed } from "#domain/dialogue/keyed.ts";
import type { Db } from "../../record/database.ts";
import { findVersions } from "../../record/versions.ts";
import { dialogueEntries, graphResource, type NodeState, type NodeVersion, nodeBatches } from "../dialogues/public.ts";
import { asViolation, type Violation } from "./find-violations.ts";
import { NOT_YET, RecordedSource } from "./source.ts";

/** Cards of one dialogue that are checked at most: more are not read into memory together. */
const MOST_CARDS = 20_000;

/** Dialogues that are read, at a sequence or now. */
interface AskedDialogues {
  readonly rules: readonly CanonRule[];
  readonly graphIds: readonly string[];
  readonly atSeq: number | null;
}

/** Cards as they would be, by their ids; null for those that would be gone. */
type ChangedCards = ReadonlyMap<string, NodeState | null>;

/** Finds the lines in some dialogues that break a rule on every way to their card. */
export async function findInDialogues(db: Db, projectId: string, asked: AskedDialogues): Promise<Violation[]> {
  const found: Finding[] = [];
  for await (const { check, recorded } of readDialogues(db, projectId, asked, new Map()))
    found.push(...check(recorded));
  return found.map(asViolation);
}

/** Finds the lines in some dialogues that would break a rule once some cards are others, and do not now. */
export async function introducedInDialogues(
  db: Db,
  projectId: string,
  asked: AskedDialogues,
  changed: ChangedCards,
): Promise<Violation[]> {
  const introduced: Violation[] = [];
  for await (const { check, recorded, cards } of readDialogues(db, projectId, asked, changed)) {
    const found = check({ ...recorded, cards }).map(asViolation);
    if (found.length === 0) continue;
    const there = new Set(check(recorded).map((each) => asViolation(each).id));
    introduced.push(...found.filter(({ id }) => !there.has(id)));
  }
  return introduced;
}

/** Dialogue that was read, with the check of it. */
interface ReadDialogue {
  readonly recorded: CanonDialogue;
  /** Cards as they would be. */
  readonly cards: readonly CanonCard[];
  readonly check: (dialogue: CanonDialogue) => Finding[];
}

/** Reads the dialogues that rules ask about, one after the other. */
async function* readDialogues(
  db: Db,
  projectId: string,
  { rules, graphIds, atSeq }: AskedDialogues,
  changed: ChangedCards,
): AsyncGenerator<ReadDialogue> {
  const dead = rules.filter(({ kind }) => kind === "dead_do_not_act");
  if (dead.length === 0 || graphIds.length === 0) return;
  const graphs = await findVersions(db, graphResource, projectId, { id: graphIds }, atSeq);
  const entries = new Map<string, Set<string>>();
  for (const { graph_id, node_id } of await dialogueEntries(db, projectId, graphIds, atSeq)) {
    // What leads to no card leads to the beginning, where everybody comes.
    if (node_id !== null) entries.set(graph_id, (entries.get(graph_id) ?? new Set()).add(node_id));
  }
  const source = new RecordedSource(db, projectId, atSeq);
  const predicates = [...new Set(dead.flatMap((rule) => [...spellings(rule.predicates)]))];
  for await (const { graph, nodes } of nodeBatches(db, projectId, graphs, atSeq)) {
    const before: CanonCard[] = [];
    for await (const page of nodes) {
      before.push(...page.map(cardOf));
      if (before.length > MOST_CARDS) break;
    }
    if (before.length > MOST_CARDS) continue;
    const cards = withChanged(before, graph.id, changed);
    const speakers = [...new Set([...before, ...cards].flatMap(({ speaker_id }) => speaker_id ?? []))];
    if (speakers.length === 0) continue;
    const [entities, facts] = [
      await source.entities(speakers),
      predicates.length === 0 ? [] : await source.facts({ subject_id: speakers, predicate: predicates }),
    ];
    const deaths = facts.flatMap(({ id, subject_id, predicate, source: from }) =>
      from.kind === "node" && subject_id !== null && predicate !== null
        ? [{ fact_id: id, card_id: from.node_id, subject_id, predicate }]
        : [],
    );
    const byId = new Map<string, CanonEntity>(entities.map((entity) => [entity.id, entity]));
    yield {
      recorded: {
        id: graph.id,
        start_node_id: graph.start_node_id,
        cards: before,
        entries: entries.get(graph.id) ?? new Set<string>(),
        deaths,
      },
      cards,
      check: (dialogue) => dead.flatMap((rule) => checkLines(rule, dialogue, byId)),
    };
  }
}

/** The cards of a dialogue as they would be: changed ones in their places, new ones behind. */
function withChanged(cards: readonly CanonCard[], graphId: string, changed: ChangedCards): readonly CanonCard[] {
  if (changed.size === 0) return cards;
  const known = new Set(cards.map(({ id }) => id));
  const changedCard = (id: string): CanonCard[] => {
    const state = changed.get(id) ?? null;
    return state?.graph_id === graphId ? [cardOf({ ...state, id, valid_from_seq: NOT_YET })] : [];
  };
  return [
    ...cards.flatMap((card) => (changed.has(card.id) ? changedCard(card.id) : [card])),
    ...[...changed.keys()].flatMap((id) => (known.has(id) ? [] : changedCard(id))),
  ];
}

function cardOf(node: NodeState & Pick<NodeVersion, "id" | "valid_from_seq">): CanonCard {
  const { id, kind, text, speaker_id, exit_to, valid_from_seq } = node;
  const { on_enter_effects, branches } = nodeListsFromKeyed(node);
  return { id, kind, text, speaker_id, exit_to, on_enter_effects, branches, valid_from_seq };
}
