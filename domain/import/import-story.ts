import { importArcweave } from "./arcweave/arcweave.ts";
import { importArticy } from "./articy/articy.ts";
import { importFabula } from "./fabula/fabula.ts";
import { ImportError } from "./import-error.ts";
import type { ImportOptions } from "./import-options.ts";
import { importInk } from "./ink/ink.ts";
import { IMPORT_FORMATS, type ImportedStory, type ImportFormat, type ReportItem } from "./story.ts";
import { importTwee } from "./twee/twee.ts";
import { importYarn } from "./yarn/yarn.ts";

const IMPORTERS: Readonly<Record<ImportFormat, (content: unknown, options: ImportOptions) => ImportedStory>> = {
  fabula_json: importFabula,
  twee3: importTwee,
  arcweave_json: importArcweave,
  ink: importInk,
  yarn: importYarn,
  articy_json: importArticy,
};

/**
 * Imports a story in one of the known formats. `content` is the file's text or, for JSON formats, its value.
 *
 * @throws {ImportError} for anything the content can be, and nothing else
 */
export function importStory(format: string, content: unknown, options: ImportOptions = {}): ImportedStory {
  const known = IMPORT_FORMATS.find((name) => name === format);
  if (known === undefined) {
    throw new ImportError("unknown_format", `The format must be one of ${IMPORT_FORMATS.join(", ")}.`);
  }
  if (typeof content === "string" && content.trim() === "") {
    throw new ImportError("empty_story", "The file is empty.", { line: 1, column: 1 });
  }
  try {
    return withLanguage(IMPORTERS[known](content, options), options.language);
  } catch (error) {
    if (error instanceof ImportError) throw error;
    // A file can only do this by being too much for the engine (a stack or a string that grows too large).
    if (error instanceof RangeError) throw new ImportError("too_large", "The file is too complex to be imported.");
    throw error;
  }
}

/** A story whose report tells of a language that was asked for, where its file names none. */
function withLanguage(story: ImportedStory, asked: string | undefined): ImportedStory {
  if (asked === undefined || story.language === asked) return story;
  const item: ReportItem = {
    severity: "info",
    code: "import_language_unused",
    message: "The file names no languages, so the given one was not used.",
    graph_key: null,
    node_key: null,
    source: asked,
  };
  return { ...story, report: [...story.report, item] };
}
