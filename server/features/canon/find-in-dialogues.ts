import { type CanonCard, checkLines } from "#domain/canon/check-lines.ts";
import type { CanonRule } from "#domain/canon/finding.ts";
import { spellings } from "#domain/canon/spellings.ts";
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
  /** Cards as they are read instead, by their ids; null for those that are gone. */
  readonly changed?: ReadonlyMap<string, NodeState | null>;
}

/** Finds the lines in some dialogues that break a rule on every way to their card. */
export async function findInDialogues(
  db: Db,
  projectId: string,
  { rules, graphIds, atSeq, changed = new Map() }: AskedDialogues,
): Promise<Violation[]> {
  const dead = rules.filter(({ kind }) => kind === "dead_do_not_act");
  if (dead.length === 0 || graphIds.length === 0) return [];
  const graphs = await findVersions(db, graphResource, projectId, { id: graphIds }, atSeq);
  const entries = new Map<string, Set<string>>();
  for (const { graph_id, node_id } of await dialogueEntries(db, projectId, graphIds, atSeq)) {
    const start = graphs.find(({ id }) => id === graph_id)?.start_node_id ?? null;
    const at = node_id ?? start;
    if (at !== null) entries.set(graph_id, (entries.get(graph_id) ?? new Set()).add(at));
  }
  const source = new RecordedSource(db, projectId, atSeq);
  const predicates = [...new Set(dead.flatMap((rule) => [...spellings(rule.predicates)]))];
  const found: Violation[] = [];
  for await (const { graph, nodes } of nodeBatches(db, projectId, graphs, atSeq)) {
    const cards: CanonCard[] = [];
    for await (const page of nodes) {
      cards.push(...page.flatMap((node) => (changed.has(node.id) ? [] : cardOf(node))));
      if (cards.length > MOST_CARDS) break;
    }
    if (cards.length > MOST_CARDS) continue;
    for (const [id, state] of changed) {
      if (state?.graph_id === graph.id) cards.push(cardOf({ ...state, id, valid_from_seq: NOT_YET }));
    }
    const speakers = [...new Set(cards.flatMap(({ speaker_id }) => speaker_id ?? []))];
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
    const dialogue = {
      id: graph.id,
      start_node_id: graph.start_node_id,
      cards,
      entries: entries.get(graph.id) ?? new Set<string>(),
      deaths,
    };
    const byId = new Map(entities.map((entity) => [entity.id, entity]));
    found.push(...dead.flatMap((rule) => checkLines(rule, dialogue, byId)).map(asViolation));
  }
  return found;
}

function cardOf(node: NodeState & Pick<NodeVersion, "id" | "valid_from_seq">): CanonCard {
  const { id, kind, text, speaker_id, exit_to, valid_from_seq } = node;
  const { on_enter_effects, branches } = nodeListsFromKeyed(node);
  return { id, kind, text, speaker_id, exit_to, on_enter_effects, branches, valid_from_seq };
}
