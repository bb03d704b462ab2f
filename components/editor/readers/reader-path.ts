import type { Outputs } from "../../frame/api/client.ts";

/** A path that a reader sent back, with what they came to. */
export type SentPath = Outputs["runs"]["get"];
type SentPage = SentPath["transcript"][number];

/** One page of a path, as the canvas and its panel show it. */
export interface PathStep {
  /** Choice of the reader that led here; null at the beginning, and where there was no choice. */
  readonly chose: string | null;
  /** Branches that were taken to come here, by id, those without a choice among them. */
  readonly ways: readonly string[];
  /** Nodes that were come to. */
  readonly nodes: readonly string[];
  readonly said: SentPage["said"];
}

/** The steps of a path, the beginning first. */
export function stepsOf({ transcript }: Pick<SentPath, "transcript">): readonly PathStep[] {
  return transcript.map(({ text, trace, said }) => ({
    chose: text === null || text.trim() === "" ? null : text,
    ways: trace.flatMap(({ kind, branch_id }) => (kind === "took" && branch_id !== undefined ? [branch_id] : [])),
    nodes: trace.flatMap(({ kind, node_id }) => (kind === "entered" && node_id !== undefined ? [node_id] : [])),
    said,
  }));
}

/** Numbers of readers by branch of a node, among those who chose there. */
export interface ReaderChoices {
  readonly readers: number;
  /** Readers by the branch they took; who came by more than once and chose otherwise is in both. */
  readonly byBranch: ReadonlyMap<string, number>;
}

/** Counts the readers' choices by node. */
export function choicesOf(paths: readonly Pick<SentPath, "transcript">[]): ReadonlyMap<string, ReaderChoices> {
  const found = new Map<string, { readers: number; byBranch: Map<string, number> }>();
  for (const path of paths) {
    const own = new Map<string, Set<string>>();
    const steps = stepsOf(path);
    for (const [index, { ways }] of steps.entries()) {
      const at = steps[index - 1]?.nodes.at(-1);
      const [branch] = ways;
      if (at === undefined || branch === undefined) continue;
      own.set(at, (own.get(at) ?? new Set()).add(branch));
    }
    for (const [node, branches] of own) {
      const taken = found.get(node) ?? { readers: 0, byBranch: new Map<string, number>() };
      taken.readers += 1;
      for (const branch of branches) taken.byBranch.set(branch, (taken.byBranch.get(branch) ?? 0) + 1);
      found.set(node, taken);
    }
  }
  return found;
}
