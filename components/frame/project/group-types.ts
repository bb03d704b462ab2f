/** Types of entities that are groups of people. Types are free: what has another one is a thing. */
export const GROUP_TYPES = [
  "faction",
  "guild",
  "family",
  "clan",
  "tribe",
  "crew",
  "gang",
  "cult",
  "council",
  "company",
  "organization",
  "organisation",
  "team",
  "group",
] as const;

/** Returns whether entities of a type are groups of people. */
export function isGroupType(type: string): boolean {
  return (GROUP_TYPES as readonly string[]).includes(type);
}
