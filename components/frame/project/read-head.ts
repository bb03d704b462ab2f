import type { StudioClient } from "../api/client.ts";

/** The sequence that a project's record reaches: now as a sequence, so that everything that is read of it fits together. */
export async function readHead(
  client: StudioClient,
  project_id: string,
  options: { signal?: AbortSignal } = {},
): Promise<number> {
  const { commits } = await client.record.commits.query({ project_id, limit: 1 }, options);
  return commits[0]?.commit_seq ?? 0;
}
