import type { Expression, Scalar } from "../../expression.ts";
import type { Declarations } from "../../expression-type.ts";
import { type Assignment, readScriptExpression } from "../script/statements.ts";
import { setterOf } from "./branches.ts";
import { SCRIPTS, type TweeDialect } from "./dialects.ts";
import { everyPiece, type Piece } from "./piece.ts";
import { setByUnread, variablesIn } from "./unknown-values.ts";

/** Names that a script or markup that is not read may set. */
export const NAMES = /[A-Za-z_]\w*/g;
const IN_LINKS = /\$([A-Za-z]\w*)|\{([A-Za-z_]\w*)\}|<%=\s*s\.([A-Za-z_]\w*)\s*%>/g;
/** Markup that may leave a page before its end. */
const LEAVES = /go-?to|return|undo|play|jump|back|restart/i;
/** Value that is given where a variable has none; what is read of it is the variable alone. */
const INSTEAD = /(?:\|\||\?\?|\bor\b)\s*(?:\d|"|')/;

/** Part of a passage that matters to whether a variable is set, in the order in which a page carries them out. */
export type Step =
  | { readonly kind: "use"; readonly name: string; readonly line: number; readonly isShown: boolean }
  | { readonly kind: "set"; readonly names: readonly string[] }
  | { readonly kind: "include"; readonly target: string; readonly isCertain: boolean }
  | { readonly kind: "link"; readonly target: string; readonly names: readonly string[] }
  /** Way to another passage that is gone at once. */
  | { readonly kind: "goto"; readonly target: string }
  /** Markup that may leave the page, so that nothing behind it is certain. */
  | { readonly kind: "doubt" };

/** Reader of the steps of passages; `uses` and `sets` are the variables that are in any. */
export class StepReader {
  readonly uses = new Set<string>();
  readonly sets = new Set<string>();
  readonly #dialect: TweeDialect;
  readonly #declarations: Declarations;
  readonly #isStrict: boolean;
  readonly #printed = new Map<string, Expression | null>();
  #steps: Step[] = [];

  constructor(dialect: TweeDialect, version: string | null, declarations: Declarations) {
    this.#dialect = dialect;
    this.#declarations = declarations;
    // Harlowe 1 takes any value for a condition; later ones show an error.
    this.#isStrict = dialect === "harlowe" && version?.startsWith("1.") !== true;
  }

  read(pieces: readonly Piece[]): readonly Step[] {
    this.#steps = [];
    this.#pieces(pieces, { isCertain: true, chosen: null });
    return this.#steps;
  }

  /** Reads pieces; `chosen` are the variables that are set in a link before them, where they are in one. */
  #pieces(pieces: readonly Piece[], within: { isCertain: boolean; chosen: Set<string> | null }): void {
    let { isCertain } = within;
    const { chosen } = within;
    const doubt = () => {
      isCertain = false;
      if (chosen === null) this.#steps.push({ kind: "doubt" });
    };
    const use = (names: ReadonlySet<string>, line: number, isShown = false) => {
      if (!isCertain) return;
      for (const name of names) if (chosen?.has(name) !== true) this.#use(name, line, isShown);
    };
    const set = (names: readonly string[]) => {
      if (names.length === 0) return;
      for (const name of names) this.sets.add(name);
      if (chosen === null) this.#steps.push({ kind: "set", names });
      else for (const name of names) chosen.add(name);
    };
    for (const piece of pieces) {
      const { line } = piece;
      switch (piece.kind) {
        case "print":
          use(this.#inPrint(piece.source), line, true);
          break;
        case "set":
          for (const assignment of piece.assignments) {
            use(this.#inAssignment(assignment), line);
            set(this.#setBy(assignment));
          }
          break;
        case "cycle":
          set([piece.variable.replace(/^\$/, "")]);
          break;
        case "unread":
          set([...setByUnread(piece.source, this.#dialect), ...(piece.source.match(NAMES) ?? [])]);
          if (LEAVES.test(piece.source)) doubt();
          break;
        case "include":
          if (chosen === null) this.#steps.push({ kind: "include", target: piece.target, isCertain });
          else doubt();
          break;
        case "goto":
          if (!isCertain) doubt();
          else if (chosen !== null) this.#steps.push({ kind: "link", target: piece.target, names: [...chosen] });
          else this.#steps.push({ kind: "goto", target: piece.target });
          break;
        case "link": {
          const { text, target, setter } = piece.link;
          use(this.#shownIn(text), line, true);
          const setters = setter === null ? [] : setterOf(setter, this.#dialect);
          const names = [...(chosen ?? [])];
          for (const assignment of setters) {
            use(new Set([...this.#inAssignment(assignment)].filter((name) => !names.includes(name))), line);
            names.push(...this.#setBy(assignment));
          }
          for (const name of names) this.sets.add(name);
          if (isCertain) this.#steps.push({ kind: "link", target, names });
          break;
        }
        case "in-place":
          if ("source" in piece.label) use(this.#inPrint(piece.label.source), line, true);
          else use(this.#shownIn(piece.label.text), line, true);
          this.#pieces(piece.body, { isCertain, chosen: new Set(chosen) });
          break;
        case "if": {
          let asked: Set<string> | null = null;
          for (const { guards } of piece.clauses) {
            for (const { expression, source } of guards) {
              if (expression === null) {
                set(source.match(NAMES) ?? []);
                continue;
              }
              // A later condition is only come to where those before it failed, whatever they ask for.
              const names = this.#inCondition(expression, source);
              const before: Set<string> | null = asked;
              const isAlone = before === null || [...names].every((name) => before.size === 1 && before.has(name));
              if (isAlone) use(names, line);
              asked = new Set([...(before ?? []), ...variablesIn(expression)]);
            }
          }
          for (const { body } of piece.clauses) this.#pieces(body, { isCertain: false, chosen });
          if (piece.clauses.some(({ body }) => mayLeave(body))) doubt();
          break;
        }
        case "text":
        case "media":
          break;
      }
    }
  }

  #use(name: string, line: number, isShown: boolean): void {
    this.uses.add(name);
    this.#steps.push({ kind: "use", name, line, isShown });
  }

  /** Names of variables that are shown among the words of a link. */
  #shownIn(text: string): Set<string> {
    const found = new Set<string>();
    for (const [, own, inserted, written] of text.matchAll(IN_LINKS)) {
      const name = this.#dialect === "chapbook" ? inserted : this.#dialect === "snowman" ? written : own;
      if (name !== undefined && this.#isOther(name, "shown")) found.add(name);
    }
    return found;
  }

  #inPrint(source: string): Set<string> {
    let expression = this.#printed.get(source);
    if (expression === undefined) {
      expression = readScriptExpression(source, SCRIPTS[this.#dialect]);
      this.#printed.set(source, expression);
    }
    return this.#asked(expression, source, "shown");
  }

  #inAssignment({ target, op, value, choice, source }: Assignment): Set<string> {
    const found = this.#asked(value, source, "copied");
    if (choice !== undefined) for (const name of this.#inCondition(choice.asked, source)) found.add(name);
    const isChanged = op !== "set" && op !== "reset" && !INSTEAD.test(source);
    if (target !== null && isChanged && this.#isOther(target, "counted")) found.add(target);
    return found;
  }

  #inCondition(expression: Expression, source: string): Set<string> {
    return this.#asked(expression, source, "truth");
  }

  #setBy({ target, source }: Assignment): readonly string[] {
    return target === null ? (source.match(NAMES) ?? []) : [target];
  }

  /** The variables of an expression without which it comes out otherwise than with our first values. */
  #asked(whole: Expression | null, source: string, how: Use): Set<string> {
    const found = new Set<string>();
    if (whole === null || INSTEAD.test(source)) return found;
    const open: { part: Expression; how: Use }[] = [{ part: whole, how }];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      const { part } = next;
      if ("var" in part) {
        if (this.#isOther(part.var, next.how)) found.add(part.var);
      } else if ("op" in part && part.op !== "opaque") {
        const [left, right] = part.args;
        if (part.op === "all" || part.op === "any" || part.op === "not") {
          // What stands behind the first is only asked for by what that is.
          if (left !== undefined) open.push({ part: left, how: "truth" });
        } else if (part.op === "arith") for (const arg of part.args) open.push({ part: arg, how: "counted" });
        else if (left !== undefined && right !== undefined) this.#compared(part.op, [left, right], found, open);
      }
    }
    return found;
  }

  #compared(
    op: string,
    [left, right]: readonly [Expression, Expression],
    found: Set<string>,
    open: { part: Expression; how: Use }[],
  ): void {
    for (const [one, other, isLeft] of [[left, right, true] as const, [right, left, false] as const]) {
      if (!("var" in one)) open.push({ part: one, how: "counted" });
      else if (!("lit" in other)) {
        if (this.#isOther(one.var, "counted")) found.add(one.var);
      } else if (other.lit !== null && this.#isOther(one.var, "counted")) {
        const theirs = this.#dialect === "harlowe" ? 0 : undefined;
        const ours = neutralOf(this.#declarations(one.var)?.type);
        const asked = (value: Scalar | undefined) =>
          isLeft ? compare(op, value, other.lit) : compare(op, other.lit, value);
        if (asked(theirs) !== asked(ours)) found.add(one.var);
      }
    }
  }

  /** Whether a variable without a value comes out otherwise than our first value of it does. */
  #isOther(name: string, how: Use): boolean {
    const type = name.startsWith("temp_") ? undefined : this.#declarations(name)?.type;
    if (type === undefined || how === "copied") return false;
    if (how === "truth") return this.#isStrict && type === "boolean";
    if (this.#dialect === "harlowe") return type === "string" || type === "boolean";
    // Snowman shows nothing for what has no value.
    return !(this.#dialect === "snowman" && how === "shown" && type === "string");
  }
}

/** Ways of asking for a value: as words, in a comparison or calculation, as a yes or no, or to give it to another variable. */
type Use = "shown" | "counted" | "truth" | "copied";

function neutralOf(type: string | undefined): Scalar {
  return type === "string" ? "" : type === "boolean" ? false : 0;
}

function compare(op: string, left: Scalar | undefined, right: Scalar | undefined): boolean {
  switch (op) {
    case "eq":
      return left === right;
    case "ne":
      return left !== right;
    case "lt":
      return Number(left) < Number(right);
    case "lte":
      return Number(left) <= Number(right);
    case "gt":
      return Number(left) > Number(right);
    case "gte":
      return Number(left) >= Number(right);
    default:
      return false;
  }
}

/** Whether pieces hold what may leave the page without being chosen. */
function mayLeave(pieces: readonly Piece[]): boolean {
  return everyPiece(pieces).some(
    (piece) =>
      piece.kind === "goto" || piece.kind === "include" || (piece.kind === "unread" && LEAVES.test(piece.source)),
  );
}
