import { type Expression, walkExpression } from "../../expression.ts";
import type { Losses } from "../losses.ts";
import { quoted } from "../report.ts";
import { readScriptExpression } from "../script/statements.ts";
import { temporaryName } from "../script/tokens.ts";
import { SCRIPTS, type TweeDialect } from "./dialects.ts";
import { withLooks } from "./look-passage.ts";
import { everyPiece } from "./piece.ts";
import { piecesOf } from "./pieces.ts";
import type { ReadPassage } from "./read-passage.ts";

/** Names in what is shown. */
const NAMES = /[$_]?[A-Za-z]\w*/g;

/** A text that an assignment of a passage gives, alone or in a sum. */
interface Given {
  readonly key: string;
  readonly text: string;
  readonly line: number;
}

/**
 * Texts of scripts that are shown, as the words that their format makes of them: a value has no marks. Each text stands for
 * its words wherever a script names it, so that comparisons hold. Tells what such words lose.
 */
export function wordsOfValues(
  read: readonly ReadPassage[],
  dialect: TweeDialect | null,
  losses: Losses,
): ReadonlyMap<string, string> {
  const words = new Map<string, string>();
  const texts = textsOf(read, dialect);
  const taken = new Set(texts.map(({ text }) => text));
  const tell = ({ key, text, line }: Given, is: string, severity: "info" | "warning") =>
    losses.add("twee_value_markup", `The value ${quoted(text)} ${is}`, line, key, severity);
  for (const given of texts) {
    const { text } = given;
    const marks = withLooks(text, [], dialect, new Set(), true);
    // Harlowe reads macros, links and variables in a value that is shown as well, and SugarCube reads links.
    const hasLink = dialect === "sugarcube" && text.includes("[[");
    if (marks.length === 0 && dialect !== "harlowe" && !hasLink) continue;
    const pieces = piecesOf(text, marks, dialect, 0);
    if (!pieces.every(({ kind }) => kind === "text")) {
      tell(given, "is shown as it is written", "warning");
      continue;
    }
    if (marks.length === 0) continue;
    const said = pieces.map((piece) => (piece.kind === "text" ? piece.text : "")).join("");
    words.set(text, said);
    if (taken.has(said)) tell(given, `is not told apart from ${quoted(said)}, as which it is shown`, "warning");
    else if (!marks.every(({ kind }) => kind === "words")) {
      tell(given, `is shown as ${quoted(said)}, without its look`, "info");
    }
    taken.add(said);
  }
  return words;
}

/** The texts given to variables that are shown, or that a sum shows, each once. */
function textsOf(read: readonly ReadPassage[], dialect: TweeDialect | null): Given[] {
  const given = new Map<string, { key: string; value: Expression; line: number }[]>();
  for (const { key, scan, pieces, passage } of read) {
    const lines = new Map(
      everyPiece(pieces).flatMap((piece) =>
        piece.kind === "set" ? piece.assignments.map((each) => [each, piece.line] as const) : [],
      ),
    );
    for (const { assignment } of scan.assignments) {
      const { target, value, either = [], choice } = assignment;
      if (target === null) continue;
      const known = given.get(target) ?? [];
      given.set(target, known);
      const line = lines.get(assignment) ?? passage.line;
      const values = [...(value === null ? [] : [value]), ...either];
      if (choice !== undefined) values.push(choice.yes, choice.no);
      known.push(...values.map((each) => ({ key, value: each, line })));
    }
  }
  const texts = new Map<string, Given>();
  for (const { key, pieces } of read) {
    for (const piece of everyPiece(pieces)) {
      const shown =
        piece.kind !== "print" || dialect === null ? null : readScriptExpression(piece.source, SCRIPTS[dialect]);
      // A text alone has its marks where it is shown.
      if (shown === null || "lit" in shown) continue;
      walkExpression(shown, (part) => {
        if ("lit" in part && typeof part.lit === "string")
          texts.set(part.lit, { key, text: part.lit, line: piece.line });
      });
    }
  }
  const waiting = [...shownNames(read)];
  const seen = new Set(waiting);
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    for (const { key, value, line } of given.get(name) ?? []) {
      walkExpression(value, (part) => {
        if ("lit" in part && typeof part.lit === "string" && !texts.has(part.lit))
          texts.set(part.lit, { key, text: part.lit, line });
        if (!("var" in part) || seen.has(part.var)) return;
        seen.add(part.var);
        waiting.push(part.var);
      });
    }
  }
  return [...texts.values()];
}

/** Names of the variables whose values are shown. */
function shownNames(read: readonly ReadPassage[]): Set<string> {
  const shown = new Set<string>();
  for (const { pieces } of read) {
    for (const piece of everyPiece(pieces)) {
      if (piece.kind !== "print") continue;
      for (const [name] of piece.source.matchAll(NAMES)) {
        shown.add(name.startsWith("_") ? temporaryName(name) : name.replace(/^\$/, ""));
      }
    }
  }
  return shown;
}
