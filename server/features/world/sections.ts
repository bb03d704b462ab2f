import type { z } from "zod";
import type { ProjectWriteContext } from "../../operation/context.ts";
import type { UpsertOptions, UpsertResult } from "../../operation/upsert.ts";
import type { Resource } from "../../record/resource.ts";
import type { UnitOfWork } from "../../record/unit-of-work.ts";
import { variable } from "../dialogues/public.ts";
import {
  EntityUpsert,
  entityResource,
  type ImportKind,
  loadEntities,
  relationshipResource,
  upsertEntity,
} from "../entities/public.ts";
import { FactUpsert, factResource, loadFacts, loadSecrets, secret, upsertFact, upsertSecret } from "../facts/public.ts";
import { loadRelationships, RelationshipUpsert, upsertRelationship } from "../relationships/public.ts";
import { upsertVariable } from "../variables/public.ts";

/** Unit of work and services for the writes of a section. */
export type WorldWrite = Pick<ProjectWriteContext, "record" | "services">;

/** List of a world file: its rows are of one kind, each as an upsert takes it. */
export interface Section {
  readonly kind: ImportKind;
  /** Name of the list in the file. */
  readonly name: string;
  readonly schema: z.ZodObject;
  readonly resource: Resource<never>;
  /** Reads ahead what the writes of rows will ask about. */
  load(record: UnitOfWork, bodies: readonly never[]): Promise<unknown>;
  upsert(context: WorldWrite, body: never, options: UpsertOptions): Promise<UpsertResult>;
}

/** The sections of a world file, in the order in which they are written: what is named comes first. */
export const SECTIONS: readonly Section[] = [
  section({
    kind: "entity",
    name: "entities",
    schema: EntityUpsert.omit({ base_seq: true }),
    resource: entityResource,
    load: loadEntities,
    upsert: ({ record, services }, body, options) =>
      upsertEntity(record, body, { ...options, now: services.clock.now() }),
  }),
  section({
    kind: "variable",
    name: "variables",
    schema: variable.upsertBody.omit({ base_seq: true }),
    resource: variable.resource,
    load: async (record, bodies) => {
      await record.loadFound(
        variable.resource,
        "external_id",
        bodies.map(({ external_id }) => external_id),
      );
      await record.loadFound(
        variable.resource,
        "name",
        bodies.flatMap(({ name }) => name ?? []),
      );
    },
    upsert: upsertVariable,
  }),
  section({
    kind: "relationship",
    name: "relationships",
    schema: RelationshipUpsert.omit({ base_seq: true }),
    resource: relationshipResource,
    load: loadRelationships,
    upsert: ({ record, services }, body, options) =>
      upsertRelationship(record, body, { ...options, now: services.clock.now() }),
  }),
  section({
    kind: "fact",
    name: "facts",
    schema: FactUpsert.omit({ base_seq: true }),
    resource: factResource,
    load: loadFacts,
    upsert: ({ record, services }, body, options) =>
      upsertFact(record, body, { ...options, now: services.clock.now() }),
  }),
  section({
    kind: "secret",
    name: "secrets",
    schema: secret.upsertBody.omit({ base_seq: true }),
    resource: secret.resource,
    load: loadSecrets,
    upsert: upsertSecret,
  }),
];

/** Declares a section by the schema of its rows. */
function section<Schema extends z.ZodObject>(declared: {
  readonly kind: ImportKind;
  readonly name: string;
  readonly schema: Schema;
  readonly resource: Resource<never>;
  load(record: UnitOfWork, items: readonly (z.output<Schema> & { op: "upsert" })[]): Promise<unknown>;
  upsert(context: WorldWrite, body: z.output<Schema>, options: UpsertOptions): Promise<UpsertResult>;
}): Section {
  return {
    ...declared,
    load: (record, bodies) =>
      declared.load(
        record,
        (bodies as readonly z.output<Schema>[]).map((body) => ({ op: "upsert" as const, ...body })),
      ),
    upsert: declared.upsert as Section["upsert"],
  };
}
