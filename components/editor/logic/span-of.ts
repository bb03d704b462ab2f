import { argumentsOf, type Expression } from "#domain/expression.ts";
import type { Span, Spans } from "#domain/logic-text/read-logic.ts";

/** Where the part of an expression stands that a JSON pointer leads to; the nearest part around it where it has no place of its own. */
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
