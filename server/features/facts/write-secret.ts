import type { z } from "zod";
import { jsonEqual } from "#domain/json.ts";
import type { secretFields } from "#drizzle/schema/facts.ts";
import type { StateOf } from "../../kernel/field.ts";
import { newId } from "../../kernel/ids.ts";
import { invalidValue } from "../../kernel/problem.ts";
import type { PartOutcome } from "../../operation/batch.ts";
import { changedPart, deletePart, requireSubject } from "../../operation/batch-part.ts";
import type { ProjectWriteContext } from "../../operation/context.ts";
import {
  loadUpserts,
  requireFields,
  type UpsertOptions,
  type UpsertResult,
  upsertNamed,
} from "../../operation/upsert.ts";
import { newState, stateOf, type Version } from "../../record/resource.ts";
import type { UnitOfWork } from "../../record/unit-of-work.ts";
import { entityResource } from "../entities/public.ts";
import { requireCoverable } from "./require-coverable.ts";
import { requireEntities } from "./require-entities.ts";
import { secret } from "./secret.ts";
import type { SecretItem } from "./secret-items.ts";
import { STORY } from "./story.ts";

type Loc = (string | number)[];
type SecretState = StateOf<typeof secretFields>;
type SecretPatch = { readonly [Name in "external_id" | "known_by" | "note"]?: SecretState[Name] | undefined };
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
  { external_id = version.external_id, known_by: sent = version.known_by, note = version.note }: SecretPatch,
  loc: Loc = ["body"],
): Promise<SecretState> {
  const known = new Set(version.known_by);
  await requireEntities(
    record,
    sent.map(knowerAt(loc)).filter(({ id }) => !known.has(id)),
  );
  return { ...stateOf(secret.resource, version), external_id, known_by: [...new Set(sent)], note };
}

/** Creates or changes a secret in the unit of work, named by its external id. What it covers cannot change. */
export async function upsertIn(
  context: Place,
  body: z.output<typeof secret.upsertBody>,
  options: UpsertOptions,
): Promise<UpsertResult> {
  const { record, services } = context;
  const { loc = ["body"] } = options;
  const { base_seq: baseSeq, subject_id, pointer, ...sent } = body;
  return upsertNamed(record, secret.resource, body, options, {
    create: async () => {
      const { subject_id: subject } = requireFields({ subject_id }, body, loc);
      const covered = { subject_id: subject, pointer: pointer ?? null, known_by: sent.known_by ?? [] };
      const state = newState(secret.resource, { ...sent, ...covered, ...(await coverage(context, covered, loc)) });
      const id = newId(secret.resource.prefix, services.clock.now());
      record.create(secret.resource, id, state, { loc });
      return id;
    },
    change: (version) => {
      requireSame(version, { subject_id, pointer }, loc);
      return changeIn(record, version, sent, { baseSeq, loc, baseLoc: loc });
    },
  });
}

/** Refuses another subject or part for a secret that exists. */
function requireSame(
  version: Version<SecretState>,
  sent: { readonly [Name in "subject_id" | "pointer"]: string | null | undefined },
  loc: Loc,
): void {
  for (const name of ["subject_id", "pointer"] as const) {
    if (sent[name] === undefined || sent[name] === version[name]) continue;
    throw invalidValue([...loc, name], "what a secret covers cannot change", sent[name]);
  }
}

/** Changes a secret in the unit of work, and returns whether that changes anything. */
async function changeIn(
  record: UnitOfWork,
  version: Version<SecretState>,
  patch: SecretPatch,
  { baseSeq, loc, baseLoc }: { baseSeq: number | undefined; loc: Loc; baseLoc: Loc },
): Promise<boolean> {
  const from = stateOf(secret.resource, version);
  const next = await patched(record, version, patch, loc);
  record.update(secret.resource, version, next, { loc: [...loc] });
  if (baseSeq !== undefined) {
    await record.requireNoConflict(secret.resource, version.id, baseSeq, { from, loc: [...baseLoc] });
  }
  return !jsonEqual(from, next);
}

/** An entity of `known_by` with its place in the request. */
function knowerAt(loc: Loc) {
  return (id: string, index: number) => ({ id, loc: [...loc, "known_by", index] });
}

/** Reads ahead everything that the parts of a batch ask about. */
export async function loadSecrets(
  record: UnitOfWork,
  items: readonly SecretItem[],
): Promise<{ gone: ReadonlyMap<string, string> }> {
  const creations = items.filter(isCreation);
  await record.load(
    secret.resource,
    items.flatMap((item) => (isCreation(item) || item.op === "upsert" ? [] : item.id)),
  );
  const upserts = items.filter((item) => item.op === "upsert");
  const written = items.flatMap((item) => (item.op === "delete" ? [] : item.op === "update" ? item.patch : item));
  await record.loadFound(
    secret.resource,
    "external_id",
    written.flatMap(({ external_id }) => external_id ?? []),
  );
  await record.loadUsed(
    secret.resource,
    creations.flatMap(({ id }) => id ?? []),
  );
  for (const resource of STORY) {
    const subjects = [...creations, ...upserts].flatMap(({ subject_id }) => subject_id ?? []);
    await record.load(
      resource,
      subjects.filter((id) => id.startsWith(`${resource.prefix}_`)),
    );
  }
  const knowers = written.flatMap(({ known_by = [] }) => known_by);
  await record.load(entityResource, knowers);
  await record.loadLater(
    items.flatMap((item) =>
      item.op === "update" && item.base_seq !== undefined ? { id: item.id, baseSeq: item.base_seq } : [],
    ),
  );
  return { gone: await loadUpserts(record, secret.resource, upserts) };
}

type Creation = Extract<SecretItem, { op?: "create" | undefined }>;

function isCreation(item: SecretItem): item is Creation {
  return item.op === undefined || item.op === "create";
}

/** Does one part of a batch in the unit of work. */
export async function applySecret(
  context: Place & { readonly gone: ReadonlyMap<string, string> },
  item: SecretItem,
  index: number,
): Promise<PartOutcome> {
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
  if (item.op === "upsert") {
    const { op: _, if_match: ifMatch = null, ...body } = item;
    return upsertIn(context, body, { ifMatch, loc, gone: context.gone });
  }
  const version = requireSubject(await record.get(secret.resource, item.id), item);
  if (item.op === "delete") return deletePart(record, secret.resource, version);
  const place = { baseSeq: item.base_seq, loc: [...loc, "patch"], baseLoc: loc };
  return changedPart(version, await changeIn(record, version, item.patch, place));
}
