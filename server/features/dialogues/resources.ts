import { nodeListsFromKeyed } from "#domain/dialogue/keyed.ts";
import { wordsPair } from "#domain/dialogue/operations/words-patch.ts";
import { sourceOf } from "#domain/dialogue/states.ts";
import { collectEffectUses, collectUses, type ExpressionUses, noUses } from "#domain/expression.ts";
import { lexemes } from "#domain/lexemes.ts";
import { nodeSearchForms } from "#domain/node-search.ts";
import { searchForm } from "#domain/search-form.ts";
import { textOfNode } from "#domain/text-of-json.ts";
import {
  annotationFields,
  dialogueAnnotationVersions,
  dialogueGroupVersions,
  dialogueNodeVersions,
  dialogueVersions,
  groupFields,
} from "#drizzle/schema/dialogues.ts";
import { invalidValue } from "../../kernel/problem.ts";
import { recorded } from "../../operation/ordinary/recorded.ts";
import { requireUniqueExternalIds } from "../../record/external-ids.ts";
import { inEach, maxBytes, maxEntries } from "../../record/limits.ts";
import { type PendingChange, type RecordView, type Resource, resource } from "../../record/resource.ts";
import { entityResource, MAX_PROPERTIES_BYTES, requireFittingProperties, sourceFields } from "../entities/public.ts";
import { MAX_BRANCHES, MAX_BRANCHES_BYTES, MAX_EXTENSIONS_BYTES, MAX_LOGIC_ENTRIES } from "./limits.ts";
import { requireMarksWithin } from "./marks-within.ts";
import { ordinalDerivation } from "./ordinals.ts";
import { PART_EVENTS } from "./part-events.ts";
import { graphParams, Source } from "./schemas.ts";
import { GraphState, NodeState } from "./states.ts";

/** A dialogue: the graph that nodes, groups and annotations belong to. */
export const graphResource = resource({
  type: "dialogue",
  prefix: "dlg",
  table: dialogueVersions,
  state: GraphState,
  events: {
    ...PART_EVENTS,
    deleted: {
      ...PART_EVENTS.deleted,
      others:
        "Its nodes, groups and notes are deleted in events of their own before this one; their `causation` is it.",
    },
    restored: {
      ...PART_EVENTS.restored,
      others:
        "Subjects deleted with it are restored in events of their own; their `causation` is this event's subject.",
    },
  },
  mentions: { start_node_id: "dialogue_node" },
  lastWriterWins: ["/folder"],
  limits: [maxBytes("extensions", MAX_EXTENSIONS_BYTES)],
  columns: ({ name, description }) => ({
    name_search: searchForm(name),
    description_search: searchForm(description),
  }),
  invariants: async (record, changes, self) => {
    await requireUniqueExternalIds(record, changes, self);
    const gone = changes.filter(({ after }) => after === null).map(({ id }) => id);
    if (gone.length === 0) return;
    for (const part of [nodeResource, groupResource, annotationResource] as Resource<{ graph_id: string }>[]) {
      const left = await record.find(part, { graph_id: gone });
      if (left.length > 0) throw new Error(`a dialogue was deleted without its ${part.type}s`);
    }
  },
});

/** Checks that the graph of each written part exists. */
async function inGraph(record: RecordView, changes: readonly PendingChange<{ graph_id: string }>[]): Promise<void> {
  const kept = changes.flatMap(({ after, loc }) => (after === null ? [] : [{ graphId: after.graph_id, loc }]));
  const graphs = await record.load(graphResource, [...new Set(kept.map(({ graphId }) => graphId))]);
  for (const { graphId, loc } of kept) {
    if (!graphs.has(graphId)) throw invalidValue([...loc, "graph_id"], "no such dialogue in this project", graphId);
  }
}

/** A node of a dialogue. Where a card lies and which group it is in never conflicts: the last writer wins. */
export const nodeResource = resource({
  type: "dialogue_node",
  prefix: "node",
  table: dialogueNodeVersions,
  state: NodeState,
  events: {
    ...PART_EVENTS,
    moved: { ...PART_EVENTS.updated, meaning: "Its card was put elsewhere on the canvas; nothing else of it changed." },
    deleted: {
      ...PART_EVENTS.deleted,
      others:
        "Branches that lead to it, and a start that names it, stay as they are and lead nowhere; validation reports them.",
    },
  },
  references: { graph_id: "dialogue" },
  mentions: { speaker_id: "entity", group_id: "dialogue_group" },
  lastWriterWins: ["/canvas_x", "/canvas_y", "/group_id"],
  pairOf: wordsPair,
  rejoins: ["group_id"],
  standsAlone: true,
  columns: (state) => ({ ...nodeSearchForms(state), mentions: mentionsOf(state) }),
  derivation: ordinalDerivation,
  wording: {
    fields: ["text", "branches", "graph_id", "speaker_id", "speaker_label"],
    text: ({ text, branches }) => textOfNode(text, Object.values(branches)),
    place: ({ graph_id }) => graph_id,
    tags: ({ speaker_id, speaker_label }) =>
      [speaker_id ?? [], lexemes(speaker_label ?? "")].flat().map((each) => `@${each}`),
  },
  limits: [
    maxBytes("properties", MAX_PROPERTIES_BYTES),
    maxBytes("extensions", MAX_EXTENSIONS_BYTES),
    maxEntries("conditions", MAX_LOGIC_ENTRIES),
    maxEntries("on_enter_effects", MAX_LOGIC_ENTRIES),
    maxEntries("branches", MAX_BRANCHES),
    maxBytes("branches", MAX_BRANCHES_BYTES),
    inEach("branches", maxBytes("extensions", MAX_EXTENSIONS_BYTES)),
    inEach("branches", maxEntries("conditions", MAX_LOGIC_ENTRIES)),
    inEach("branches", maxEntries("effects", MAX_LOGIC_ENTRIES)),
  ],
  invariants: async (record, changes) => {
    await inGraph(record, changes);
    const kept = changes.flatMap(({ before, after, isKept, loc }) =>
      after === null ? [] : [{ before, after, isKept, loc }],
    );
    for (const { after, loc } of kept) requireMarksWithin(after, loc);
    await requireFittingProperties(
      { record, entities: entityResource },
      "card",
      kept.map(({ before, after, isKept, loc }) => ({
        type: after.kind,
        before: before?.properties ?? null,
        after: after.properties,
        isKept,
        loc,
      })),
    );
  },
});

/** Options of the parts of a dialogue that lie on its canvas. */
const onCanvas = {
  within: { resource: graphResource as Resource<never>, param: "graph_id", params: graphParams },
  requests: sourceFields,
  references: { graph_id: "dialogue" },
  invariants: inGraph,
} as const;

/** A group that nodes of a dialogue are gathered in. */
export const group = recorded({
  ...onCanvas,
  type: "dialogue_group",
  one: "group",
  plural: "groups",
  param: "group_id",
  path: "/v1/projects/{project_id}/game-narrative/dialogues/{graph_id}/groups",
  subjects: "/v1/projects/{project_id}/game-narrative/dialogue-groups",
  table: dialogueGroupVersions,
  fields: groupFields,
  wire: ({ source_format: _format, source_key: _key, ...shown }) => ({ ...shown, source: Source }),
  toWire: ({ source_format, source_key, ...state }) => ({ ...state, source: sourceOf({ source_format, source_key }) }),
  events: {
    ...PART_EVENTS,
    deleted: {
      ...PART_EVENTS.deleted,
      others: "The nodes in it are updated, to be in no group, in events of their own; their `causation` is it.",
    },
    restored: {
      ...PART_EVENTS.restored,
      others:
        "The nodes its deletion took out of it, and that are in no other by now, are updated in events of their own; their `causation` is it.",
    },
  },
  columns: ({ title }) => ({ title_search: searchForm(title) }),
  example: {
    state: { graph_id: "dlg_01k9hq3xg1r7m4k2vn5te8y6cb", title: "At low tide", color: "blue" },
    edits: { updated: { title: "At high tide" } },
  },
});

export const groupResource = group.resource;

/** A note on the canvas of a dialogue. */
export const annotation = recorded({
  ...onCanvas,
  type: "dialogue_annotation",
  one: "note",
  plural: "annotations",
  param: "annotation_id",
  path: "/v1/projects/{project_id}/game-narrative/dialogues/{graph_id}/annotations",
  subjects: "/v1/projects/{project_id}/game-narrative/dialogue-annotations",
  table: dialogueAnnotationVersions,
  fields: annotationFields,
  wire: ({ source_format: _format, source_key: _key, ...shown }) => ({ ...shown, source: Source }),
  toWire: ({ source_format, source_key, ...state }) => ({ ...state, source: sourceOf({ source_format, source_key }) }),
  events: PART_EVENTS,
  lastWriterWins: ["/canvas_x", "/canvas_y"],
  standsAlone: true,
  columns: ({ text }) => ({ text_search: searchForm(text) }),
  example: {
    state: {
      graph_id: "dlg_01k9hq3xg1r7m4k2vn5te8y6cb",
      text: "Does she know his name yet?",
      canvas_x: 40,
      canvas_y: 20,
      color: "yellow",
    },
    edits: { updated: { text: "She does not know his name yet." } },
  },
});

export const annotationResource = annotation.resource;

/** Variables, entities, facts and quests a node's logic names, sorted, each once. */
function mentionsOf(state: NodeState): string[] {
  const lists = nodeListsFromKeyed(state);
  const uses: ExpressionUses = noUses();
  for (const condition of lists.conditions) collectUses(condition, uses);
  for (const effect of lists.on_enter_effects) collectEffectUses(effect, uses);
  for (const branch of lists.branches) {
    for (const condition of branch.conditions) collectUses(condition, uses);
    for (const effect of branch.effects) collectEffectUses(effect, uses);
    for (const fact of branch.opened_by?.facts ?? []) uses.facts.add(fact);
  }
  return [...new Set([...uses.variables, ...uses.entities, ...uses.facts, ...uses.quests])].sort();
}
