import { invalidValue } from "../../kernel/problem.ts";
import type { Services } from "../../operation/context.ts";
import type { ProviderKeyState } from "./provider-key.ts";

/** Problems of an address in words for whoever may not change what is allowed. */
const NOT_PUBLIC =
  "This is no public address. Keys are sent to public addresses over https://, and to others only where the operator allows them (FABULA_OUTBOUND_ALLOW).";

/** An address as it is kept: without a slash at the end. */
export function tidyBaseUrl(url: string): string {
  return url.replace(/\/+$/, "");
}

/**
 * Refuses an address that no key will ever be sent to.
 *
 * @throws ValidationProblem at `body.base_url`. A URL with a password in it is not repeated.
 */
export function requireBaseUrl({ outbound }: Pick<Services, "outbound">, url: string): void {
  const parsed = URL.parse(url);
  const refuse = (reason: string, code: string) => {
    const shown = parsed === null || parsed.username !== "" || parsed.password !== "" ? null : url;
    return invalidValue(["body", "base_url"], reason, shown, { reason: code });
  };
  const problem = outbound.problemOf(url);
  if (problem !== null) {
    throw refuse(problem.code === "address_refused" ? NOT_PUBLIC : problem.message, problem.code);
  }
  if (parsed !== null && (parsed.search !== "" || parsed.hash !== "")) {
    throw refuse("A base URL must not have a query or a fragment, because paths are appended to it.", "malformed");
  }
}

/** Returns the address a key may be sent to. The key is sealed for it: with another address, it does not open. */
export function boundTo({ provider, base_url }: Pick<ProviderKeyState, "provider" | "base_url">): string {
  return `${provider} ${base_url ?? "vendor"}`;
}
