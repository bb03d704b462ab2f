import type { AuthOptions } from "next-auth";
import type { JWT } from "next-auth/jwt";
import { isStorable } from "#domain/filter/property-path.ts";
import { Problem } from "../kernel/problem.ts";
import type { Log } from "../operation/context.ts";
import { loggableError } from "../record/database-errors.ts";
import { normalEmail } from "./email.ts";
import { isKnownTo, readDevice } from "./known-device.ts";
import { readLastWorkspace } from "./last-workspace.ts";
import { ownPath } from "./own-path.ts";
import { claimsOf, cookieNames, type SessionConfig, type SessionHolders } from "./session.ts";
import { type SignedIn, type SignInServices, signIn } from "./sign-in.ts";
import { refusedSignIn } from "./sign-in-refusal.ts";

const THIRTY_DAYS_SECONDS = 30 * 24 * 60 * 60;
const SIGN_IN_PAGE = "/sign-in";

/** Parts of the process that signing in needs. */
export interface SignInParts extends SignInServices {
  readonly log: Log;
  readonly authenticator: SessionHolders;
  readonly config: SessionConfig;
  /** The client's address from the headers of a request; only who put them there knows which to trust. */
  readonly clientIp: (headers: Record<string, string>) => string;
}

/** Listener for code that sets cookies of its own. */
export interface SignInListener {
  /** Called after somebody with this e-mail has signed in. */
  signedIn?(email: string): void;
  /** The session is in this workspace from now on. */
  opened?(workspaceId: string): void;
}

/**
 * Sign-in by e-mail and password with sessions in encrypted cookies, good for 30 days from their last use. Each use of a
 * session checks with the database that it has not been ended.
 */
export function nextAuthOptions(parts: SignInParts, listener: SignInListener = {}): AuthOptions {
  const { config, authenticator, log } = parts;
  const names = cookieNames(config);
  const cookie = { httpOnly: true, sameSite: "lax" as const, path: "/", secure: names.secure };
  return {
    secret: config.authSecret,
    session: { strategy: "jwt", maxAge: THIRTY_DAYS_SECONDS },
    pages: { signIn: SIGN_IN_PAGE, error: SIGN_IN_PAGE },
    useSecureCookies: names.secure,
    cookies: {
      sessionToken: { name: names.session, options: cookie },
      csrfToken: { name: names.csrf, options: cookie },
      callbackUrl: { name: names.callback, options: cookie },
    },
    providers: [
      // Written out instead of imported: the provider's module has another shape in Node than in Next's bundle.
      {
        id: "credentials",
        name: "E-mail and password",
        type: "credentials",
        credentials: { email: { label: "E-mail", type: "email" }, password: { label: "Password", type: "password" } },
        authorize: async (credentials, request) => {
          const person = await authorize(parts, credentials, request.headers ?? {});
          if (person !== null) {
            listener.signedIn?.(person.email);
            listener.opened?.(person.workspaceId);
          }
          return person;
        },
      },
    ],
    callbacks: {
      jwt: async ({ token, user, trigger, session }) => {
        if (trigger === "signIn") return signedInToken(user);
        const checked = await checkedToken(authenticator, token);
        if (trigger !== "update") return checked;
        const moved = await movedToken(authenticator, checked, session);
        if (moved !== null) listener.opened?.(String(moved.workspace_id));
        return moved ?? checked;
      },
      session: ({ session, token }) => ({
        ...session,
        user: { ...session.user, id: token.sub },
        workspace_id: token.workspace_id,
      }),
      redirect: ({ url, baseUrl }) => {
        const to = URL.parse(url, baseUrl);
        return to?.origin === baseUrl ? baseUrl + ownPath(to) : baseUrl;
      },
    },
    logger: {
      // An ended session is an ordinary event, and errors of the database must not take their parameters to the log.
      error: (code, metadata) => {
        const cause = metadata instanceof Error ? metadata : metadata.error;
        if (cause instanceof Error && cause.cause instanceof Problem) return;
        log.warn({ code, error: loggableError(cause) }, "signing in failed unexpectedly");
      },
      warn: (code) => log.debug({ code }, "next-auth"),
      debug: () => {},
    },
  };
}

interface SessionUser extends Omit<SignedIn, "userId"> {
  readonly id: string;
}

async function authorize(
  parts: SignInParts,
  credentials: Record<string, unknown> | undefined,
  headers: Record<string, string>,
): Promise<SessionUser | null> {
  const { email, password } = credentials ?? {};
  if (typeof email !== "string" || typeof password !== "string" || !isStorable(email)) return null;
  try {
    const device = readDevice(headers.cookie ?? null, parts.config);
    const isKnown = device !== null && isKnownTo(device, normalEmail(email), parts.config);
    const origin = {
      clientIp: parts.clientIp(headers),
      knownDevice: isKnown ? device.id : null,
      lastWorkspace: readLastWorkspace(headers.cookie, parts.config),
    };
    const person = await signIn(parts, { email, password }, origin);
    if (person === null) return null;
    const { userId: id, ...rest } = person;
    return { id, ...rest };
  } catch (error) {
    // Its message becomes part of an address: nothing but our own codes may reach it.
    if (!(error instanceof Problem)) parts.log.error({ error: loggableError(error) }, "signing in failed unexpectedly");
    throw refusedSignIn(error);
  }
}

function signedInToken(user: unknown): JWT {
  const { id, name, email, workspaceId, sessionVersion } = user as SessionUser;
  return { sub: id, name, email, workspace_id: workspaceId, session_version: sessionVersion };
}

/** Throws for a session that was ended, which makes next-auth take its cookie away. Keeps it when nobody can tell. */
async function checkedToken(authenticator: SessionHolders, token: JWT): Promise<JWT> {
  const claims = claimsOf(token);
  if (claims === null) throw new Error("not a session of ours");
  try {
    await authenticator.byUser(claims.userId, claims.workspaceId, claims.sessionVersion);
  } catch (error) {
    if (error instanceof Problem && error.status === 401) throw new Error("the session was ended", { cause: error });
  }
  return token;
}

/** The session moved to the workspace that is asked for; null when the person is no member of it, and it stays where it is. */
async function movedToken(authenticator: SessionHolders, token: JWT, wanted: unknown): Promise<JWT | null> {
  const workspaceId = (wanted as { workspace_id?: unknown } | null | undefined)?.workspace_id;
  const claims = claimsOf(token);
  if (claims === null || typeof workspaceId !== "string") return null;
  const member = await authenticator.memberOf(claims.userId, workspaceId);
  if (member === null) return null;
  return { ...token, workspace_id: workspaceId, session_version: member.sessionVersion };
}
