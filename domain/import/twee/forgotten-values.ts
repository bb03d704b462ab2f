import { type Expression, walkExpression } from "../../expression.ts";
import { quoted } from "../report.ts";
import { temporaryName } from "../script/tokens.ts";
import type { StoryContext } from "./page-writer.ts";
import type { Piece } from "./piece.ts";
import { setByUnread } from "./unknown-values.ts";

const TEMPORARY = /(?<![\w$])_[A-Za-z]\w*/g;
const QUOTED = /"[^"\n]*"|'[^'\n]*'/g;

/** Parts of a story that say what is shown inside a page, and what is told of it. */
interface Around {
  readonly piecesOf: (name: string) => readonly Piece[];
  readonly context: Pick<StoryContext, "declarations" | "dialect" | "losses">;
}

/**
 * Tells where a page of SugarCube asks for a temporary variable that nothing of the page sets before: its value is gone with
 * the page that set it, and ours is kept.
 */
export function tellForgotten(page: string, pieces: readonly Piece[], { piecesOf, context }: Around): void {
  const { declarations, dialect, losses } = context;
  const known = new Set<string>();
  const ask = (name: string, line: number) => {
    if (known.has(name) || declarations(name) === undefined) return;
    const what = `Nothing of the page sets ${quoted(name.replace(/^temp/, ""))} before it is asked for: it keeps its last value, which SugarCube forgets`;
    losses.add("twee_value_kept", what, line, page);
  };
  const askIn = (expression: Expression | null, line: number) => {
    if (expression === null) return;
    walkExpression(expression, (part) => {
      if ("var" in part && part.var.startsWith("temp_")) ask(part.var, line);
    });
  };
  const read = (all: readonly Piece[], within: readonly string[]): void => {
    for (const piece of all) {
      const { line } = piece;
      if (piece.kind === "print") {
        for (const [name] of piece.source.replace(QUOTED, "").matchAll(TEMPORARY)) ask(temporaryName(name), line);
      } else if (piece.kind === "set") {
        for (const { target, op, value } of piece.assignments) {
          askIn(value, line);
          if (target === null) continue;
          if (op !== "set" && target.startsWith("temp_")) ask(target, line);
          known.add(target);
        }
      } else if (piece.kind === "unread") for (const name of setByUnread(piece.source, dialect)) known.add(name);
      else if (piece.kind === "cycle") known.add(temporaryName(piece.variable));
      else if (piece.kind === "in-place") {
        if ("source" in piece.label) ask(temporaryName(piece.label.source), line);
        read(piece.body, within);
      } else if (piece.kind === "include") {
        if (!within.includes(piece.target) && within.length < 20)
          read(piecesOf(piece.target), [...within, piece.target]);
      } else if (piece.kind === "if") {
        for (const { guards, body } of piece.clauses) {
          for (const { expression } of guards) askIn(expression, line);
          read(body, within);
        }
      }
    }
  };
  read(pieces, [page]);
}
