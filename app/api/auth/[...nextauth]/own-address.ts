import { ownPath } from "#server/auth/own-path.ts";

/**
 * Makes a redirect stay on the address the visitor came by, and shortens the way to the sign-in page. next-auth redirects
 * to the one public address; whoever reached this machine under another name (localhost, 127.0.0.1) would lose the cookies
 * just set there, and the page's policy stops a form from leaving its origin.
 */
export function toOwnAddress(response: Response): Response {
  const location = response.headers.get("Location");
  const url = location === null ? null : URL.parse(location, "http://here");
  if (url === null) return response;
  const headers = new Headers(response.headers);
  headers.set("Location", signInPage(url) ?? ownPath(url));
  return new Response(response.body, { status: response.status, headers });
}

/** next-auth's own pages only lead on to ours, one of them without saying why. */
function signInPage({ pathname, searchParams }: URL): string | null {
  if (pathname !== "/api/auth/signin" && pathname !== "/api/auth/error") return null;
  const error = searchParams.has("csrf") ? "expired" : searchParams.get("error");
  return error === null ? "/sign-in" : `/sign-in?error=${encodeURIComponent(error)}`;
}
