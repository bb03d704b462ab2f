import { documentationIndex } from "#server/docs/documentation-index.ts";
import { servedReference } from "#server/docs/served-reference.ts";

/** Answers the whole index of the documentation, which its filter searches. */
export async function GET(): Promise<Response> {
  const index = documentationIndex(await servedReference());
  return Response.json(index, { headers: { "cache-control": "public, no-cache" } });
}
