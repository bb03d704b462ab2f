import { TERMINAL_KIND } from "../dialogue/wire.ts";
import { quoted, type Report } from "./report.ts";
import type { ImportedGraph } from "./story.ts";

/**
 * Tells which nodes of an imported graph lead nowhere. Twine and Arcweave have no mark for an ending, and whether a
 * node without links is one or was forgotten only its author knows, so importers leave it a line.
 */
export function reportEndings(graph: ImportedGraph, report: Report): void {
  const ends = graph.nodes.filter((node) => node.kind !== TERMINAL_KIND && node.branches.length === 0);
  if (ends.length === 0) return;
  const names = ends.slice(0, 8).map((node) => quoted(node.title ?? node.key));
  const more = ends.length > names.length ? ` and ${ends.length - names.length} more` : "";
  const message = `No links lead on from ${names.join(", ")}${more}. Where that is an ending, give the node the kind “end”.`;
  report.add("info", "no_way_on", message, { graph: graph.key });
}
