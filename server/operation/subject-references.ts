import type { z } from "zod";
import { ValidationProblem } from "../kernel/problem.ts";
import { itemAt, valueError } from "../kernel/validation/item.ts";
import { childrenOf, unwrap } from "../kernel/validation/schema-walk.ts";
import { referencedId, SubjectReference } from "../kernel/validation/subject-reference.ts";
import type { NamedState } from "../record/external-ids.ts";
import { byColumn, type LookUp } from "../record/look-up.ts";
import type { RecordView, Resource } from "../record/resource.ts";

/** Source of the resources that references name. */
interface Resources {
  of(type: string): Resource<never>;
}

/** Source of the subjects that references name. */
export type ReferenceSource = Pick<RecordView, "find" | "loadFound">;

type Loc = readonly (string | number)[];

/** Reference with its place in a body. */
interface Place {
  readonly reference: SubjectReference;
  readonly loc: Loc;
}

const known = new WeakMap<z.core.$ZodType, boolean>();

/** Whether something in what a schema describes may be named by its external id. */
export function takesReferences(schema: z.core.$ZodType | undefined): boolean {
  if (schema === undefined) return false;
  const before = known.get(schema);
  if (before !== undefined) return before;
  // A schema that contains itself takes none by that alone.
  known.set(schema, false);
  const node = unwrap(schema);
  const found = referencedId(node) !== null || childrenOf(node).some(takesReferences);
  known.set(schema, found);
  return found;
}

/** Returns the references in a body, each with its place. */
export function referencesIn(value: unknown, loc: Loc = []): Place[] {
  if (value instanceof SubjectReference) return [{ reference: value, loc }];
  if (Array.isArray(value)) return value.flatMap((each, index) => referencesIn(each, [...loc, index]));
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, each]) => referencesIn(each, [...loc, name]));
}

/** Returns the look-ups of the subjects that a body names by their external ids. */
export function referenceLookUps(resources: Resources, body: unknown): LookUp[] {
  return [...byType(referencesIn(body))].map(([type, externalIds]) =>
    byColumn(resources.of(type) as unknown as Resource<NamedState>, "external_id", externalIds),
  );
}

/**
 * Returns a body with the id of each subject that it names by its external id.
 *
 * @throws {@link ValidationProblem} naming all that the project does not have.
 */
export async function withIds<Body>(
  record: ReferenceSource,
  resources: Resources,
  body: Body,
  loc: Loc = ["body"],
): Promise<Body> {
  const places = referencesIn(body, loc);
  if (places.length === 0) return body;
  const ids = await idsOf(record, resources, places);
  requireAll(places, ids);
  return replaced(body, ids) as Body;
}

/** Body of a batch with ids, and the refusals of the parts that name what the project does not have. */
interface ResolvedParts<Body> {
  readonly body: Body;
  readonly refused: ReadonlyMap<number, ValidationProblem>;
}

/** Resolves the references of a batch whose parts are written independently: a part that names what is not there is refused alone. */
export async function partsWithIds<Body extends object>(
  record: ReferenceSource,
  resources: Resources,
  body: Body,
): Promise<ResolvedParts<Body>> {
  const refused = new Map<number, ValidationProblem>();
  const places = referencesIn(body, ["body"]);
  if (places.length === 0) return { body, refused };
  const ids = await idsOf(record, resources, places);
  for (const [index, each] of Map.groupBy(places, ({ loc }) => Number(loc[2]))) {
    try {
      requireAll(each, ids);
    } catch (error) {
      if (!(error instanceof ValidationProblem)) throw error;
      refused.set(index, error);
    }
  }
  return { body: replaced(body, ids) as Body, refused };
}

/** Returns the ids of the subjects that references name, by {@link keyOf}; in one statement a type. */
async function idsOf(
  record: ReferenceSource,
  resources: Resources,
  places: readonly Place[],
): Promise<ReadonlyMap<string, string>> {
  const ids = new Map<string, string>();
  for (const [type, externalIds] of byType(places)) {
    const resource = resources.of(type) as unknown as Resource<NamedState>;
    await record.loadFound(resource, "external_id", externalIds);
    for (const { external_id, id } of await record.find(resource, { external_id: externalIds })) {
      ids.set(`${type} ${external_id}`, id);
    }
  }
  return ids;
}

/** @throws ValidationProblem naming the references to what the project does not have. */
function requireAll(places: readonly Place[], ids: ReadonlyMap<string, string>): void {
  const missing = places.filter(({ reference }) => !ids.has(keyOf(reference)));
  if (missing.length === 0) return;
  throw new ValidationProblem(
    missing.map(({ reference: { type, external_id }, loc }) => {
      const reason = `no ${type.replaceAll("_", " ")} of this project has this external_id`;
      return itemAt([...loc, "external_id"], valueError(reason), external_id);
    }),
  );
}

/** Returns what stands for a reference among others. */
export function keyOf({ type, external_id }: SubjectReference): string {
  return `${type} ${external_id}`;
}

function byType(places: readonly Place[]): Map<string, string[]> {
  const types = Map.groupBy(places, ({ reference }) => reference.type);
  return new Map(
    [...types].map(([type, each]) => [type, [...new Set(each.map(({ reference }) => reference.external_id))]]),
  );
}

/** Id that nothing has, in a part that is refused. */
const NOTHING = "ent_00000000000000000000000000";

/** A copy of a value where it has references, else the value. */
function replaced(value: unknown, ids: ReadonlyMap<string, string>): unknown {
  if (value instanceof SubjectReference) return ids.get(keyOf(value)) ?? NOTHING;
  if (Array.isArray(value)) {
    const items = value.map((each) => replaced(each, ids));
    return items.some((each, index) => each !== value[index]) ? items : value;
  }
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([name, each]) => [name, replaced(each, ids)] as const);
  const isSame = entries.every(([name, each]) => each === (value as Record<string, unknown>)[name]);
  return isSame ? value : Object.fromEntries(entries);
}
