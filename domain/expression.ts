/** A constant inside an expression. */
export type Scalar = string | number | boolean | null;

/** A value of a variable: a constant, or of a set the values that are in it, in the order in which they are declared. */
export type VariableValue = Scalar | string[];

export const LOGIC_OPS = ["all", "any", "not"] as const;
export const COMPARISON_OPS = ["eq", "ne", "lt", "lte", "gt", "gte", "has", "in"] as const;
export const ARITHMETIC_FNS = ["add", "sub", "mul", "div", "mod"] as const;

export type LogicOp = (typeof LOGIC_OPS)[number];
export type ComparisonOp = (typeof COMPARISON_OPS)[number];
export type ArithmeticFn = (typeof ARITHMETIC_FNS)[number];

/** The built-in functions an expression may call; a closed list, so that every one can be typed, shown and checked. */
export const FUNCTION_NAMES = [
  "visits",
  "visited",
  "offered",
  "turns",
  "turns_since",
  "choice_count",
  "random",
  "roll",
  "has_any_content",
  "quest_state",
  "quest_stage",
  "quest_count",
  "relationship",
  "at_location",
  "has_item",
  "fact",
  "knows",
  "world_time",
] as const;
export type FunctionName = (typeof FUNCTION_NAMES)[number];

/**
 * Expression of a condition or a value. Names are ids (`var_…`, `ent_…`, `node_…`); in the output of an importer they
 * are the names and keys of the imported file.
 *
 * `opaque` keeps a guard we cannot express word for word: it is never dropped and evaluates to "unknown".
 */
export type Expression =
  | { op: LogicOp; args: Expression[] }
  | { op: ComparisonOp; args: [Expression, Expression] }
  | { op: "arith"; fn: ArithmeticFn; args: [Expression, Expression] }
  | OpaqueExpression
  | { var: string }
  | { lit: Scalar }
  | { entity: string; path: string }
  | { ref: string }
  | { fn: FunctionName; args: Expression[] };

export type OpaqueExpression = {
  op: "opaque";
  format: string;
  source: string;
};

/** A top-level entry of a list of conditions (a list means AND). */
export type Condition = Expression & { id: string };

/** Effects on the story world: they change what conditions of this playthrough see of it, and are proposed to its host. */
export const WORLD_EFFECT_OPS = [
  "property.set",
  "property.add",
  "location.move",
  "inventory.give",
  "inventory.take",
  "relationship.set",
  "relationship.adjust",
  "fact.set",
  "fact.tell",
  "quest.set_state",
  "quest.advance",
  "quest.stage",
  "time.advance",
] as const;
export type WorldEffectOp = (typeof WORLD_EFFECT_OPS)[number];

export const EFFECT_OPS = [
  "set",
  "add",
  "sub",
  "mul",
  "div",
  "mod",
  "toggle",
  "push",
  "remove",
  "clear",
  "reset",
  "reset_visits",
  "command",
  "emit",
  ...WORLD_EFFECT_OPS,
  "opaque",
] as const;
export type EffectOp = (typeof EFFECT_OPS)[number];

/** A change to the state of play, or to the world as it sees it. `when` lists what must hold for it to happen (a list means AND). */
export type Effect = {
  id: string;
  op: EffectOp;
  /** The variable it changes, the entity, or the quest; null for whoever is present where a fact is told. */
  target: string | null;
  /**
   * Part of the entity: a path of its properties, an item, another entity, a predicate, or the fact it learns; of a
   * quest, an objective or a stage; absent where the operation needs none.
   */
  key?: string;
  value: Expression | null;
  when: Expression[];
};

const WORLD_OPS: ReadonlySet<string> = new Set(WORLD_EFFECT_OPS);

/** Whether an operation of an effect works on the story world, so that its target is an entity or a quest. */
export function isWorldOp(op: EffectOp): op is WorldEffectOp {
  return WORLD_OPS.has(op);
}

const KEYED_BY_ENTITY: ReadonlySet<EffectOp> = new Set<WorldEffectOp>([
  "location.move",
  "inventory.give",
  "inventory.take",
  "relationship.set",
  "relationship.adjust",
]);

/** Whether the key of such an effect is an entity too: a place, an item, or whom a relationship is with. */
export function hasEntityKey(op: EffectOp): boolean {
  return KEYED_BY_ENTITY.has(op);
}

/** The variable that an effect changes; null where it changes none. */
export function changedVariable({ op, target }: Pick<Effect, "op" | "target">): string | null {
  return isWorldOp(op) ? null : target;
}

/** Whether an id is that of a quest; any other id where a quest could stand is an entity's. */
export function isQuestId(id: unknown): id is string {
  return typeof id === "string" && id.startsWith("qst_");
}

const ON_QUESTS: ReadonlySet<EffectOp> = new Set<WorldEffectOp>(["quest.set_state", "quest.advance", "quest.stage"]);

/** The quest that an effect moves; null for other effects, and for one that writes the state of an entity. */
export function questOfEffect({ op, target }: Pick<Effect, "op" | "target">): string | null {
  return ON_QUESTS.has(op) && isQuestId(target) ? target : null;
}

/** The entities that an effect on the world names: what it changes, and what its key is. */
export function entitiesOfEffect(effect: Pick<Effect, "op" | "target" | "key">): string[] {
  const { op, target, key } = effect;
  if (!isWorldOp(op)) return [];
  const changed = questOfEffect(effect) === null ? target : null;
  return [changed, hasEntityKey(op) ? key : null].filter((id) => typeof id === "string");
}

/** The fact that an effect tells; null for other effects. */
export function factOfEffect({ op, key }: Pick<Effect, "op" | "key">): string | null {
  return op === "fact.tell" ? (key ?? null) : null;
}

/** The fact that a part of an expression asks about; null for other parts, and where only playing tells which it is. */
export function factAskedBy(part: Expression): string | null {
  if (!("fn" in part) || "op" in part || part.fn !== "knows") return null;
  const [, fact] = part.args;
  return fact !== undefined && "lit" in fact && typeof fact.lit === "string" ? fact.lit : null;
}

const ASKING_QUESTS: ReadonlySet<FunctionName> = new Set<FunctionName>(["quest_state", "quest_stage", "quest_count"]);

/** Whether a part of an expression may ask about a quest. */
export function mayAskQuest(part: Expression): boolean {
  if (!("fn" in part) || "op" in part || !ASKING_QUESTS.has(part.fn)) return false;
  const [of] = part.args;
  return of !== undefined && (!("lit" in of) || isQuestId(of.lit));
}

/** The quest that a part of an expression asks about; null for other parts, and where only playing tells which it is. */
export function questAskedBy(part: Expression): string | null {
  if (!mayAskQuest(part)) return null;
  const [of] = argumentsOf(part);
  return of !== undefined && "lit" in of && isQuestId(of.lit) ? of.lit : null;
}

/** Limits of one expression. The depth makes recursion over a checked expression safe. */
export const EXPRESSION_LIMITS = { depth: 32, parts: 500 } as const;

/** The arguments of an expression, none for a leaf. */
export function argumentsOf(expression: Expression): readonly Expression[] {
  return "args" in expression ? expression.args : [];
}

/** Depth (a leaf is 1) and number of parts. Works on trees of any depth: it does not recurse. */
export function measureExpression(expression: Expression): { depth: number; parts: number } {
  let depth = 0;
  let parts = 0;
  const stack: { node: Expression; level: number }[] = [{ node: expression, level: 1 }];
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    parts++;
    if (next.level > depth) depth = next.level;
    for (const arg of argumentsOf(next.node)) stack.push({ node: arg, level: next.level + 1 });
  }
  return { depth, parts };
}

/** Whether an expression is within {@link EXPRESSION_LIMITS}. */
export function withinExpressionLimits(expression: Expression): boolean {
  const { depth, parts } = measureExpression(expression);
  return depth <= EXPRESSION_LIMITS.depth && parts <= EXPRESSION_LIMITS.parts;
}

/** Calls `visit` for an expression and everything in it, outermost first, left to right. */
export function walkExpression(expression: Expression, visit: (part: Expression) => void): void {
  const stack: Expression[] = [expression];
  for (let part = stack.pop(); part !== undefined; part = stack.pop()) {
    visit(part);
    const args = argumentsOf(part);
    for (let i = args.length - 1; i >= 0; i--) {
      const arg = args[i];
      if (arg !== undefined) stack.push(arg);
    }
  }
}

/** Subjects that an expression mentions, each once, in order of first mention. */
export interface ExpressionUses {
  variables: Set<string>;
  entities: Set<string>;
  /** Facts that somebody is told, or asked to know. */
  facts: Set<string>;
  /** Quests that are moved, or asked about. */
  quests: Set<string>;
  refs: Set<string>;
  opaque: boolean;
}

export function noUses(): ExpressionUses {
  return {
    variables: new Set(),
    entities: new Set(),
    facts: new Set(),
    quests: new Set(),
    refs: new Set(),
    opaque: false,
  };
}

/** Adds what `expression` mentions to `uses`, and returns `uses`. */
export function collectUses(expression: Expression, uses: ExpressionUses = noUses()): ExpressionUses {
  walkExpression(expression, (part) => {
    if ("var" in part) uses.variables.add(part.var);
    else if ("entity" in part) uses.entities.add(part.entity);
    else if ("ref" in part) uses.refs.add(part.ref);
    else if ("op" in part && part.op === "opaque") uses.opaque = true;
    const fact = factAskedBy(part);
    if (fact !== null) uses.facts.add(fact);
    const quest = questAskedBy(part);
    if (quest !== null) uses.quests.add(quest);
  });
  return uses;
}

/** Adds what an effect mentions (its target, value and guards) to `uses`, and returns `uses`. */
export function collectEffectUses(effect: Omit<Effect, "id">, uses: ExpressionUses = noUses()): ExpressionUses {
  const variable = changedVariable(effect);
  if (variable !== null) uses.variables.add(variable);
  for (const entity of entitiesOfEffect(effect)) uses.entities.add(entity);
  const fact = factOfEffect(effect);
  if (fact !== null) uses.facts.add(fact);
  const quest = questOfEffect(effect);
  if (quest !== null) uses.quests.add(quest);
  if (effect.value !== null) collectUses(effect.value, uses);
  for (const condition of effect.when) collectUses(condition, uses);
  return uses;
}

/** Renaming functions of {@link mapReferences}; without a function the name stays. */
export interface ReferenceMap {
  variable?: (name: string) => string;
  entity?: (name: string) => string;
  ref?: (name: string) => string;
}

/**
 * A copy of an expression with its variables, entities and refs renamed. It holds only the fields an expression has,
 * so it also drops the `id` of a top-level condition. Recursion is bounded by {@link EXPRESSION_LIMITS}.
 */
export function mapReferences(expression: Expression, map: ReferenceMap): Expression {
  const again = (arg: Expression) => mapReferences(arg, map);
  if ("var" in expression) return { var: map.variable?.(expression.var) ?? expression.var };
  if ("lit" in expression) return { lit: expression.lit };
  if ("entity" in expression) {
    return { entity: map.entity?.(expression.entity) ?? expression.entity, path: expression.path };
  }
  if ("ref" in expression) return { ref: map.ref?.(expression.ref) ?? expression.ref };
  if ("fn" in expression && !("op" in expression)) return { fn: expression.fn, args: expression.args.map(again) };
  switch (expression.op) {
    case "opaque":
      return { op: "opaque", format: expression.format, source: expression.source };
    case "all":
    case "any":
    case "not":
      return { op: expression.op, args: expression.args.map(again) };
    case "arith":
      return { op: "arith", fn: expression.fn, args: [again(expression.args[0]), again(expression.args[1])] };
    default:
      return { op: expression.op, args: [again(expression.args[0]), again(expression.args[1])] };
  }
}

/** A copy of an effect, without its id, with its references renamed as by {@link mapReferences}. */
export function mapEffectReferences(effect: Omit<Effect, "id">, map: ReferenceMap): Omit<Effect, "id"> {
  const { op, target, key } = effect;
  const entity = (name: string) => (isQuestId(name) ? name : (map.entity?.(name) ?? name));
  const variable = (name: string) => map.variable?.(name) ?? name;
  return {
    op,
    target: target === null ? null : isWorldOp(op) ? entity(target) : variable(target),
    ...(key !== undefined && { key: hasEntityKey(op) ? entity(key) : key }),
    value: effect.value === null ? null : mapReferences(effect.value, map),
    when: effect.when.map((condition) => mapReferences(condition, map)),
  };
}

/** The opposite of a condition, as short as it stays exact: order comparisons are not turned round, because they
 * compare like with like only and `not (a < b)` is then more than `a ≥ b`. */
export function negate(expression: Expression): Expression {
  if ("lit" in expression && typeof expression.lit === "boolean") return { lit: !expression.lit };
  if ("op" in expression) {
    if (expression.op === "not" && expression.args.length === 1 && expression.args[0] !== undefined) {
      return expression.args[0];
    }
    if (expression.op === "eq") return { op: "ne", args: expression.args };
    if (expression.op === "ne") return { op: "eq", args: expression.args };
  }
  return { op: "not", args: [expression] };
}
