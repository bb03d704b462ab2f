import type { ImportFormat } from "./story.ts";

/** Display names of the story formats. */
export const FORMAT_NAMES: Readonly<Record<ImportFormat, string>> = {
  twee3: "Twee 3",
  ink: "ink",
  yarn: "Yarn Spinner",
  articy_json: "articy JSON",
  arcweave_json: "Arcweave JSON",
  fabula_json: "Fabula JSON",
};
