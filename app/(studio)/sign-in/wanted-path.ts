import { cookies } from "next/headers";
import { returnPath } from "#components/frame/session/return-path.ts";
import { cookieNames } from "#server/auth/session.ts";
import { instance } from "#server/instance.ts";

/**
 * Returns the path to open after signing in. The address has it; after a refusal without scripts the address has only
 * the error, and the path is in the cookie that the form's first try left.
 */
export async function wantedPath(asked: unknown, isRetry: boolean): Promise<string> {
  const path = returnPath(asked);
  if (path !== null || !isRetry) return path ?? "/";
  const { signIn } = await instance();
  const kept = URL.parse((await cookies()).get(cookieNames(signIn.config).callback)?.value ?? "");
  return kept === null ? "/" : (returnPath(kept.pathname + kept.search) ?? "/");
}
