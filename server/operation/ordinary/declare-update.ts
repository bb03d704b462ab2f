import { z } from "zod";
import { mergePatch } from "#domain/change/merge-patch.ts";
import { isJsonObject, type Json, type JsonObject } from "#domain/json.ts";
import type { ProblemCode } from "../../kernel/problem-catalogue.ts";
import { byId, type LookUp } from "../../record/look-up.ts";
import { stateOf, type Version } from "../../record/resource.ts";
import type { ProjectWriteContext } from "../context.ts";
import { baseSeq, committed, edit, target } from "../edit.ts";
import { type Operation, projectWrite } from "../operation.ts";
import type { projectScope } from "../project-scope.ts";
import {
  type ApiResource,
  anyOf,
  type SubjectIds,
  type SubjectParams,
  type SubjectPath,
  shownOpen,
  type Wording,
} from "./api-resource.ts";

/** Codes of updates of what is sealed. */
const SEALED_ERRORS: readonly ProblemCode[] = ["player_erased"];

type PatchBody<Fields extends z.ZodRawShape> = z.ZodObject<
  { [Name in keyof Fields]: z.ZodOptional<Fields[Name]> } & { base_seq: typeof baseSeq }
>;

/** Operation that changes one subject. */
export type UpdateOperation<Param extends string, Fields extends z.ZodRawShape, Wire extends z.ZodType> = Operation<
  SubjectParams<Param>,
  undefined,
  PatchBody<Fields>,
  Wire,
  "PATCH",
  "project-write"
>;

/** Properties of an update beyond its resource and its fields. */
export type UpdateOptions<S, Fields extends z.ZodRawShape> = Wording & {
  /** Name of its body in the interface description; made of the resource's unless given. */
  bodyName?: string;
  /** Codes its invariants can answer. */
  errors?: readonly ProblemCode[];
  /** Whether it writes beside the record as well, and so goes alone. */
  alone?: boolean;
  example: { [Name in keyof Fields]?: z.input<Fields[Name]> };
  /** Subjects that its rules ask for besides the one it changes, to be read together with the lock. */
  lookUps?: (patch: Patch<Fields>) => readonly LookUp[];
  /** Writes the change where it has a rule of its own; the patch is merged into the state otherwise. */
  write?: (context: ProjectWriteContext, version: Version<S>, patch: Patch<Fields>) => Promise<unknown>;
};

type Patch<Fields extends z.ZodRawShape> = { readonly [Name in keyof Fields]?: z.output<Fields[Name]> | undefined } & {
  base_seq?: number | undefined;
};

/**
 * Declares the change of one subject by JSON Merge Patch (RFC 7396) over the fields given: those sent replace the state's,
 * objects merge. `If-Match` and `base_seq` are honoured.
 */
export function declareUpdate<S, Wire extends z.ZodType, Param extends string, Fields extends z.ZodRawShape>(
  api: ApiResource<S, Wire, Param>,
  path: SubjectPath<Param>,
  options: UpdateOptions<S, Fields> & {
    /** The fields that may change, each as it must be when it is sent. */
    fields: Fields & { readonly [Name in Param | "project_id"]?: never };
  },
): UpdateOperation<Param, Fields, Wire> {
  const { resource, param, params, wire, sealing, ...names } = api;
  const { fields, bodyName, errors = [], example, lookUps, write, ...wording } = options;
  const body = z
    .strictObject(fields)
    .partial()
    .extend({ base_seq: baseSeq })
    .meta({ id: bodyName ?? `${wire.meta()?.id}Patch` });
  const operation = projectWrite({
    method: "PATCH",
    path: path as string,
    scope: resource.scope,
    forCommenters: resource.forCommenters,
    summary: `Update ${anyOf(names)}`,
    ...wording,
    params: params as typeof projectScope,
    body: body as z.ZodObject<{ base_seq: typeof baseSeq }>,
    output: wire,
    errors: ["not_found", "edit_conflict", "precondition_failed", ...(sealing ? SEALED_ERRORS : []), ...errors],
    example,
    lookUps: ({ params: ids, body: patch }) => [
      byId(resource, [(ids as SubjectIds<Param>)[param]]),
      ...(lookUps?.(patch as never) ?? []),
    ],
    handle: async (context, input) => {
      const ids = input.params as SubjectIds<Param>;
      const version = await target(context, resource, ids[param]);
      if (write !== undefined) {
        await write(context, version, input.body as never);
        return shown(context, await committed(context, resource, version.id));
      }
      const { base_seq, ...patch } = input.body;
      const state = stateOf(resource, version) as JsonObject;
      const patched = (values: JsonObject) => mergeState(values, patch as JsonObject);
      const next = sealing ? await sealing.change(context, version.id, state, patched) : patched(state);
      return shown(context, await edit(context, resource, version, next as S, { baseSeq: base_seq }));
    },
  });
  return operation as never;

  async function shown(context: ProjectWriteContext, version: Version<S>): Promise<z.input<Wire>> {
    return (await shownOpen(api, context, [version]))[0] as z.input<Wire>;
  }
}

/** A state after a patch of its fields: absent ones stay, objects merge with objects, null stands for itself. */
function mergeState(state: JsonObject, patch: Readonly<Record<string, Json | undefined>>): JsonObject {
  const next = { ...state };
  for (const [field, value] of Object.entries(patch)) {
    if (value === undefined) continue;
    const current = state[field];
    next[field] = isJsonObject(value) && isJsonObject(current) ? mergePatch(current, value) : value;
  }
  return next;
}
