import { Problem } from "../../kernel/problem.ts";
import { allows, scopesIn } from "../../kernel/scope.ts";
import type { ProjectWriteContext } from "../../operation/context.ts";

/**
 * Refuses a commenter who would take back what somebody else said.
 *
 * @throws {@link Problem} `forbidden`.
 */
export async function requireOwn(
  { caller, project }: Pick<ProjectWriteContext, "caller" | "project">,
  { author }: { readonly author: string },
): Promise<void> {
  if (author === caller.actor || allows(scopesIn(caller, project.id), "write")) return;
  throw new Problem("forbidden", { message: "Commenters take back only their own feedback." });
}
