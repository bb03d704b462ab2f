import { argumentsOf, type Expression } from "#domain/expression.ts";
import type { Span, Spans } from "#domain/logic-text/read-logic.ts";

/**
 * Returns the range of the part of an expression at a JSON pointer; that of the nearest enclosing part where it has
 * none.
 */
export function spanOf(expression: Expression, pointer: string, spans: Spans): Span {
  let part = expression;
  let found = spans.get(expression) ?? { from: 0, to: 0 };
  for (const [, index] of pointer.matchAll(/\/args\/(\d+)/g)) {
    const next = argumentsOf(part)[Number(index)];
    if (next === undefined) break;
    part = next;
    found = spans.get(next) ?? found;
  }
  return found;
}
