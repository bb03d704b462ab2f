/** Versions of the format of character cards. A card of version 1 has no `spec`: its fields lie at the top. */
export type CardVersion = 1 | 2 | 3;

/** Goal of a character; the higher its priority, the more it counts. */
export interface CardGoal {
  readonly text: string;
  readonly priority: number;
}

/** Fields that cards have no place for. They are kept in the extensions of a card, under our name. */
export interface CardOwnFields {
  readonly aliases: readonly string[];
  readonly role: string;
  readonly goals: readonly CardGoal[];
  /** Manner of speaking. */
  readonly style: string;
  readonly mood: string;
}

/** Names of the texts of a card that are one field each. */
export const CARD_TEXTS = [
  "name",
  "nickname",
  "description",
  "personality",
  "scenario",
  "system_prompt",
  "post_history_instructions",
  "creator_notes",
  "creator",
  "character_version",
] as const;

/** Texts of a card that are one field each. */
export type CardTexts = Readonly<Record<(typeof CARD_TEXTS)[number], string>>;

/** Fields of a character as a card has them. `{{char}}` and `{{user}}` are left in the texts. What a card does not say is empty. */
export interface CardFields extends CardTexts {
  /** First messages, the usual one first; empty ones are left out. */
  readonly greetings: readonly string[];
  /** Examples of how it speaks, one for each `<START>`. */
  readonly sample_lines: readonly string[];
  readonly tags: readonly string[];
  readonly own: CardOwnFields;
}

/** Entry of a lorebook. */
export interface LoreEntry {
  /** JSON Pointer of the entry in its file. */
  readonly pointer: string;
  /** Name or comment, for its author; empty for none. */
  readonly name: string;
  readonly keys: readonly string[];
  readonly secondary_keys: readonly string[];
  /** Content without its decorators. */
  readonly text: string;
  /** Lines at the beginning of the content that begin with `@@`, as they are. */
  readonly decorators: readonly string[];
  readonly enabled: boolean;
  /** Whether it is told whether or not a key occurs. */
  readonly constant: boolean;
  /** Whether its keys are regular expressions. */
  readonly use_regex: boolean;
  /** Place among the entries that are told at once; lower ones come first. */
  readonly insertion_order: number;
}

/** Lorebook, of a card or in a file of its own. */
export interface Lorebook {
  /** Empty for none. */
  readonly name: string;
  /** Entries in the order of the file. */
  readonly entries: readonly LoreEntry[];
}

/** Remark about a card: what of it is kept and not used. */
export interface CardRemark {
  /** Names the kind of remark, such as `card_extensions_kept`. */
  readonly code: string;
  readonly message: string;
}

/** Character card that was read. */
export interface CharacterCard extends CardFields {
  readonly version: CardVersion;
  /** Lorebook of the card; null where it has none. */
  readonly lorebook: Lorebook | null;
  readonly remarks: readonly CardRemark[];
  /** JSON text of the card as its file has it. */
  readonly source: string;
}
