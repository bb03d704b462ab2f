import { type Expression, walkExpression } from "../../expression.ts";
import type { Resolver } from "../script/resolve.ts";
import type { Assignment } from "../script/statements.ts";
import { temporaryName } from "../script/tokens.ts";
import { setterOf } from "./branches.ts";
import type { TweeDialect } from "./dialects.ts";
import type { Piece } from "./piece.ts";
import type { ShownPiece } from "./shown-pieces.ts";

/** Variables of a macro that nothing has read: what it assigns, binds, or names in quotes for a player to fill in. */
const ASSIGNED = /([$_])([A-Za-z]\w*)\s*(?:to\b|[-+*/%]?=(?!=)|\+\+|--)/g;
const BOUND = /(?:\b2?bind\s+|["'])([$_])([A-Za-z]\w*)/g;
const INTO = /\binto\s+([$_])([A-Za-z]\w*)/g;
const SNOWMAN = /\b(?:s|story\.state)\.([A-Za-z_]\w*)\s*(?:[-+*/%]?=(?!=)|\+\+|--)/g;
const STATE = /\bState\.variables\.([A-Za-z_]\w*)\s*(?:[-+*/%]?=(?!=)|\+\+|--)/g;
/** Variables of a macro that takes their values away. */
const TAKEN = /^(?:<<(?:unset|forget)\b|\(move:)/;
const NAMED = /([$_])([A-Za-z]\w*)/g;
const SET_BY_NAME = /\bstate\.set\(\s*['"]([A-Za-z_$]\w*)['"]/g;
const CHAPBOOK = /\bfor:\s*['"]([A-Za-z_$]\w*)['"]|^\s*([A-Za-z_$]\w*)[ \t]*(?:\([^)\n]*\))?:/g;

/** The variables that unread markup may set. */
export function setByUnread(source: string, dialect: TweeDialect | null): string[] {
  const found = new Set<string>();
  if (dialect === "snowman") for (const [, name = ""] of source.matchAll(SNOWMAN)) found.add(name);
  else if (dialect === "chapbook") {
    for (const [, bound, name] of source.matchAll(CHAPBOOK)) found.add(bound ?? name ?? "");
    for (const [, name = ""] of source.matchAll(SET_BY_NAME)) found.add(name);
  } else if (dialect !== null) {
    for (const [, name = ""] of source.matchAll(STATE)) found.add(name);
    for (const pattern of TAKEN.test(source) ? [NAMED] : [ASSIGNED, BOUND, INTO]) {
      for (const [, sigil, name = ""] of source.matchAll(pattern))
        found.add(sigil === "_" ? temporaryName(`_${name}`) : name);
    }
  }
  return [...found];
}

type AnyPiece = Piece | ShownPiece;
type If = AnyPiece & { kind: "if" };

const silent = new WeakMap<AnyPiece, boolean>();

/** Whether a piece has nothing for a player: no words, no link and no way on. */
function isSilentPiece(piece: AnyPiece): boolean {
  if (piece.kind === "text") return piece.text.trim() === "";
  if (piece.kind === "if") return isSilent(piece);
  return piece.kind === "set" || piece.kind === "unread" || piece.kind === "media";
}

/** Whether the alternatives of an `if` only set something. */
export function isSilent(piece: If): boolean {
  let known = silent.get(piece);
  if (known === undefined) {
    known = piece.clauses.every(({ body }) => body.every(isSilentPiece));
    silent.set(piece, known);
  }
  return known;
}

/** Whether the alternatives of an `if` are links and nothing else. */
export function isOnlyLinks({ clauses }: If): boolean {
  return clauses.every(({ body }) =>
    body.every((piece) => piece.kind === "link" || (piece.kind === "text" && piece.text.trim() === "")),
  );
}

/** The variables set in an `if` of which nothing else is seen. */
export function setIn({ clauses }: If, dialect: TweeDialect | null): Set<string> {
  const found = new Set<string>();
  for (const { body } of clauses) {
    for (const piece of body) {
      if (piece.kind === "set") for (const { target } of piece.assignments) if (target !== null) found.add(target);
      if (piece.kind === "unread") for (const name of setByUnread(piece.source, dialect)) found.add(name);
      if (piece.kind === "if") for (const name of setIn(piece, dialect)) found.add(name);
    }
  }
  return found;
}

/** Whether a part of an expression cannot be told. */
export function isOpaque(expression: Expression): boolean {
  let found = false;
  walkExpression(expression, (part) => {
    if ("op" in part && part.op === "opaque") found = true;
  });
  return found;
}

export function variablesIn(expression: Expression): Set<string> {
  const found = new Set<string>();
  walkExpression(expression, (part) => {
    if ("var" in part) found.add(part.var);
  });
  return found;
}

/**
 * The variables that may take a value that cannot be told: it is assigned by a script that is not read, depends on another such
 * variable, or on a condition that cannot be told and lets nobody choose.
 */
export function unknownVariables(
  passages: Iterable<readonly Piece[]>,
  { resolver, dialect }: { resolver: Resolver; dialect: TweeDialect | null },
): ReadonlySet<string> {
  const found = new Spread(resolver, dialect);
  for (const pieces of passages) found.read(pieces, null);
  return found.reached();
}

/** Spread of unknown values over variables and the conditions that what they set depends on. */
class Spread {
  readonly #resolver: Resolver;
  readonly #dialect: TweeDialect | null;
  readonly #to = new Map<string, Set<string>>();
  readonly #seeds = new Set<string>();
  /** Variables that conditions ask for. */
  readonly #wanted = new Set<string>();
  #ifs = 0;

  constructor(resolver: Resolver, dialect: TweeDialect | null) {
    this.#resolver = resolver;
    this.#dialect = dialect;
  }

  read(pieces: readonly Piece[], within: string | null): void {
    for (const piece of pieces) {
      if (piece.kind === "set") this.#assign(piece.assignments, within);
      else if (piece.kind === "link" && piece.link.setter !== null) {
        this.#assign(setterOf(piece.link.setter, this.#dialect), null);
      } else if (piece.kind === "in-place") this.read(piece.body, null);
      else if (piece.kind === "unread") {
        for (const name of setByUnread(piece.source, this.#dialect)) this.#seeds.add(name);
      } else if (piece.kind === "if") {
        const conditions = this.#resolver.conditions(piece.clauses.flatMap(({ guards }) => guards));
        for (const condition of conditions) for (const name of variablesIn(condition)) this.#wanted.add(name);
        const asked = isSilent(piece) ? this.#asked(conditions) : null;
        if (asked !== null && within !== null) this.#leads(within, asked);
        for (const { body } of piece.clauses) this.read(body, asked ?? within);
      }
    }
  }

  /** Names of the variables that unknown values come to, as far as a condition asks for them or for what they lead to. */
  reached(): ReadonlySet<string> {
    const from = new Map<string, string[]>();
    for (const [source, targets] of this.#to) {
      for (const target of targets) {
        const known = from.get(target);
        if (known === undefined) from.set(target, [source]);
        else known.push(source);
      }
    }
    const reached = closure(this.#seeds, (name) => this.#to.get(name) ?? []);
    const wanted = closure(this.#wanted, (name) => from.get(name) ?? []);
    return new Set([...reached].filter((name) => wanted.has(name)));
  }

  #asked(conditions: readonly Expression[]): string {
    const name = ` ${this.#ifs++}`;
    for (const condition of conditions) {
      if (isOpaque(condition)) this.#seeds.add(name);
      for (const each of variablesIn(condition)) this.#leads(each, name);
    }
    return name;
  }

  #assign(assignments: readonly Assignment[], within: string | null): void {
    for (const assignment of assignments) {
      const { target, either, choice } = assignment;
      if (target === null) continue;
      if (within !== null) this.#leads(within, target);
      if (either !== undefined) {
        for (const value of either) for (const each of variablesIn(value)) this.#leads(each, target);
        continue;
      }
      if (choice !== undefined) {
        const asked = this.#resolver.conditions([{ source: "", expression: choice.asked, negated: false }]);
        if (asked.some(isOpaque)) this.#seeds.add(target);
        for (const part of [...asked, choice.yes, choice.no]) {
          for (const each of variablesIn(part)) this.#leads(each, target);
        }
        continue;
      }
      const { value } = this.#resolver.effect(assignment, []);
      if (value === null || isOpaque(value)) this.#seeds.add(target);
      else for (const each of variablesIn(value)) this.#leads(each, target);
    }
  }

  #leads(from: string, to: string): void {
    const known = this.#to.get(from);
    if (known === undefined) this.#to.set(from, new Set([to]));
    else known.add(to);
  }
}

function closure(first: Iterable<string>, next: (name: string) => Iterable<string>): Set<string> {
  const found = new Set<string>();
  const open = [...first];
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    if (found.has(name)) continue;
    found.add(name);
    open.push(...next(name));
  }
  return found;
}
