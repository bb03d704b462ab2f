import { contentFrom, type Loaded } from "../../editor/model/loaded.ts";
import type { StudioClient } from "../../frame/api/client.ts";

interface Opened {
  /** Sequence up to which everything is in what was loaded; some of what came later may be too. */
  readonly seq: number;
  readonly loaded: Loaded;
}

/** Loads a dialogue whole, as of a moment or as it is now. */
export async function loadDialogue(
  client: StudioClient,
  { projectId, graphId, at, signal }: { projectId: string; graphId: string; at: number | null; signal: AbortSignal },
): Promise<Opened> {
  // The sequence first: what is written in between is then read twice, and never missed.
  const seq = at ?? (await headOf(client, projectId, signal));
  const reading = at === null ? {} : { at_seq: at };
  const input = { project_id: projectId, graph_id: graphId, ...reading };
  return { seq, loaded: contentFrom(await client.dialogues.get.query(input, { signal })) };
}

async function headOf(client: StudioClient, projectId: string, signal: AbortSignal): Promise<number> {
  const { total } = await client.record.events.query({ project_id: projectId, after_seq: 0, limit: 1 }, { signal });
  return total;
}
