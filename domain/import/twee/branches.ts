import { NO_BRANCH } from "../blank-parts.ts";
import type { Resolver } from "../script/resolve.ts";
import { type Assignment, readAssignments, unreadAssignment } from "../script/statements.ts";
import type { ImportedBranch } from "../story.ts";
import { SCRIPTS, type TweeDialect } from "./dialects.ts";
import { isComputed, isWebAddress } from "./links.ts";
import type { GuardedLink, PassageScan } from "./scan.ts";

/** The branches of a passage: one for each of its links, in their order. */
export function readBranches(
  scan: PassageScan,
  dialect: TweeDialect | null,
  names: ReadonlySet<string>,
  resolver: Resolver,
): ImportedBranch[] {
  return scan.links.map((link) => toBranch(link, dialect, names, resolver));
}

/** The assignments of a link's second part. */
export function setterOf(setter: string, dialect: TweeDialect | null): Assignment[] {
  const script = dialect === null ? null : SCRIPTS[dialect];
  return script === null ? [unreadAssignment(setter)] : readAssignments(setter, script);
}

/** The branch one link makes. */
export function toBranch(
  { link, guards }: GuardedLink,
  dialect: TweeDialect | null,
  names: ReadonlySet<string>,
  resolver: Resolver,
): ImportedBranch {
  const computed = !names.has(link.target) && isComputed(link.target, dialect);
  const address = !names.has(link.target) && isWebAddress(link.target);
  return {
    ...NO_BRANCH,
    target_key: link.target === "" || computed || address ? null : link.target,
    choice_text: link.text,
    conditions: resolver.conditions(guards),
    effects: link.setter === null ? [] : setterOf(link.setter, dialect).map((found) => resolver.effect(found, [])),
    extensions: { twee3: { link: link.raw } },
  };
}
