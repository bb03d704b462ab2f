import { counted } from "../counted.ts";
import { IMPORT_LIMITS, type ReportItem, type ReportSeverity } from "./story.ts";

const SOURCE_LENGTH = 200;

/** Collects remarks about an import. A hostile file cannot make the report longer than a person would read. */
export class Report {
  readonly #items: ReportItem[] = [];
  #left = 0;

  add(
    severity: ReportSeverity,
    code: string,
    message: string,
    about: { graph?: string | null; node?: string | null; source?: string | null } = {},
  ): void {
    if (this.#items.length >= IMPORT_LIMITS.reportItems) {
      this.#left++;
      return;
    }
    const { graph = null, node = null, source = null } = about;
    this.#items.push({
      severity,
      code,
      message,
      graph_key: graph,
      node_key: node,
      source: source === null ? null : shorten(source, SOURCE_LENGTH),
    });
  }

  get items(): ReportItem[] {
    if (this.#left === 0) return [...this.#items];
    const more: ReportItem = {
      severity: "warning",
      code: "report_shortened",
      message: `${counted(this.#left, "more remark is", "more remarks are")} not listed.`,
      graph_key: null,
      node_key: null,
      source: null,
    };
    return [...this.#items, more];
  }
}

/** The beginning of a text, never ending in half of a surrogate pair. */
export function shorten(text: string, length: number): string {
  if (text.length <= length) return text;
  return `${text
    .slice(0, length - 1)
    .toWellFormed()
    .replace(/\ufffd$/, "")}…`;
}

/** A name in quotation marks, shortened, for a sentence of a report. */
export function quoted(name: string): string {
  return `“${shorten(name, 80)}”`;
}
