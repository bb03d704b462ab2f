import { type Expression, walkExpression } from "../../expression.ts";
import { quoted } from "../report.ts";
import { temporaryName } from "../script/tokens.ts";
import type { StoryContext } from "./page-writer.ts";
import type { Piece } from "./piece.ts";
import { SHOWN_DEPTH } from "./read-passage.ts";
import { WAITS, withLateValues } from "./timed-words.ts";
import { setByUnread, variablesIn } from "./unknown-values.ts";

const TEMPORARY = /(?<![\w$])_[A-Za-z]\w*/g;
const VARIABLE = /\$([A-Za-z_]\w*)/g;
const QUOTED = /"[^"\n]*"|'[^'\n]*'/g;
/** Times that a page reads a passage it shows: a second time, what the first one set is behind what shows it. */
const READINGS = 2;

/** Parts of a story that say what is shown inside a page, and what is told of it; `left` pieces of others are read in all. */
interface Around {
  readonly allowance: { left: number };
  readonly piecesOf: (name: string) => readonly Piece[];
  readonly context: Pick<StoryContext, "declarations" | "dialect" | "losses">;
}

/**
 * Tells where a page of SugarCube asks for a value that is another one there. A temporary variable that nothing of the page sets
 * before is gone with the page that set it, and ours is kept. What waits for a time shows what other passages set behind it.
 */
export function tellOtherValues(
  page: string,
  pieces: readonly Piece[],
  { allowance, piecesOf, context }: Around,
): void {
  const { declarations, dialect, losses } = context;
  const known = new Set<string>();
  const readings = new Map<string, number>();
  const waiting = new Map<string, { passage: string; line: number }>();
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
  const changed = (name: string, passage: string) => {
    const shown = waiting.get(name);
    if (shown === undefined || shown.passage === passage) return;
    const what = `${quoted("<<timed>>")} ${withLateValues(WAITS)}`;
    losses.add("twee_read_otherwise", what, shown.line, page);
  };
  const read = (all: readonly Piece[], within: readonly string[], isChosen: boolean): void => {
    const passage = within.at(-1) ?? page;
    for (const piece of all) {
      const { line, isLate } = piece;
      const wait = (names: Iterable<string>) => {
        if (isLate === true && !isChosen) for (const name of names) waiting.set(name, { passage, line });
      };
      if (piece.kind === "print") {
        wait(Array.from(piece.source.matchAll(VARIABLE), ([, name = ""]) => name));
        for (const [name] of piece.source.replace(QUOTED, "").matchAll(TEMPORARY)) ask(temporaryName(name), line);
      } else if (piece.kind === "set") {
        for (const { target, op, value } of piece.assignments) {
          askIn(value, line);
          if (target === null) continue;
          if (op !== "set" && target.startsWith("temp_")) ask(target, line);
          known.add(target);
          if (isLate !== true && !isChosen) changed(target, passage);
        }
      } else if (piece.kind === "unread") for (const name of setByUnread(piece.source, dialect)) known.add(name);
      else if (piece.kind === "cycle") known.add(temporaryName(piece.variable));
      else if (piece.kind === "in-place") {
        if ("source" in piece.label) ask(temporaryName(piece.label.source), line);
        read(piece.body, within, true);
      } else if (piece.kind === "include") {
        const { target } = piece;
        const before = readings.get(target) ?? 0;
        if (before === READINGS || allowance.left < 0 || within.includes(target) || within.length > SHOWN_DEPTH)
          continue;
        readings.set(target, before + 1);
        const shown = piecesOf(target);
        allowance.left -= shown.length + 1;
        read(shown, [...within, target], isChosen);
      } else if (piece.kind === "if") {
        for (const { guards, body } of piece.clauses) {
          for (const { expression } of guards) {
            askIn(expression, line);
            if (expression !== null) wait(variablesIn(expression));
          }
          read(body, within, isChosen);
        }
      }
    }
  };
  read(pieces, [page], false);
}
