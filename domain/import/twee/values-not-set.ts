import type { Expression, Scalar } from "../../expression.ts";
import type { Declarations } from "../../expression-type.ts";
import type { Losses } from "../losses.ts";
import { quoted } from "../report.ts";
import { type Assignment, readScriptExpression } from "../script/statements.ts";
import type { ImportedVariable } from "../story.ts";
import { setterOf } from "./branches.ts";
import { DIALECT_NAMES, SCRIPTS, type TweeDialect } from "./dialects.ts";
import type { TweePassage } from "./passages.ts";
import { everyPiece, type Piece } from "./piece.ts";
import type { ReadPassage } from "./read-passage.ts";
import type { PassageRoles } from "./roles.ts";
import { setByUnread, variablesIn } from "./unknown-values.ts";

/** Steps that are followed in all, over every variable; a story that needs more is told less. */
const STEPS = 400_000;
/** Passages that stand in one another on a page. */
const DEPTH = 20;

const NAMES = /[A-Za-z_]\w*/g;
const IN_LINKS = /\$([A-Za-z]\w*)|\{([A-Za-z_]\w*)\}|<%=\s*s\.([A-Za-z_]\w*)\s*%>/g;
/** Markup that may leave a page before its end. */
const LEAVES = /go-?to|return|undo|play|jump|back|restart/i;
/** Value that is given where a variable has none; what is read of it is the variable alone. */
const INSTEAD = /(?:\|\||\?\?|\bor\b)\s*(?:\d|"|')/;

/** Part of a passage that matters to whether a variable is set, in the order in which a page carries them out. */
type Step =
  | { readonly kind: "use"; readonly name: string; readonly line: number; readonly isShown: boolean }
  | { readonly kind: "set"; readonly names: readonly string[] }
  | { readonly kind: "include"; readonly target: string; readonly isCertain: boolean }
  | { readonly kind: "link"; readonly target: string; readonly names: readonly string[] }
  /** Way to another passage that is gone at once. */
  | { readonly kind: "goto"; readonly target: string }
  /** Markup that may leave the page, so that nothing behind it is certain. */
  | { readonly kind: "doubt" };

interface NotSet {
  readonly read: readonly ReadPassage[];
  readonly roles: PassageRoles;
  readonly start: string | null;
  readonly scripts: readonly TweePassage[];
  readonly dialect: TweeDialect | null;
  /** Version of the story format; null where the file names none. */
  readonly version: string | null;
  readonly variables: readonly ImportedVariable[];
  readonly declarations: Declarations;
  readonly losses: Losses;
}

/**
 * Tells of each variable the first place that asks for it before anything sets it, where the story format makes another thing of that
 * than our first value. Only what is always carried out and always offered counts as a way there, and whatever may set a variable
 * sets it: a way that depends on a condition says nothing of what was set along it.
 */
export function tellValuesNotSet(story: NotSet): void {
  const { read, roles, start, scripts, dialect, variables, losses } = story;
  if (dialect === null || start === null || variables.length === 0) return;
  const reader = new StepReader(story, dialect);
  const steps = new Map(read.map(({ key, pieces }) => [key, reader.read(pieces)]));
  if (reader.uses.size === 0) return;
  const assumed = setElsewhere(steps, story);
  for (const { text } of scripts) for (const [name] of text.matchAll(NAMES)) assumed.add(name);
  const byName = new Map(variables.map((variable) => [variable.name, variable]));
  const include = (target: string): Step => ({ kind: "include", target, isCertain: true });
  const opening = [...roles.values, ...roles.openings.map(({ key }) => key)].map(include);
  const walk = new Walk(steps, { opening, before: roles.before.map(include), after: roles.after.map(include), start });
  for (const name of reader.uses) {
    const variable = byName.get(name);
    if (variable === undefined || assumed.has(name)) continue;
    const found = walk.firstUse(name, reader.sets.has(name));
    if (found === null) continue;
    const ours = variable.type === "string" ? "an empty text" : String(variable.default);
    const theirs = dialect === "harlowe" ? "takes 0 for it" : "has no value for it";
    const what = `${quoted(asWritten(name, dialect))} can be asked for before anything sets it: ${DIALECT_NAMES[dialect]} ${theirs}, here it begins as ${ours}`;
    losses.add("twee_value_unset", what, found.line, found.passage);
  }
}

/** Variables that passages set which no link or macro names: a script, or a macro of the author, may carry those out. */
function setElsewhere(
  steps: ReadonlyMap<string, readonly Step[]>,
  { read, roles, start }: Pick<NotSet, "read" | "roles" | "start">,
): Set<string> {
  const named = new Set([...roles.values, ...roles.before, ...roles.after, ...roles.openings.map(({ key }) => key)]);
  if (start !== null) named.add(start);
  for (const { pieces } of read) {
    for (const piece of everyPiece(pieces)) {
      if (piece.kind === "link") named.add(piece.link.target);
      else if (piece.kind === "goto" || piece.kind === "include") named.add(piece.target);
    }
  }
  const found = new Set<string>();
  for (const [key, own] of steps) {
    if (named.has(key)) continue;
    for (const step of own)
      if (step.kind === "set" || step.kind === "link") for (const name of step.names) found.add(name);
  }
  return found;
}

function asWritten(name: string, dialect: TweeDialect): string {
  if (dialect === "chapbook") return name;
  return dialect === "snowman" ? `s.${name}` : `$${name}`;
}

/** Reader of the steps of passages; `uses` and `sets` are the variables that are in any. */
class StepReader {
  readonly uses = new Set<string>();
  readonly sets = new Set<string>();
  readonly #dialect: TweeDialect;
  readonly #declarations: Declarations;
  readonly #isStrict: boolean;
  readonly #printed = new Map<string, Expression | null>();
  #steps: Step[] = [];

  constructor({ declarations, version }: NotSet, dialect: TweeDialect) {
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

interface Pages {
  readonly opening: readonly Step[];
  readonly before: readonly Step[];
  readonly after: readonly Step[];
  readonly start: string;
}

/** Walk over the pages of a story along which one variable is not set. */
class Walk {
  readonly #steps: ReadonlyMap<string, readonly Step[]>;
  readonly #pages: Pages;
  #left = STEPS;

  constructor(steps: ReadonlyMap<string, readonly Step[]>, pages: Pages) {
    this.#steps = steps;
    this.#pages = pages;
  }

  /** The nearest place that asks for a variable with no value; one that nothing ever sets is shown as it is written. */
  firstUse(name: string, isEverSet: boolean): { passage: string; line: number } | null {
    const { opening, start } = this.#pages;
    const seen = new Set([start]);
    const open = [start];
    const ways: string[] = [];
    const first = this.#page(opening, { name, isEverSet, ways: [] });
    if (first !== "on") return typeof first === "string" ? null : first;
    for (let at = 0; at < open.length && this.#left > 0; at++) {
      const passage = open[at] ?? start;
      const { before, after } = this.#pages;
      const page: Step[] = [...before, { kind: "include", target: passage, isCertain: true }, ...after];
      ways.length = 0;
      const found = this.#page(page, { name, isEverSet, ways });
      if (typeof found !== "string") return found;
      if (found === "set") continue;
      for (const target of ways) {
        if (seen.has(target) || !this.#steps.has(target)) continue;
        seen.add(target);
        open.push(target);
      }
    }
    return null;
  }

  /** Carries a page out: the place that asks for the variable, else whether it is set where its links are chosen. */
  #page(
    page: readonly Step[],
    { name, isEverSet, ways }: { name: string; isEverSet: boolean; ways: string[] },
  ): { passage: string; line: number } | "set" | "on" {
    const stack = [{ key: "", steps: page, at: 0, isCertain: true }];
    let isCertain = true;
    for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
      const step = top.steps[top.at++];
      if (step === undefined) {
        stack.pop();
        continue;
      }
      if (--this.#left < 0) return "set";
      const counts = isCertain && top.isCertain;
      if (step.kind === "set") {
        if (step.names.includes(name)) return "set";
      } else if (step.kind === "doubt") isCertain = false;
      else if (step.kind === "include") {
        const { target } = step;
        const shown = this.#steps.get(target);
        if (shown === undefined || stack.length > DEPTH || stack.some(({ key }) => key === target)) continue;
        stack.push({ key: target, steps: shown, at: 0, isCertain: top.isCertain && step.isCertain });
      } else if (!counts) continue;
      else if (step.kind === "use") {
        if (step.name === name && (isEverSet || !step.isShown)) return { passage: top.key, line: step.line };
      } else if (step.kind === "goto") {
        ways.length = 0;
        ways.push(step.target);
        return "on";
      } else if (!step.names.includes(name)) ways.push(step.target);
    }
    return "on";
  }
}
