import { createHash } from "node:crypto";
import fc from "fast-check";
import { z } from "zod";
import { oddCard } from "#domain/import/cards/card.arbitrary.ts";
import { cardChunk, pngWith } from "#domain/import/cards/png.fixture.ts";
import { honoursIdempotencyKey, type Operation } from "#server/operation/operation.ts";
import { inputSchemas } from "#server/operation/schemas.ts";
import { listOperations } from "#server/operations.ts";
import { type Mutation, mutations, TO_THE_PROTOTYPE } from "./mutations.ts";
import { Pick, valuesOf } from "./schema-values.ts";

/** Request before the existing subjects are known: its ids are still to be picked. */
export interface Plan {
  operation: Operation;
  params: Record<string, unknown>;
  query: Record<string, unknown>;
  /** Undefined for an operation without a body. */
  body: unknown;
  headers: [string, string][];
  /** Mutation of the request; null for a request that should succeed. */
  mutation: Mutation | null;
}

/** Returns the frequency of an operation, relative to the others. */
function weightOf({ method, path, prepare, kind }: Operation): number {
  // Hashing a password keeps a core busy for a tenth of a second, replay reads a whole project.
  if (path.includes("password") || /^\/v1\/(members|invitations)/.test(path) || path.endsWith("/replay")) return 1;
  if (path === "/v1/projects/{project_id}" && method === "DELETE") return 1;
  if (path.startsWith("/v1/keys") || path === "/v1/projects" || prepare !== null) return 4;
  // What names a subject finds one only once something has made it.
  const namesSubject = /\{(?!project_id\})\w+\}/.test(path);
  return (kind === "project-read" ? 14 : 16) / (namesSubject ? 2 : 1);
}

const jsonSchema = (schema: z.ZodType) => z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });

function plansOf(operation: Operation): fc.Arbitrary<Omit<Plan, "mutation">> {
  const { example } = operation;
  const body =
    operation.body === undefined
      ? fc.constant(undefined)
      : fc.oneof(
          { weight: 4, arbitrary: valuesOf(jsonSchema(operation.body)) },
          { weight: 1, arbitrary: fc.constant(example ?? {}) },
          ...(KNOWN[`${operation.method} ${operation.path}`] ?? []).map((arbitrary) => ({ weight: 6, arbitrary })),
        );
  return fc.record({
    operation: fc.constant(operation),
    params: valuesOf(jsonSchema(operation.params)) as fc.Arbitrary<Record<string, unknown>>,
    query: queryOf(operation),
    body,
    headers: headersOf(operation),
  });
}

function queryOf(operation: Operation): fc.Arbitrary<Record<string, unknown>> {
  const { shape } = inputSchemas(operation).query;
  // A cursor that is made up is refused, by every list alike: those that can be sorted say enough.
  const { cursor: _, ...others } = shape;
  const parameters = "sort_by" in shape ? shape : others;
  const whole = valuesOf(jsonSchema(z.strictObject(parameters))) as fc.Arbitrary<Record<string, unknown>>;
  // Most parameters narrow an answer down to nothing: a few at a time find more.
  return fc
    .tuple(whole, filter, sort, fc.array(fc.nat(), { maxLength: 2 }), fc.boolean())
    .map(([query, property_filter, sort_by, kept, plain]) => {
      const required = new Set(jsonSchema(inputSchemas(operation).query).required);
      const names = Object.keys(query);
      const chosen = new Set(kept.map((index) => names[index % Math.max(1, names.length)]));
      const few = Object.fromEntries(
        Object.entries(query).filter(([name]) => required.has(name) || (!plain && chosen.has(name))),
      );
      if ("property_filter" in few) few.property_filter = property_filter;
      if ("sort_by" in few && operation.kind === "project-read") few.sort_by = sort_by;
      // Most names are those of no field.
      if ("fields" in few) few.fields = few.fields === "" ? "" : "id";
      return few;
    });
}

const filter = fc
  .dictionary(
    fc.constantFrom("population", "tags", "ruler.name", "a", "climate"),
    fc.oneof(
      fc.oneof(fc.integer(), fc.string(), fc.boolean(), fc.constant(null)),
      fc.record({ $gt: fc.integer() }),
      fc.record({ $in: fc.array(fc.jsonValue({ maxDepth: 1 }), { maxLength: 3 }) }),
      fc.record({ $contains: fc.oneof(fc.string(), fc.integer()) }),
      fc.record({ $ne: fc.jsonValue({ maxDepth: 2 }) }),
    ),
    { maxKeys: 3 },
  )
  .map((value) => JSON.stringify(value));
const sort = fc.constantFrom("name", "created_at", "properties.population", "properties.a.b", "id", "updated_at");

function headersOf(operation: Operation): fc.Arbitrary<[string, string][]> {
  const { method, ifMatch } = operation;
  const none = { weight: 8, arbitrary: fc.constant<[string, string][]>([]) };
  const one = (name: string, values: fc.Arbitrary<string>) => ({
    weight: 1,
    arbitrary: values.map((value): [string, string][] => [[name, value]]),
  });
  if (method === "GET") return fc.oneof(none, one("if-none-match", fc.constantFrom("*", '"1"', '"s4"', 'W/"s2", "x"')));
  const conditions = ifMatch ? [one("if-match", fc.constantFrom("*", '"1"', '"2.3"'))] : [];
  if (method === "DELETE") return fc.oneof(none, ...conditions);
  const repeated = one("idempotency-key", fc.stringMatching(/^[!-~]{1,12}$/));
  return fc
    .oneof(none, repeated, ...conditions)
    .map((headers) => (honoursIdempotencyKey(operation) ? headers : headers.filter(([name]) => name === "if-match")));
}

/** Text of a file of a project with an entity whose properties are the JSON. */
function projectFile(properties: string): string {
  const lines = [
    '{"type":"project","format":"fabula-project","version":1,"project_id":"prj_01jd0000000000000000000000","contents":"state","seq":0}',
    '{"type":"change","commit":1,"subject_type":"project","subject_id":"project","verb":"created","change":{"set":{"":{"name":"P"}}}}',
    `{"type":"change","commit":2,"subject_type":"entity","subject_id":"ent_01jd0000000000000000000000","verb":"created","change":{"set":{"":{"external_id":"e","type":"t","name":"n","properties":${properties}}}}}`,
  ].map((line) => `${line}\n`);
  const sha256 = createHash("sha256").update(lines.join("")).digest("hex");
  return `${lines.join("")}${JSON.stringify({ type: "end", lines: lines.length, sha256 })}\n`;
}

/** JSON of objects that a request may not hold, and of those that it may. */
const hostileObject = fc.oneof(
  fc.constantFrom(...TO_THE_PROTOTYPE.filter((text) => text.startsWith("{"))),
  fc.constantFrom(
    '{"a":"\\u0000"}',
    '{"\\ud800":1}',
    '{"a":1e999}',
    '{"a":1,"a":2}',
    `{"a":${"[".repeat(3_000)}${"]".repeat(3_000)}}`,
  ),
  fc
    .dictionary(fc.string({ unit: "binary" }), fc.jsonValue({ maxDepth: 2, stringUnit: "binary" }))
    .map((each) => JSON.stringify(each)),
);

/** Bodies that a schema alone does not lead to. */
const KNOWN: Readonly<Record<string, fc.Arbitrary<unknown>[]>> = {
  "POST /v1/projects/import": [fc.record({ content: hostileObject.map(projectFile) })],
  "POST /v1/projects/{project_id}/entities/import": [
    fc.record({
      format: fc.constant("json"),
      content: hostileObject.map(
        (properties) => `[{"external_id":"e","type":"t","name":"n","properties":${properties}}]`,
      ),
    }),
    fc.record({
      format: fc.constant("csv"),
      content: fc
        .constantFrom("properties.__proto__.polluted", "properties.constructor.prototype.polluted", "__proto__")
        .map((column) => `external_id,name,type,${column}\ne,n,t,yes\n`),
    }),
  ],
  "POST /v1/projects/{project_id}/npcs/import": [
    fc.record({
      card: hostileObject.map(
        (extensions) => `{"spec":"chara_card_v2","data":{"name":"Odo","extensions":${extensions}}}`,
      ),
      on_conflict: fc.constantFrom("create", "skip", "merge", "error"),
    }),
    fc.record({
      png: fc.tuple(oddCard, fc.nat(), fc.integer({ min: 0, max: 255 })).map(([{ source }, place, byte]) => {
        const bytes = pngWith(cardChunk(source));
        bytes[place % bytes.length] = byte;
        return bytes.toString("base64");
      }),
    }),
  ],
  "POST /v1/projects": [fc.record({ name: fc.constantFrom("One", "Zwei", "三") })],
  "POST /v1/projects/{project_id}/game-narrative/dialogues/import": [
    fc
      .array(
        fc.tuple(
          fc.constantFrom("Start", "Gate", "End", "A|B", "[[x]]"),
          fc.string({ unit: "grapheme", maxLength: 60 }),
        ),
        { minLength: 1, maxLength: 5 },
      )
      .map((passages) => ({
        format: "twee3",
        content: passages.map(([name, text]) => `:: ${name}\n${text}\n[[Go->${name}]] <<if $x>>y<</if>>\n`).join("\n"),
      })),
    fc.record({
      format: fc.constantFrom("fabula_json", "arcweave_json", "twee3"),
      content: fc.jsonValue({ maxDepth: 4 }),
    }),
  ],
};

const operations = listOperations().map(({ operation }) => operation);

/** Requests to the whole interface: six in ten as they should be, the others with something wrong. */
export const plans: fc.Arbitrary<Plan> = fc
  .oneof(...operations.map((operation) => ({ weight: weightOf(operation), arbitrary: plansOf(operation) })))
  .chain((plan) =>
    fc
      .oneof({ weight: 6, arbitrary: fc.constant(null) }, { weight: 4, arbitrary: mutations })
      .map((mutation) => ({ ...plan, mutation })),
  );

/** A value with its picks replaced. */
export function settled(value: unknown, pick: (pick: Pick) => string): unknown {
  if (value instanceof Pick) return pick(value);
  if (Array.isArray(value)) return value.map((each) => settled(each, pick));
  if (typeof value !== "object" || value === null) return value;
  const copy: Record<string, unknown> = {};
  for (const [name, each] of Object.entries(value)) {
    // A name like __proto__ stays a name.
    Object.defineProperty(copy, name, {
      value: settled(each, pick),
      enumerable: true,
      writable: true,
      configurable: true,
    });
  }
  return copy;
}
