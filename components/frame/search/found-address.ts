/** What was found, for its address: a card, group or note of a dialogue, or with null the dialogue itself. */
export interface FoundPlace {
  readonly graphId: string;
  readonly subjectId: string | null;
}

/**
 * Where a link to something found leads: its dialogue, with it selected and the search beside it, at the moment that was
 * searched; null is now.
 */
export function foundAddress(projectId: string, { graphId, subjectId }: FoundPlace, at: number | null): string {
  const query = new URLSearchParams({
    ...(subjectId !== null && { card: subjectId }),
    search: "1",
    ...(at !== null && { at: String(at) }),
  });
  return `/projects/${projectId}/dialogues/${graphId}?${query}`;
}
