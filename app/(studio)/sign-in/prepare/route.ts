import type { NextRequest } from "next/server";
import { returnPath } from "#components/frame/session/return-path.ts";
import { GET as answerAuth } from "../../../api/auth/[...nextauth]/route.ts";

/**
 * Lets next-auth set the cookie its forms are checked against, then goes on to the page that needs it. A page cannot set
 * cookies, and with this redirect signing in and out work without scripts.
 */
export async function GET(request: NextRequest): Promise<Response> {
  const csrf = await answerAuth(request, { params: Promise.resolve({ nextauth: ["csrf"] }) });
  const asked = request.nextUrl.searchParams;
  const next = new URLSearchParams({ prepared: "1" });
  const to = returnPath(asked.get("to"));
  if (asked.has("signed-out")) next.set("signed-out", "1");
  if (to !== null) next.set("to", to);
  const location = asked.has("home") ? "/?prepared=1" : `/sign-in?${next}`;
  const response = new Response(null, { status: 303, headers: { Location: location, "Cache-Control": "no-store" } });
  for (const cookie of csrf.headers.getSetCookie()) response.headers.append("Set-Cookie", cookie);
  return response;
}
