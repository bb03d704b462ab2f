/** Words for the types of subjects on screens: one, and many. */
const WORDS: Readonly<Record<string, readonly [one: string, many: string]>> = {
  project: ["project", "projects"],
  dialogue: ["dialogue", "dialogues"],
  dialogue_node: ["card", "cards"],
  dialogue_group: ["group", "groups"],
  dialogue_annotation: ["note", "notes"],
  variable: ["variable", "variables"],
  entity: ["part of the world", "parts of the world"],
  relationship: ["relationship", "relationships"],
  checkpoint: ["named moment", "named moments"],
  share: ["share link", "share links"],
  comment: ["comment", "comments"],
  waiver: ["ignored problem", "ignored problems"],
  fact: ["fact", "facts"],
  secret: ["secret", "secrets"],
  suggestion: ["suggestion", "suggestions"],
  run: ["playthrough", "playthroughs"],
  reading: ["kept reading", "kept readings"],
  session: ["generation", "generations"],
  webhook: ["webhook", "webhooks"],
  property_key: ["declared property", "declared properties"],
  provider_key: ["provider key", "provider keys"],
};

/** Kinds of subjects that a person looks for. */
export const SUBJECT_TYPES: readonly string[] = Object.keys(WORDS);

/** Returns the word for a type of subject; "item" for one without a word of its own. */
export function subjectWord(type: string, count = 1): string {
  const [one, many] = WORDS[type] ?? ["item", "items"];
  return count === 1 ? one : many;
}
