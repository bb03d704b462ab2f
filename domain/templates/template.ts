/** Subjects that a template describes: entities of a type, or cards of a kind. */
export const TEMPLATE_SUBJECTS = ["entity", "card"] as const;
export type TemplateSubject = (typeof TEMPLATE_SUBJECTS)[number];

/** Kinds of values that a property can hold. */
export const PROPERTY_KINDS = [
  "text",
  "long_text",
  "number",
  "boolean",
  "choice",
  "choices",
  "reference",
  "picture",
  "date",
] as const;
export type PropertyKind = (typeof PROPERTY_KINDS)[number];

/** Treatment of a new value that does not fit: none, a warning in the studio, or a refusal. */
export const VALIDATION_MODES = ["off", "warn", "refuse"] as const;
export type ValidationMode = (typeof VALIDATION_MODES)[number];

/** Signs that tell types apart where their subjects are shown. */
export const TEMPLATE_ICONS = [
  "person",
  "people",
  "place",
  "thing",
  "star",
  "crown",
  "sword",
  "shield",
  "book",
  "scroll",
  "flag",
  "key",
  "gem",
  "heart",
  "skull",
  "ghost",
  "animal",
  "plant",
  "flame",
  "home",
  "ship",
  "coin",
  "music",
  "eye",
  "speech",
] as const;

/** Declaration of one property of a template. */
export interface PropertyDefinition {
  /** Key in the `properties` of the subject. */
  readonly key: string;
  readonly label: string;
  readonly kind: PropertyKind;
  /** Values of a choice, in their order; empty for other kinds. */
  readonly options: readonly string[];
  /** Type of the entities that a reference names; null for any. */
  readonly of_type: string | null;
  /** Whether a reference or a picture is a list of them. */
  readonly several: boolean;
  readonly min: number | null;
  readonly max: number | null;
  readonly description: string;
}

/** Whether values of a kind are one or several of a list of options. */
export function hasOptions(kind: PropertyKind): boolean {
  return kind === "choice" || kind === "choices";
}

/** Whether a property of a kind can hold several values beside one. */
export function canHoldSeveral(kind: PropertyKind): boolean {
  return kind === "reference" || kind === "picture";
}

/** Whether the value of a property is a list. */
export function isList({ kind, several }: Pick<PropertyDefinition, "kind" | "several">): boolean {
  return kind === "choices" || (several && canHoldSeveral(kind));
}

/** Properties of a definition that only some kinds have, as other kinds have them. */
export const PLAIN_PROPERTY = {
  options: [] as readonly string[],
  of_type: null,
  several: false,
  min: null,
  max: null,
  description: "",
} as const satisfies Partial<PropertyDefinition>;
