import { firstIndex } from "../first-index.ts";
import { ImportError, type ImportIssue } from "./import-error.ts";

/** Line of a file; the name of the file is null where the import has only this one. */
export interface LinePlace {
  readonly file: string | null;
  readonly line: number;
}

/**
 * Numbering of the lines of several files as if they were one text, so that a reader of one text can read them all: each file begins
 * at the number after the last line of the one before.
 */
export class LinePlaces {
  readonly #files: {
    readonly name: string | null;
    readonly before: number;
    readonly lines: readonly number[] | null;
  }[] = [];
  #count = 0;

  /**
   * Adds a file of `count` lines, and returns the number of lines before it.
   *
   * @param lines - the line of the file for each of its numbered lines, where they are not counted from 1.
   */
  add(name: string | null, count: number, lines: readonly number[] | null = null): number {
    const before = this.#count;
    this.#files.push({ name, before, lines });
    this.#count += count;
    return before;
  }

  /** Returns the place of a numbered line. */
  placeOf(line: number): LinePlace {
    const behind = firstIndex(this.#files, ({ before }) => before >= line);
    const file = this.#files[Math.max(0, behind - 1)];
    if (file === undefined) return { file: null, line };
    const own = line - file.before;
    return { file: file.name, line: file.lines?.[own - 1] ?? own };
  }

  /** Returns numbered lines in words, by file: `line 3, 5` in one file, `gate.yarn line 3, 5; quay.yarn line 1` in several. */
  words(lines: readonly number[]): string {
    const places = [...lines].sort((a, b) => a - b).map((line) => this.placeOf(line));
    const byFile = Map.groupBy(places, ({ file }) => file);
    return Array.from(byFile, ([file, all]) => {
      const named = all.map(({ line }) => line).join(", ");
      return file === null ? `line ${named}` : `${file} line ${named}`;
    }).join("; ");
  }

  /** Returns an error with the file and the line of that file in place of numbered lines. */
  located(error: ImportError): ImportError {
    const issues = error.issues.map((issue) => this.#issue(issue));
    if (error.line === null) return withFile(error, null, { issues });
    const { file, line } = this.placeOf(error.line);
    const whole = this.#issue({
      pointer: null,
      message: error.message,
      line: error.line,
      ...(error.column !== null && { column: error.column }),
    });
    return withFile(error, file, { issues, line, message: whole.message });
  }

  #issue(issue: ImportIssue): ImportIssue {
    if (issue.line === undefined) return issue;
    const { file, line } = this.placeOf(issue.line);
    const prefix = `Line ${issue.line}`;
    const message = issue.message.startsWith(prefix)
      ? `${file === null ? "Line" : `${file}, line`} ${line}${issue.message.slice(prefix.length)}`
      : issue.message;
    return { ...issue, message, line, ...(file !== null && { file }) };
  }
}

/** Returns an error that names its file. */
export function withFile(
  error: ImportError,
  file: string | null,
  changed: { message?: string; line?: number; issues?: readonly ImportIssue[] } = {},
): ImportError {
  const { code, pointer, column } = error;
  const line = changed.line ?? error.line;
  return new ImportError(code, changed.message ?? error.message, {
    ...(pointer !== null && { pointer }),
    ...(line !== null && { line }),
    ...(column !== null && { column }),
    ...(file !== null && { file }),
    issues: (changed.issues ?? error.issues).map((issue) => (file === null ? issue : { file, ...issue })),
  });
}
