import type { NextRequest } from "next/server";
import { GET as answerAuth } from "../../../api/auth/[...nextauth]/route.ts";

const PAGES: Readonly<Record<string, string>> = {
  home: "/?prepared=1",
  "signed-out": "/sign-in?prepared=1&signed-out=1",
};

/**
 * Lets next-auth set the cookie its forms are checked against, then goes on to the page that needs it. A page cannot set
 * cookies, and with this redirect signing in and out work without scripts.
 */
export async function GET(request: NextRequest): Promise<Response> {
  const csrf = await answerAuth(request, { params: Promise.resolve({ nextauth: ["csrf"] }) });
  const to = PAGES[request.nextUrl.searchParams.get("to") ?? ""] ?? "/sign-in?prepared=1";
  const response = new Response(null, { status: 303, headers: { Location: to, "Cache-Control": "no-store" } });
  for (const cookie of csrf.headers.getSetCookie()) response.headers.append("Set-Cookie", cookie);
  return response;
}
