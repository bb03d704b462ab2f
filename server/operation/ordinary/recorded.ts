import type { Table } from "drizzle-orm";
import { z } from "zod";
import type { JsonObject } from "#domain/json.ts";
import { pascalCase } from "../../kernel/case-names.ts";
import type { Field, Fields, SealedNames, StateOf } from "../../kernel/field.ts";
import { ID_PREFIXES, newId } from "../../kernel/ids.ts";
import type { ProblemCode } from "../../kernel/problem-catalogue.ts";
import type { Scope } from "../../kernel/scope.ts";
import type { EventExample } from "../../record/api-form.ts";
import { type NamedState, requireUniqueExternalIds } from "../../record/external-ids.ts";
import { byColumn, type LookUp } from "../../record/look-up.ts";
import { newState, type Resource, resource, stateOf, type Version } from "../../record/resource.ts";
import { markedState } from "../../record/sealed-marks.ts";
import { versionMeta } from "../../record/wire.ts";
import type { ProjectWriteContext } from "../context.ts";
import { committed, created } from "../edit.ts";
import { type Operation, projectWrite, type SeenQuery } from "../operation.ts";
import { projectScope } from "../project-scope.ts";
import type { UpsertOptions, UpsertResult } from "../upsert.ts";
import {
  type ApiResource,
  anyOf,
  apiResource,
  type Guard,
  type SubjectParams,
  shownOpen,
  type Wording,
} from "./api-resource.ts";
import { type Deletion, declareDelete } from "./declare-delete.ts";
import { declareGet } from "./declare-get.ts";
import { type Container, declareList, type ListOperation, type Meanings } from "./declare-list.ts";
import { declareRestore, type RestoreOperation, type RestoreOptions } from "./declare-restore.ts";
import {
  declareTransition,
  requireState,
  type TransitionOperation,
  type TransitionRules,
} from "./declare-transition.ts";
import { declareUpdate, type UpdateOperation, type UpdateOptions } from "./declare-update.ts";
import {
  type CreationBody,
  creationBody,
  type FilterShape,
  filterShape,
  type OwedNames,
  requestSchemas,
  type ShownShape,
  type StateSchema,
  shownShape,
  stateSchema,
  type UpdateShape,
  type UpsertBody,
  upsertBody,
  type WireOf,
  wireOf,
} from "./field-schemas.ts";
import { type Sealing, sealing } from "./sealing.ts";
import { shownVersion } from "./shown-version.ts";
import { type States, statesMeta, type TransitionDeclaration, transitionEvents } from "./states.ts";

type ResourceDeclaration<F extends Fields> = Omit<
  Parameters<typeof resource<StateSchema<F>["shape"]>>[0],
  "type" | "prefix" | "table" | "state" | "mentions" | "files" | "sealed"
>;

/** Declaration of a recorded resource. */
interface Declaration<
  Type extends string,
  Plural extends string,
  F extends Fields,
  Verb extends string,
  Param extends string,
  Parent extends string,
> extends ResourceDeclaration<F> {
  /** `subject_type` of its events; its object in schemas is the type in Pascal case. */
  readonly type: Type;
  /** Parameter of its paths that holds its id; `<type>_id` unless given. */
  readonly param?: Param;
  /** Words for one and for several in summaries; made of the type unless given. */
  readonly one?: string;
  readonly many?: string;
  /** Name of its lists in answers. */
  readonly plural: Plural;
  /** The literal path of its list; those of its other operations are under it, or under `subjects`. */
  readonly path: `/v1/projects/{project_id}/${string}`;
  readonly subjects?: `/v1/projects/{project_id}/${string}`;
  /** The subject whose parts they are: they are listed and created in it alone. The feature writes how one is created. */
  readonly within?: Container<Parent>;
  readonly table: Table;
  readonly fields: F;
  /** Name of the body of a creation in the interface description; made of the operation's unless given. */
  readonly bodyName?: string;
  /** Schemas of requests for fields of its form on the wire that no caller sets under these names: what is imported meets them too. */
  readonly requests?: z.ZodRawShape;
  /** States that it can be in and the ways between them, each an operation and an event. */
  readonly states?: States<keyof F & string, string, Verb>;
  /** Players whose data the sealed fields of a subject are: all their keys together open them. */
  readonly sealedFor?: (state: StateOf<F>, id: string) => readonly string[];
  /** Example of its events in the reference. */
  readonly example: EventExample & { readonly state: Partial<Omit<StateOf<F>, SealedNames<F>>> };
}

/** Fields on the wire where they are not the state's. */
interface OtherFields<F extends Fields, Shape extends z.ZodRawShape, IdName extends string = string> {
  /** Name of its id; `id` unless given. */
  readonly idName?: IdName;
  /** Schemas of these fields, made of those that show the state. */
  readonly wire: (shown: ShownShape<F>) => Shape;
  readonly toWire: (state: StateOf<F>) => z.input<z.ZodObject<Shape>>;
}

/** Rules of a creation beyond its fields. */
type CreationOptions<F extends Fields> = Wording & {
  example: z.input<CreationBody<F>>;
  errors?: readonly ProblemCode[];
  /** Subjects that its rules ask for, to be read together with the lock. */
  lookUps?: (body: z.output<CreationBody<F>>) => readonly LookUp[];
} & ([OwedNames<F>] extends [never] ? { state?: Completion<F> } : { state: Completion<F> });

/** Rules of an upsert beyond its fields. */
type UpsertRules<F extends Fields> = Wording & {
  example: z.input<UpsertBody<F>>;
  /** Whether it writes beside the record as well, and so goes alone. */
  alone?: boolean;
  errors?: readonly ProblemCode[];
  /** Subjects that its rules ask for, to be read together with the lock. */
  lookUps?: (body: z.output<UpsertBody<F>>) => readonly LookUp[];
  /** Creates or changes it in the unit of work. */
  write: (context: ProjectWriteContext, body: z.output<UpsertBody<F>>, options: UpsertOptions) => Promise<UpsertResult>;
};

/** Checks what a caller sends for a creation, and returns the fields that come from elsewhere. */
type Completion<F extends Fields> = (
  context: ProjectWriteContext,
  body: z.output<CreationBody<F>>,
) => Promise<Pick<StateOf<F>, OwedNames<F>> & Partial<StateOf<F>>>;

/** Whether fields have free-form `properties`; those of a template are a list of declarations. */
type HasFreeProperties<F extends Fields> = F extends { properties: Field<z.ZodArray> }
  ? false
  : F extends { properties: Field }
    ? true
    : false;

/** A recorded resource with the schemas and operations that follow from its declaration. */
export interface RecordedResource<
  Type extends string,
  Plural extends string,
  F extends Fields,
  Verb extends string,
  Wire extends z.ZodType,
  Param extends string = `${Type}_id`,
  Parent extends string = never,
> extends ApiResource<StateOf<F>, Wire, Param> {
  readonly example: EventExample;
  /** Name of its lists in answers. */
  readonly plural: Plural;
  readonly declared: F;
  /** Sealing of its personal fields. */
  readonly sealing: [SealedNames<F>] extends [never] ? undefined : Sealing;
  readonly states: States<keyof F & string, string, Verb> | undefined;
  /** Body of a creation. */
  readonly body: CreationBody<F>;
  /** Body of a creation or change by the external id; null for a resource without one. */
  readonly upsertBody: F extends { external_id: Field } ? UpsertBody<F> : null;
  /** Schemas of the fields that an update changes. */
  readonly changes: UpdateShape<F>;
  /** Creates one from a body and the fields that come from elsewhere, commits and answers it. */
  make(
    context: ProjectWriteContext,
    body: z.output<CreationBody<F>>,
    more: Pick<StateOf<F>, OwedNames<F>> & Partial<StateOf<F>>,
  ): Promise<z.input<Wire>>;
  readonly create: [Parent] extends [never]
    ? (
        options: CreationOptions<F>,
      ) => Operation<typeof projectScope, undefined, CreationBody<F>, Wire, "POST", "project-write">
    : null;
  /** Creates or changes one by its external id. */
  upsert(
    options: UpsertRules<F>,
  ): Operation<typeof projectScope, undefined, UpsertBody<F>, Wire, "POST", "project-write">;
  /** Lists them; where they have free-form `properties`, these can be filtered and sorted by too. */
  list(
    options?: Wording & { meanings?: Meanings<keyof FilterShape<F> & string> },
  ): ListOperation<Parent, Plural, Wire, FilterShape<F>, HasFreeProperties<F>>;
  get<const Seen extends boolean = false>(
    options?: Wording & { seen?: Seen },
  ): Operation<SubjectParams<Param>, Seen extends true ? SeenQuery : undefined, undefined, Wire, "GET", "project-read">;
  update(
    options: Omit<UpdateOptions<StateOf<F>, UpdateShape<F>>, "fields">,
  ): UpdateOperation<Param, UpdateShape<F>, Wire>;
  delete(
    options?: Wording & Guard<StateOf<F>>,
  ): Operation<SubjectParams<Param>, undefined, undefined, typeof Deletion, "DELETE", "project-write">;
  restore(options?: RestoreOptions<StateOf<F>>): RestoreOperation<Param>;
  /** The operations between its states; `more` has the rules that one has beyond them. */
  transitions(
    more?: {
      readonly [Name in Verb]?: TransitionRules<StateOf<F>>;
    },
  ): { readonly [Name in Verb]: TransitionOperation<Param, Wire> };
  /** Address and words of the operation of a transition, where the feature writes that itself. */
  transition(name: Verb): {
    method: "POST";
    path: string;
    scope: Scope;
    summary: string;
    description: string;
    params: SubjectParams<Param>;
  };
  /**
   * Refuses a transition of a subject that is in a state in which it does not begin.
   *
   * @throws `wrong_state`.
   */
  requireState(name: Verb, version: StateOf<F>): void;
}

/** Description of every upsert. */
export const UPSERT =
  "Answers 201 when it was created, 200 when it existed, without an event where nothing changes. Fields that are sent replace the stored ones whole; absent fields stay as they are. With `If-Match` it only updates.";

/**
 * Declares a recorded resource by its fields, each in one place. What the record keeps, its form on the wire, the bodies of requests and
 * the ordinary operations follow from them; its table is made of the same fields.
 */
export function recorded<
  const Type extends keyof typeof ID_PREFIXES,
  const Plural extends string,
  F extends Fields,
  Verb extends string = never,
  const Param extends string = `${Type}_id`,
  Parent extends string = never,
>(
  declaration: Declaration<Type, Plural, F, Verb, Param, Parent> & { readonly wire?: never; readonly toWire?: never },
): RecordedResource<Type, Plural, F, Verb, WireOf<ShownShape<F>>, Param, Parent>;
export function recorded<
  const Type extends keyof typeof ID_PREFIXES,
  const Plural extends string,
  F extends Fields,
  Shape extends z.ZodRawShape,
  Verb extends string = never,
  const IdName extends string = "id",
  const Param extends string = `${Type}_id`,
  Parent extends string = never,
>(
  declaration: Declaration<Type, Plural, F, Verb, Param, Parent> & OtherFields<F, Shape, IdName>,
): RecordedResource<Type, Plural, F, Verb, WireOf<Shape, IdName>, Param, Parent>;
export function recorded(
  declaration: Declaration<string, string, Fields, string, string, string> &
    Partial<OtherFields<Fields, z.ZodRawShape>>,
): unknown {
  const {
    type,
    param = `${type}_id`,
    plural,
    path,
    subjects = path,
    within,
    table,
    fields,
    states,
    example,
    wire,
    toWire,
    one,
    many,
    bodyName,
    requests,
    sealedFor,
    idName = "id",
    ...rest
  } = declaration;
  const mentions = Object.entries(fields).flatMap(([name, { options }]) =>
    options.mentions === undefined ? [] : [[name, options.mentions]],
  );
  const files = Object.keys(fields).filter((name) => fields[name]?.options.file);
  const prefix = ID_PREFIXES[type as keyof typeof ID_PREFIXES];
  const { invariants } = rest;
  const sealed = Object.keys(fields).filter((name) => fields[name]?.options.sealed);
  if (sealed.length > 0 && sealedFor === undefined) throw new Error(`nothing says whose keys seal the ${type}`);
  // Whoever can be named by callers is the only one of that name, whatever else its feature asks. By a sealed name the record finds
  // nobody: that is for the feature.
  const isNamed = fields.external_id !== undefined && !sealed.includes("external_id");
  const named = isNamed ? "external_id_taken" : null;
  const kept = resource({
    ...rest,
    invariants: async (record, changes, self) => {
      personal?.requireSealed(changes as never);
      if (named !== null) {
        await requireUniqueExternalIds(record, changes as never, self as unknown as Resource<NamedState>);
      }
      await invariants?.(record, changes as never, self as never);
    },
    type,
    prefix,
    table,
    state: stateSchema(fields),
    mentions: Object.fromEntries(mentions),
    files,
    sealed,
    events: { ...transitionEvents(states), ...rest.events },
  });
  const shown = shownShape(fields);
  const show = (version: Version<JsonObject>): JsonObject => {
    const { id, project_id } = version;
    if (toWire === undefined) return markedState(kept, shownVersion(kept, version as never) as JsonObject);
    const state = markedState(kept, stateOf(kept, version as never) as JsonObject);
    return { [idName]: id, project_id, ...(toWire(state as never) as JsonObject), ...versionMeta(version) };
  };
  const personal: Sealing | null =
    sealedFor === undefined ? null : sealing({ resource: kept, fields, sealedFor: sealedFor as never, toWire: show });
  const api = apiResource({
    resource: kept,
    one: one ?? type.replaceAll("_", " "),
    ...(many !== undefined && { many }),
    param,
    wire: wireOf(wire?.(shown) ?? shown, idName).meta({ id: pascalCase(type), ...statesMeta(states) }),
    fields: { ...requestSchemas(fields, ({ options }) => options.writable !== "never"), ...requests },
    toWire: show,
    sealing: personal ?? undefined,
  } as unknown as ApiResource<JsonObject, z.ZodType, string>);
  const plainBody = creationBody(fields, prefix);
  const body = bodyName === undefined ? plainBody : plainBody.meta({ id: bodyName });
  const taken: readonly ProblemCode[] = named === null ? [] : [named];
  const upserted =
    fields.external_id === undefined
      ? null
      : upsertBody(fields, `Required when the ${api.one} does not exist yet.`).meta({
          id: `${pascalCase(type)}Upsert`,
        });
  const changes = requestSchemas(fields, ({ options: { writable = "always" } }) => writable === "always");
  const subject = `${subjects}/{${param}}` as const;

  const make = async (
    context: ProjectWriteContext,
    { id, ...sent }: z.output<typeof body>,
    more: Partial<JsonObject>,
  ): Promise<unknown> => {
    const state = newState(kept, { ...sent, ...more });
    const chosen = id as string | undefined;
    if (personal === null) return api.toWire((await created(context, kept, chosen, state)) as Version<JsonObject>);
    const given = chosen ?? newId(prefix, context.services.clock.now());
    const secret = await personal.seal(context, given, state as JsonObject);
    return opened(context, (await created(context, kept, given, secret as never)) as Version<JsonObject>);
  };
  const opened = async (context: ProjectWriteContext, version: Version<JsonObject>): Promise<unknown> =>
    (await shownOpen(api, context, [version]))[0];

  const create = ({ state, lookUps, errors = [], ...options }: CreationOptions<Fields>) =>
    projectWrite({
      summary: `Create ${anyOf(api)}`,
      ...options,
      method: "POST",
      path: path as string,
      scope: kept.scope,
      forCommenters: kept.forCommenters,
      params: projectScope,
      body,
      output: api.wire,
      status: 201,
      errors: ["not_found", "id_taken", ...taken, ...errors],
      ...(lookUps !== undefined && { lookUps: (input: { body: z.output<typeof body> }) => lookUps(input.body) }),
      handle: async (context: ProjectWriteContext, input: { body: z.output<typeof body> }) =>
        make(context, input.body, (await state?.(context, input.body)) ?? {}),
    } as never);

  return {
    ...api,
    example: example as EventExample,
    plural,
    declared: fields,
    sealing: personal ?? undefined,
    states,
    body,
    changes,
    make,
    create: (within === undefined ? create : null) as never,
    upsertBody: upserted,
    upsert: ({ lookUps, errors = [], write, ...options }: UpsertRules<Fields>) =>
      projectWrite({
        summary: `Create or update ${anyOf(api)} by its external_id`,
        description: UPSERT,
        ...options,
        method: "POST",
        path: `${path}/upsert` as string,
        scope: kept.scope,
        forCommenters: kept.forCommenters,
        params: projectScope,
        body: upserted,
        output: api.wire,
        otherStatus: { status: 201, when: `The ${api.one} did not exist and was created.` },
        errors: ["not_found", "edit_conflict", "precondition_failed", ...errors],
        lookUps: ({ body: sent }: { body: z.output<UpsertBody<Fields>> }) => [
          ...(isNamed
            ? [byColumn(kept as unknown as Resource<NamedState>, "external_id", [sent.external_id as string])]
            : []),
          ...(lookUps?.(sent) ?? []),
        ],
        handle: async (context: ProjectWriteContext, input: { body: z.output<UpsertBody<Fields>> }) => {
          const { id, outcome } = await write(context, input.body, { ifMatch: context.ifMatch });
          context.response.status = outcome === "created" ? 201 : 200;
          return opened(context, (await committed(context, kept, id)) as Version<JsonObject>);
        },
      } as never),
    list: (options?: Wording & { meanings?: Meanings<string> }) => {
      const sortable = Object.keys(fields).filter((name) => fields[name]?.options.sort);
      const properties = fields.properties !== undefined && !(fields.properties.schema instanceof z.ZodArray);
      const filters = filterShape(fields) as never;
      return declareList(api, path, {
        ...options,
        field: plural,
        container: within,
        filters,
        sortable,
        properties,
      } as never);
    },
    get: (options?: Wording) => declareGet(api, subject, options),
    update: ({ errors = [], ...options }: { errors?: readonly ProblemCode[] }) =>
      declareUpdate(api, subject, { ...options, errors: [...taken, ...errors], fields: changes } as never),
    delete: (options?: Wording & Guard<JsonObject>) => declareDelete(api, subject, options),
    restore: ({ errors = [], ...options }: RestoreOptions<JsonObject> = {}) =>
      declareRestore(api, `${subject}/restore`, { ...options, errors: [...taken, ...errors] }),
    transitions: (more: Readonly<Record<string, TransitionRules<JsonObject>>> = {}) =>
      Object.fromEntries(
        Object.keys(states?.transitions ?? {}).map((name) => [
          name,
          declareTransition(api, `${subject}/${name}`, states as States, name, more[name]),
        ]),
      ),
    transition: (name: string) => {
      const { summary, description } = (states as States).transitions[name] as TransitionDeclaration;
      const {
        params,
        resource: { scope },
      } = api;
      return { method: "POST", path: `${subject}/${name}`, scope, summary, description, params };
    },
    requireState: (name: string, version: JsonObject) => requireState(states as States, name, version, api.one),
  };
}
