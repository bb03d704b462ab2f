import { z } from "zod";
import { EFFECT_SIGNATURES, type EffectSignature } from "#domain/effect-signatures.ts";
import {
  ARITHMETIC_FNS,
  COMPARISON_OPS,
  type Condition,
  EFFECT_OPS,
  type Effect,
  type EffectOp,
  FUNCTION_NAMES,
} from "#domain/expression.ts";
import { type ArgumentType, FUNCTIONS } from "#domain/expression-functions.ts";
import { KEY_WORDS } from "#domain/expression-shape.ts";
import { idOf } from "../../kernel/validation/fields.ts";
import { EFFECT_DESCRIPTIONS } from "./effect-descriptions.ts";

/*
 * What conditions and effects look like, for the description of the interface: made of the same tables that their reader goes by. What is
 * sent is read by that reader alone, which says of each mistake where it is.
 */

const scalar = z.union([z.string(), z.number(), z.boolean(), z.null()]);

const expressions = (most: { min?: number; max?: number } = {}, words = "What it is made of.") => {
  const list = z.array(z.lazy(() => Expression));
  const bounded = list.min(most.min ?? 0);
  return (most.max === undefined ? bounded : bounded.max(most.max)).meta({ description: words });
};

const LOGIC_WORDS = {
  all: "True where every one is.",
  any: "True where one is.",
  not: "True where the one is false.",
} as const;

const COMPARISON_WORDS: Readonly<Record<(typeof COMPARISON_OPS)[number], string>> = {
  eq: "Of the same type and content.",
  ne: "Not equal.",
  lt: "Less; numbers and texts have an order.",
  lte: "Less or equal.",
  gt: "Greater.",
  gte: "Greater or equal.",
  has: "Whether the first, a text, has the second as a part.",
  in: "Whether the first is a part of the second, a text.",
};

const ARGUMENT_WORDS: Readonly<Record<ArgumentType, string>> = {
  ref: "a node or branch",
  integer: "a whole number",
  string: "a text",
  thing: "an entity or a key, as a constant",
  fact: "a fact, by its id, as a constant",
  tracked: "a quest or an entity, as a constant",
  quest: "a quest, by its id, as a constant",
  objective: "an objective of it, by its id, as a constant",
};

type Forms = [z.core.$ZodTypeDiscriminable, ...z.core.$ZodTypeDiscriminable[]];

/** A union of forms that a field tells apart, each with an id where its place has ids. */
function told(by: "op" | "fn", forms: readonly z.ZodObject[], id: z.ZodType | null) {
  const whole = id === null ? forms : forms.map((form) => withId(form, id));
  return z.discriminatedUnion(by, whole as unknown as Forms);
}

function withId(form: z.ZodObject, id: z.ZodType): z.ZodObject {
  return z.object({ id, ...form.shape }).meta(form.meta() ?? {});
}

// Made anew for each tree: what two of them share would be a circle without a name.
const operators = () => [
  ...Object.entries(LOGIC_WORDS).map(([op, description]) =>
    z
      .object({
        op: z.literal(op).meta({ description: "The operator." }),
        args: expressions(op === "not" ? { min: 1, max: 1 } : {}),
      })
      .meta({ description }),
  ),
  ...COMPARISON_OPS.map((op) =>
    z
      .object({
        op: z.literal(op).meta({ description: "The operator." }),
        args: expressions({ min: 2, max: 2 }, "What is compared."),
      })
      .meta({ description: COMPARISON_WORDS[op] }),
  ),
  z
    .object({
      op: z.literal("arith").meta({ description: "The operator." }),
      fn: z.enum(ARITHMETIC_FNS).meta({ description: "Arithmetic operator; a division by zero is unknown." }),
      args: expressions({ min: 2, max: 2 }, "Two numbers; of a sum also a text and another value, which are joined."),
    })
    .meta({ description: "A calculation." }),
  z
    .object({
      op: z.literal("opaque").meta({ description: "The operator." }),
      format: z.string().meta({ description: "The format it was written in." }),
      source: z.string().meta({ description: "Original text." }),
    })
    .meta({ description: "Condition that an import could not express, verbatim. It is never evaluated." }),
];

const calls = () =>
  FUNCTION_NAMES.map((fn) => {
    const { args, required, returns, words } = FUNCTIONS[fn];
    const described = args.map(
      (type, at) => `${at + 1}: ${ARGUMENT_WORDS[type]}${at < required ? "" : ", may be left out"}`,
    );
    return z
      .object({
        fn: z.literal(fn).meta({ description: "The function." }),
        args: expressions(
          { min: required, max: args.length },
          described.length === 0 ? "None." : `${described.join("; ")}.`,
        ),
      })
      .meta({
        description: `Answers ${returns === "unknown" ? "any value" : `a value of the type ${returns}`}: ${words.replace("{0}", "the first").replace("{1}", "the second")}.`,
      });
  });

const operands = () => [
  z.object({ var: z.string().meta({ description: "A variable." }) }).meta({ description: "The value of a variable." }),
  z
    .object({ lit: scalar.meta({ description: "The value." }) })
    .meta({ description: "A constant; as an argument of a function also an entity, by its id." }),
  z
    .object({
      entity: z.string().meta({ description: "An entity." }),
      path: z.string().meta({ description: "Names of its properties, with dots between them." }),
    })
    .meta({ description: "A property of an entity." }),
  z
    .object({ ref: z.string().meta({ description: "A node or a branch." }) })
    .meta({ description: "A node or a branch." }),
];

/** The tree of an expression; `prefix` is that of the names of its parts. */
function tree(prefix: "" | "Condition", id: z.ZodType | null) {
  return z.union([
    told("op", operators(), id).meta({ id: `${prefix}Operator`, description: "Operator with its operands." }),
    told("fn", calls(), id).meta({
      id: `${prefix}FunctionCall`,
      description: "Function with its arguments. The guide on playing defines each function.",
    }),
    ...operands().map((form) => (id === null ? form : withId(form, id))),
  ]);
}

/** Expression of a dialogue: the closed tree of conditions, and of the values of effects. */
export const Expression: z.ZodType = tree("", null).meta({
  id: "Expression",
  description: "An operator, a function, a variable, a constant, a property or a reference.",
});

function operation(op: EffectOp): z.ZodObject {
  const { target, key, value } = EFFECT_SIGNATURES[op];
  return z
    .object({
      op: z.literal(op).meta({ description: "Kind of effect." }),
      // A dialogue may be saved with an effect that has too much or too little: its problems say so.
      target: (target === null || target === "present" ? z.string().nullable().default(null) : z.string()).meta({
        description: target === null ? NO_TARGET : TARGET_WORDS[target],
      }),
      ...(key !== undefined && { key: z.string().meta({ description: `It says ${KEY_WORDS[key]}.` }) }),
      value: valueField(value).meta({
        description: value === null ? "It has none; any other value is a problem of the dialogue." : VALUE_WORDS[value],
      }),
      when: expressions({}, "What must hold for it to happen; all of them.").default([]),
    })
    .meta({ description: EFFECT_DESCRIPTIONS[op] });
}

const NO_TARGET = "It has none; any other value is a problem of the dialogue.";
const TARGET_WORDS: Readonly<Record<NonNullable<EffectSignature["target"]>, string>> = {
  variable: "The variable.",
  entity: "The entity.",
  present: "The entity; null for all who are present, those who speak in the dialogue.",
  tracked: "The quest, or an entity.",
  quest: "The quest.",
};

function valueField(type: EffectSignature["value"]) {
  const expression = z.lazy(() => Expression).nullable();
  return type === "ref" || type === "how" || type === null ? expression.default(null) : expression;
}

const VALUE_WORDS: Readonly<Record<NonNullable<EffectSignature["value"]>, string>> = {
  unknown: "What it does it with.",
  number: "A number.",
  integer: "A whole number, not below zero.",
  string: "A text.",
  ref: "The node or branch; null for all of them.",
  how: "How they come to know it: `told`, `heard`, `saw` or `inferred`; null for `told`.",
};

const sentId = (prefix: string) =>
  idOf(prefix).optional().meta({ description: "The one it has; a new one when absent." });

const condition = (id: z.ZodType) =>
  tree("Condition", id).meta({ id: "Condition", description: "An expression that has to be true, with its id." });
const effect = (id: z.ZodType) =>
  told("op", EFFECT_OPS.map(operation), id).meta({ id: "Effect", description: "Effect, by its operation." });

/** Condition and effect as they are answered. */
export const ConditionAnswer: z.ZodType<Condition> = condition(z.string()) as never;
export const EffectAnswer: z.ZodType<Effect> = effect(z.string()) as never;

/** Condition and effect as they are sent, for the description of the interface. */
export const SENT_LOGIC: readonly z.ZodType[] = [condition(sentId("cnd")), effect(sentId("ef"))];
