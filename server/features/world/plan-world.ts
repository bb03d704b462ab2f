import type { JsonObject } from "#domain/json.ts";
import { isJsonObject } from "#domain/json.ts";
import { didYouMean, nearestName } from "#domain/nearest-name.ts";
import { invalidValue } from "../../kernel/problem.ts";
import type { ValidationItem } from "../../kernel/validation/item.ts";
import { checkJsonValue } from "../../kernel/validation/json-values.ts";
import { parseInput } from "../../kernel/validation/parse.ts";
import { keyOf, referencesIn } from "../../operation/subject-references.ts";
import { batchOrder, type ImportKind, MAX_ROWS, type RowError, rowRefusal } from "../entities/public.ts";
import { SECTIONS, type Section } from "./sections.ts";

/** Row of a world file, as it is kept until it is written. */
export interface WorldInput {
  /** Place in its section. */
  readonly index: number;
  /** The row as it was sent. */
  readonly body: JsonObject;
}

/** Row of a world file that was read. */
export interface WorldRow {
  readonly number: number;
  readonly kind: ImportKind;
  /** Null where the row is refused already, with `errors`. */
  readonly input: WorldInput | null;
  readonly external_id: string | null;
  readonly name: string | null;
  readonly parent_external_id: string | null;
  /** Subjects that it names by external ids, each as its type and that id. */
  readonly refs: readonly string[];
  readonly errors: RowError[];
}

const AT = ["body", "content"];

/**
 * Reads a world file and finds what is wrong with each row by itself: values, external ids that come twice, and entities that would be
 * each other's ancestors. The rows come in the order in which they are written.
 *
 * @throws ValidationProblem where it is no world file.
 */
export function planWorld(content: unknown): WorldRow[] {
  const file = readFile(content);
  const rows: WorldRow[] = [];
  for (const section of SECTIONS) {
    const own = rowsOf(section, file[section.name], rows.length);
    rows.push(...(section.kind === "entity" ? inOrder(own) : own));
  }
  if (rows.length === 0) throw invalidValue(AT, "the file has no rows", null);
  return rows;
}

function readFile(content: unknown): JsonObject {
  let file = content;
  if (typeof content === "string") {
    try {
      file = JSON.parse(content);
    } catch {
      throw invalidValue(AT, "the file is not JSON", null);
    }
  }
  if (!isJsonObject(file as JsonObject)) throw invalidValue(AT, "a world file is an object of lists", null);
  const sections = file as JsonObject;
  const names = SECTIONS.map(({ name }) => name);
  let total = 0;
  for (const [name, list] of Object.entries(sections)) {
    const hint = didYouMean(nearestName(name, names));
    if (!names.includes(name)) throw invalidValue([...AT, name], `a world file has no such list${hint}`, null);
    if (!Array.isArray(list)) throw invalidValue([...AT, name], "this must be a list", null);
    total += list.length;
  }
  if (total > MAX_ROWS) throw invalidValue(AT, `a file has at most ${MAX_ROWS} rows`, null, { rows: total });
  return sections;
}

function rowsOf({ kind, name: list, schema }: Section, items: unknown, before: number): WorldRow[] {
  const first = new Map<string, number>();
  return (Array.isArray(items) ? items : []).map((body, index): WorldRow => {
    const at = [list, index];
    const parsed = parseInput(schema, body, { root: "body", lax: false });
    const errors = parsed.ok ? [] : parsed.issues.map((issue) => told(issue, at, 1));
    errors.push(...checkJsonValue(body, at).map(({ loc, msg, type }) => ({ loc: [...loc], msg, type })));
    const number = before + index + 1;
    if (!parsed.ok || errors.length > 0) {
      const { external_id: id } = isJsonObject(body) ? body : {};
      const shown = typeof id === "string" && id.length <= 255 ? id.toWellFormed().replaceAll("\0", "\ufffd") : null;
      return { number, kind, input: null, external_id: shown, name: null, parent_external_id: null, refs: [], errors };
    }
    const fields = parsed.value as Readonly<Record<string, unknown>>;
    const externalId = String(fields.external_id);
    const twice = first.get(externalId);
    if (twice === undefined) first.set(externalId, index);
    else errors.push(rowRefusal([...at, "external_id"], `${list}.${twice} has the same external_id`));
    const text = (field: string) => (typeof fields[field] === "string" ? (fields[field] as string) : null);
    const ends = [text("source_external_id"), text("target_external_id")].flatMap((end) => end ?? []);
    return {
      number,
      kind,
      input: errors.length > 0 ? null : { index, body },
      external_id: externalId,
      name: text("name"),
      parent_external_id: text("parent_external_id"),
      refs: [
        ...new Set([
          ...referencesIn(fields).map(({ reference }) => keyOf(reference)),
          ...ends.map((end) => `entity ${end}`),
        ]),
      ],
      errors,
    };
  });
}

/** Entities with parents before their children; those that would be each other's ancestors are refused. */
function inOrder(rows: readonly WorldRow[]): WorldRow[] {
  const sound = rows.filter(({ input }) => input !== null);
  const items = sound.map(({ external_id, parent_external_id }) => ({
    op: "upsert" as const,
    external_id: external_id ?? "",
    ...(parent_external_id !== null && { parent_external_id }),
  }));
  const { order, circular } = batchOrder(items, { hasId: () => false, hasExternalId: () => false });
  const sorted = order.flatMap((place): WorldRow[] => {
    const row = sound[place];
    if (row === undefined) return [];
    if (!circular.has(place)) return [row];
    const loc = ["entities", row.input?.index ?? 0, "parent_external_id"];
    return [{ ...row, input: null, errors: [rowRefusal(loc, "an entity cannot be under itself")] }];
  });
  return [...rows.filter(({ input }) => input === null), ...sorted];
}

/** Mistake of a row as its report has it: in the place of the first steps of its location stands that of the row. */
export function told(
  { loc, msg, type, input }: ValidationItem,
  at: readonly (string | number)[],
  dropped: number,
): RowError {
  const shown = typeof input === "string" && input.length <= 200 && input.isWellFormed() && !input.includes("\0");
  return { loc: [...at, ...loc.slice(dropped)], msg, type, ...(shown && { input }) };
}
