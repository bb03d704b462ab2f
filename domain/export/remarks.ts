import { quoted, Report } from "../import/report.ts";
import type { ReportItem, ReportSeverity } from "../import/story.ts";

/** More cards than a remark names one by one. */
const NAMED = 8;

/** Remarks of an export, each said once with the cards it is about. */
export class CardRemarks {
  readonly #code: string;
  readonly #found = new Map<string, { severity: ReportSeverity; names: Set<string> }>();

  /** @param code what the remarks of this format are called, such as `yarn_unsaid` */
  constructor(code: string) {
    this.#code = code;
  }

  /**
   * Says something of a card, or of something else that has a name.
   *
   * @param message a sentence without its end: the names stand behind it
   */
  add(message: string, name: string, severity: ReportSeverity = "warning"): void {
    const found = this.#found.get(message) ?? { severity, names: new Set() };
    found.names.add(name);
    this.#found.set(message, found);
  }

  /** All remarks, in the order in which they were first said. */
  report(): ReportItem[] {
    const report = new Report();
    for (const [message, { severity, names }] of this.#found) {
      const shown = [...names].slice(0, NAMED).map(quoted).join(", ");
      const more = names.size > NAMED ? ` and ${names.size - NAMED} more` : "";
      report.add(severity, this.#code, `${message}: ${shown}${more}.`);
    }
    return report.items;
  }
}
