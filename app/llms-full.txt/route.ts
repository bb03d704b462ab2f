import { servedWholeText } from "#server/docs/served-pages.ts";

/** Answers the whole documentation as one text for language models. */
export async function GET(): Promise<Response> {
  const text = await servedWholeText();
  if (text === null) return new Response("The reference is not available.\n", { status: 503 });
  return new Response(text, {
    headers: { "content-type": "text/plain; charset=utf-8", "cache-control": "public, no-cache" },
  });
}
