/** Words that are chosen in a field of a node: its text, or what a branch says. */
export interface ChosenWords {
  readonly nodeId: string;
  readonly branchId: string | null;
  readonly quote: string | null;
  readonly start: number | null;
}

/**
 * Returns the words a comment would be about, by the field that has the caret: its selected words, or all of it; null
 * outside of such fields.
 */
export function wordsChosenIn(field: Element | null): ChosenWords | null {
  if (!(field instanceof HTMLTextAreaElement || field instanceof HTMLInputElement)) return null;
  const [nodeId = "", pointer = ""] = (field.dataset.field ?? "").split("#");
  const branch = /^\/branches\/([^/]+)\/choice_text$/.exec(pointer);
  if (pointer !== "/text" && branch === null) return null;
  const [from, to] = [field.selectionStart ?? 0, field.selectionEnd ?? 0];
  const quote = field.value.slice(from, to);
  const isSome = quote.trim() !== "";
  return { nodeId, branchId: branch?.[1] ?? null, quote: isSome ? quote : null, start: isSome ? from : null };
}
