import { ValidationProblem } from "../kernel/problem.ts";
import { MISSING } from "../kernel/validation/item.ts";
import type { NamedState } from "../record/external-ids.ts";
import type { Resource, Version } from "../record/resource.ts";
import type { UnitOfWork } from "../record/unit-of-work.ts";
import type { ProjectWriteContext } from "./context.ts";
import { findDeletedSince, requireNotDeletedSince } from "./deleted-since.ts";
import { requireMatch } from "./edit.ts";

type Loc = (string | number)[];

/** Result of an upsert. */
export interface UpsertResult {
  id: string;
  outcome: "created" | "updated" | "unchanged";
}

/** Conditions and place of an upsert. */
export interface UpsertOptions {
  ifMatch: ProjectWriteContext["ifMatch"];
  /** Location of the body in the request. */
  loc?: Loc;
  /** Result of {@link findDeletedSince}, read ahead for many upserts. */
  gone?: ReadonlyMap<string, string>;
}

/** Ways to write the subject of an upsert. */
interface UpsertWays<S> {
  /** Creates it, and returns its id. */
  create(): Promise<string>;
  /** Changes it, and returns whether that changes anything. */
  change(version: Version<S>): Promise<boolean>;
}

/**
 * Creates or changes the subject that an external id names, in the unit of work.
 *
 * @throws {@link Problem} `precondition_failed` when `ifMatch` names another version than the one that exists; `edit_conflict` when
 * it was deleted since `base_seq`.
 */
export async function upsertNamed<S extends NamedState>(
  record: UnitOfWork,
  resource: Resource<S>,
  body: { external_id: string; base_seq?: number | undefined },
  { ifMatch, loc = ["body"], gone }: UpsertOptions,
  ways: UpsertWays<S>,
): Promise<UpsertResult> {
  const existing = (await record.find(resource, { external_id: body.external_id }))[0] ?? null;
  requireMatch({ ifMatch }, existing);
  if (existing !== null) {
    return { id: existing.id, outcome: (await ways.change(existing)) ? "updated" : "unchanged" };
  }
  if (body.base_seq !== undefined) {
    const edit = { externalId: body.external_id, baseSeq: body.base_seq };
    requireNotDeletedSince(record, edit, gone ?? (await findDeletedSince(record, resource, [edit])), loc);
  }
  return { id: await ways.create(), outcome: "created" };
}

/** Reads ahead, in as many statements as for one, what {@link upsertNamed} will ask about many upserts. */
export async function loadUpserts<S extends NamedState>(
  record: UnitOfWork,
  resource: Resource<S>,
  items: readonly { external_id: string; base_seq?: number | undefined }[],
): Promise<ReadonlyMap<string, string>> {
  const externalIds = items.map(({ external_id }) => external_id);
  await record.loadFound(resource, "external_id", externalIds);
  const holders = new Map(
    (await record.find(resource, { external_id: externalIds })).map(({ external_id, id }) => [external_id, id]),
  );
  const based = items.flatMap(({ external_id: externalId, base_seq: baseSeq }) =>
    baseSeq === undefined ? [] : [{ externalId, baseSeq }],
  );
  await record.loadLater(
    based.flatMap(({ externalId, baseSeq }) => {
      const id = holders.get(externalId);
      return id === undefined ? [] : [{ id, baseSeq }];
    }),
  );
  return findDeletedSince(record, resource, based);
}

/**
 * Returns fields without which a new subject is nothing.
 *
 * @throws {@link ValidationProblem} naming all that are missing at once.
 */
export function requireFields<Fields extends Record<string, unknown>>(
  fields: Fields,
  body: object,
  loc: Loc,
): { [Name in keyof Fields]: Exclude<Fields[Name], undefined> } {
  const absent = Object.keys(fields).filter((field) => fields[field] === undefined);
  if (absent.length > 0) {
    throw new ValidationProblem(absent.map((field) => ({ ...MISSING, loc: [...loc, field], input: body })));
  }
  return fields as { [Name in keyof Fields]: Exclude<Fields[Name], undefined> };
}
