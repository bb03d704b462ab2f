import { jsonEqual } from "../../json.ts";
import { CARD_TEXTS, type CardFields, type CardVersion } from "./card.ts";
import { CARD_SPEC_VERSIONS, CARD_SPECS, type CardLayout, layoutOf } from "./card-layout.ts";
import { JsonTextEdits } from "./edit-json-text.ts";
import type { JsonObjectFields } from "./json-object.ts";
import type { JsonSpan } from "./json-text.ts";
import { NO_OWN_FIELDS, OWN_EXTENSION } from "./own-fields.ts";
import { fieldsOf } from "./read-card.ts";
import { joinSamples } from "./sample-lines.ts";
import { type WantedEntry, writeLorebook } from "./write-lorebook.ts";

/** Versions that cards are written in. */
export type WrittenVersion = Exclude<CardVersion, 1>;

/** Fields that a card is to have. One that is absent stays as it is in the source. */
export interface CardChanges extends Partial<CardFields> {
  /** Entries of the lorebook in their order. Entries of the source that are not named leave it. */
  readonly lore?: readonly WantedEntry[];
}

/** Request for the text of a card. */
export interface CardRequest {
  /** JSON text that the card was read from; null to write a new one. */
  readonly source: string | null;
  readonly changes?: CardChanges;
  /** Version to write; the one of the source when absent, or the latest where that is none that is written. */
  readonly version?: WrittenVersion;
}

const EMPTY_CARD = `${JSON.stringify(
  {
    spec: CARD_SPECS[3],
    spec_version: CARD_SPEC_VERSIONS[3],
    data: Object.fromEntries(requiredFields(3)),
  },
  null,
  2,
)}\n`;

/**
 * Writes a card as JSON text. Of the source only the characters of what changes are replaced: unknown fields, extensions, spaces, the
 * order of names and numbers as they were written stay. A card of version 1 comes whole into the `data` of a newer one. The same request
 * gives the same bytes.
 *
 * @throws {ImportError} where the source is no card
 */
export function writeCard({ source, changes = {}, version }: CardRequest): string {
  const text = source ?? EMPTY_CARD;
  const changed = withChanges(text, changes);
  const layout = layoutOf(changed);
  const wanted = version ?? (layout.version === 1 ? 3 : layout.version);
  return layout.version === wanted ? changed : inVersion(changed, layout, wanted);
}

function withChanges(source: string, changes: CardChanges): string {
  const layout = layoutOf(source);
  const edits = new JsonTextEdits(source);
  const known = fieldsOf(layout, source);
  const card = new Editor(layout, edits);
  const { greetings, sample_lines, tags, own, lore } = changes;
  for (const name of CARD_TEXTS) {
    const text = changes[name];
    if (text !== undefined) card.setText(name, text);
  }
  if (greetings !== undefined && !jsonEqual(greetings, known.greetings)) {
    const [first = "", ...others] = greetings;
    card.setText("first_mes", first);
    card.setTexts("alternate_greetings", others);
  }
  if (sample_lines !== undefined && !jsonEqual(sample_lines, known.sample_lines))
    card.setText("mes_example", joinSamples(sample_lines));
  if (tags !== undefined) card.setTexts("tags", tags);
  if (own !== undefined && !jsonEqual(own, known.own)) card.setOwn({ ...NO_OWN_FIELDS, ...own });
  if (lore !== undefined) writeLorebook(layout.data, edits, lore);
  return edits.result();
}

/** Changes of the fields of a card in its text. */
class Editor {
  readonly #layout: CardLayout;
  readonly #edits: JsonTextEdits;

  constructor(layout: CardLayout, edits: JsonTextEdits) {
    this.#layout = layout;
    this.#edits = edits;
  }

  /** Sets a text, and its copy for readers of version 1 that some tools keep beside the fields. */
  setText(name: string, text: string): void {
    const { data } = this.#layout;
    const before = data.text(name);
    if (before === text) return;
    const copy = this.#copyOf(name);
    if (copy?.kind === "scalar" && copy.value === before) this.#edits.replace(copy, text);
    this.#edits.put(data.span, name, text);
  }

  setTexts(name: string, texts: readonly string[]): void {
    const { data } = this.#layout;
    const before = data.texts(name);
    if (jsonEqual(before, texts)) return;
    const list = data.array(name);
    if (list === null) this.#edits.put(data.span, name, texts);
    else if (before.length === texts.length) {
      for (const [at, item] of list.items.entries()) if (before[at] !== texts[at]) this.#edits.replace(item, texts[at]);
    } else {
      const written = new Map(list.items.map((item, at) => [before[at], this.#edits.textOf(item)]));
      this.#edits.setItems(
        list,
        texts.map((text) => written.get(text) ?? JSON.stringify(text)),
      );
    }
  }

  setOwn(own: object): void {
    const { data } = this.#layout;
    const extensions = data.object("extensions");
    if (extensions === null) this.#edits.put(data.span, "extensions", { [OWN_EXTENSION]: own });
    else this.#edits.put(extensions.span, OWN_EXTENSION, own);
  }

  #copyOf(name: string): JsonSpan | null {
    const { version, root } = this.#layout;
    return version === 1 ? null : root.at(name);
  }
}

/** Returns the fields that a card of a version must have, with what they are where it says nothing. */
function requiredFields(version: WrittenVersion): [string, unknown][] {
  const empty = (names: readonly string[]): [string, unknown][] => names.map((name) => [name, ""]);
  return [
    ...empty(["name", "description", "personality", "scenario", "first_mes", "mes_example", "creator_notes"]),
    ...empty(["system_prompt", "post_history_instructions"]),
    ["alternate_greetings", []],
    ...(version === 3 ? ([["group_only_greetings", []]] as [string, unknown][]) : []),
    ["tags", []],
    ...empty(["creator", "character_version"]),
    ["extensions", {}],
  ];
}

/** Returns a card in another version: its name and number change, and fields that the version must have come behind the others. */
function inVersion(source: string, { version, root, data }: CardLayout, wanted: WrittenVersion): string {
  const edits = new JsonTextEdits(source);
  for (const [name, value] of requiredFields(wanted)) {
    if (data.at(name) === null) edits.put(data.span, name, value);
  }
  if (wanted === 3) requirePatterns(data, edits);
  if (version === 1) {
    const head = JSON.stringify({ spec: CARD_SPECS[wanted], spec_version: CARD_SPEC_VERSIONS[wanted] }).slice(0, -1);
    return `${head},"data":${edits.result().trim()}}\n`;
  }
  edits.put(root.span, "spec", CARD_SPECS[wanted]);
  edits.put(root.span, "spec_version", CARD_SPEC_VERSIONS[wanted]);
  return edits.result();
}

/** Adds to the entries of a lorebook what version 3 asks for: whether their keys are regular expressions. */
function requirePatterns(data: JsonObjectFields, edits: JsonTextEdits): void {
  for (const entry of data.object("character_book")?.array("entries")?.items ?? []) {
    if (entry.kind === "object" && !entry.members.has("use_regex")) edits.put(entry, "use_regex", false);
  }
}
