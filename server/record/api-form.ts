import type { z } from "zod";
import type { JsonObject } from "#domain/json.ts";
import type { Db } from "./database.ts";
import type { Resource, Version } from "./resource.ts";

/** A version with the sequence at which it is looked at: what is computed, such as a path, may differ within its life. */
export interface Moment<S> {
  readonly version: Version<S>;
  readonly seq: number;
}

/** The project whose subjects are shown. */
export interface ShownProject {
  readonly id: string;
  readonly workspaceId: string;
}

/** Example from which a subject's events are shown. */
export interface EventExample {
  /** Fields of the subject; those left out are as the state's schema has them. */
  readonly state: JsonObject;
  /** Fields that are otherwise before events of a verb. */
  readonly before?: Readonly<Record<string, JsonObject>>;
  /** Fields that events of a verb change. */
  readonly edits?: Readonly<Record<string, JsonObject>>;
  /** Content of `data` by the event's verb. */
  readonly data?: Readonly<Record<string, JsonObject>>;
}

/** API form of one kind of subject for the change feed and comparisons, in the shape of a read. */
export interface ApiForm<S = JsonObject> {
  readonly resource: Resource<S>;
  readonly schema: z.ZodType;
  /** Schemas of requests for fields of the form, by their names: what is imported meets them too. */
  readonly fields?: Readonly<Record<string, z.ZodType>>;
  /** Example of its events in the reference; one is made up where there is none. */
  readonly example?: EventExample;
  /** Shows versions, each as it was at its moment, in the order given. */
  show(db: Db, project: ShownProject, moments: readonly Moment<S>[]): Promise<JsonObject[]>;
}

/** The form of a resource that is shown by its state alone. */
export function plainForm<S>(shown: {
  resource: Resource<S>;
  wire: z.ZodType;
  fields?: Readonly<Record<string, z.ZodType>>;
  example?: EventExample;
  toWire: (version: Version<S>) => unknown;
}): ApiForm<S> {
  return {
    resource: shown.resource,
    schema: shown.wire,
    ...(shown.fields !== undefined && { fields: shown.fields }),
    ...(shown.example !== undefined && { example: shown.example }),
    show: async (_db, _project, moments) => moments.map(({ version }) => shown.toWire(version) as JsonObject),
  };
}
