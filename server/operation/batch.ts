import { z } from "zod";
import type { Json } from "#domain/json.ts";
import { jsonValue } from "../kernel/page.ts";
import { isRefusal, Problem, ValidationProblem } from "../kernel/problem.ts";
import { valueError } from "../kernel/validation/item.ts";
import type { Resource, Version } from "../record/resource.ts";
import type { UnitOfWork } from "../record/unit-of-work.ts";
import type { ProjectWriteContext } from "./context.ts";

/** Parts of one batch at most. */
export const MAX_PARTS = 1_000;

/** Characters of JSON that the stored subjects may have which a batch reads: in memory each is held several times. */
export const MAX_READ = 32 * 1024 * 1024;

/** Treatment of a refused part by its batch. */
export const batchMode = z
  .enum(["all_or_nothing", "independent"])
  .default("all_or_nothing")
  .meta({ description: "`all_or_nothing` writes everything or nothing; `independent` writes every valid part." });
export type BatchMode = z.output<typeof batchMode>;

/** One refused part of an independent batch. */
export const BatchError = z
  .object({
    index: z.int().meta({ description: "Position in the request." }),
    status: z.int(),
    code: z.string().nullable().meta({ description: "Error code; null for a validation error." }),
    message: z.string(),
    detail: jsonValue.meta({ description: "The error's `detail`: an object, or the validation items." }),
  })
  .meta({ id: "BatchError" });
export type BatchError = z.input<typeof BatchError>;

/** Result of one part of a batch, with its subject. */
export const BatchResult = z
  .object({
    index: z.int().meta({ description: "Position in the request." }),
    op: z.enum(["create", "upsert", "update", "delete", "tell", "untell"]),
    outcome: z
      .enum(["created", "updated", "unchanged", "deleted", "refused"])
      .meta({ description: "`refused` parts are in `errors` under the same index." }),
    id: z.string().nullable().meta({ description: "Id of the subject; null when the part was refused." }),
    seq: z.int().nullable().meta({
      description: "`valid_from_seq` of the version that now holds, for a later `if_match`; null when there is none.",
    }),
  })
  .meta({ id: "BatchResult" });
export type BatchResult = z.input<typeof BatchResult>;

/** Fields of every batch's answer beside its subjects. */
export const batchOutcome = {
  omitted: z.int().meta({
    description:
      "Number of written resources omitted at the end because the answer would be too large, or all of them with `Prefer: return=minimal`. Read them by id.",
  }),
  results: z.array(BatchResult).meta({ description: "Results of the parts, in the order of the request." }),
  errors: z.array(BatchError).meta({ description: "Refused parts; only ever filled in `independent` mode." }),
};

/** Outcome of one part, before its batch is committed. */
export interface PartOutcome {
  id: string;
  outcome: Exclude<BatchResult["outcome"], "refused">;
}

/** Refuses a part that names its subject twice or not at all, for a schema's `check`. */
export function namedOnce(id: string, externalId: string): z.core.CheckFn<Record<string, unknown>> {
  return ({ value, issues }) => {
    const isNamed = [value[id], value[externalId]].filter((name) => name !== undefined).length === 1;
    if (isNamed) return;
    const failure = valueError(`send either ${id} or ${externalId}`);
    issues.push({ code: "custom", message: failure.msg, input: value, params: failure });
  };
}

/**
 * Runs the parts of a batch in the order given. In `independent` mode a refused part leaves no trace and is reported by
 * its index; in `all_or_nothing` mode its error ends the whole write. Guards of commits are asked once for all parts, and for each by
 * itself only where they refuse that.
 */
export async function runBatch(
  record: UnitOfWork,
  mode: BatchMode,
  order: readonly number[],
  part: (index: number) => Promise<void>,
): Promise<BatchError[]> {
  if (mode === "all_or_nothing") {
    for (const index of order) await part(index);
    return [];
  }
  try {
    return await record.attempt(() => runEach(record, order, part, false));
  } catch (error) {
    if (order.length === 0 || !isRefusal(error)) throw error;
    return runEach(record, order, part, true);
  }
}

/** Runs parts that stand alone; answers those that were refused. */
async function runEach(
  record: UnitOfWork,
  order: readonly number[],
  part: (index: number) => Promise<void>,
  isGuarded: boolean,
): Promise<BatchError[]> {
  const errors: BatchError[] = [];
  for (const index of order) {
    try {
      await record.attempt(() => part(index), isGuarded);
    } catch (error) {
      errors.push(batchError(index, error));
    }
  }
  return errors.sort((a, b) => a.index - b.index);
}

/**
 * Runs a batch whose parts each change one subject, in the order sent unless another is given, and commits it. Every part is
 * checked before the next one runs, in both modes, so that a batch does what its parts would do as requests of their own. The
 * answer is a 201 where something was created, else a 200. `written` is what was written and is still there, each subject once.
 */
export async function runParts<S, Part extends { op?: BatchResult["op"] | undefined }>(
  { record, response, refused }: Pick<ProjectWriteContext, "record" | "response" | "refused">,
  resource: Resource<S>,
  { mode, parts, order = [...parts.keys()] }: { mode: BatchMode; parts: readonly Part[]; order?: readonly number[] },
  run: (part: Part, index: number) => Promise<PartOutcome>,
): Promise<{ results: BatchResult[]; errors: BatchError[]; written: Version<S>[] }> {
  const outcomes = new Map<number, PartOutcome>();
  const errors = await runBatch(record, mode, order, async (index) => {
    const part = parts[index];
    if (part === undefined) return;
    const refusal = refused?.get(index);
    if (refusal !== undefined) throw refusal;
    try {
      outcomes.set(index, await run(part, index));
      await record.check();
    } catch (error) {
      outcomes.delete(index);
      throw mode === "all_or_nothing" ? atIndex(error, index) : error;
    }
  });
  // A part that was done may be refused for what it comes to.
  for (const { index } of errors) outcomes.delete(index);
  await record.commit();
  const results = parts.map(({ op = "create" }, index): BatchResult => {
    const done = outcomes.get(index);
    if (done === undefined) return { index, op, outcome: "refused", id: null, seq: null };
    return { index, op, ...done, seq: record.version(resource, done.id)?.valid_from_seq ?? null };
  });
  response.status = results.some(({ outcome }) => outcome === "created") ? 201 : 200;
  const ids = new Set(results.flatMap(({ id, seq }) => (id === null || seq === null ? [] : [id])));
  return { results, errors, written: [...ids].flatMap((id) => record.version(resource, id) ?? []) };
}

/** A refusal of a whole batch says which part it is about; validation items do already. */
function atIndex(error: unknown, index: number): unknown {
  if (!(error instanceof Problem) || error.status >= 500) return error;
  return new Problem(error.code, {
    message: error.message,
    detail: { ...error.detail, index },
    headers: error.headers,
    cause: error,
  });
}

function batchError(index: number, error: unknown): BatchError {
  if (error instanceof ValidationProblem) {
    return { index, status: 422, code: null, message: error.message, detail: error.items as Json };
  }
  if (error instanceof Problem && error.status < 500) {
    return { index, status: error.status, code: error.code, message: error.message, detail: error.detail };
  }
  throw error;
}

/** Bytes of resources that the answer to a batch shows. */
const MAX_SHOWN_BYTES = 8 * 1024 * 1024;

/** Returns as many resources, from the first on, as an answer has room for. */
export function shownResources<Shown extends object>(shown: readonly Shown[]): { shown: Shown[]; omitted: number } {
  let bytes = 0;
  const fitting: Shown[] = [];
  for (const each of shown) {
    bytes += Buffer.byteLength(JSON.stringify(each));
    if (bytes > MAX_SHOWN_BYTES) break;
    fitting.push(each);
  }
  return { shown: fitting, omitted: shown.length - fitting.length };
}

/** Whether an operation's answer is that of a batch, which can leave out its subjects. */
export function isBatch({ output }: { output: z.ZodType }): boolean {
  const { shape } = output as Partial<z.ZodObject>;
  return shape !== undefined && Object.keys(batchOutcome).every((name) => name in shape);
}

/** The answer of a batch without its subjects, which count as omitted: the results have their ids. */
export function withoutSubjects(body: { omitted: number }): object {
  const lists = Object.entries(body as Record<string, unknown>).flatMap(([name, value]) =>
    Array.isArray(value) && !(name in batchOutcome) ? [[name, value] as const] : [],
  );
  const subjects = lists.reduce((count, [, list]) => count + list.length, 0);
  return { ...body, ...Object.fromEntries(lists.map(([name]) => [name, []])), omitted: body.omitted + subjects };
}
