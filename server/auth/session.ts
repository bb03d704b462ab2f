import { getToken } from "next-auth/jwt";
import { Problem } from "../kernel/problem.ts";
import type { Caller } from "../kernel/scope.ts";

/** Settings that sessions need. */
export interface SessionConfig {
  /** Signs and encrypts sessions. */
  readonly authSecret: string;
  /** Starts every cookie's name, so that instances on one host do not sign each other out. */
  readonly cookiePrefix: string;
  /** Absolute address of the studio. */
  readonly publicUrl: string;
}

/** Tells who a session's holder is now: a part of the authenticator. */
export interface SessionHolders {
  /** Throws 401 for a session of another version, or of someone who is no longer a member. */
  byUser(userId: string, workspaceId: string | null, sessionVersion: number): Promise<Caller>;
  /** Returns a person as a caller of a workspace; null for somebody who is no member of it. */
  memberOf(userId: string, workspaceId: string): Promise<Caller | null>;
}

/** Claims of a session's cookie. The authenticator decides whether they still hold. */
export interface SessionClaims {
  readonly userId: string;
  readonly workspaceId: string;
  readonly sessionVersion: number;
}

/** Names of the cookies. The prefixes of secure ones keep other hosts and plain HTTP from setting them. */
export function cookieNames(config: SessionConfig): {
  session: string;
  csrf: string;
  callback: string;
  device: string;
  workspace: string;
  secure: boolean;
} {
  const secure = config.publicUrl.startsWith("https://");
  return {
    session: `${secure ? "__Secure-" : ""}${config.cookiePrefix}-session`,
    csrf: `${secure ? "__Host-" : ""}${config.cookiePrefix}-csrf`,
    callback: `${secure ? "__Secure-" : ""}${config.cookiePrefix}-callback`,
    device: `${secure ? "__Secure-" : ""}${config.cookiePrefix}-device`,
    workspace: `${secure ? "__Secure-" : ""}${config.cookiePrefix}-workspace`,
    secure,
  };
}

/**
 * Finds the member who is signed in.
 *
 * @throws {@link Problem} `unauthorized` where nobody is, or the session was ended.
 */
export async function sessionCaller(
  request: { readonly headers: Headers },
  holders: SessionHolders,
  config: SessionConfig,
): Promise<Caller> {
  const claims = await sessionClaims(request, config);
  if (claims === null) {
    throw new Problem("unauthorized", { message: "Not signed in.", headers: { "www-authenticate": "Bearer" } });
  }
  return holders.byUser(claims.userId, claims.workspaceId, claims.sessionVersion);
}

/** Reads the claims of the session's cookie; null when there is none or it is not ours. */
export async function sessionClaims(
  request: { readonly headers: Headers },
  config: SessionConfig,
): Promise<SessionClaims | null> {
  const names = cookieNames(config);
  const cookies = sessionCookies(request.headers.get("cookie") ?? "", names.session);
  if (Object.keys(cookies).length === 0) return null;
  const token = await getToken({
    // Only cookies: given the headers, it would take an `Authorization` header for a session.
    req: { cookies, headers: {} } as Parameters<typeof getToken>[0]["req"],
    secret: config.authSecret,
    cookieName: names.session,
    secureCookie: names.secure,
  });
  return token === null ? null : claimsOf(token);
}

/** The claims of a decoded session, or null when it is not of the form we give them. */
export function claimsOf(token: Record<string, unknown>): SessionClaims | null {
  const { sub, workspace_id: workspaceId, session_version: sessionVersion } = token;
  if (typeof sub !== "string" || typeof workspaceId !== "string" || typeof sessionVersion !== "number") return null;
  return { userId: sub, workspaceId, sessionVersion };
}

/** The session's cookie, or the numbered parts of one too long for a cookie. */
function sessionCookies(header: string, name: string): Record<string, string> {
  const cookies: Record<string, string> = {};
  for (const part of header.split(";")) {
    const at = part.indexOf("=");
    if (at < 0) continue;
    const key = part.slice(0, at).trim();
    const isOurs = key === name || (key.startsWith(`${name}.`) && /^\d{1,2}$/.test(key.slice(name.length + 1)));
    if (isOurs) cookies[key] = part.slice(at + 1).trim();
  }
  return cookies;
}
