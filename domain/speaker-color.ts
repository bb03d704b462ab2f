import { COLORS, type Color, DEFAULT_COLOR, isColor } from "./dialogue/wire.ts";

/** Colours of speakers: all but the one of what has none. */
const HUES: readonly Color[] = COLORS.filter((color) => color !== DEFAULT_COLOR);

/**
 * The colour of a speaker, the same on the canvas, in the script and for players: the one that the character's property `color` names,
 * else one that follows from its id, or from the words it is shown as where it is no character.
 *
 * @param key the character's id, or the words.
 * @param recorded the value of the property; anything but a colour's name counts as none.
 */
export function speakerColor(key: string, recorded?: unknown): Color {
  if (typeof recorded === "string" && isColor(recorded)) return recorded;
  // FNV-1a: neighbouring ids of one import differ in a few characters only, and are to differ in their colours.
  let hash = 0x811c9dc5;
  for (let index = 0; index < key.length; index++) hash = Math.imul(hash ^ key.charCodeAt(index), 0x01000193);
  return HUES[(hash >>> 8) % HUES.length] ?? DEFAULT_COLOR;
}
