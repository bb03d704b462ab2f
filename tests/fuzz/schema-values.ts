import fc from "fast-check";
import type { z } from "zod";

type Schema = z.core.JSONSchema.BaseSchema;

/**
 * Placeholder for the id of a subject that exists when the request is sent: of this prefix, chosen by a number from 0
 * to 1.
 */
export class Pick {
  readonly prefix: string;
  readonly choice: number;

  constructor(prefix: string, choice: number) {
    this.prefix = prefix;
    this.choice = choice;
  }
}

/** Texts that mean something to a parser, a database or a file system somewhere. */
export const ODD_TEXTS = [
  "",
  " ",
  "null",
  "../..",
  "a/b",
  "100%",
  "%00",
  "_",
  "\\",
  "'",
  '"',
  "';--",
  "$1",
  "#{x}",
  "{{x}}",
  "__proto__",
  "constructor",
  "👍🏽",
  "İ",
  "ﬃ",
  "e\u0301",
  "\u202e",
  "\ufeff",
  "-0",
  "NaN",
  "1e999",
];

const choice = fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true });

/** An id of this prefix. */
export function idArbitrary(prefix: string): fc.Arbitrary<Pick> {
  return choice.map((number) => new Pick(prefix, number));
}

const plainText = (min: number, max: number): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 3, arbitrary: fc.string({ unit: "grapheme", minLength: min, maxLength: Math.min(max, min + 20) }) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(...ODD_TEXTS).filter((text) => [...text].length >= min && [...text].length <= max),
    },
  );

/** Generates any JSON that can be stored. */
export const anyJson: fc.Arbitrary<unknown> = fc.jsonValue({ maxDepth: 3, stringUnit: "grapheme" });

const condition = fc.oneof(
  fc.record({
    op: fc.constantFrom("eq", "gte", "lt", "ne"),
    args: fc.tuple(fc.record({ var: idArbitrary("var") }), fc.record({ lit: fc.integer() })),
  }),
  fc.record({ op: fc.constantFrom("all", "any"), args: fc.array(fc.record({ lit: fc.boolean() }), { maxLength: 3 }) }),
  fc.record({ op: fc.constant("opaque"), format: fc.constant("twee3"), source: fc.string() }),
);

const effect = fc.record({
  op: fc.constantFrom("set", "add", "sub"),
  target: idArbitrary("var"),
  value: fc.record({ lit: fc.integer() }),
  when: fc.array(condition, { maxLength: 1 }),
});

/** Shapes that a schema only calls objects. */
const BY_ID: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  Condition: condition,
  Expression: condition,
  Effect: effect,
};

/** Values that a schema of the interface takes, as far as a schema can tell. */
export function valuesOf(schema: Schema, root: Schema = schema): fc.Arbitrary<unknown> {
  if (schema.$ref !== undefined) {
    const name = schema.$ref.slice(schema.$ref.lastIndexOf("/") + 1);
    if (BY_ID[name] !== undefined) return BY_ID[name];
    const target = root.$defs?.[name];
    if (target === undefined) throw new Error(`${schema.$ref} leads nowhere`);
    return valuesOf(target as Schema, root);
  }
  if (schema.id !== undefined && BY_ID[schema.id] !== undefined) return BY_ID[schema.id] as fc.Arbitrary<unknown>;
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  const union = schema.anyOf ?? schema.oneOf;
  if (union !== undefined) {
    const ways = (union as Schema[]).map((each) => ({ weight: isName(each) ? 1 : 9, arbitrary: valuesOf(each, root) }));
    return fc.oneof(...ways);
  }
  switch (schema.type) {
    case "string":
      return texts(schema);
    case "integer":
      return integers(schema);
    case "number":
      return fc.double({ min: schema.minimum ?? -1e6, max: schema.maximum ?? 1e6, noNaN: true });
    case "boolean":
      return fc.boolean();
    case "null":
      return fc.constant(null);
    case "array":
      return fc.array(valuesOf(schema.items as Schema, root), {
        minLength: schema.minItems ?? 0,
        maxLength: Math.max(schema.minItems ?? 0, 3),
      });
    case "object":
      return objects(schema, root);
    default:
      return anyJson;
  }
}

/** Whether a schema is of something that is named by an external id: a name that is made up is nobody's. */
function isName({ properties }: Schema): boolean {
  const names = Object.keys(properties ?? {});
  return names.includes("external_id") && names.every((name) => name === "external_id" || name === "type");
}

function integers({ minimum = 0, maximum = 1_000_000 }: Schema): fc.Arbitrary<number> {
  const least = Math.max(minimum, -1_000_000);
  return fc.oneof(
    fc.integer({ min: least, max: Math.min(maximum, least + 60) }),
    fc.integer({ min: least, max: Math.min(maximum, 1_000_000) }),
  );
}

const ID_PATTERN = /^\^([a-z]+)_\[0-9a-hjkmnp-tv-z\]\{26\}\$$/;

function texts(schema: Schema): fc.Arbitrary<unknown> {
  const { pattern, minLength = 0, maxLength = 200, format } = schema;
  const prefix = pattern === undefined ? undefined : ID_PATTERN.exec(pattern)?.[1];
  if (prefix !== undefined) return idArbitrary(prefix);
  if (pattern?.startsWith("^[a-z]{2,6}_"))
    return fc.constantFrom("ent", "node", "dlg", "rel", "var").chain(idArbitrary);
  if (format === "date-time" || format === "datetime") {
    return fc
      .date({ min: new Date("2000-01-01"), max: new Date("2100-01-01"), noInvalidDate: true })
      .map((date) => date.toISOString());
  }
  if (pattern === undefined) return plainText(minLength, maxLength);
  const regex = new RegExp(pattern, "u");
  // Those that only forbid control characters, and those that are short and plain.
  if (pattern.includes("u0000")) return plainText(minLength, maxLength).filter((text) => regex.test(text));
  return fc.stringMatching(new RegExp(pattern)).map((text) => text.slice(0, maxLength).padEnd(minLength, "x"));
}

function objects(schema: Schema, root: Schema): fc.Arbitrary<unknown> {
  const properties = Object.entries(schema.properties ?? {}).filter(([name]) => name !== "base_seq");
  if (properties.length === 0 && schema.properties !== undefined) return fc.constant({});
  if (properties.length === 0)
    return fc.dictionary(fc.string({ unit: "grapheme", maxLength: 8 }), anyJson, { maxKeys: 4 });
  const required = new Set(schema.required);
  const model = Object.fromEntries(properties.map(([name, each]) => [name, valuesOf(each as Schema, root)]));
  // An id of one's own choice is nearly always taken or strange, so it is nearly always left out.
  const optional = properties.map(([name]) => name).filter((name) => !required.has(name) && name !== "id");
  return fc.record(model).chain((whole) =>
    fc.tuple(fc.subarray(optional), fc.nat(7)).map(([some, rare]) => {
      // Few playthroughs are there to be named: most bodies are about the record.
      const chosen = rare === 0 ? some : some.filter((name) => name !== "run" && name !== "step");
      const kept = properties.map(([name]) => name).filter((name) => required.has(name) || chosen.includes(name));
      return Object.fromEntries(kept.map((name) => [name, whole[name]]));
    }),
  );
}
