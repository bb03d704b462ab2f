import type { Losses } from "../losses.ts";
import type { YarnExpression } from "./expression.ts";
import { type Block, type Statement, statementsOf } from "./statements.ts";

/** Links of a block, with what must hold for each. */
interface Gathered {
  readonly block: Statement[];
  readonly links: (Statement & { kind: "link" })[];
}

/**
 * Returns a body in which links of Yarn Spinner 1 are options at its end, where that version offers all links that were passed. What had
 * to hold where a link stood is asked for once more there; what may be different by then is said.
 */
export function withLinksAsOptions(body: Block, losses: Losses): Block {
  const { block, links } = gathered(body, losses);
  const [first] = links;
  if (first === undefined) return block;
  const isChanged = statementsOf(body).some(({ kind }) => kind === "set");
  for (const { said, line } of links) {
    if (said.condition === null || !isChanged) continue;
    losses.add(
      "yarn_one_link",
      "Whether a choice is offered is decided at the end of the node, where a value may be another",
      line,
    );
  }
  const options = links.map(({ said, to, line }) => ({
    said,
    body: [{ kind: "jump" as const, to: { kind: "constant" as const, value: to }, line }],
  }));
  return [...block, { kind: "options", options, isShown: false, line: first.line }];
}

function gathered(body: Block, losses: Losses): Gathered {
  const links: Gathered["links"] = [];
  const within = (inner: Block, conditions: readonly YarnExpression[]): Block => {
    const found = gathered(inner, losses);
    for (const link of found.links) {
      const condition = allOf(link.said.condition === null ? conditions : [...conditions, link.said.condition]);
      links.push({ ...link, said: { ...link.said, condition } });
    }
    return found.block;
  };
  const apart = (inner: Block): Block => {
    const link = statementsOf(inner).find(({ kind }) => kind === "link");
    if (link?.kind === "link")
      losses.add("yarn_one_link", "A choice is offered where its part of the node ends", link.line);
    return withLinksAsOptions(inner, losses);
  };
  const block = body.flatMap((statement): Statement[] => {
    switch (statement.kind) {
      case "link":
        links.push(statement);
        return [];
      case "if": {
        const failed: YarnExpression[] = [];
        const clauses = statement.clauses.map(({ condition, body: inner }) => {
          const clause = { condition, body: within(inner, [...failed, condition]) };
          failed.push({ kind: "operator", name: "!", args: [condition] });
          return clause;
        });
        return [{ ...statement, clauses, rest: within(statement.rest, failed) }];
      }
      case "options":
        return [{ ...statement, options: statement.options.map((each) => ({ ...each, body: apart(each.body) })) }];
      case "group":
        return [{ ...statement, items: statement.items.map((each) => ({ ...each, body: apart(each.body) })) }];
      case "once":
        return [{ ...statement, body: apart(statement.body), rest: apart(statement.rest) }];
      default:
        return [statement];
    }
  });
  return { block, links };
}

function allOf(conditions: readonly YarnExpression[]): YarnExpression | null {
  return conditions.reduce<YarnExpression | null>(
    (all, each) => (all === null ? each : { kind: "operator", name: "&&", args: [all, each] }),
    null,
  );
}
