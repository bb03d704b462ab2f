import type { Color } from "#domain/dialogue/wire.ts";

/** Names of the colours of groups and notes. */
export const COLOR_NAMES: Readonly<Record<Color, string>> = {
  neutral: "Grey",
  red: "Red",
  orange: "Orange",
  yellow: "Yellow",
  green: "Green",
  cyan: "Cyan",
  blue: "Blue",
  purple: "Purple",
  pink: "Pink",
  brown: "Brown",
};

/**
 * Fill classes of the colours. Written out, because the style sheet is generated from the class names found in the
 * source.
 */
export const COLOR_SWATCHES: Readonly<Record<Color, string>> = {
  neutral: "bg-group-neutral",
  red: "bg-group-red",
  orange: "bg-group-orange",
  yellow: "bg-group-yellow",
  green: "bg-group-green",
  cyan: "bg-group-cyan",
  blue: "bg-group-blue",
  purple: "bg-group-purple",
  pink: "bg-group-pink",
  brown: "bg-group-brown",
};

/** Text classes of the colours, for the names of speakers: each stands out against every paper of its theme. */
export const SPEAKER_INKS: Readonly<Record<Color, string>> = {
  neutral: "text-group-neutral",
  red: "text-group-red",
  orange: "text-group-orange",
  yellow: "text-group-yellow",
  green: "text-group-green",
  cyan: "text-group-cyan",
  blue: "text-group-blue",
  purple: "text-group-purple",
  pink: "text-group-pink",
  brown: "text-group-brown",
};
