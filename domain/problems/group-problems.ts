import { countProblems, type Problem, type ProblemCode, type Severity } from "./problem.ts";

/** Problems of one rule that go away together, because they have one cause. */
export interface ProblemGroup {
  /** Stable while the cause is the same. */
  key: string;
  code: ProblemCode;
  severity: Severity;
  cause: string;
  /** The node to look at first: where the cause is, or else the first node affected; null for the dialogue itself. */
  node_id: string | null;
  branch_id: string | null;
  problems: Problem[];
}

/** Groups problems by rule and cause, in the order of the first of each. */
export function groupProblems(problems: readonly Problem[]): ProblemGroup[] {
  const groups = new Map<string, ProblemGroup>();
  for (const each of problems) {
    const key = causeKey(each);
    const group = groups.get(key);
    if (group === undefined) {
      const { code, severity, cause, node_id, branch_id } = each;
      groups.set(key, { key, code, severity, cause, node_id, branch_id, problems: [each] });
      continue;
    }
    group.problems.push(each);
    if (each.node_id === each.cause) [group.node_id, group.branch_id] = [each.node_id, each.branch_id];
  }
  return [...groups.values()];
}

/**
 * Counts the causes to put right, by severity: problems of one code with one cause count once. Every number of problems
 * in the studio is this one.
 */
export function countCauses(
  problems: Iterable<Pick<Problem, "code" | "cause" | "severity">>,
): Record<Severity, number> {
  const first = new Map<string, Pick<Problem, "severity">>();
  for (const each of problems) {
    const key = causeKey(each);
    if (!first.has(key)) first.set(key, each);
  }
  return countProblems(first.values());
}

/** Key shared by problems that go away together. */
const causeKey = ({ code, cause }: Pick<Problem, "code" | "cause">): string => `${code} ${cause}`;
