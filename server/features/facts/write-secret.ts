import { jsonEqual } from "#domain/json.ts";
import type { secretFields } from "#drizzle/schema/facts.ts";
import type { StateOf } from "../../kernel/field.ts";
import { newId } from "../../kernel/ids.ts";
import type { PartOutcome } from "../../operation/batch.ts";
import { changedPart, deletePart, requireSubject } from "../../operation/batch-part.ts";
import type { ProjectWriteContext } from "../../operation/context.ts";
import { newState, stateOf, type Version } from "../../record/resource.ts";
import type { UnitOfWork } from "../../record/unit-of-work.ts";
import { entityResource } from "../entities/public.ts";
import { requireCoverable } from "./require-coverable.ts";
import { requireEntities } from "./require-entities.ts";
import { secret } from "./secret.ts";
import type { SecretItem } from "./secret-items.ts";
import { STORY } from "./story.ts";

type Loc = readonly (string | number)[];
type SecretState = StateOf<typeof secretFields>;
type Place = Pick<ProjectWriteContext, "record" | "services">;

/** Returns the fields of a new secret that its subject and its knowers decide. What it names has to be there. */
export async function coverage(
  context: Place,
  body: { subject_id: string; pointer: string | null; known_by: readonly string[] },
  loc: Loc = ["body"],
): Promise<Pick<SecretState, "subject_type" | "known_by">> {
  const subject_type = await requireCoverable(context, body, loc);
  const known_by = [...new Set(body.known_by)];
  await requireEntities(context.record, known_by.map(knowerAt(loc)));
  return { subject_type, known_by };
}

/** Returns the state of a secret after a patch; entities that are told of it now have to be there. */
export async function patched(
  record: UnitOfWork,
  version: Version<SecretState>,
  {
    known_by: sent = version.known_by,
    note = version.note,
  }: { readonly known_by?: string[] | undefined; readonly note?: string | undefined },
  loc: Loc = ["body"],
): Promise<SecretState> {
  const known = new Set(version.known_by);
  await requireEntities(
    record,
    sent.map(knowerAt(loc)).filter(({ id }) => !known.has(id)),
  );
  return { ...stateOf(secret.resource, version), known_by: [...new Set(sent)], note };
}

/** An entity of `known_by` with its place in the request. */
function knowerAt(loc: Loc) {
  return (id: string, index: number) => ({ id, loc: [...loc, "known_by", index] });
}

/** Reads ahead everything that the parts of a batch ask about. */
export async function loadSecrets(record: UnitOfWork, items: readonly SecretItem[]): Promise<void> {
  const creations = items.filter(isCreation);
  await record.load(
    secret.resource,
    items.flatMap((item) => (isCreation(item) ? [] : item.id)),
  );
  await record.loadUsed(
    secret.resource,
    creations.flatMap(({ id }) => id ?? []),
  );
  for (const resource of STORY) {
    const subjects = creations.map(({ subject_id }) => subject_id);
    await record.load(
      resource,
      subjects.filter((id) => id.startsWith(`${resource.prefix}_`)),
    );
  }
  const knowers = items.flatMap((item) =>
    isCreation(item) ? item.known_by : item.op === "update" ? (item.patch.known_by ?? []) : [],
  );
  await record.load(entityResource, knowers);
  await record.loadLater(
    items.flatMap((item) =>
      item.op === "update" && item.base_seq !== undefined ? { id: item.id, baseSeq: item.base_seq } : [],
    ),
  );
}

type Creation = Extract<SecretItem, { op?: "create" | undefined }>;

function isCreation(item: SecretItem): item is Creation {
  return item.op === undefined || item.op === "create";
}

/** Does one part of a batch in the unit of work. */
export async function applySecret(context: Place, item: SecretItem, index: number): Promise<PartOutcome> {
  const { record, services } = context;
  const loc = ["body", "secrets", index];
  if (isCreation(item)) {
    const { op: _, id: chosen, ...sent } = item;
    const state = newState(secret.resource, { ...sent, ...(await coverage(context, item, loc)) });
    if (chosen !== undefined) await record.requireUnused(secret.resource, [chosen]);
    const id = chosen ?? newId(secret.resource.prefix, services.clock.now());
    record.create(secret.resource, id, state, { loc });
    return { id, outcome: "created" };
  }
  const version = requireSubject(await record.get(secret.resource, item.id), item);
  if (item.op === "delete") return deletePart(record, secret.resource, version);
  const from = stateOf(secret.resource, version);
  const next = await patched(record, version, item.patch, [...loc, "patch"]);
  record.update(secret.resource, version, next, { loc: [...loc, "patch"] });
  if (item.base_seq !== undefined) {
    await record.requireNoConflict(secret.resource, version.id, item.base_seq, { from, loc });
  }
  return changedPart(version, !jsonEqual(from, next));
}
