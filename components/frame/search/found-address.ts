/** Match in a dialogue, for its address: a card, group or note, or null for the dialogue itself. */
export interface FoundPlace {
  readonly graphId: string;
  readonly subjectId: string | null;
}

/**
 * Returns the address of a match: its dialogue, with the subject selected and the search beside it.
 */
export function foundAddress(projectId: string, { graphId, subjectId }: FoundPlace): string {
  const query = new URLSearchParams({
    ...(subjectId !== null && { card: subjectId }),
    search: "1",
  });
  return `/projects/${projectId}/dialogues/${graphId}?${query}`;
}
