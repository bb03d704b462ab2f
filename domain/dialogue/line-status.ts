/** How far a line or a choice has come. */
export const LINE_STATUSES = ["draft", "review", "final"] as const;
export type LineStatus = (typeof LINE_STATUSES)[number];

/** What a node and a branch say of the state of their words. */
export interface LineProgress {
  status: LineStatus;
  /** The words as they were when they became final; null while they are not. */
  final_text: string | null;
}

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

/** What a patch has to say so that a later one can lead back: a status goes with the words that it is about. */
export function withFinalText<P extends Said>(patch: P): P {
  return patch.status === undefined || patch.final_text !== undefined ? patch : { ...patch, final_text: null };
}

/** Whether words are others than those that became final. */
export function isChangedSinceFinal({ status, final_text }: LineProgress, words: string): boolean {
  return status === "final" && final_text !== words;
}
