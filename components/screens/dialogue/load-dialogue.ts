import type { SubjectState } from "#domain/dialogue/states.ts";
import type { LoadedDialogue } from "../../editor/session/open-content.ts";
import type { StudioClient } from "../../frame/api/client.ts";

/** Loads a dialogue whole, as of a moment or as it is now. */
export async function loadDialogue(
  client: StudioClient,
  { projectId, graphId, at, signal }: { projectId: string; graphId: string; at: number | null; signal: AbortSignal },
): Promise<LoadedDialogue> {
  const input = { project_id: projectId, graph_id: graphId, ...(at !== null && { at_seq: at }) };
  const { seq, states } = await client.dialogues.states.query(input, { signal });
  return {
    graphId,
    seq,
    states: states.map(({ subject_id: id, seq, state }) => ({ id, seq, state: state as unknown as SubjectState })),
  };
}
