import { counted } from "../../counted.ts";
import type { Json } from "../../json.ts";
import { ImportError } from "../import-error.ts";
import { quoted } from "../report.ts";
import {
  CARD_TEXTS,
  type CardFields,
  type CardRemark,
  type CardTexts,
  type CardVersion,
  type CharacterCard,
  type Lorebook,
} from "./card.ts";
import { type CardLayout, layoutOf } from "./card-layout.ts";
import { cardTextOf, refuseLargeText } from "./card-text.ts";
import type { JsonObjectFields } from "./json-object.ts";
import { lorebookOf } from "./lorebook.ts";
import { NO_OWN_FIELDS, OWN_EXTENSION, ownFieldsOf } from "./own-fields.ts";
import { splitSamples } from "./sample-lines.ts";

/**
 * Reads a character card: JSON of version 1, 2 or 3, or a PNG picture that carries it.
 *
 * @param content bytes of the file, or the JSON text
 * @throws {ImportError} for anything the content can be, and nothing else
 */
export function readCard(content: Uint8Array | string): CharacterCard {
  if (typeof content === "string") refuseLargeText(content.length);
  const { text: source, hasOlderCopy } =
    typeof content === "string" ? { text: content, hasOlderCopy: false } : cardTextOf(content);
  if (source.trim() === "") throw new ImportError("unknown_format", "The file is empty.", { line: 1, column: 1 });
  const layout = layoutOf(source);
  const fields = fieldsOf(layout, source);
  if (fields.name.trim() === "") {
    const pointer = `${layout.data.pointer}/name`;
    throw new ImportError("invalid_shape", `${pointer} is empty: a character has a name.`, { pointer });
  }
  const lorebook = cardLorebook(layout.data);
  const remarks = remarksOf(layout, fields, lorebook, hasOlderCopy);
  return { ...fields, version: layout.version, lorebook, remarks, source };
}

/** Returns the fields of a card. */
export function fieldsOf({ data }: CardLayout, source: string): CardFields {
  const own = data.object("extensions")?.at(OWN_EXTENSION);
  return {
    ...(Object.fromEntries(CARD_TEXTS.map((name) => [name, data.text(name)])) as CardTexts),
    greetings: [data.text("first_mes"), ...data.texts("alternate_greetings")].filter((text) => text.trim() !== ""),
    sample_lines: splitSamples(data.text("mes_example")),
    tags: data.texts("tags"),
    own: own == null ? NO_OWN_FIELDS : ownFieldsOf(JSON.parse(source.slice(own.start, own.end)) as Json),
  };
}

/** Returns the lorebook of a card; null where it has none. */
export function cardLorebook(data: JsonObjectFields): Lorebook | null {
  const book = data.object("character_book");
  // A card has its entries in a list; by their numbers they are in files of SillyTavern alone.
  book?.array("entries");
  return book === null ? null : lorebookOf(book);
}

/** Fields that are read or of which a remark speaks. */
const KNOWN_FIELDS: Readonly<Record<CardVersion, readonly string[]>> = (() => {
  const first = ["name", "description", "personality", "scenario", "first_mes", "mes_example"];
  const second = [
    ...first,
    ...["system_prompt", "post_history_instructions", "creator_notes", "creator", "character_version"],
    ...["alternate_greetings", "tags", "character_book", "extensions"],
  ];
  const third = ["nickname", "assets", "group_only_greetings", "creator_notes_multilingual"];
  const kept = ["source", "creation_date", "modification_date"];
  return { 1: second, 2: second, 3: [...second, ...third, ...kept] };
})();

function remarksOf(
  { version, data, isNewer }: CardLayout,
  fields: CardFields,
  lorebook: Lorebook | null,
  hasOlderCopy: boolean,
): CardRemark[] {
  const remarks: CardRemark[] = [];
  const add = (code: string, message: string) => remarks.push({ code, message });
  if (isNewer) add("card_newer_version", "The card is of a later version than is known. What is new in it is kept.");
  if (hasOlderCopy) add("card_older_copy", "The picture also carries an older copy of the card, which was not read.");
  const instructions = [fields.system_prompt, fields.post_history_instructions];
  if (instructions.some((text) => text !== "")) {
    add(
      "card_instructions_kept",
      "Instructions to a model (system_prompt, post_history_instructions) are kept, not used.",
    );
  }
  const others = data.others(KNOWN_FIELDS[version]);
  if (others.length > 0) add("card_fields_kept", `Unknown fields are kept, not used: ${listed(others)}.`);
  const extensions = data.object("extensions")?.others([OWN_EXTENSION]) ?? [];
  if (extensions.length > 0) add("card_extensions_kept", `Extensions are kept, not used: ${listed(extensions)}.`);
  const assets = data.array("assets")?.items.length ?? 0;
  if (assets > 0) add("card_assets_kept", `${counted(assets, "asset is", "assets are")} kept as links, not loaded.`);
  const group = data.array("group_only_greetings")?.items.length ?? 0;
  if (group > 0) add("card_group_greetings_kept", `${counted(group, "greeting")} for groups only: kept, not used.`);
  if (data.at("creator_notes_multilingual") !== null)
    add("card_notes_kept", "Notes of the creator in other languages are kept, not used.");
  return [...remarks, ...loreRemarks(lorebook)];
}

/** Returns remarks about what of a lorebook is kept and not used. */
export function loreRemarks(lorebook: Lorebook | null): CardRemark[] {
  const entries = lorebook?.entries ?? [];
  const count = (code: string, found: number, one: string, many: string): CardRemark[] =>
    found === 0 ? [] : [{ code, message: `${counted(found, one, many)}.` }];
  const used = entries.filter(isFact);
  return [
    ...count(
      "lore_entries_kept",
      entries.length - used.length,
      "entry of the lorebook is off or empty and became no fact",
      "entries of the lorebook are off or empty and became no facts",
    ),
    ...count(
      "lore_decorators_kept",
      used.filter(({ decorators }) => decorators.length > 0).length,
      "entry begins with decorators (@@), which are kept, not used",
      "entries begin with decorators (@@), which are kept, not used",
    ),
    ...count(
      "lore_patterns_kept",
      used.filter(({ use_regex }) => use_regex).length,
      "entry has regular expressions as keys, which are kept, not used",
      "entries have regular expressions as keys, which are kept, not used",
    ),
  ];
}

/** Whether an entry of a lorebook becomes a fact: it is on, and says something. */
export function isFact({ enabled, text }: Pick<Lorebook["entries"][number], "enabled" | "text">): boolean {
  return enabled && text.trim() !== "";
}

const LISTED = 10;

function listed(names: readonly string[]): string {
  return `${names.slice(0, LISTED).map(quoted).join(", ")}${names.length > LISTED ? " …" : ""}`;
}
