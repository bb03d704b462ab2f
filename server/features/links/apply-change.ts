import type { LinkOrigin } from "../../kernel/brought.ts";
import { Problem } from "../../kernel/problem.ts";
import type { Resource } from "../../record/resource.ts";
import type { UnitOfWork } from "../../record/unit-of-work.ts";
import { entityResource, relationshipResource } from "../entities/public.ts";
import { factResource } from "../facts/public.ts";
import type { LinkVersion } from "./link.ts";
import type { LinkChangeVersion } from "./link-change.ts";
import type { SourceEntity, SourceFact, SourceRelationship } from "./read-source.ts";
import { supersedingHere } from "./superseding.ts";
import { releaseAll, writeEntities, writeFacts, writeRelationships } from "./write-brought.ts";

const RESOURCES = { entity: entityResource, relationship: relationshipResource, fact: factResource } as const;

/**
 * Brings one subject in a unit of work as a change says that it is in the source; one that is gone there becomes the project's own.
 *
 * @throws {@link Problem} `not_found` where an entity that it names, or the fact that holds in its place, is not here; `wrong_state` where what is here is of a later sequence.
 */
export async function applyChange(
  record: UnitOfWork,
  found: LinkVersion,
  { type, subject_id: id, content, source_seq: seq }: LinkChangeVersion,
): Promise<void> {
  const resource = RESOURCES[type] as unknown as Resource<{ brought: LinkOrigin | null }>;
  const here = await record.load(resource, [id]);
  const origin = here.get(id)?.brought;
  const broughtSeq = origin?.link_id === found.id ? origin.seq : 0;
  if (seq < Math.max(broughtSeq, found.pinned_seq ?? 0)) {
    throw new Problem("wrong_state", {
      message:
        "A later sequence of the source was brought since. The change is suggested again where it still differs.",
      detail: { state: "outdated", allowed: ["open", "rejected"] },
    });
  }
  if (content === null) {
    releaseAll(
      record,
      resource,
      [...here.values()].filter(({ brought }) => brought?.link_id === found.id),
    );
    return;
  }
  const linking = { ...found, seq };
  if (type === "entity") {
    await writeEntities(record, linking, [{ ...(content as unknown as SourceEntity), id }]);
    return;
  }
  if (type === "relationship") {
    const relationship = { ...(content as unknown as SourceRelationship), id };
    await requireHere(record, [relationship.source_id, relationship.target_id]);
    await writeRelationships(record, linking, [relationship]);
    return;
  }
  const fact = { ...(content as unknown as SourceFact), id };
  await requireHere(
    record,
    [fact.subject_id, fact.object_id, ...fact.also_about].filter((each) => each !== null),
  );
  await requireSuccessor(record, fact);
  await writeFacts(record, linking, [fact]);
}

/** Requires that what holds in the place of a fact once it is as in its source is here, or was. */
async function requireSuccessor(record: UnitOfWork, fact: SourceFact): Promise<void> {
  const version = (await record.load(factResource, [fact.id])).get(fact.id);
  const { superseded_by: by = null } = version === undefined ? fact : supersedingHere(version, fact).values;
  if (by === null) return;
  await record.loadUsed(factResource, [by]);
  if (record.isUsed(factResource, by)) return;
  throw new Problem("not_found", {
    message: `The fact ${by}, which holds in its place, is not here. Accept that one first.`,
  });
}

async function requireHere(record: UnitOfWork, ids: readonly string[]): Promise<void> {
  const here = await record.load(entityResource, ids);
  if (ids.every((id) => here.has(id))) return;
  throw new Problem("not_found", { message: "An entity that it names is not here. Accept that one first." });
}
