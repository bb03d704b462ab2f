import { FORMAT_NAMES } from "../import/format-names.ts";

/** The formats a dialogue can be taken out in, in the order in which they are offered. */
export const EXPORT_FORMATS = ["fabula_json", "twee3", "yarn", "ink", "lines_csv"] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** File of an export format. */
export interface ExportedFile {
  /** Name of the format on screens. */
  readonly name: string;
  /** Extension of the file's name. */
  readonly ending: string;
  readonly mediaType: string;
}

/** The files of all formats that exports write. */
export const EXPORTED_FILES: Readonly<Record<ExportFormat, ExportedFile>> = {
  fabula_json: {
    name: FORMAT_NAMES.fabula_json,
    ending: ".fabula.json",
    mediaType: "application/json",
  },
  twee3: { name: FORMAT_NAMES.twee3, ending: ".twee", mediaType: "text/plain" },
  yarn: { name: FORMAT_NAMES.yarn, ending: ".yarn", mediaType: "text/plain" },
  ink: { name: FORMAT_NAMES.ink, ending: ".ink", mediaType: "text/plain" },
  lines_csv: { name: "Lines as CSV", ending: ".lines.csv", mediaType: "text/csv" },
};
