import type { Color } from "#domain/dialogue/wire.ts";

/** What the colours of groups and notes are called. */
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

/** Their fills. Written out, because the style sheet is made of the class names it finds. */
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

/** Their inks, for the names of speakers: each stands out against every paper of its theme. */
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
