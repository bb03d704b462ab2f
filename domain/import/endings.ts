import { TERMINAL_KIND } from "../dialogue/wire.ts";
import { quoted, type Report } from "./report.ts";
import type { ImportedGraph, ImportedNode } from "./story.ts";

/**
 * Makes an end of each line of an imported graph that leads nowhere: Twine and Arcweave have no mark for an ending, a story just stops
 * there. One that may go on by what could not be read stays a line.
 */
export function markEndings(graph: ImportedGraph, report: Report, goesOn: (node: ImportedNode) => boolean): void {
  const isOver = ({ kind }: ImportedNode) => kind === TERMINAL_KIND || kind === "return";
  const last = graph.nodes.filter((node) => !isOver(node) && node.branches.length === 0);
  const ends = last.filter((node) => node.kind === "line" && !goesOn(node));
  const open = last.filter((node) => node.kind !== "line" || goesOn(node));
  for (const node of ends) node.kind = TERMINAL_KIND;
  if (ends.length > 0) {
    const message = `Nothing follows ${named(ends)}: ${ends.length === 1 ? "it" : "each"} became an ending. Add a choice where one is missing.`;
    report.add("info", "became_ending", message, { graph: graph.key });
  }
  if (open.length > 0) {
    const message = `No link that could be read leads on from ${named(open)}.`;
    report.add("warning", "no_way_on", message, { graph: graph.key });
  }
}

function named(nodes: readonly ImportedNode[]): string {
  const names = nodes.slice(0, 8).map((node) => quoted(node.title ?? node.key));
  return `${names.join(", ")}${nodes.length > names.length ? ` and ${nodes.length - names.length} more` : ""}`;
}
