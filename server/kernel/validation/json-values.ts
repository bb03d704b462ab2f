import { FORBIDDEN_KEY } from "#domain/json.ts";
import {
  type Failure,
  FINITE_NUMBER,
  itemAt,
  type Loc,
  MAX_ITEMS,
  nameForLoc,
  type ValidationItem,
  valueError,
} from "./item.ts";
import { checkText } from "./text-check.ts";

/** Deepest nesting of lists and objects a request may have. */
export const DEFAULT_MAX_DEPTH = 64;

/**
 * Deepest nesting of what is kept, with what the service puts around values of requests: an expression inside a branch
 * inside a node inside a graph, and some.
 */
export const MAX_KEPT_DEPTH = 160;

/** The failure for a field, or a step of a path to one, with the name that none has. */
export const FORBIDDEN_NAME = valueError(`a field cannot be named ${FORBIDDEN_KEY}`);

/** The failure for nesting beyond the limit. */
export function tooDeep(maxDepth: number): Failure {
  return valueError(`nesting is deeper than ${maxDepth} levels`, { max_depth: maxDepth });
}

/**
 * Refuse what a parsed JSON value may hold but the record cannot: NUL and lone surrogates in texts and names, numbers
 * that are not finite, a field named `__proto__`, and nesting beyond `maxDepth`. Recursion ends at `maxDepth`.
 *
 * Items carry no `input`: nothing is known here about which fields are secret, and these values cannot be repeated.
 */
export function checkJsonValue(value: unknown, loc: Loc, maxDepth: number = DEFAULT_MAX_DEPTH): ValidationItem[] {
  return inspectJsonValue(value, loc, maxDepth).items;
}

/** The same, with the number of members that all objects in the value have together. */
export function inspectJsonValue(
  value: unknown,
  loc: Loc,
  maxDepth: number,
): { items: ValidationItem[]; members: number } {
  const items: ValidationItem[] = [];
  const path: Loc = [];
  let members = 0;

  // Names are made safe only here: doing it for each field would take longer than all the rest.
  function report(failure: Failure, ...end: string[]): void {
    const steps = path.map((step) => (typeof step === "string" ? nameForLoc(step) : step));
    items.push(itemAt([...loc, ...steps, ...end], failure));
  }

  function visit(current: unknown, depth: number): void {
    if (typeof current === "string") {
      const failure = checkText(current);
      if (failure !== null) report(failure);
    } else if (typeof current === "number") {
      if (!Number.isFinite(current)) report(FINITE_NUMBER);
    } else if (typeof current === "object" && current !== null) {
      if (depth > maxDepth) report(tooDeep(maxDepth));
      else if (Array.isArray(current)) visitList(current, depth);
      else visitObject(current as Record<string, unknown>, depth);
    }
  }

  function visitList(list: unknown[], depth: number): void {
    for (let index = 0; index < list.length && items.length < MAX_ITEMS; index++) {
      path.push(index);
      visit(list[index], depth + 1);
      path.pop();
    }
  }

  function visitObject(object: Record<string, unknown>, depth: number): void {
    for (const name of Object.keys(object)) {
      members++;
      if (items.length >= MAX_ITEMS) return;
      const failure = name === FORBIDDEN_KEY ? FORBIDDEN_NAME : checkText(name);
      path.push(name);
      if (failure !== null) report(failure, "[key]");
      else visit(object[name], depth + 1);
      path.pop();
    }
  }

  visit(value, 1);
  return { items, members };
}
