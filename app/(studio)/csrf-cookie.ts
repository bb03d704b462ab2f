import { cookies } from "next/headers";
import { cookieNames } from "#server/auth/session.ts";
import { instance } from "#server/instance.ts";

/**
 * The token that next-auth expects in a form, from the cookie it set. Null when there is no cookie yet: pages cannot set
 * one, `/sign-in/prepare` does.
 */
export async function csrfToken(): Promise<string | null> {
  const { signIn } = await instance();
  const name = cookieNames(signIn.config).csrf;
  const token = (await cookies()).get(name)?.value.split("|")[0];
  return token === undefined || token === "" ? null : token;
}
