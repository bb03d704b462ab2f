/** What was found, for its address: a card, group or note of a dialogue, or with null the dialogue itself. */
export interface FoundPlace {
  readonly graphId: string;
  readonly subjectId: string | null;
}

interface Opening {
  /** The sequence that is looked at; null for now. */
  readonly at: number | null;
  /** Whether the search stays open beside what it found. */
  readonly keepsSearch: boolean;
}

/** Where a link to something found leads: its dialogue, with it selected, at the moment that was searched. */
export function foundAddress(projectId: string, { graphId, subjectId }: FoundPlace, { at, keepsSearch }: Opening) {
  const query = new URLSearchParams({
    ...(subjectId !== null && { card: subjectId }),
    ...(keepsSearch && { search: "1" }),
    ...(at !== null && { at: String(at) }),
  });
  return `/projects/${projectId}/dialogues/${graphId}${query.size === 0 ? "" : `?${query}`}`;
}
