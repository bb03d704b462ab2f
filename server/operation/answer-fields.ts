import { z } from "zod";
import { type PropertyPath, pathFault, splitPath, valueAt } from "#domain/filter/property-path.ts";
import { isJsonObject, type JsonObject, setOwn } from "#domain/json.ts";
import { didYouMean, nearestName } from "#domain/nearest-name.ts";
import { text } from "../kernel/validation/fields.ts";
import { type JsonPieces, ObjectPieces } from "./json-pieces.ts";
import type { Operation } from "./operation.ts";

/** Subjects of an answer: it is one itself, or has them in a list. */
interface AnswerSubjects {
  /** Name of the field with the list; null where the answer is one subject. */
  readonly list: string | null;
  /** Names of the fields of a subject, in their order. */
  readonly fields: readonly string[];
}

/** Selection of the fields of an answer's subjects: names at the top level, and paths within `properties`. */
export interface FieldSelection {
  /** The parameter as it was sent. */
  readonly sent: string;
  readonly names: ReadonlySet<string>;
  /** The longest first: a path takes the place of those that lead into what it names. */
  readonly properties: readonly PropertyPath[];
}

/** Fields that are always answered: they say which subject it is, and of when. */
const ALWAYS: readonly string[] = ["id", "seq", "valid_from_seq"];

const PROPERTIES = "properties";
const PREFIX = `${PROPERTIES}.`;

/** Returns the subjects of an operation's answer; null for an answer of another form. */
function subjectsOf({ output }: Pick<Operation, "output">): AnswerSubjects | null {
  if (!(output instanceof z.ZodObject)) return null;
  const { shape } = output as z.ZodObject<Record<string, z.ZodType>>;
  if ("total" in shape && "has_more" in shape) {
    const [list, rows] = Object.entries(shape).find(([, field]) => field instanceof z.ZodArray) ?? [];
    const row = rows instanceof z.ZodArray ? rows.element : null;
    return list !== undefined && row instanceof z.ZodObject ? { list, fields: Object.keys(row.shape) } : null;
  }
  const fields = Object.keys(shape);
  return namesItself(fields[0]) ? { list: null, fields } : null;
}

/** Whether the first field of a subject is its id. */
function namesItself(field: string | undefined): field is string {
  return field === "id" || field?.endsWith("_id") === true;
}

/** The subjects of a read of which a caller may select fields; null for other operations. */
function selectableSubjects(operation: Operation): AnswerSubjects | null {
  const isRead = operation.kind === "read" || operation.kind === "project-read";
  return isRead && operation.method === "GET" ? subjectsOf(operation) : null;
}

/** `fields`, for reads whose subjects can be answered in part. */
export function fieldsQuery(operation: Operation): {
  fields?: z.ZodType<FieldSelection | undefined, string | undefined>;
} {
  const subjects = selectableSubjects(operation);
  if (subjects === null) return {};
  const paths = subjects.fields.includes(PROPERTIES) ? ", also paths such as `properties.rank`" : "";
  const schema = text({ min: 1, max: 2_000 })
    .meta({ description: `Fields to answer, separated by commas${paths}. Ids and sequences are always answered.` })
    .transform((value, context) => readSelection(value, subjects.fields, context))
    .optional();
  return { fields: schema };
}

function readSelection(value: string, known: readonly string[], context: z.RefinementCtx): FieldSelection {
  const names = new Set(known.filter((name, at) => ALWAYS.includes(name) || (at === 0 && namesItself(name))));
  const properties: PropertyPath[] = [];
  const refuse = (message: string, suggestion: string | null = null) => {
    context.addIssue({ code: "custom", message, params: { ctx: suggestion === null ? {} : { suggestion } } });
  };
  for (const name of value.split(",").map((each) => each.trim())) {
    if (known.includes(name)) names.add(name);
    else if (name.startsWith(PREFIX) && known.includes(PROPERTIES)) {
      const path = splitPath(name.slice(PREFIX.length));
      const fault = pathFault(path);
      if (fault === null) properties.push(path);
      else refuse(fault);
    } else {
      const near = nearestName(name, known);
      refuse(`${JSON.stringify(name.slice(0, 100))} is no field of this answer${didYouMean(near)}`, near);
    }
  }
  properties.sort((a, b) => b.length - a.length);
  return { sent: value, names, properties };
}

/** The answer of an operation with only the selected fields of its subjects. */
export function selectFields(operation: Operation, selection: FieldSelection, body: JsonObject): JsonObject {
  const list = selectableSubjects(operation)?.list ?? null;
  if (list === null) return selected(body, selection);
  const rows = body[list];
  if (!Array.isArray(rows)) return body;
  return { ...body, [list]: rows.map((row) => (isJsonObject(row) ? selected(row, selection) : row)) };
}

/**
 * The answer in pieces with only the selected fields: what is left out is not read either.
 *
 * @throws Error for an answer that could be selected from only once it is whole.
 */
export function selectPieces(selection: FieldSelection | null, pieces: JsonPieces): JsonPieces {
  if (selection === null) return pieces;
  if (!(pieces instanceof ObjectPieces)) throw new Error("an answer with fields to select is no object of members");
  return pieces.only(selection.names);
}

function selected(subject: JsonObject, { names, properties }: FieldSelection): JsonObject {
  const kept = Object.fromEntries(Object.entries(subject).filter(([name]) => names.has(name)));
  if (names.has(PROPERTIES) || properties.length === 0) return kept;
  return { ...kept, [PROPERTIES]: selectedProperties(subject[PROPERTIES] ?? {}, properties) };
}

/** The properties at some paths, the longest first, in their places; what is missing stays so. */
function selectedProperties(properties: JsonObject[string], paths: readonly PropertyPath[]): JsonObject {
  const shown: JsonObject = {};
  for (const path of paths) {
    const value = valueAt(properties, path);
    if (value !== undefined) place(shown, path, value);
  }
  return shown;
}

/** Places a value in an object that is being made: of what is there, only objects that were made for longer paths are entered. */
function place(shown: JsonObject, path: PropertyPath, value: JsonObject[string]): void {
  let at = shown;
  for (const key of path.slice(0, -1)) {
    const there = Object.hasOwn(at, key) ? at[key] : undefined;
    const inner = isJsonObject(there) ? there : {};
    setOwn(at, key, inner);
    at = inner;
  }
  setOwn(at, path.at(-1) ?? "", value);
}

/** Whether a write answers the version it made of one subject, which `Prefer: return=minimal` reduces to its id and sequence. */
export function answersVersion(operation: Operation): boolean {
  const { kind, body, output, secretOutput } = operation;
  if ((kind !== "project-write" && kind !== "write") || secretOutput) return false;
  // Whoever tries something out asks for nothing but the answer.
  if (body instanceof z.ZodObject && "dry_run" in body.shape) return false;
  const subjects = subjectsOf({ output });
  return subjects?.list === null && subjects.fields.includes("valid_from_seq");
}

/** The id and the sequence of a version that a write answers. */
export function minimalVersion(body: JsonObject): JsonObject {
  const [id = "id"] = Object.keys(body);
  return { [id]: body[id] ?? null, valid_from_seq: body.valid_from_seq ?? null };
}
