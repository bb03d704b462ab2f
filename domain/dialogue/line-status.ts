/** Editing statuses of a line or a choice. */
export const LINE_STATUSES = ["draft", "review", "final"] as const;
export type LineStatus = (typeof LINE_STATUSES)[number];

/** Editing status of the words of a node or a branch. */
export type LineProgress = {
  status: LineStatus;
  /** The words as they were when they became final; null while they are not. */
  final_text: string | null;
};

/** The progress of words about which nothing was said. */
export const NEW_LINE = { status: "draft", final_text: null } as const satisfies LineProgress;

type Said = { readonly [Field in keyof LineProgress]?: LineProgress[Field] | undefined };

/**
 * The progress of words after something was said of it. Words that become final are remembered, so that a later change of them
 * shows; saying so again takes the words of now. A status is never changed by changing the words. Empty where nothing was said.
 */
export function progressAfter(before: Said, said: Said, words: string): Partial<LineProgress> {
  if (said.status === undefined && said.final_text === undefined) return {};
  const status = said.status ?? before.status ?? NEW_LINE.status;
  if (status !== "final") return { status, final_text: null };
  const kept = said.status === undefined ? before.final_text : null;
  return { status, final_text: said.final_text ?? kept ?? words };
}

/** Completes a patch so that a later one can revert it: a new status resets the final text it was given for. */
export function withFinalText<P extends Said>(patch: P): P {
  return patch.status === undefined || patch.final_text !== undefined ? patch : { ...patch, final_text: null };
}

/** Whether words are others than those that became final. */
export function isChangedSinceFinal({ status, final_text }: LineProgress, words: string): boolean {
  return status === "final" && final_text !== words;
}

/** Names of the statuses on screens. */
export const STATUS_NAMES: Readonly<Record<LineStatus, string>> = {
  draft: "Draft",
  review: "In review",
  final: "Final",
};

/** Filters on words: each status, and final words that changed since. */
export const STATUS_FILTERS = [...LINE_STATUSES, "changed"] as const;
export type StatusFilter = (typeof STATUS_FILTERS)[number];

/** A node, as far as how far its words have come. */
export interface WordedNode extends LineProgress {
  readonly text: string;
  readonly branches: readonly (LineProgress & { readonly id: string; readonly choice_text: string })[];
}

/** Editing status of a whole card. */
export interface CardProgress {
  /** The least of its words; null where it has none. */
  readonly status: LineStatus | null;
  /** Whether some final words of it were changed since. */
  readonly isChanged: boolean;
}

/** Returns the status of a card: the least advanced of its text and its choices. */
export function cardProgress({ text, branches, ...node }: WordedNode): CardProgress {
  const worded = [
    { progress: node as LineProgress, words: text },
    ...branches.map((branch) => ({ progress: branch as LineProgress, words: branch.choice_text })),
  ].filter(({ words }) => words.trim() !== "");
  return {
    status: LINE_STATUSES.find((status) => worded.some(({ progress }) => progress.status === status)) ?? null,
    isChanged: worded.some(({ progress, words }) => isChangedSinceFinal(progress, words)),
  };
}

/** Whether a card is among those that a filter asks for. */
export function hasProgress({ status, isChanged }: CardProgress, filter: StatusFilter): boolean {
  return filter === "changed" ? isChanged : status === filter;
}
