import type { JsonObject } from "#domain/json.ts";
import {
  changedProperties,
  type FindNamed,
  type NamedSubject,
  namedBy,
  propertyFaults,
} from "#domain/templates/check-properties.ts";
import type { PropertyDefinition, TemplateSubject } from "#domain/templates/template.ts";
import { isId } from "../../kernel/ids.ts";
import { ValidationProblem } from "../../kernel/problem.ts";
import { itemAt, valueError } from "../../kernel/validation/item.ts";
import type { RecordView, Resource } from "../../record/resource.ts";
import { template } from "../templates/public.ts";
import type { EntityState } from "./entity-state.ts";
import { image } from "./image.ts";

/** Change of a subject's free-form properties. */
export interface PropertiesChange {
  /** Type of the entity, or kind of the card. */
  readonly type: string;
  readonly before: JsonObject | null;
  readonly after: JsonObject;
  readonly isKept: boolean;
  readonly loc: readonly (string | number)[];
}

/** Record as far as values are checked against templates, with the resource of the entities that they name. */
interface Scope {
  readonly record: RecordView;
  readonly entities: Resource<EntityState>;
}

/**
 * Refuses values of properties that do not fit the templates of their types, where a template says so. Only what a change sets to another
 * value is checked, and nothing that comes back or is copied as it was.
 *
 * @throws {@link ValidationProblem} naming each property.
 */
export async function requireFittingProperties(
  scope: Scope,
  subject: TemplateSubject,
  changes: readonly PropertiesChange[],
): Promise<void> {
  const written = changes.flatMap(({ type, before, after, isKept, loc }) => {
    const values = isKept ? {} : changedProperties(before, after);
    return Object.keys(values).length === 0 ? [] : [{ type, values, loc }];
  });
  const definitions = await refusing(scope.record, subject, written.length > 0);
  const checked = written.flatMap(({ type, values, loc }) => {
    const declared = definitions.get(type);
    return declared === undefined ? [] : [{ declared, values, loc }];
  });
  if (checked.length === 0) return;
  const find = await readNamed(scope, checked);
  const items = checked.flatMap(({ declared, values, loc }) =>
    propertyFaults(declared, values, find).map(({ key, at, message, input }) =>
      itemAt([...loc, "properties", key, ...at], valueError(message), input),
    ),
  );
  if (items.length > 0) throw new ValidationProblem(items);
}

/**
 * Reads ahead what {@link requireFittingProperties} will ask about many entities that are checked one by one: the templates, and
 * everything that their references name.
 */
export async function loadForProperties(scope: Scope, written: readonly JsonObject[]): Promise<void> {
  const definitions = await refusing(scope.record, "entity", written.length > 0);
  if (definitions.size === 0) return;
  const declared = [...definitions.values()].flat();
  await readNamed(
    scope,
    written.map((values) => ({ declared, values })),
  );
}

/** Properties of the templates that refuse what does not fit, by their types: read once in a transaction, and not at all unless needed. */
async function refusing(
  record: RecordView,
  subject: TemplateSubject,
  isNeeded: boolean,
): Promise<ReadonlyMap<string, readonly PropertyDefinition[]>> {
  if (!isNeeded) return new Map();
  await record.loadFound(template.resource, "applies_to", [subject]);
  const templates = await record.find(template.resource, { applies_to: subject });
  const strict = templates.filter(({ validate }) => validate === "refuse");
  return new Map(strict.map(({ type, properties }) => [type, properties]));
}

/** Reads what the values name, in a statement each for ids of entities, external ids and pictures. */
async function readNamed(
  { record, entities }: Scope,
  checked: readonly { declared: readonly PropertyDefinition[]; values: JsonObject }[],
): Promise<FindNamed> {
  const named = (kind: "reference" | "picture") => [
    ...new Set(checked.flatMap(({ declared, values }) => namedBy(kind, declared, values))),
  ];
  const references = named("reference");
  const ids = references.filter((value) => isId("ent", value));
  const externalIds = references.filter((value) => !isId("ent", value));
  const pictures = named("picture").filter((value) => isId("img", value));
  const found = new Map<string, NamedSubject>();
  for (const { id, name, type } of (await record.load(entities, ids)).values()) found.set(id, { name, type });
  if (externalIds.length > 0) {
    await record.loadFound(entities, "external_id", externalIds);
    for (const { external_id, name, type } of await record.find(entities, { external_id: externalIds })) {
      found.set(external_id, { name, type });
    }
  }
  for (const id of (await record.load(image.resource, pictures)).keys()) found.set(id, { type: "image" });
  return (_kind, value) => found.get(value) ?? null;
}
