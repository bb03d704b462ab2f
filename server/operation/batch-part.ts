import { Problem } from "../kernel/problem.ts";
import type { Resource, Version } from "../record/resource.ts";
import type { UnitOfWork } from "../record/unit-of-work.ts";
import type { PartOutcome } from "./batch.ts";
import { requireMatch } from "./edit.ts";

/** The parts of a declaration that operations on a batch of subjects have in common. */
export const batchOperation = {
  method: "POST",
  scope: "write",
  status: 201,
  otherStatus: { status: 200, when: "Nothing was created." },
  long: true,
  ifMatch: false,
  bodyLimit: 4 * 1024 * 1024,
} as const;

/**
 * Checks the subject that a part of a batch changes or deletes.
 *
 * @throws {@link Problem} `not_found` where there is none, `precondition_failed` where `if_match` names another version.
 */
export function requireSubject<S>(
  version: Version<S> | null,
  { if_match }: { if_match?: number | undefined },
): Version<S> {
  if (version === null) throw new Problem("not_found");
  requireMatch({ ifMatch: if_match ?? null }, version);
  return version;
}

/** Outcome of a part that changed its subject, or found it to be that way already. */
export function changedPart({ id }: { id: string }, isChanged: boolean): PartOutcome {
  return { id, outcome: isChanged ? "updated" : "unchanged" };
}

/** Deletes the subject of a part, which takes nothing along. */
export function deletePart<S>(record: UnitOfWork, resource: Resource<S>, version: Version<S>): PartOutcome {
  record.remove(resource, version);
  return { id: version.id, outcome: "deleted" };
}
