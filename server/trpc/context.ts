import type { Incident } from "../http/respond.ts";
import { Problem } from "../kernel/problem.ts";
import type { Caller } from "../kernel/scope.ts";
import type { Answer } from "../operation/idempotency.ts";

/** Context of every procedure of one request. */
export interface StudioContext {
  readonly requestId: string;
  /** Resolves who asks, once for all calls of a batch, and counts one call against their limit; throws 401, 403 or 429. */
  readonly admit: () => Promise<Caller>;
  /** Headers collected for the response. */
  readonly headers: Record<string, string>;
  readonly incident: (operation: string) => Incident;
  /** Aborted when whoever asked has left; null for a page that reads before it is sent. */
  readonly gone: AbortSignal | null;
  /** Takes the stream that a call is answered by; null where it is answered whole. */
  readonly follow: ((stream: Answer) => void) | null;
}

/** Header a script of another site cannot send without a preflight, which is never granted here. */
export const STUDIO_HEADER = "x-fabula-studio";

/** Header in which a page says of which workspace it is. */
export const WORKSPACE_HEADER = "x-fabula-workspace";

/** Header that names the commit which a change made, by which the page takes it back. */
export const COMMIT_HEADER = "x-fabula-commit";

/**
 * Checks that a page belongs to the workspace the session is in: another tab may have moved it, and then what the page asks
 * would be not found and what it sends refused for good.
 *
 * @throws {@link Problem} `unauthorized`; a header names the workspace of the session.
 */
export function requireSameWorkspace(asked: Headers, answered: Record<string, string>, { workspaceId }: Caller): void {
  const ofPage = asked.get(WORKSPACE_HEADER);
  if (ofPage === null || ofPage === workspaceId) return;
  answered[WORKSPACE_HEADER] = workspaceId;
  throw new Problem("unauthorized", { message: "Another workspace is open in this browser now." });
}

/**
 * Checks that a write comes from a page of this origin: the session travels in a cookie, and cookies are sent whoever asks.
 *
 * @throws {@link Problem} `forbidden` where it does not.
 */
export function requireSameOrigin(headers: Headers, publicUrl: string): void {
  if (headers.get(STUDIO_HEADER) !== null && isSameOrigin(headers, publicUrl)) return;
  throw new Problem("forbidden", { message: "This address takes changes from the studio's own pages only." });
}

/**
 * Checks that a stream is opened by a page of this site. Others could not read it, but the browser would send the cookie and
 * hold it open; `EventSource` sends no headers of a page's choosing.
 *
 * @throws {@link Problem} `forbidden` where it is not.
 */
export function requireSameSite(headers: Headers): void {
  const site = headers.get("sec-fetch-site");
  const isStream = headers.get("accept")?.includes("text/event-stream") === true;
  if (!isStream || site === null || site === "same-origin" || site === "none") return;
  throw new Problem("forbidden", { message: "This address is followed by the studio's own pages only." });
}

function isSameOrigin(headers: Headers, publicUrl: string): boolean {
  const site = headers.get("sec-fetch-site");
  if (site !== null) return site === "same-origin";
  const origin = headers.get("origin");
  if (origin === null) return false;
  return origin === new URL(publicUrl).origin || URL.parse(origin)?.host === headers.get("host");
}
