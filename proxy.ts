import { randomBytes } from "node:crypto";
import { type NextRequest, NextResponse } from "next/server";
import { markdownPath } from "./app/markdown-of.ts";
import { PATH_HEADER } from "./app/path-header.ts";
import { contentSecurityPolicy, PAGE_HEADERS } from "./app/security-headers.ts";

/**
 * Gives each page its own nonce, which Next reads from the request's policy and puts on the scripts it writes, and tells
 * it its address. Pages of the documentation are answered as Markdown where that is asked for.
 */
export function proxy(request: NextRequest): NextResponse {
  const nonce = randomBytes(18).toString("base64");
  const policy = contentSecurityPolicy(nonce, process.env.NODE_ENV === "development");
  const headers = new Headers(request.headers);
  headers.set("Content-Security-Policy", policy);
  headers.set(PATH_HEADER, request.nextUrl.pathname + request.nextUrl.search);
  const text = markdownPath(request.nextUrl.pathname, request.headers.get("accept"));
  const address = request.nextUrl.clone();
  if (text !== null) address.pathname = text;
  const response = text === null ? NextResponse.next({ request: { headers } }) : NextResponse.rewrite(address);
  response.headers.set("Content-Security-Policy", policy);
  for (const [name, value] of Object.entries(PAGE_HEADERS)) response.headers.set(name, value);
  return response;
}

// Only pages pass here: Next buffers the body of every request that goes through its proxy, and cuts it at 10 MB.
// Files of public/ have their headers from next.config.ts.
export const config = {
  matcher: [
    "/((?!v1/|v1$|files/|streams/|hooks/|health$|ready$|api/|_next/|icons/|pictures/|favicon\\.ico$|manifest\\.webmanifest$|robots\\.txt$).*)",
  ],
};
