import { ImportError } from "../import-error.ts";
import { quoted } from "../report.ts";
import type { CardVersion } from "./card.ts";
import { JsonObjectFields } from "./json-object.ts";
import { readJsonText } from "./json-text.ts";
import { LOREBOOK_SPEC } from "./lorebook.ts";

/** Names of the versions of the format, as cards have them in `spec`. */
export const CARD_SPECS = { 2: "chara_card_v2", 3: "chara_card_v3" } as const;
/** Numbers of these versions in `spec_version`. */
export const CARD_SPEC_VERSIONS = { 2: "2.0", 3: "3.0" } as const;

/** Text fields that the first version of the format has, at least one of which tells a card from any other JSON. */
const FIRST_FIELDS = ["description", "personality", "scenario", "first_mes", "mes_example"];

/** Parts of a card's JSON. */
export interface CardLayout {
  readonly version: CardVersion;
  readonly root: JsonObjectFields;
  /** Object of the card's fields; in a card of version 1 the root. */
  readonly data: JsonObjectFields;
  /** Whether it says to be of a later version than is known. */
  readonly isNewer: boolean;
}

/**
 * Finds the parts of a card in its JSON text.
 *
 * @throws {ImportError} where the text is not JSON, or no character card
 */
export function layoutOf(source: string): CardLayout {
  const root = new JsonObjectFields(readJsonText(source), "");
  const spec = root.text("spec");
  if (spec === "") return { version: 1, root, data: flatCard(root), isNewer: false };
  const version = spec === CARD_SPECS[3] ? 3 : spec === CARD_SPECS[2] ? 2 : null;
  if (version === null) {
    const what = spec === LOREBOOK_SPEC ? "a lorebook, not a character card" : `of the unknown format ${quoted(spec)}`;
    throw new ImportError("unknown_format", `The file is ${what}.`, { pointer: "/spec" });
  }
  const data = root.object("data");
  if (data === null)
    throw new ImportError("invalid_shape", "The card has no fields: /data is absent.", { pointer: "" });
  const said = root.at("spec_version");
  const isNewer = said?.kind === "scalar" && Number(said.value) > Number(CARD_SPEC_VERSIONS[version]);
  return { version, root, data, isNewer };
}

function flatCard(root: JsonObjectFields): JsonObjectFields {
  if (root.at("name") === null || FIRST_FIELDS.every((name) => root.at(name) === null))
    throw new ImportError("unknown_format", "The file is not a character card.", { pointer: "" });
  return root;
}
