/** Query over all dialogues. Empty fields do not narrow it. */
export interface SearchQuery {
  readonly words: string;
  /** `id:…` for a character, `label:…` for a name that is no character. */
  readonly speaker: string;
  readonly variable: string;
  /** Code of a problem; what is found then are cards with it, and nothing else narrows. */
  readonly problem: string;
}

const NOTHING_ASKED: SearchQuery = { words: "", speaker: "", variable: "", problem: "" };

let last: SearchQuery = NOTHING_ASKED;

/** Returns the last query: it is kept for the dialogue that a result has opened. */
export const lastAsked = (): SearchQuery => last;

export function rememberAsked(query: SearchQuery): void {
  last = query;
}

const LABEL = "label:";
const ID = "id:";

/** The value of a speaker that is a character, or names one that is not there. */
export const idValue = (id: string): string => `${ID}${id}`;

/** The value of a speaker that is a name alone. */
export const labelValue = (label: string): string => `${LABEL}${label}`;

export function asksNothing({ words, speaker, variable, problem }: SearchQuery): boolean {
  return words.trim() === "" && speaker === "" && variable === "" && problem === "";
}

/** The query as the search operation takes it: for words in anything; the other fields narrow to cards by themselves. */
export function searchInput({ words, speaker, variable }: SearchQuery) {
  const q = words.trim();
  return {
    subject_type: "any" as const,
    ...(q !== "" && { q }),
    ...(speaker.startsWith(LABEL) && { speaker_label: speaker.slice(LABEL.length) }),
    ...(speaker.startsWith(ID) && { speaker_id: speaker.slice(ID.length) }),
    ...(variable !== "" && { variable_id: variable }),
  };
}
