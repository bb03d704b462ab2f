import { newId } from "../kernel/ids.ts";
import { Problem } from "../kernel/problem.ts";
import { integer } from "../kernel/validation/fields.ts";
import type { Resource, Version } from "../record/resource.ts";
import type { ChangeNote } from "../record/unit-of-work.ts";
import type { ProjectWriteContext } from "./context.ts";

/** `base_seq`, which any update may carry: only fields others changed since then conflict. */
export const baseSeq = integer({ min: 0 })
  .optional()
  .meta({ description: "The sequence the edit started from. Fields changed since then answer 409 `edit_conflict`." });

/** `if_match` of one part of a batch, as the header is of a request. */
export const ifMatch = integer({ min: 0 }).optional().meta({
  description:
    "The `valid_from_seq` it must have had before the batch, as `If-Match` asks of a single request; otherwise 412 `precondition_failed`.",
});

/** Loads the subject of a write: 404 when it does not exist, 412 when `If-Match` names another version. */
export async function target<S>(context: ProjectWriteContext, resource: Resource<S>, id: string): Promise<Version<S>> {
  const version = await context.record.require(resource, id);
  requireMatch(context, version);
  return version;
}

/**
 * Compares `If-Match` with a version; null is a subject that does not exist, which nothing matches.
 *
 * @throws {@link Problem} `precondition_failed` where it names another version.
 */
export function requireMatch(
  { ifMatch }: Pick<ProjectWriteContext, "ifMatch">,
  version: { valid_from_seq: number } | null,
): void {
  if (ifMatch === null || (ifMatch === "*" && version !== null)) return;
  const current = version?.valid_from_seq ?? null;
  if (ifMatch !== current) throw new Problem("precondition_failed", { detail: { current, sent: ifMatch } });
}

/** Changes one subject, honours `base_seq`, commits, and answers the version that now holds. */
export async function edit<S>(
  context: ProjectWriteContext,
  resource: Resource<S>,
  version: Version<S>,
  next: S,
  options: { baseSeq?: number | undefined; note?: ChangeNote } = {},
): Promise<Version<S>> {
  context.record.update(resource, version, next, options.note);
  if (options.baseSeq !== undefined) await context.record.requireNoConflict(resource, version.id, options.baseSeq);
  return committed(context, resource, version.id);
}

/** Commits and answers the version a subject now has; its sequence becomes the ETag. */
export async function committed<S>(
  context: ProjectWriteContext,
  resource: Resource<S>,
  id: string,
): Promise<Version<S>> {
  await context.record.commit();
  const version = context.record.version(resource, id);
  if (version === null) throw new Error(`${id} is gone after its own write`);
  context.response.etag = version.valid_from_seq;
  return version;
}

/** Creates a subject under the id a client chose, or a new one; 409 `id_taken` when it is or was in use. Commits. */
export async function created<S>(
  context: ProjectWriteContext,
  resource: Resource<S>,
  chosen: string | undefined,
  state: S,
): Promise<Version<S>> {
  const { record, services } = context;
  if (chosen !== undefined) await record.requireUnused(resource, [chosen]);
  const id = chosen ?? newId(resource.prefix, services.clock.now());
  record.create(resource, id, state);
  return committed(context, resource, id);
}
