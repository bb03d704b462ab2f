import { numberOfText } from "#domain/number-of-text.ts";
import {
  canHoldSeveral,
  hasOptions,
  PLAIN_PROPERTY,
  type PropertyDefinition,
  type PropertyKind,
} from "#domain/templates/template.ts";
import { sayKey } from "../../ui/list/property-columns.tsx";

/** Field as it is edited: numbers and lists as they are typed. */
export interface DraftField {
  /** Name of its row while it is edited; never sent. */
  readonly id: string;
  /** Key under which values are kept; null for a new field, which gets one from its label. */
  readonly key: string | null;
  readonly label: string;
  readonly kind: PropertyKind;
  /** Choices, one a line. */
  readonly options: string;
  /** Type of what is named; empty for any. */
  readonly of_type: string;
  readonly several: boolean;
  readonly min: string;
  readonly max: string;
  readonly description: string;
}

/** Words for the kinds of fields. */
export const KIND_WORDS: Readonly<Record<PropertyKind, string>> = {
  text: "Short text",
  long_text: "Long text",
  number: "Number",
  boolean: "Yes or no",
  choice: "One of a list",
  choices: "Several of a list",
  reference: "Someone or something",
  picture: "Picture",
  date: "Date",
};

/** Returns the draft of a declared field. */
export function draftOfField(definition: PropertyDefinition): DraftField {
  const { key, min, max, of_type, options, ...rest } = definition;
  return {
    ...rest,
    id: key,
    key,
    options: options.join("\n"),
    of_type: of_type ?? "",
    min: min === null ? "" : String(min),
    max: max === null ? "" : String(max),
  };
}

/** Returns the draft of a new field. */
export function newDraft(id: string, more: Partial<DraftField> = {}): DraftField {
  return {
    ...PLAIN_PROPERTY,
    id,
    key: null,
    label: "",
    kind: "text",
    options: "",
    of_type: "",
    min: "",
    max: "",
    ...more,
  };
}

/** Returns the draft of a field for a property that is in use already. */
export function draftOfUse(path: string, kinds: Readonly<Record<string, number>>): DraftField {
  const [usual = "string"] = Object.entries(kinds).toSorted(([, a], [, b]) => b - a)[0] ?? [];
  const kind: PropertyKind = usual === "number" ? "number" : usual === "boolean" ? "boolean" : "text";
  return newDraft(path, { key: path, label: sayKey([path]), kind });
}

/** Returns the key of a new field: the words of its label, joined, and a number where that is taken. */
export function keyOf(label: string, taken: ReadonlySet<string>): string {
  const words = label
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu);
  const key = (words ?? ["field"]).join("_").slice(0, 90);
  if (!taken.has(key)) return key;
  let count = 2;
  while (taken.has(`${key}_${count}`)) count += 1;
  return `${key}_${count}`;
}

/** Returns the declarations that drafts stand for. What a kind does not have is left out of them. */
export function definitionsOf(drafts: readonly DraftField[]): PropertyDefinition[] {
  const taken = new Set(drafts.flatMap(({ key }) => key ?? []));
  return drafts.map(({ key, label, kind, options, of_type, several, min, max, description }) => {
    const named = label.trim();
    const own = key ?? keyOf(named, taken);
    taken.add(own);
    return {
      key: own,
      label: named,
      kind,
      options: hasOptions(kind) ? linesOf(options) : [],
      of_type: kind === "reference" && of_type !== "" ? of_type : null,
      several: several && canHoldSeveral(kind),
      min: kind === "number" ? numberOfText(min) : null,
      max: kind === "number" ? numberOfText(max) : null,
      description: description.trim(),
    };
  });
}

/** Returns what keeps drafts from being saved, in a sentence; null where nothing does. */
export function mistakeIn(drafts: readonly DraftField[]): string | null {
  for (const { label, kind, options, min, max } of drafts) {
    if (label.trim() === "") return "Each field needs a name.";
    if (hasOptions(kind) && linesOf(options).length === 0) return `“${label.trim()}” needs at least one choice.`;
    if (kind === "number" && [min, max].some((bound) => bound.trim() !== "" && numberOfText(bound) === null)) {
      return `The bounds of “${label.trim()}” are numbers.`;
    }
  }
  return null;
}

function linesOf(text: string): string[] {
  return [
    ...new Set(
      text
        .split("\n")
        .map((line) => line.trim())
        .filter((line) => line !== ""),
    ),
  ];
}
