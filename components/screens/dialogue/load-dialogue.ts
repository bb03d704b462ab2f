import { compareDialogues, statesOfBoth } from "#domain/dialogue/comparison.ts";
import type { SubjectState } from "#domain/dialogue/states.ts";
import { fetchLayout } from "../../editor/canvas/scene/late-layout.ts";
import { ModelView } from "../../editor/model/model-view.ts";
import type { LoadedDialogue } from "../../editor/session/open-content.ts";
import type { StudioClient } from "../../frame/api/client.ts";
import { statusOf } from "../../frame/api/failure.ts";
import { readHead } from "../../frame/project/read-head.ts";

/** A dialogue that is to be read, until the signal says that nobody waits for it. */
export interface DialogueRead {
  readonly client: StudioClient;
  readonly projectId: string;
  readonly graphId: string;
  readonly signal: AbortSignal;
}

/** Loads a dialogue whole, as of a moment, or as it is now with null. */
export async function loadDialogue(read: DialogueRead, at: number | null): Promise<LoadedDialogue> {
  const { client, projectId, graphId, signal } = read;
  const input = { project_id: projectId, graph_id: graphId, ...(at !== null && { at_seq: at }) };
  const { seq, states } = await client.dialogues.states.query(input, { signal });
  if (states.some(({ state }) => (state as { canvas_x?: unknown } | null)?.canvas_x === null)) await fetchLayout();
  return {
    graphId,
    seq,
    states: states.map(({ subject_id: id, seq, state }) => ({ id, seq, state: state as SubjectState })),
  };
}

/** Loads a dialogue as of a moment, with what only another moment has, and what differs between the two. */
export async function loadBoth(read: DialogueRead, at: number, other: number | "now"): Promise<LoadedDialogue> {
  const { client, projectId, signal } = read;
  const otherSeq = other === "now" ? await readHead(client, projectId, { signal }) : other;
  const [loaded, against] = await Promise.all([loadDialogue(read, at), loadIfThere(read, otherSeq)]);
  const { graphId, states } = loaded;
  const shown = new Map(states.map(({ id, state }) => [id, state]));
  const isOtherLater = otherSeq > at;
  const comparison = isOtherLater ? compareDialogues(shown, against) : compareDialogues(against, shown);
  const seqs = new Map(states.map(({ id, seq }) => [id, seq]));
  return {
    ...loaded,
    states: [...statesOfBoth(shown, against)].map(([id, state]) => ({ id, seq: seqs.get(id) ?? at, state })),
    compared: { ...comparison, isOtherLater, nodes: new ModelView(graphId, shown).model.nodes },
  };
}

/** The states of a dialogue at a moment; none where it did not exist then. */
async function loadIfThere(read: DialogueRead, at: number): Promise<ReadonlyMap<string, SubjectState>> {
  try {
    const { states } = await loadDialogue(read, at);
    return new Map(states.map(({ id, state }) => [id, state]));
  } catch (error) {
    if (statusOf(error) === 404) return new Map();
    throw error;
  }
}
