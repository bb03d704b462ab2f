import { z } from "zod";
import { pointerTokens } from "#domain/change/pointer.ts";
import { EFFECT_SIGNATURES } from "#domain/effect-signatures.ts";
import {
  type Effect,
  type Expression,
  factAskedBy,
  factOfEffect,
  hasEntityKey,
  questAskedBy,
  walkExpression,
} from "#domain/expression.ts";
import { readEffect, readExpression } from "#domain/expression-shape.ts";
import { isJsonObject, type JsonObject } from "#domain/json.ts";
import { isId } from "../ids.ts";

type Report = (pointer: string, message: string) => void;

/** A field whose shape the domain's reader decides; every mistake is reported at its own place. Without a prefix it has no id. */
function shaped<T>(
  prefix: string | null,
  read: (value: JsonObject, report: Report) => T | null,
  meta: Record<string, unknown>,
) {
  return z
    .unknown()
    .transform((value, context): T & { id?: string | undefined } => {
      const report: Report = (pointer, message) => {
        context.issues.push({
          code: "custom",
          message,
          input: value,
          path: pointerTokens(pointer).map((token) => (/^\d+$/.test(token) ? Number(token) : token)),
        });
      };
      if (!isJsonObject(value)) {
        report("", "must be an object");
        return z.NEVER;
      }
      const { id, ...rest } = value;
      if (id !== undefined && (prefix === null || typeof id !== "string" || !isId(prefix, id))) {
        report("/id", prefix === null ? "has no id" : `must be an id of the form ${prefix}_…`);
        return z.NEVER;
      }
      const parsed = read(rest, report);
      return parsed === null ? z.NEVER : { ...parsed, ...(id !== undefined && { id }) };
    })
    .meta(meta);
}

/** Says how an id is written that is no reference to a part of a dialogue. */
function asWritten(id: string): string {
  if (isId("ent", id)) return `; an entity as an argument is {"lit": "${id}"}`;
  if (isId("qst", id)) return `; a quest as an argument is {"lit": "${id}"}`;
  if (isId("fact", id)) return `; a fact as an argument is {"lit": "${id}"}`;
  return isId("var", id) ? `; a variable is {"var": "${id}"}` : "";
}

function checkReferences(expression: Expression, report: Report): void {
  walkExpression(expression, (part) => {
    if ("var" in part && !isId("var", part.var)) report("", `"${part.var}" is not a variable id (var_…)`);
    const fact = factAskedBy(part);
    if (fact !== null && !isId("fact", fact)) report("", `"${fact}" is not the id of a fact (fact_…)`);
    const quest = questAskedBy(part);
    if (quest !== null && !isId("qst", quest)) report("", `"${quest}" is not the id of a quest (qst_…)`);
    if ("entity" in part && !isId("ent", part.entity)) report("", `"${part.entity}" is not an entity id (ent_…)`);
    if ("ref" in part && !isId("node", part.ref) && !isId("br", part.ref)) {
      report("", `"${part.ref}" is not a node or branch id (node_…, br_…)${asWritten(part.ref)}`);
    }
  });
}

function readChecked(value: JsonObject, report: Report): Expression | null {
  const expression = readExpression(value, "", report);
  if (expression !== null) checkReferences(expression, report);
  return expression;
}

/** Characters that a path of properties, or what is known, may have in an effect. */
const MAX_KEY = 500;

function readCheckedEffect(value: JsonObject, report: Report): Omit<Effect, "id"> | null {
  const effect = readEffect(value, "", report);
  if (effect === null) return null;
  const { op, target, key } = effect;
  const wanted = EFFECT_SIGNATURES[op].target;
  if (wanted === "variable" && (target === null || !isId("var", target))) {
    report("/target", "must be a variable id (var_…)");
  }
  if (wanted === "entity" && (target === null || !isId("ent", target))) {
    report("/target", "must be an entity id (ent_…)");
  }
  if (wanted === "present" && target !== null && !isId("ent", target)) {
    report("/target", "must be an entity id (ent_…), or null for all who are present");
  }
  if (wanted === "tracked" && (target === null || (!isId("ent", target) && !isId("qst", target)))) {
    report("/target", "must be the id of a quest (qst_…) or of an entity (ent_…)");
  }
  if (wanted === "quest" && (target === null || !isId("qst", target))) {
    report("/target", "must be the id of a quest (qst_…)");
  }
  if (op === "quest.advance" && !isId("obj", key ?? "")) report("/key", "must be the id of an objective (obj_…)");
  if (op === "quest.stage" && !isId("stg", key ?? "")) report("/key", "must be the id of a stage (stg_…)");
  const fact = factOfEffect(effect);
  if (fact !== null && !isId("fact", fact)) report("/key", "must be the id of a fact (fact_…)");
  if (key !== undefined && hasEntityKey(op) && !isId("ent", key)) report("/key", "must be an entity id (ent_…)");
  if (key !== undefined && key.length > MAX_KEY) report("/key", `must have at most ${MAX_KEY} characters`);
  if (effect.value !== null) checkReferences(effect.value, (_, message) => report("/value", message));
  effect.when.forEach((each, index) => {
    checkReferences(each, (_, message) => report(`/when/${index}`, message));
  });
  return effect;
}

/** One condition: an expression of the closed, typed tree; an array of them means all must hold. */
export const conditionInput = shaped<Expression>("cnd", readChecked, { $ref: "#/$defs/Condition" });

/** One expression without an id of its own, as in the `when` of an effect. */
export const expressionInput: z.ZodType<Expression> = shaped<Expression>(null, readChecked, {
  $ref: "#/$defs/Expression",
});

/** Expression as it is answered. */
export const expressionAnswer = z.unknown().meta({ $ref: "#/$defs/Expression" }) as z.ZodType<Expression>;

/** One effect. */
export const effectInput = shaped<Omit<Effect, "id">>("ef", readCheckedEffect, { $ref: "#/$defs/Effect" });
