/** Kinds of gaps of a record: what is there and leads nowhere yet. */
export const GAP_KINDS = [
  "overdue_promise",
  "untaken_choice",
  "untold_secret",
  "untold_quest",
  "unused_place",
  "silent_character",
  "one_sided_bond",
] as const;
export type GapKind = (typeof GAP_KINDS)[number];

/** Subject of a gap, by its name or first words. */
export interface GapSubject {
  readonly id: string;
  readonly name: string;
}

/** Gap of a record: its kind, and the subjects that show it in the order in which its sentence names them. */
export interface Gap {
  readonly kind: GapKind;
  readonly subjects: readonly GapSubject[];
  /** Further words of the sentence, such as the type of a relationship; empty for none. */
  readonly words: string;
}
