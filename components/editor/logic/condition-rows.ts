import { type ComparisonOp, type Condition, type Expression, questAskedBy, type Scalar } from "#domain/expression.ts";

/** Subject of a row: a variable by id, or the visits of a node (null: the node that has the condition). */
export type Subject =
  | { readonly kind: "variable"; readonly id: string }
  | { readonly kind: "visits"; readonly nodeId: string | null };

/** `holds` is the bare form: the variable is true, the node has been visited. */
export type ClauseOperator = Extract<ComparisonOp, "eq" | "ne" | "lt" | "lte" | "gt" | "gte" | "has"> | "holds";

/** One row: `[not] subject operator value`. `holds` has no value. */
export interface Clause {
  readonly negated: boolean;
  readonly subject: Subject;
  readonly operator: ClauseOperator;
  readonly value: Exclude<Scalar, null> | null;
}

/** One row: `[not] somebody knows a fact`, by their ids. Empty is what is not chosen yet. */
export interface Knowledge {
  readonly negated: boolean;
  readonly who: string;
  readonly fact: string;
}

export const MATCHES = ["all", "any", "none"] as const;
/** Way in which the rows of a group are joined. */
export type Match = (typeof MATCHES)[number];

/** One row: `[not] a quest is in a state`. Empty is what is not chosen yet. */
export interface AskedQuest {
  readonly negated: boolean;
  readonly quest: string;
  readonly state: string;
}

/** One condition of a list, as the builder shows it; `text` is what it cannot show, kept exactly as it is. */
export type ConditionRow =
  | { readonly kind: "clause"; readonly clause: Clause }
  | { readonly kind: "group"; readonly match: Match; readonly clauses: readonly Clause[] }
  | { readonly kind: "knowledge"; readonly knowledge: Knowledge }
  | { readonly kind: "quest"; readonly asked: AskedQuest }
  | { readonly kind: "text" };

const COMPARISONS: ReadonlySet<string> = new Set<ClauseOperator>(["eq", "ne", "lt", "lte", "gt", "gte", "has"]);

/** An expression as a row of the builder. */
export function rowOf(expression: Expression): ConditionRow {
  const clause = clauseOf(expression);
  if (clause !== null) return { kind: "clause", clause };
  const knowledge = knowledgeOf(expression);
  if (knowledge !== null) return { kind: "knowledge", knowledge };
  const asked = questOf(expression);
  if (asked !== null) return { kind: "quest", asked };
  return groupOf(expression) ?? { kind: "text" };
}

function knowledgeOf(expression: Expression, negated = false): Knowledge | null {
  if ("op" in expression) {
    const [inner] = expression.op === "not" ? expression.args : [];
    return negated || inner === undefined ? null : knowledgeOf(inner, true);
  }
  if (!("fn" in expression) || expression.fn !== "knows") return null;
  const [who, fact, more] = expression.args.map((arg) => ("lit" in arg ? arg.lit : null));
  return typeof who === "string" && typeof fact === "string" && more === undefined ? { negated, who, fact } : null;
}

function questOf(expression: Expression, negated = false): AskedQuest | null {
  if (!("op" in expression)) return null;
  if (expression.op === "not") {
    const [inner] = expression.args;
    return negated || inner === undefined ? null : questOf(inner, true);
  }
  if (expression.op !== "eq") return null;
  const [left, right] = expression.args;
  const isState = "fn" in left && !("op" in left) && left.fn === "quest_state" && left.args.length === 1;
  const quest = questAskedBy(left);
  if (!isState || quest === null || !("lit" in right) || typeof right.lit !== "string") return null;
  return { negated, quest, state: right.lit };
}

function groupOf(expression: Expression): ConditionRow | null {
  if (!("op" in expression)) return null;
  if (expression.op === "not") {
    const inner = expression.args[0] === undefined ? null : groupOf(expression.args[0]);
    return inner?.kind === "group" && inner.match === "any" ? { ...inner, match: "none" } : null;
  }
  if (expression.op !== "all" && expression.op !== "any") return null;
  const clauses: Clause[] = [];
  for (const arg of expression.args) {
    const clause = clauseOf(arg);
    if (clause === null) return null;
    clauses.push(clause);
  }
  return clauses.length === 0 ? null : { kind: "group", match: expression.op, clauses };
}

function clauseOf(expression: Expression, negated = false): Clause | null {
  if ("var" in expression) {
    return { negated, subject: { kind: "variable", id: expression.var }, operator: "holds", value: null };
  }
  if ("op" in expression) {
    if (expression.op === "not") {
      const [inner] = expression.args;
      return negated || inner === undefined ? null : clauseOf(inner, true);
    }
    return isComparison(expression) ? comparisonOf(expression, negated) : null;
  }
  if ("fn" in expression && expression.fn === "visited") {
    const nodeId = placeOf(expression.args);
    return nodeId === undefined
      ? null
      : { negated, subject: { kind: "visits", nodeId }, operator: "holds", value: null };
  }
  return null;
}

type Comparison = { op: Exclude<ClauseOperator, "holds">; args: [Expression, Expression] };

function isComparison(expression: { op: string }): expression is Comparison {
  return COMPARISONS.has(expression.op);
}

function comparisonOf({ op, args: [left, right] }: Comparison, negated: boolean): Clause | null {
  if (!("lit" in right) || right.lit === null) return null;
  const subject = comparedOf(left);
  return subject === null ? null : { negated, subject, operator: op, value: right.lit };
}

function comparedOf(expression: Expression): Subject | null {
  if ("var" in expression) return { kind: "variable", id: expression.var };
  if (!("fn" in expression) || "op" in expression || expression.fn !== "visits") return null;
  const nodeId = placeOf(expression.args);
  return nodeId === undefined ? null : { kind: "visits", nodeId };
}

/** The node in the arguments of a count of visits: null for none given, undefined for what a row cannot say. */
function placeOf(args: readonly Expression[]): string | null | undefined {
  const [place] = args;
  if (args.length === 0) return null;
  return args.length === 1 && place !== undefined && "ref" in place ? place.ref : undefined;
}

/** A row as an expression: the inverse of {@link rowOf} for everything but `text`. */
export function expressionOfRow(row: Exclude<ConditionRow, { kind: "text" }>): Expression {
  if (row.kind === "clause") return expressionOfClause(row.clause);
  if (row.kind === "knowledge") {
    const { negated, who, fact } = row.knowledge;
    const asked: Expression = { fn: "knows", args: [{ lit: who }, { lit: fact }] };
    return negated ? { op: "not", args: [asked] } : asked;
  }
  if (row.kind === "quest") {
    const { negated, quest, state } = row.asked;
    const asked: Expression = { op: "eq", args: [{ fn: "quest_state", args: [{ lit: quest }] }, { lit: state }] };
    return negated ? { op: "not", args: [asked] } : asked;
  }
  const args = row.clauses.map(expressionOfClause);
  if (row.match === "none") return { op: "not", args: [{ op: "any", args }] };
  return { op: row.match, args };
}

export function expressionOfClause({ negated, subject, operator, value }: Clause): Expression {
  const asked = comparison(subject, operator, value);
  return negated ? { op: "not", args: [asked] } : asked;
}

function comparison(subject: Subject, operator: ClauseOperator, value: Scalar): Expression {
  if (subject.kind === "variable") {
    const variable: Expression = { var: subject.id };
    return operator === "holds" ? variable : { op: operator, args: [variable, { lit: value }] };
  }
  const args: Expression[] = subject.nodeId === null ? [] : [{ ref: subject.nodeId }];
  if (operator === "holds") return { fn: "visited", args };
  return { op: operator, args: [{ fn: "visits", args }, { lit: value }] };
}

/** A condition without its id: what is read, checked and shown as JSON. */
export function expressionOf(condition: Condition): Expression {
  const { id: _, ...expression } = condition;
  return expression as Expression;
}

/** A condition that says something else but stays the same entry of its list. */
export function withExpression(condition: Condition, expression: Expression): Condition {
  return { ...expression, id: condition.id };
}
