import { z } from "zod";
import type { JsonObject } from "#domain/json.ts";
import type { ProblemCode } from "../../kernel/problem-catalogue.ts";
import { idOf } from "../../kernel/validation/fields.ts";
import type { EventExample } from "../../record/api-form.ts";
import type { Resource, Version } from "../../record/resource.ts";
import type { ProjectWriteContext } from "../context.ts";
import { projectScope } from "../project-scope.ts";
import type { OpeningContext, Sealing } from "./sealing.ts";
import { shownVersion } from "./shown-version.ts";

/** Path parameters of one subject: its project and itself. */
export type SubjectParams<Param extends string> = z.ZodObject<
  (typeof projectScope)["shape"] & Record<Param, z.ZodString>
>;

/** Values of {@link SubjectParams}. */
export type SubjectIds<Param extends string> = { project_id: string } & Record<Param, string>;

/** A literal path that ends in the parameter of one subject. */
export type SubjectPath<Param extends string> = `/v1/projects/{project_id}/${string}/{${Param}}`;

/** A recorded resource as the API offers it: how it is named and addressed, and its form on the wire. */
export interface ApiResource<S, Wire extends z.ZodType, Param extends string> {
  readonly resource: Resource<S>;
  /** Words for one and for several in summaries. */
  readonly one: string;
  readonly many: string;
  /** Name of the path parameter that holds its id. */
  readonly param: Param;
  readonly params: SubjectParams<Param>;
  /** Schema of its form on the wire; what is derived from it is named after its id. */
  readonly wire: Wire;
  /** Schemas of requests for fields of that form. */
  readonly fields?: Readonly<Record<string, z.ZodType>>;
  /** Shows a version; in place of what is sealed it has a mark. */
  readonly toWire: (version: Version<S>) => z.input<Wire>;
  /** Sealing of its personal fields; absent where it has none. */
  readonly sealing?: Sealing | undefined;
  /** Example of its events in the reference. */
  readonly example?: EventExample;
}

/** Words of a derived operation that its resource does not give. */
export interface Wording {
  /** Title in the reference; made of the resource's name unless given. */
  summary?: string;
  description?: string;
}

/** Rule of a derived operation that says whether a subject may be changed. */
export interface Guard<S> {
  /** Codes that the rule can answer. */
  errors?: readonly ProblemCode[];
  /** Throws the problem of a caller who may not change this subject. */
  guard?: (context: ProjectWriteContext, version: Version<S>) => Promise<void>;
}

/** A form on the wire; a version's state with its sequences and times has none to be given. */
type OnTheWire<S, Wire extends z.ZodType> =
  ReturnType<typeof shownVersion<S>> extends z.input<Wire>
    ? { toWire?: (version: Version<S>) => z.input<Wire> }
    : { toWire: (version: Version<S>) => z.input<Wire> };

/** Declares how the API offers a recorded resource. From it get, list, update, delete and restore are one line each. */
export function apiResource<S, Wire extends z.ZodType, const Param extends string>(
  declaration: Pick<
    ApiResource<S, Wire, Param>,
    "resource" | "one" | "param" | "wire" | "fields" | "sealing" | "example"
  > & {
    many?: string;
  } & OnTheWire<S, Wire>,
): ApiResource<S, Wire, Param> {
  const { resource, one, param } = declaration;
  const { toWire = (version: Version<S>) => shownVersion(resource, version) as z.input<Wire> } = declaration;
  const id = idOf(resource.prefix).meta({ description: `The ${one}.` });
  const params = z.object({ ...projectScope.shape, [param]: id }) as SubjectParams<Param>;
  return { ...declaration, many: declaration.many ?? `${one}s`, params, toWire };
}

/** Shows versions with their sealed values opened. */
export async function shownOpen<S, Wire extends z.ZodType>(
  { sealing, toWire }: Pick<ApiResource<S, Wire, string>, "sealing" | "toWire" | "wire">,
  context: OpeningContext,
  versions: readonly Version<S>[],
): Promise<z.input<Wire>[]> {
  if (sealing === undefined) return versions.map(toWire);
  return (await sealing.show(context, versions as readonly Version<JsonObject>[])) as z.input<Wire>[];
}

/** The name of one with its article, for summaries. */
export function anyOf({ one }: { one: string }): string {
  return `${/^[aeiou]/.test(one) ? "an" : "a"} ${one}`;
}
