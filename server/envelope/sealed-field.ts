import { hkdfSync, type KeyObject } from "node:crypto";
import type { Json } from "#domain/json.ts";
import type { SealedText } from "../kernel/field.ts";
import { keyIdOf, openWith, sealWith, UnopenedSecret } from "./sealed-text.ts";

/** Place of a sealed value. It opens there and nowhere else. */
export interface SealedPlace {
  readonly projectId: string;
  readonly subjectId: string;
  readonly field: string;
}

/** Keys of players by their ids; those of erased players are absent. */
export type KeysOfPlayers = ReadonlyMap<string, KeyObject>;

/** Bytes of a key, for AES-256. */
const KEY_BYTES = 32;
/** Separator of ids in a sealed value; no id has it. */
const AND = "+";

/**
 * Seals a value so that only the keys of all these players together open it.
 *
 * @throws UnopenedSecret where a key is missing.
 */
export function sealField(
  keys: KeysOfPlayers,
  players: readonly string[],
  place: SealedPlace,
  value: Json,
): SealedText {
  const ids = [...new Set(players)].sort();
  const plain = Buffer.from(JSON.stringify(value), "utf8");
  return sealWith(combined(keys, ids), ids.join(AND), aboutField(place), plain) as SealedText;
}

/** Returns the players without whose keys a value does not open. @throws UnopenedSecret when it is no sealed value. */
export function playersOf(sealed: string): string[] {
  return keyIdOf(sealed).split(AND);
}

/**
 * Opens what {@link sealField} made.
 *
 * @throws UnopenedSecret where a key is missing, or the value was changed or moved
 */
export function openField(keys: KeysOfPlayers, place: SealedPlace, sealed: string): Json {
  const opened = openWith(combined(keys, playersOf(sealed)), aboutField(place), sealed);
  return JSON.parse(opened.toString("utf8")) as Json;
}

function aboutField({ projectId, subjectId, field }: SealedPlace): string[] {
  return ["field", projectId, subjectId, field];
}

/** One key of the keys of several players. HKDF makes it useless for anything else that a player's key seals. */
function combined(keys: KeysOfPlayers, ids: readonly string[]): Buffer {
  const parts = ids.map((id) => {
    const key = keys.get(id);
    if (key === undefined) throw new UnopenedSecret();
    return key.export();
  });
  return Buffer.from(hkdfSync("sha256", Buffer.concat(parts), "", "fabula sealed field", KEY_BYTES));
}
