import { ImportError } from "../import-error.ts";
import type { ImportOptions } from "../import-options.ts";
import { LinePlaces, withFile } from "../line-places.ts";
import type { Report } from "../report.ts";
import { readPassages, type TweeFile } from "./passages.ts";
import { type HtmlSource, isTwineHtml, readTwineHtml } from "./twine-html.ts";

/** Passages of a story, and the places that their lines have in its files. */
interface TweeSource extends TweeFile {
  readonly places: LinePlaces;
}

/**
 * Reads the passages of a story: of its Twee files, one after the other, or of a file that Twine published.
 *
 * @throws {ImportError} where a file cannot be read, with its name
 */
export function readSource(content: string, options: ImportOptions, report: Report): TweeSource {
  const files = [{ name: options.file ?? "", text: content }, ...(options.others ?? [])];
  const isOne = files.length === 1;
  const places = new LinePlaces();
  const source: TweeFile = { preamble: "", passages: [] };
  const skipped = options.linesBefore ?? 0;
  for (const { name, text } of files) {
    const file = isOne ? null : name;
    const read = inFile(file, (): HtmlSource => (isTwineHtml(text) ? readTwineHtml(text, report) : readPassages(text)));
    const count = read.lines?.length ?? lineCount(text);
    const lines = skipped > 0 ? Array.from({ length: count }, (_, at) => at + 1 + skipped) : (read.lines ?? null);
    const before = places.add(file, count, lines);
    if (read.preamble !== "") source.preamble = [source.preamble, read.preamble].filter(Boolean).join("\n\n");
    for (const passage of read.passages) source.passages.push({ ...passage, line: passage.line + before });
  }
  return { ...source, places };
}

function inFile<T>(file: string | null, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw error instanceof ImportError ? withFile(error, file) : error;
  }
}

function lineCount(text: string): number {
  let count = 1;
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) count += 1;
  return count;
}
