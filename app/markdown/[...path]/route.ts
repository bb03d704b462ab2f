import { servedPageText } from "#server/docs/served-pages.ts";

/** Answers a page of the documentation as Markdown: `proxy.ts` sends requests for one here. */
export async function GET(_request: Request, { params }: { params: Promise<{ path: string[] }> }): Promise<Response> {
  const text = await servedPageText(`/${(await params).path.join("/")}`);
  const headers = {
    "content-type": "text/markdown; charset=utf-8",
    "cache-control": "public, no-cache",
    vary: "accept",
  };
  return text === null ? new Response("# Page not found\n", { status: 404, headers }) : new Response(text, { headers });
}
