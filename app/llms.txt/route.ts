import { llmsText } from "#server/docs/llms-txt.ts";
import { servedReference } from "#server/docs/served-reference.ts";

/** Answers the index of the documentation for language models. */
export async function GET(): Promise<Response> {
  const reference = await servedReference();
  if (reference === null) return new Response("The reference is not available.\n", { status: 503 });
  return new Response(llmsText(reference), {
    headers: { "content-type": "text/plain; charset=utf-8", "cache-control": "public, no-cache" },
  });
}
