import { STEP, type Steps } from "../steps.ts";

/** A line of a CSV file: its number as spreadsheets count, from 1, and its cells; null for one that is empty without quotes. */
export interface CsvRecord {
  readonly number: number;
  readonly cells: readonly (string | null)[];
}

/** CSV that cannot be read from some row on. */
export class CsvFault extends Error {
  override readonly name = "CsvFault";
  /** The row, counted from 1. */
  readonly row: number;

  constructor(message: string, row: number) {
    super(message);
    this.row = row;
  }
}

const DELIMITERS = [",", ";", "\t"] as const;
type Delimiter = (typeof DELIMITERS)[number];
const QUOTE = '"';

/**
 * Reads CSV as RFC 4180 has it, in steps: quoted cells may hold delimiters, line breaks and doubled quotes. Comma, semicolon and
 * tab are told apart by the first line, a byte-order mark is dropped, lines end with LF, CRLF or CR. Blank lines are counted and
 * left out.
 *
 * @param delimiter what stands between cells, where that is known.
 * @throws {@link CsvFault} for a quote that is never closed, and for text behind a closing one.
 */
export function* readCsv(source: string, delimiter?: Delimiter): Steps<CsvRecord[]> {
  const text = source.charCodeAt(0) === 0xfeff ? source.slice(1) : source;
  const between = delimiter ?? delimiterOf(text);
  const records: CsvRecord[] = [];
  let number = 0;
  for (let at = 0; at < text.length; ) {
    number += 1;
    const cells: (string | null)[] = [];
    for (let isOpen = true; isOpen; ) {
      const cell =
        text[at] === QUOTE ? quotedCell(text, at, number) : { value: null, end: plainEnd(text, at, between) };
      cells.push(cell.value ?? (text.slice(at, cell.end) || null));
      at = cell.end;
      const next = text[at];
      if (next !== undefined && next !== between && next !== "\n" && next !== "\r") {
        throw new CsvFault("text follows a closing quote", number);
      }
      isOpen = next === between;
      at += next === "\r" && text[at + 1] === "\n" ? 2 : 1;
      // A delimiter at the very end has an empty cell behind it.
      if (isOpen && at >= text.length) {
        cells.push(null);
        isOpen = false;
      }
    }
    if (cells.length > 1 || cells[0] !== null) records.push({ number, cells });
    if (number % STEP === 0) yield;
  }
  return records;
}

/** The delimiter that stands most often in the first line, outside quotes; a comma where none does. */
function delimiterOf(text: string): string {
  const [line = ""] = text.replaceAll(/"[^"]*"/g, "").split(/[\r\n]/, 1);
  const counts = DELIMITERS.map((each) => line.split(each).length - 1);
  return DELIMITERS[counts.indexOf(Math.max(...counts))] ?? ",";
}

function quotedCell(text: string, start: number, row: number): { value: string; end: number } {
  let value = "";
  for (let from = start + 1; ; ) {
    const quote = text.indexOf(QUOTE, from);
    if (quote === -1) throw new CsvFault("a quoted cell is not closed", row);
    value += text.slice(from, quote);
    if (text[quote + 1] !== QUOTE) return { value, end: quote + 1 };
    value += QUOTE;
    from = quote + 2;
  }
}

function plainEnd(text: string, start: number, delimiter: string): number {
  let end = start;
  for (; end < text.length; end++) {
    const character = text[end];
    if (character === delimiter || character === "\n" || character === "\r") break;
  }
  return end;
}

/** A line of CSV with its end; null is an empty cell, and an empty text one in quotes, so that both are told apart again. */
export function csvLine(cells: readonly (string | null)[]): string {
  return `${cells.map((cell) => (cell === null ? "" : quoted(cell))).join(",")}\r\n`;
}

/** A line for the clipboard, as spreadsheets paste it: its cells between tabs. */
export function tabbedLine(cells: readonly string[]): string {
  return cells.map((cell) => (/["\t\r\n]/.test(cell) ? inQuotes(cell) : cell)).join("\t");
}

function quoted(text: string): string {
  return text === "" || /[",;\t\r\n]|^\s|\s$/.test(text) ? inQuotes(text) : text;
}

const inQuotes = (text: string): string => `"${text.replaceAll('"', '""')}"`;

/** Pattern of texts that spreadsheets take for a formula, behind any apostrophes put before them. */
const FORMULA = /^'*[=+\-@\t\r＝＋－＠]/u;

/** Text that no spreadsheet runs as a formula: an apostrophe stands before what would be one. */
export function guarded(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text;
}

/** Text as it was before {@link guarded}. */
export function unguarded(text: string): string {
  return text.startsWith("'") && FORMULA.test(text) ? text.slice(1) : text;
}
