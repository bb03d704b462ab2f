import { ID_PREFIXES, isId } from "../kernel/ids.ts";
import { Problem } from "../kernel/problem.ts";
import type { ValidationItem } from "../kernel/validation/item.ts";

/** A pattern of ids, as fields declare them. */
const ID_PATTERN = /^\^([a-z]+)_\[/;

/**
 * The 404 of a path parameter that can name nothing. It is that of every miss, with a hint where an id of another form is due:
 * the text alone tells that, so nothing is said about what exists.
 */
export function malformedPath(issues: readonly ValidationItem[]): Problem {
  for (const { loc, ctx, input } of issues) {
    const due = typeof ctx?.pattern === "string" ? ID_PATTERN.exec(ctx.pattern)?.[1] : undefined;
    if (due === undefined) continue;
    const parameter = String(loc[1]);
    const kind = typeof input === "string" ? otherKindOf(input, due) : null;
    return new Problem("not_found", {
      message: `The resource does not exist or is not accessible: ${parameter} is an id of the form ${due}_…${kind === null ? "" : `, and this is the id of another kind (${kind})`}.`,
      detail: { parameter, expected: `${due}_…`, ...(kind !== null && { sent: kind }) },
    });
  }
  return new Problem("not_found");
}

/** The kind of thing a text is the id of; null where it is the kind that is due, and for what has the form of no id. */
function otherKindOf(text: string, due: string): string | null {
  const found = Object.entries(ID_PREFIXES).find(([, prefix]) => prefix !== due && isId(prefix, text));
  return found === undefined ? null : found[0].replaceAll("_", " ");
}
