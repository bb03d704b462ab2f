import { invalidValue } from "../../kernel/problem.ts";
import type { Services } from "../../operation/context.ts";

/**
 * Refuses an address that nothing will ever be sent to. What a name leads to is looked at with each attempt; one that leads
 * nowhere yet is taken.
 *
 * @throws ValidationProblem at `body.url`. A URL with a password in it is not repeated.
 */
export function requireSendableUrl({ outbound }: Pick<Services, "outbound">, url: string): void {
  const problem = outbound.problemOf(url);
  if (problem === null) return;
  const parsed = URL.parse(url);
  const shown = parsed === null || parsed.username !== "" || parsed.password !== "" ? null : url;
  throw invalidValue(["body", "url"], problem.message, shown, { reason: problem.code });
}
