import { shorten } from "#domain/import/report.ts";
import type { JsonObject } from "#domain/json.ts";
import { type LayoutNode, layOut, NODE_BOX } from "#domain/layout.ts";
import type { DialogueDraft, DraftNode } from "#domain/sketch/dialogue-draft.ts";
import { newId } from "../../kernel/ids.ts";
import { Problem } from "../../kernel/problem.ts";
import type { UnitOfWork } from "../../record/unit-of-work.ts";
import { DialogueWriter, GestureOperation, graphResource, placesOf } from "../dialogues/public.ts";
import { type LandingSession, provenance } from "../generation/public.ts";
import { propose } from "../suggestions/public.ts";

/** Room for what is in the label of a part beside the card's title. */
const MAX_TITLE = 120;

/** Writes a draft as a dialogue of its own: the graph and its nodes in the commit of the session. */
export async function landDialogue(
  unit: UnitOfWork,
  draft: DialogueDraft,
  session: LandingSession,
): Promise<JsonObject> {
  const { now } = session;
  const graphId = newId(graphResource.prefix, now);
  const ids = idsOf(draft, now);
  const nothing = { source_format: null, source_key: null };
  unit.create(graphResource, graphId, {
    external_id: null,
    name: draft.title,
    description: "",
    folder: "",
    start_node_id: null,
    extensions: { fabula: { generated: provenance(session) } },
    ...nothing,
  });
  const spots = layOut(layoutOf(draft), draft.start);
  const operations = [
    ...draft.cards.map((card) => createOf(card, ids, spots, session)),
    GestureOperation.parse({ op: "dialogue.update", patch: { start_node_id: ids.get(draft.start) } }),
  ];
  const writer = new DialogueWriter(unit, graphId, now);
  await writer.load(operations);
  for (const [index, operation] of operations.entries()) await writer.apply(operation, ["cards", index]);
  return { graph_id: graphId, suggestion_id: null, nodes: draft.cards.length };
}

/**
 * Suggests a draft for a dialogue that is there: a part for each card, and one for the choice that leads into it. New cards are laid
 * out beside the card they go on from.
 *
 * @throws {@link Problem} `suggestion_state` when the dialogue is gone.
 */
export async function landSuggestion(
  unit: UnitOfWork,
  draft: DialogueDraft,
  session: LandingSession,
  into: { graph_id: string; node_id: string | null },
): Promise<JsonObject> {
  const { now } = session;
  const graph = await unit.get(graphResource, into.graph_id);
  if (graph === null) {
    const message = "The dialogue it was to go on in has been deleted.";
    throw new Problem("suggestion_state", { message, detail: { graph_id: into.graph_id } });
  }
  const places = await placesOf(unit.db, unit.projectId, graph.id);
  const from = places.find(({ id }) => id === (into.node_id ?? graph.start_node_id)) ?? places[0] ?? null;
  const ids = idsOf(draft, now);
  const there = places.map(
    ({ id, canvas_x, canvas_y, branches }): LayoutNode => ({
      key: id,
      x: canvas_x,
      y: canvas_y,
      targets: id === from?.id ? [draft.start] : [],
      height: NODE_BOX.height + branches * NODE_BOX.choiceHeight,
    }),
  );
  const spots = layOut([...there, ...layoutOf(draft)], from?.id ?? draft.start);
  const suggestionId = propose(
    unit,
    {
      graphId: graph.id,
      label: draft.title,
      source: { kind: "generation", session_id: session.id, provider: provenance(session).provider },
      baseSeq: session.contextSeq,
      gestures: [
        ...draft.cards.map((card) => ({
          label: `Card “${shorten(card.title, MAX_TITLE)}”`,
          operations: [createOf(card, ids, spots, session)],
        })),
        ...(from === null
          ? []
          : [{ label: "The choice that leads there", operations: [entryOf(draft, from.id, ids, now)] }]),
      ],
    },
    now,
  );
  return { graph_id: graph.id, suggestion_id: suggestionId, nodes: draft.cards.length };
}

function idsOf({ cards }: DialogueDraft, now: number): Map<string, string> {
  return new Map(cards.map(({ key }) => [key, newId("node", now)]));
}

function layoutOf({ cards }: DialogueDraft): LayoutNode[] {
  return cards.map(({ key, choices }) => ({ key, x: null, y: null, targets: choices.map(({ to }) => to) }));
}

type Spots = ReturnType<typeof layOut>;

function createOf(
  { key, kind, speaker_id, title, text, choices, fact_ids }: DraftNode,
  ids: ReadonlyMap<string, string>,
  spots: Spots,
  session: LandingSession,
): GestureOperation {
  const spot = spots.get(key);
  const made = provenance(session);
  return GestureOperation.parse({
    op: "node.create",
    node: {
      id: ids.get(key),
      kind,
      title,
      text,
      speaker_id,
      tags: made.provider === "builtin" ? ["sketch"] : [],
      canvas_x: spot?.x ?? null,
      canvas_y: spot?.y ?? null,
      branches: choices.map((choice) => ({
        id: newId("br", session.now),
        choice_text: choice.text,
        target_node_id: ids.get(choice.to),
      })),
      extensions: { fabula: { generated: { ...made, fact_ids } } },
    },
  });
}

function entryOf(
  { entry, start }: DialogueDraft,
  from: string,
  ids: ReadonlyMap<string, string>,
  now: number,
): GestureOperation {
  const branch = { id: newId("br", now), choice_text: entry, target_node_id: ids.get(start) };
  return GestureOperation.parse({ op: "branch.create", node_id: from, branch });
}
