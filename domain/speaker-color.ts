import { type Color, DEFAULT_COLOR, isColor } from "./dialogue/wire.ts";

/** Colours of speakers in the order in which they are given: neighbours differ most. None is the one of what has no colour. */
const HUES: readonly Color[] = ["blue", "orange", "green", "purple", "red", "cyan", "brown", "pink", "yellow"];

/** A speaker of a dialogue. */
export interface ColoredSpeaker {
  /** The character's id, or the words it is shown as where it is no character. */
  readonly key: string;
  /** The value of the character's property `color`; anything but a colour's name counts as none. */
  readonly recorded?: unknown;
}

/**
 * The colours of the speakers of a dialogue, the same on the canvas, in the script and for players: the one that a character's property
 * `color` names, else by the order in which they come, so that no two have one colour while there are others.
 */
export function speakerColors(speakers: Iterable<ColoredSpeaker>): ReadonlyMap<string, Color> {
  const colors = new Map<string, Color>();
  const others = new Set<string>();
  for (const { key, recorded } of speakers) {
    if (typeof recorded === "string" && isColor(recorded)) colors.set(key, recorded);
    else others.add(key);
  }
  const taken = new Set(colors.values());
  const given = [...HUES.filter((hue) => !taken.has(hue)), ...HUES.filter((hue) => taken.has(hue))];
  [...others].forEach((key, at) => {
    colors.set(key, given[at % given.length] ?? DEFAULT_COLOR);
  });
  return colors;
}

/** The colour of a speaker whose dialogue is not known: it follows from the key. */
export function speakerColor(key: string, recorded?: unknown): Color {
  if (typeof recorded === "string" && isColor(recorded)) return recorded;
  // FNV-1a: neighbouring ids of one import differ in a few characters only, and are to differ in their colours.
  let hash = 0x811c9dc5;
  for (let index = 0; index < key.length; index++) hash = Math.imul(hash ^ key.charCodeAt(index), 0x01000193);
  return HUES[(hash >>> 8) % HUES.length] ?? DEFAULT_COLOR;
}
