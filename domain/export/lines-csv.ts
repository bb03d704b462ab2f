import type { LineStatus } from "../dialogue/line-status.ts";
import type { BranchKind, NodeKind } from "../dialogue/wire.ts";
import { Report } from "../import/report.ts";
import type { ReportItem } from "../import/story.ts";
import { readingOrder } from "../reading-order.ts";
import { csvLine, guarded } from "../rows/csv.ts";
import { forEachInSteps, runToEnd, STEP, type Steps } from "../steps.ts";
import type { ExportedDialogue, ExportedNode } from "./exported.ts";
import { type DialogueOutline, outlineOfDialogue } from "./outline.ts";
import { hasSetWords } from "./text-segments.ts";

/** The columns of a table of lines, in their order. */
export const LINE_COLUMNS = [
  "dialogue_id",
  "node_id",
  "branch_id",
  "kind",
  "speaker",
  "text",
  "status",
  "previous_line",
] as const;

/** The words of a dialogue as CSV, with what such a table does not hold. */
export function exportLinesCsv(dialogue: ExportedDialogue): { content: string; report: ReportItem[] } {
  const writer = new LinesWriter(outlineOfDialogue(dialogue));
  for (const node of dialogue.nodes) writer.add(node);
  const parts: string[] = [writer.head()];
  const lines = writer.lines();
  for (let next = lines.next(); next.done !== true; next = lines.next()) parts.push(runToEnd(next.value));
  return { content: parts.join(""), report: writer.report() };
}

/** Fields of a branch in a row of lines. */
interface WordedBranch {
  readonly id: string;
  readonly kind: BranchKind;
  readonly text: string;
  readonly status: LineStatus;
  readonly target_node_id: string | null;
}

/** Fields of a node in a row of lines, with the targets of its branches. */
interface WordedNode {
  readonly kind: NodeKind;
  readonly speaker: string;
  readonly text: string;
  readonly status: LineStatus;
  readonly branches: readonly WordedBranch[];
}

/**
 * Writes the words of a dialogue as CSV, a row for each text and each worded choice, as one would read them aloud. What comes before a
 * line is known only when all nodes are, so they are added first, with nothing but their words.
 */
export class LinesWriter {
  readonly #dialogue: DialogueOutline;
  readonly #speakers: ReadonlyMap<string, string>;
  readonly #nodes = new Map<string, WordedNode>();
  #hasMarks = false;

  constructor(dialogue: DialogueOutline) {
    this.#dialogue = dialogue;
    this.#speakers = new Map(dialogue.entities.map(({ id, name }) => [id, name]));
  }

  /** Takes in a node. */
  add({ id, kind, text, text_marks, status, speaker_id, speaker_label, branches }: ExportedNode): void {
    this.#hasMarks ||= hasSetWords(text_marks) || branches.some((branch) => hasSetWords(branch.text_marks));
    this.#nodes.set(id, {
      kind,
      speaker: (speaker_id === null ? undefined : this.#speakers.get(speaker_id)) ?? speaker_label ?? "",
      text,
      status,
      branches: branches.map((branch) => ({
        id: branch.id,
        kind: branch.kind,
        text: branch.choice_text,
        status: branch.status,
        target_node_id: branch.target_node_id,
      })),
    });
  }

  /** The names of the columns. */
  head(): string {
    return csvLine(LINE_COLUMNS);
  }

  /** The rows, some hundreds at a time, each part in steps. */
  *lines(): Generator<Steps<string>, void, undefined> {
    const { reached, unreached } = readingOrder(this.#dialogue.graph.start_node_id, this.#nodes);
    const order = [...reached, ...unreached];
    const before = new Map<string, string>();
    for (let at = 0; at < order.length; at += STEP) yield this.#rows(order.slice(at, at + STEP), before);
  }

  *#rows(ids: readonly string[], before: Map<string, string>): Steps<string> {
    const rows: string[] = [];
    yield* forEachInSteps(ids, (id) => {
      const node = this.#nodes.get(id);
      if (node === undefined) return;
      const previous = before.get(id) ?? "";
      if (hasWords(node.text)) rows.push(this.#row(id, null, node, previous));
      const said = hasWords(node.text) ? node.text : previous;
      for (const branch of node.branches) {
        const { target_node_id: target, text } = branch;
        if (hasWords(text)) rows.push(this.#row(id, branch.id, { ...branch, speaker: "" }, said));
        // The first way that is read to a line tells what comes before it.
        if (target !== null && !before.has(target)) before.set(target, hasWords(text) ? text : said);
      }
    });
    return rows.join("");
  }

  #row(
    nodeId: string,
    branchId: string | null,
    { kind, speaker, text, status }: Pick<WordedNode, "speaker" | "text" | "status"> & { kind: string },
    previous: string,
  ): string {
    const words = [speaker, text].map(guarded);
    return csvLine([this.#dialogue.graph.id, nodeId, branchId, kind, ...words, status, guarded(previous)]);
  }

  /** Remarks on what a table of lines does not hold, where the dialogue has any of it. */
  report(): ReportItem[] {
    const { uses } = this.#dialogue;
    const hasWays = [...this.#nodes.values()].some(({ branches }) => branches.length > 0);
    const hasLogic = uses.variables.size > 0 || uses.refs.size > 0;
    const left = [
      ...(hasWays ? ["the targets of choices"] : []),
      ...(hasLogic ? ["their logic"] : []),
      ...(this.#hasMarks ? ["emphasis"] : []),
    ];
    const said = left.length > 1 ? `${left.slice(0, -1).join(", ")} and ${left.at(-1)}` : left.join("");
    const report = new Report();
    if (said !== "") report.add("info", "lines_unsaid", `The table has only texts, without ${said}.`);
    return report.items;
  }
}

function hasWords(text: string): boolean {
  return text.trim() !== "";
}
