import { type Effect, type Expression, negate } from "../expression.ts";

type Done = Omit<Effect, "id">;

/** An expression in one of the forms that mean the same: a script that is read back may have another than was written. */
export function plainExpression(expression: Expression): Expression {
  if (!("op" in expression)) {
    return "fn" in expression ? { ...expression, args: expression.args.map(plainExpression) } : expression;
  }
  switch (expression.op) {
    case "opaque":
      return expression;
    case "not": {
      const [inner] = expression.args;
      return inner === undefined ? expression : negate(plainExpression(inner));
    }
    case "all":
    case "any": {
      const { op } = expression;
      const args = expression.args
        .map(plainExpression)
        .flatMap((arg) => ("op" in arg && arg.op === op ? arg.args : [arg]));
      const [only] = args;
      return only !== undefined && args.length === 1 ? only : { op, args };
    }
    default: {
      const [left, right] = expression.args;
      return { ...expression, args: [plainExpression(left), plainExpression(right)] };
    }
  }
}

/** An effect in one of the forms that mean the same. */
export function plainEffect(effect: Done): Done {
  const { op, target } = effect;
  const when = effect.when.map(plainExpression);
  const value = effect.value === null ? null : plainExpression(effect.value);
  if (target === null) return { ...effect, value, when };
  if (op === "toggle") return { ...effect, op: "set", value: negate({ var: target }), when };
  // What is worked out from the variable itself is a change of it.
  if (op === "set" && value !== null && "op" in value && value.op === "arith") {
    const [left, right] = value.args;
    const isOwn = (side: Expression) => "var" in side && side.var === target;
    if (isOwn(left)) return { ...effect, op: value.fn, value: right, when };
    const turnsRound = value.fn === "add" || value.fn === "mul";
    if (turnsRound && isOwn(right)) return { ...effect, op: value.fn, value: left, when };
  }
  return { ...effect, value, when };
}
