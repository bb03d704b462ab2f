import type { GuardedChange } from "../../record/commit-guard.ts";

/** Fields of subjects that name entities at which rules are checked. */
const NAMED: Readonly<Record<string, readonly string[]>> = {
  fact: ["subject_id", "object_id"],
  relationship: ["source_id", "target_id"],
  entity: [],
};

/** Returns the subjects at which a change can break a rule: the changed fact or entity, and the entities that it names or named. */
export function touchedBy({ resource: { type }, change }: GuardedChange): string[] {
  const fields = NAMED[type];
  if (fields === undefined) return [];
  const named = [change.before, change.after].flatMap((state) =>
    fields.flatMap((field) => {
      const id = state?.[field];
      return typeof id === "string" ? [id] : [];
    }),
  );
  return type === "relationship" ? named : [change.id, ...named];
}
