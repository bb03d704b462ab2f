import { z } from "zod";
import { faultInCondition } from "#domain/canon/own-conditions.ts";
import { pointerTokens } from "#domain/change/pointer.ts";
import type { Expression } from "#domain/expression.ts";
import { readExpression } from "#domain/expression-shape.ts";

const REF = { $ref: "#/$defs/Expression" };

/** A condition of a rule of the canon: an expression about `self`, of the parts that a rule can ask. */
export const ruleConditionInput: z.ZodType<Expression> = z
  .unknown()
  .transform((value, context): Expression => {
    const refuse = (pointer: string, message: string) => {
      const path = pointerTokens(pointer).map((token) => (/^\d+$/.test(token) ? Number(token) : token));
      context.issues.push({ code: "custom", message, input: value, path });
    };
    const read = readExpression(value, "", refuse);
    if (read === null) return z.NEVER;
    const fault = faultInCondition(read);
    if (fault !== null) refuse("", fault);
    return fault === null ? read : z.NEVER;
  })
  .meta(REF);

/** A condition of a rule as it is answered. */
export const ruleConditionAnswer = z.unknown().meta(REF) as z.ZodType<Expression>;
