import { z } from "zod";
import type { JsonObject } from "#domain/json.ts";
import { aboveMaximum, invalidValue, Problem, ValidationProblem } from "../kernel/problem.ts";
import { roughSize } from "../kernel/rough-size.ts";
import { allows, type Caller, EVERYONE, type Mode, scopesIn } from "../kernel/scope.ts";
import type { ValidationItem } from "../kernel/validation/item.ts";
import { parseInput } from "../kernel/validation/parse.ts";
import type { Db } from "../record/database.ts";
import { databaseProblem, loggableError } from "../record/database-errors.ts";
import { apartFromDeadline, currentDeadline, withinDeadline } from "../record/deadline.ts";
import { asOperation, onBehalfOf } from "../record/on-behalf.ts";
import { type Authorship, ProjectTransaction } from "../record/project-transaction.ts";
import { REQUEST_MS } from "../record/time-limits.ts";
import { UnitOfWork } from "../record/unit-of-work.ts";
import { findVersions } from "../record/versions.ts";
import type { WriteGroup } from "../record/write-queue.ts";
import { type FieldSelection, selectFields, selectPieces } from "./answer-fields.ts";
import { isBatch } from "./batch.ts";
import type { ProjectRef, ResponseShape, Services } from "./context.ts";
import { queryDigest, withoutPaging } from "./cursor.ts";
import type { Encoding } from "./encoding.ts";
import { FileAnswer, type FileFormats } from "./file-answer.ts";
import { followCall } from "./followed-call.ts";
import { admitToQueue, notForEveryone, openProject, openSubject, requireAllowed } from "./gate.ts";
import { type Answer, type ClaimScope, type IdempotencyClaim, KeptAnswers, lockKey } from "./idempotency.ts";
import { JsonPieces } from "./json-pieces.ts";
import { malformedPath } from "./malformed-id.ts";
import { canBeMinimal, minimalAnswer } from "./minimal-answer.ts";
import { continued, tellNextPage } from "./next-page.ts";
import type { KeyedKind, KeyedOperation, Messages, Operation, Parts, PublicOperation, SubjectOf } from "./operation.ts";
import { requireOfPlayer, sightOf } from "./player-rule.ts";
import type { RunMemory } from "./run-memory.ts";
import { atSeqOf, inputSchemas } from "./schemas.ts";
import {
  partsWithIds,
  type ReferenceSource,
  referenceLookUps,
  takesReferences,
  withIds,
} from "./subject-references.ts";
import type { Asker } from "./threads.ts";
import { type ProjectWrite, writeTogether } from "./write-together.ts";

/** Request as a transport hands it over, before anything in it is validated. */
interface RawInput {
  /** Aborted when whoever asked has left; made when it is first needed. */
  gone?: () => AbortSignal;
  params: Record<string, string>;
  query: Record<string, unknown>;
  /** Whether query values are strings to be read leniently (REST) or typed JSON (the studio). */
  laxQuery: boolean;
  /**
   * Reads the body; throws 413, or a {@link ValidationProblem} when it is not JSON, or where none is taken. Undefined when there
   * is none.
   */
  body: (limitBytes: number) => Promise<unknown>;
  /** Mistakes the transport found in the query or the headers itself. */
  mistakes: ValidationItem[];
}

/** A request of somebody who showed no key. */
export interface PublicRequest extends RawInput {
  requestId: string;
  /** Key under which the sender's address is counted. */
  address: string;
  /** The `Authorization` header, which only what is asked for by a share link looks at. */
  authorization: string | null;
}

/** A caller's request. */
export interface RawRequest extends RawInput {
  caller: Caller;
  requestId: string;
  ifMatch: number | "*" | null;
  /** Whether the answer is to leave out what was written. */
  prefersMinimal?: boolean;
  /** Made after the body was read; null without the header. */
  idempotency: (() => IdempotencyClaim) | null;
  /** Whether the client has the answer of this tag, so that it need not be made. */
  hasAnswer?: (etag: string) => boolean;
  /** Whether the transport can send a body in pieces; one that cannot is given the whole value. */
  takesPieces?: boolean;
  /** Compression of a body in pieces that the client takes and the transport can send; null for none. */
  encoding?: () => Encoding | null;
  /** Whether the client asks for a file of this type and not for JSON; absent where the transport sends no files. */
  acceptsFile?: (mediaType: string) => boolean;
  /** Whether the client asks to follow a call by messages; absent where the transport sends none. */
  acceptsMessages?: boolean;
}

/**
 * The one runner: scope → parse → gate → handle → check. Every transport calls it and nothing else may. What is not declared to be long
 * has the deadline of its request, or one of its own where the transport set none.
 */
export function run(operation: KeyedOperation, services: Services, request: RawRequest): Promise<Answer> {
  const work = () =>
    settle(operation, services, request, async (invocation) => {
      if (operation.waits !== null) await waitFirst(invocation, operation.waits);
      return RUNNERS[operation.kind](invocation);
    });
  const named = () => onBehalfOf(request.caller.workspaceId, work, nameOf(operation));
  if (!operation.long && operation.kind !== "project-stream") return withinDeadline(REQUEST_MS, named);
  currentDeadline()?.lift();
  return named();
}

/** Returns the name of an operation in logs and figures. */
function nameOf({ method, path }: Operation): string {
  return `${method} ${path}`;
}

/** Waits for what is to be told, once the caller is let in. */
async function waitFirst(invocation: Invocation, waits: NonNullable<Operation["waits"]>): Promise<void> {
  const { services, request, parts } = invocation;
  const { project } = await openProject(services.database.reads, request.caller, projectIdOf(invocation));
  await apartFromDeadline(() => waits(parts, project, services));
}

/** The runner for what anybody may ask for: parse → count → handle → check, the last three in one transaction. */
export async function runPublic(
  operation: PublicOperation,
  services: Services,
  request: PublicRequest,
): Promise<Answer> {
  try {
    const { parts } = await parse(operation, request);
    const visit = { limit: operation.visits, address: request.address, requestId: request.requestId };
    const response = newShape();
    const { requestId } = request;
    const work = async (db: Db, headers: Record<string, string>) => {
      const { clock } = services;
      const link = operation.byLink ? { authorization: request.authorization } : {};
      const context = { clock, requestId, response, db, ...link };
      return { headers, handled: await operation.handle(context as never, parts, undefined as never) };
    };
    const admitted = await asOperation(nameOf(operation), () => services.visits.admit(visit, work));
    const { handled, headers } = admitted;
    const body =
      operation.afterwards === null
        ? handled
        : await operation.afterwards({ services, requestId, response }, handled as never);
    checkShape(operation, services, body);
    return { status: response.status ?? operation.status, headers: { ...response.headers, ...headers }, body };
  } catch (error) {
    throw databaseProblem(error) ?? error;
  }
}

/** A snapshot that several reads share, with the gate in front of each project in it. */
export interface SharedSnapshot {
  readonly db: Db;
  openProject(projectId: string): Promise<ProjectRef>;
}

/** The runner for a transport that answers one question by several reads: all of them are true at the same moment. */
export function runWithin(
  operation: KeyedOperation,
  services: Services,
  request: RawRequest,
  snapshot: SharedSnapshot,
): Promise<Answer> {
  return settle(operation, services, request, async (invocation) => {
    const { db } = snapshot;
    if (operation.kind === "read") return handle(invocation, db, {}, newShape());
    if (operation.kind !== "project-read" || operation.subject !== null) {
      throw new Error(`${operation.path} is not read together with others`);
    }
    return answerRead(invocation, await snapshot.openProject(projectIdOf(invocation)), db, {});
  });
}

/**
 * The runner for one list of each of several subjects, read in few statements. `request` is that of the first of them: it names
 * the subject by the parameter that {@link Operation.forEach} says, among its path parameters or in its query.
 *
 * @throws {@link ValidationProblem} for an `at_seq` that is not reached yet.
 */
export async function runForEach(
  operation: KeyedOperation,
  services: Services,
  request: RawRequest,
  { snapshot, subjects }: { snapshot: SharedSnapshot; subjects: readonly string[] },
): Promise<ReadonlyMap<string, Answer>> {
  const { forEach } = operation;
  if (forEach === null) throw new Error(`${operation.path} is read for one subject at a time`);
  try {
    requireAllowed(request.caller, operation, request.params);
    const { parts, atSeq, isPast } = await parse(operation, request);
    readAsCaller(request.caller, operation, parts);
    const project = await snapshot.openProject((parts.params as Record<string, string>).project_id ?? "");
    const place = await placeIn({ services, parts, atSeq }, project, snapshot.db);
    const lists = subjects.map((id) => {
      const own = (part: object) => (forEach.parameter in part ? { ...part, [forEach.parameter]: id } : part);
      const [params, query] = [own(parts.params), own(parts.query ?? {})];
      return { id, response: newShape(), asked: () => queryDigest(operation.path, params, withoutPaging(query)) };
    });
    const at = { services, caller: request.caller, db: snapshot.db, project, isPast, ...place };
    const bodies = await forEach.handle(at, lists, parts as never);
    const answers = new Map<string, Answer>();
    for (const { id, response, asked } of lists) {
      const body = bodies.get(id);
      if (body === undefined) continue;
      checkShape(operation, services, body);
      tellNextPage(operation, { response, query: parts.query, body, seq: at.atSeq ?? project.lastSeq, asked });
      answers.set(id, { status: operation.status, headers: response.headers, body });
    }
    return answers;
  } catch (error) {
    throw databaseProblem(error) ?? error;
  }
}

async function settle(
  operation: KeyedOperation,
  services: Services,
  request: RawRequest,
  runner: (invocation: Invocation) => Promise<Answer>,
): Promise<Answer> {
  try {
    requireAllowed(request.caller, operation, request.params);
    const { parts, fields, ...time } = await parse(operation, request);
    readAsCaller(request.caller, operation, parts);
    await requirePlayers(operation, services, request, parts);
    await locate(operation, services, request, parts);
    if (operation.projectOf !== null) requireAllowed(request.caller, operation, parts.params as Record<string, string>);
    const prepared = await operation.prepare?.(parts, services, request.caller, askerOf(request));
    const fileType = fileTypeOf(operation.file, request, parts);
    const invocation: Invocation = { operation, services, request, parts, fields, prepared, fileType, ...time };
    const answer = await runner(invocation);
    if (fileType !== null && answer.body instanceof FileAnswer) {
      return { ...answer, body: null, file: await answer.body.file() };
    }
    if (answer.body instanceof JsonPieces) {
      const pieces = selectPieces(fields, answer.body);
      answer.body = await (request.takesPieces === true ? pieces.start(request.encoding?.() ?? null) : pieces.gather());
      // The schema describes whole answers.
      if (answer.body instanceof JsonPieces || fields !== null) return answer;
    }
    if (answer.isStream === true || answer.status === 304) return answer;
    checkShape(operation, services, answer.body);
    await showToPlayer(operation, services, request.caller, answer);
    if (fields !== null) answer.body = selectFields(operation, fields, answer.body as JsonObject);
    return request.prefersMinimal === true && canBeMinimal(operation) ? minimalAnswer(operation, answer) : answer;
  } catch (error) {
    throw databaseProblem(error) ?? error;
  }
}

interface Invocation {
  operation: KeyedOperation;
  services: Services;
  request: RawRequest;
  parts: Parts<z.ZodObject, z.ZodObject | undefined, z.ZodType | undefined>;
  /** The fields to answer; null for all. */
  fields: FieldSelection | null;
  prepared: unknown;
  /** Type of the file to answer; null for JSON. */
  fileType: string | null;
  atSeq: number | null;
  isPast: boolean;
}

const RUNNERS: Record<KeyedKind, (invocation: Invocation) => Promise<Answer>> = {
  "project-read": (invocation) =>
    invocation.operation.subject === null
      ? runProjectRead(invocation)
      : runProjectGet(invocation, invocation.operation.subject),
  "project-write": runProjectWrite,
  "project-call": runProjectCall,
  "project-stream": runProjectStream,
  read: (invocation) =>
    invocation.services.database.reads.transaction(
      "snapshot",
      (db) => handle(invocation, db, {}, newShape()),
      invocation.operation,
    ),
  write: runWrite,
};

/**
 * Parses a request and reports all its mistakes at once; a malformed path parameter is a 404, but only when nothing
 * else is wrong.
 */
async function parse(
  operation: Operation,
  request: RawInput,
): Promise<Pick<Invocation, "parts" | "fields" | "atSeq" | "isPast">> {
  const items: ValidationItem[] = [...request.mistakes];
  const schemas = inputSchemas(operation);
  const query = parseInput(schemas.query, request.query, { root: "query", lax: request.laxQuery });
  if (!query.ok) items.push(...query.issues);
  let body: unknown;
  let raw: unknown;
  try {
    raw = await request.body(operation.bodyLimit);
  } catch (error) {
    if (!(error instanceof ValidationProblem)) throw error;
    throw new ValidationProblem([...items, ...error.items]);
  }
  if (operation.body !== undefined) {
    if (raw === undefined && !operation.bodyOptional) {
      items.push({ type: "missing", loc: ["body"], msg: "Field required", input: null });
    } else {
      const parsed = parseInput(operation.body, raw === undefined ? {} : raw, { root: "body", lax: false });
      if (parsed.ok) body = parsed.value;
      else items.push(...parsed.issues);
    }
  }
  if (items.length > 0 || !query.ok) throw new ValidationProblem(items);
  const params = parseInput(operation.params, request.params, { root: "path", lax: true });
  if (!params.ok) throw malformedPath(params.issues);
  const { own, ...time } = atSeqOf(operation, query.value as Record<string, unknown>);
  const { fields = null, ...asked } = own as { fields?: FieldSelection };
  return { parts: { params: params.value, query: asked, body, sent: raw } as Invocation["parts"], fields, ...time };
}

/**
 * Keeps a request of a player's token within it. What it may not name is no worse than what is not there.
 *
 * @throws {@link Problem} `not_found`.
 */
async function requirePlayers(
  { forPlayers }: KeyedOperation,
  { database, playthroughs }: Services,
  { caller: { player, readsAs }, params }: RawRequest,
  parts: Invocation["parts"],
): Promise<void> {
  if (player === null || forPlayers === null) return;
  if (params.project_id !== player.projectId) throw new Problem("not_found");
  await requireOfPlayer(forPlayers, { player, readsAs }, { db: database.reads, playthroughs, parts });
}

/** Takes what the player may not know out of an answer to a player's token. A tag of the record is no tag of what is left. */
async function showToPlayer(
  { forPlayers }: KeyedOperation,
  { database, openPerspective }: Services,
  { player, readsAs }: Caller,
  answer: Answer,
): Promise<void> {
  if (player === null || forPlayers?.show === undefined) return;
  const { show } = forPlayers;
  const sight = await database.reads.transaction("snapshot", (db) => sightOf(openPerspective, db, { player, readsAs }));
  answer.body = show(answer.body as never, sight);
  const { etag: _, ...headers } = answer.headers;
  answer.headers = headers;
}

/** Sets the perspective of a caller who has only one, and for whom there are no playthroughs. */
function readAsCaller({ readsAs, player }: Caller, operation: Operation, { query }: Invocation["parts"]): void {
  if (readsAs === null || player !== null || !("as" in (operation.query?.shape ?? {}))) return;
  const asked = query as { as?: string; run?: string };
  if (asked.run !== undefined) throw notForEveryone();
  if (asked.as !== undefined && asked.as !== readsAs) {
    throw invalidValue(
      ["query", "as"],
      `a publishable key reads as \`${readsAs}\`, and sends no perspective`,
      asked.as,
    );
  }
  asked.as = readsAs;
}

/** Adds the project to the parameters of an operation whose path does not name it. */
async function locate(
  { projectOf }: Operation,
  { database }: Services,
  { params: sent }: RawRequest,
  { params }: Invocation["parts"],
): Promise<void> {
  if (projectOf === null) return;
  // Where several reads share a snapshot the project is known, and whether it has such a thing is the handler's to say.
  const projectId = sent.project_id ?? (await projectOf(database.reads, params as never));
  if (projectId === null) throw new Problem("not_found");
  (params as Record<string, string>).project_id = projectId;
}

/** Type of the file that a request is answered by; null for JSON. */
function fileTypeOf(file: FileFormats | null, request: RawRequest, { query }: Invocation["parts"]): string | null {
  const type = file?.typeFor(query as never) ?? null;
  return type !== null && request.acceptsFile?.(type) === true ? type : null;
}

/** Bounds of work in threads that a request asks for. */
function askerOf({ caller, gone }: RawRequest): Asker {
  return { workspace: caller.workspaceId, signal: gone?.() };
}

function newShape(): ResponseShape {
  return { headers: {} };
}

async function handle(invocation: Invocation, db: Db, extra: object, response: ResponseShape): Promise<Answer> {
  const { operation, services, request, parts, prepared } = invocation;
  const asked = () => queryDigest(operation.path, parts.params, withoutPaging(parts.query ?? {}));
  const context = {
    services,
    caller: request.caller,
    requestId: request.requestId,
    response,
    db,
    asked,
    // Most requests never ask whether their caller has left.
    get asker() {
      return askerOf(request);
    },
    ...extra,
  };
  const query = continued(operation, parts.query, { asked });
  const body = await operation.handle(context as never, { ...parts, query } as never, prepared as never);
  const { project, atSeq } = extra as { project?: ProjectRef; atSeq?: number | null };
  tellNextPage(operation, { response, query, body, seq: atSeq ?? project?.lastSeq ?? 0, asked });
  const headers = { ...response.headers };
  if (response.etag !== undefined) headers.etag = `"${response.etag}"`;
  if (operation.secretOutput) headers["cache-control"] = "no-store";
  const { players } = response;
  return { status: response.status ?? operation.status, headers, body, ...(players !== undefined && { players }) };
}

function projectIdOf(invocation: Invocation): string {
  const id = (invocation.parts.params as Record<string, string>).project_id;
  if (id === undefined) throw new Error(`${invocation.operation.path} works on a project but names none`);
  return id;
}

async function runProjectRead(invocation: Invocation): Promise<Answer> {
  const { services, request, operation } = invocation;
  const { reads } = services.database;
  const answer = async (db: Db) => {
    const { project } = await openProject(db, request.caller, projectIdOf(invocation));
    services.knownProjects.note(project.id, project);
    return answerRead(invocation, project, db, {});
  };
  return operation.inSnapshot ? reads.transaction("snapshot", answer, operation) : answer(reads);
}

/** A read by id, in one statement; through somebody's eyes it takes a snapshot, which the secrets are read in as well. */
async function runProjectGet(invocation: Invocation, { read, idOf }: SubjectOf): Promise<Answer> {
  const { services, request, parts, atSeq } = invocation;
  const { reads } = services.database;
  const wanted = { read, id: idOf(parts.params as never), atSeq };
  const { as, run: runId } = (parts.query ?? {}) as { as?: string; run?: string };
  const answer = async (db: Db) => {
    const { project, subject } = await openSubject(db, request.caller, projectIdOf(invocation), wanted);
    services.knownProjects.note(project.id, project);
    if (as === undefined && runId === undefined) return answerRead(invocation, project, db, { subject, view: null });
    const place = await placeIn(invocation, project, db);
    const from = { projectId: project.id, atSeq: place.atSeq, as: as ?? null, run: place.run };
    const view = { perspective: await services.openPerspective(db, from), db };
    return answerRead(invocation, project, db, { subject, view }, place);
  };
  return as === undefined && runId === undefined ? answer(reads) : reads.transaction("snapshot", answer);
}

/** Sequence and playthrough that a read is about; null for the present, and for the record alone. */
interface PlaceOfRead {
  readonly atSeq: number | null;
  readonly run: RunMemory | null;
}

/**
 * Opens the playthrough that a read names, and answers the sequence at which the record is read in it: that of its story, unless the
 * read names another one.
 *
 * @throws {@link ValidationProblem} at `at_seq` for a sequence that is not reached yet, at `run` where there is none of that id.
 */
async function placeIn(
  { services, parts, atSeq }: Pick<Invocation, "services" | "parts" | "atSeq">,
  project: ProjectRef,
  db: Db,
): Promise<PlaceOfRead> {
  requireWithin(project, atSeq);
  const { run: runId } = (parts.query ?? {}) as { run?: string };
  if (runId === undefined) return { atSeq, run: null };
  const run = await services.playthroughs.open(db, project.id, runId);
  if (run === null) throw invalidValue(["query", "run"], "no such playthrough in this project", runId);
  return { atSeq: atSeq ?? run.seq, run };
}

/**
 * Checks that a sequence which is asked for has been reached.
 *
 * @throws {@link ValidationProblem} at `at_seq` where it has not.
 */
export function requireWithin({ lastSeq }: ProjectRef, atSeq: number | null): void {
  if (atSeq !== null && atSeq > lastSeq) throw aboveMaximum(["query", "at_seq"], atSeq, lastSeq);
}

/** Names the form of an answer in the digest of its question. */
function formOf({ operation: { edition }, fields, fileType }: Invocation): object {
  return {
    ...(fields !== null && { fields: fields.sent }),
    ...(fileType !== null && { file: fileType }),
    ...(edition !== null && { edition }),
  };
}

async function answerRead(
  invocation: Invocation,
  project: ProjectRef,
  db: Db,
  extra: { subject?: unknown; view?: object | null },
  known?: PlaceOfRead,
): Promise<Answer> {
  const { isPast, operation, parts, request } = invocation;
  const { lastSeq } = project;
  const { atSeq, run } = known ?? (await placeIn(invocation, project, db));
  // A playthrough may have a subject that the record has not.
  if ("subject" in extra && extra.subject === null && run === null) throw new Problem("not_found");
  const response = newShape();
  response.headers["x-project-seq"] = String(atSeq ?? lastSeq);
  // Whatever a project's reads answer can only change when its record grows; the past does not change, but for everyone, to
  // whom the secrets of the present apply there too. A tag names the question too, so that whoever has it had an answer.
  const as = (parts.query as { as?: string } | undefined)?.as;
  const moment = atSeq === null ? `s${lastSeq}` : `p${atSeq}`;
  // What is seen through somebody's eyes changes with secrets, not with the subject alone.
  const ofSubject = "subject" in extra && extra.view === null;
  const etag = ofSubject
    ? `"${moment}"`
    : `"${moment}.${queryDigest(operation.path, parts.params, { ...parts.query, ...formOf(invocation) })}"`;
  // The head grows with what is withheld too: what is seen of the present is told apart by itself.
  const isSeen = run !== null || (as !== undefined && (atSeq === null || as === EVERYONE));
  const isOfRecord = operation.taggedBy === "record" || (operation.taggedBy === "answer" && isPast);
  const ofRecord = !isSeen && isOfRecord;
  if (!ofSubject && ofRecord && request.hasAnswer?.(etag) === true) {
    return { status: 304, headers: { ...response.headers, etag }, body: null };
  }
  const answer = await handle(invocation, db, { project, atSeq, isPast, run, ...extra }, response);
  if (!ofRecord) return answer;
  if (atSeq === null && (ofSubject || !("subject" in extra))) answer.headers.etag ??= etag;
  else answer.headers.etag = etag;
  return answer;
}

async function runProjectWrite(invocation: Invocation): Promise<Answer> {
  const { services, request, operation, parts } = invocation;
  const { run } = (parts.body ?? {}) as { run?: string };
  if (operation.inRun !== null && run !== undefined) return runInPlaythrough(invocation, operation.inRun);
  const projectId = projectIdOf(invocation);
  await admitToQueue(services, request.caller, projectId);
  const names = takesReferences(operation.body);
  try {
    return await new Promise((resolve, reject) => {
      const write: ProjectWrite = {
        size: roughSize(parts.body),
        alone: operation.alone,
        long: operation.long,
        whileArchived: operation.whileArchived,
        caller: request.caller,
        authorship: authorshipOf(request, projectId),
        claim: request.idempotency === null ? null : claimOf(invocation, projectId, request.idempotency()),
        deadline: currentDeadline(),
        lookUps: [
          ...(operation.lookUps?.(parts) ?? []),
          ...(names ? referenceLookUps(services.resources, parts.body) : []),
        ],
        work: async (scope) => {
          const { body, refused } = names
            ? await resolved(invocation, scope.record)
            : { body: parts.body, refused: null };
          const named = { ...invocation, parts: { ...parts, body } };
          return handle(named, scope.db, { ...scope, ifMatch: request.ifMatch, refused }, newShape());
        },
        resolve,
        reject,
      };
      services.queue.join(projectId, write, (group: WriteGroup<ProjectWrite>) =>
        writeTogether(services, projectId, group),
      );
    });
  } catch (error) {
    services.log.debug({ operation: operation.path, error: loggableError(error) }, "write refused");
    throw error;
  }
}

/** Puts ids in place of what a body names by external ids; of an independent batch, parts that name nothing are refused alone. */
async function resolved(
  { operation, services: { resources }, parts: { body } }: Invocation,
  record: UnitOfWork,
): Promise<{ body: unknown; refused: ReadonlyMap<number, ValidationProblem> | null }> {
  const isIndependent = isBatch(operation) && (body as { mode?: string }).mode === "independent";
  if (isIndependent) return partsWithIds(record, resources, body as object);
  return { body: await withIds(record, resources, body), refused: null };
}

/** Lets a caller through the gate, and holds no connection while the network is asked. */
async function runProjectCall(invocation: Invocation): Promise<Answer> {
  const { database, knownProjects } = invocation.services;
  const { reads } = database;
  const { project } = await openProject(reads, invocation.request.caller, projectIdOf(invocation));
  knownProjects.note(project.id, project);
  const response = newShape();
  response.headers["x-project-seq"] = String(project.lastSeq);
  const { operation, services, request } = invocation;
  if (operation.messages === null || request.acceptsMessages !== true) {
    return handle(invocation, reads, { project }, response);
  }
  const { caller, requestId } = request;
  const { messages } = operation;
  return followCall({
    services,
    claim: { caller, scope: operation.scope, projectId: project.id },
    requestId,
    hasLeft: () => request.gone?.().aborted === true,
    check: (message) => checkShape({ ...operation, output: messages }, services, message),
    work: async (tell) => {
      const answer = await handle(invocation, reads, { project, tell }, response);
      checkShape(operation, services, answer.body);
      await showToPlayer(operation, services, caller, answer);
      return answer;
    },
  });
}

/** Does a write in a playthrough: beside the record, in no transaction. What its body names by external ids is taken from the present. */
async function runInPlaythrough(invocation: Invocation, inRun: NonNullable<KeyedOperation["inRun"]>): Promise<Answer> {
  const { services, request, operation, parts } = invocation;
  // A playthrough has steps and no versions, which a precondition could name.
  if (request.ifMatch !== null) {
    throw new Problem("precondition_failed", { detail: { current: null, sent: request.ifMatch } });
  }
  const { reads } = services.database;
  const { project } = await openProject(reads, request.caller, projectIdOf(invocation));
  services.knownProjects.note(project.id, project);
  const present: ReferenceSource = {
    loadFound: async () => {},
    find: (resource, where) => findVersions(reads, resource, project.id, where),
  };
  const body = await withIds(present, services.resources, parts.body);
  const response = newShape();
  response.headers["x-project-seq"] = String(project.lastSeq);
  const asked = {
    ...invocation,
    operation: { ...operation, handle: inRun } as KeyedOperation,
    parts: { ...parts, body },
  };
  return handle(asked, reads, { project }, response);
}

/** Opens a stream: what is checked, is checked before its first message, and again and again while it lasts. */
async function runProjectStream(invocation: Invocation): Promise<Answer> {
  const { operation, services, request } = invocation;
  const projectId = projectIdOf(invocation);
  const { reads } = services.database;
  const answer = await reads.transaction("snapshot", async (db) => {
    const { project } = await openProject(db, request.caller, projectId);
    services.knownProjects.note(projectId, project);
    const response = newShape();
    response.headers["x-project-seq"] = String(project.lastSeq);
    return handle(invocation, db, { project }, response);
  });
  const messages = answer.body as Messages<unknown>;
  const stream = services.live.streams.open({
    claim: { caller: request.caller, scope: operation.scope, projectId },
    messages,
    check: (message) => checkShape(operation, services, message),
  });
  return { ...answer, body: stream, isStream: true };
}

async function runWrite(invocation: Invocation): Promise<Answer> {
  const { services, request, operation } = invocation;
  if (!operation.queued) return writeOutside(invocation);
  const projectId = projectIdOf(invocation);
  await admitToQueue(services, request.caller, projectId);
  return services.queue.run(projectId, () => writeOutside(invocation), operation);
}

async function writeOutside(invocation: Invocation): Promise<Answer> {
  const { services, request, operation } = invocation;
  const records: UnitOfWork[] = [];
  const chores: (() => void)[] = [];
  const written = await services.database.writes.transaction(
    "write",
    async (db) => {
      // The transaction may be tried twice.
      records.length = 0;
      chores.length = 0;
      const projects: ProjectTransaction[] = [];
      const work = async (): Promise<Answer> => {
        const open = async (projectId: string, create?: { mode: Mode }): Promise<UnitOfWork> => {
          const head =
            create === undefined
              ? (await openProject(db, request.caller, projectId, { lock: true, deleted: true, whileArchived: true }))
                  .head
              : { last_seq: 0, last_recorded_at: 0 };
          const { resources, clock } = services;
          const project = new ProjectTransaction({ db, projectId, resources, clock, isGuarded: true }).begin(head);
          projects.push(project);
          const record = new UnitOfWork(project, authorshipOf(request, projectId));
          records.push(record);
          return record;
        };
        const afterCommit = (chore: () => void) => void chores.push(chore);
        const answer = await handle(invocation, db, { openProject: open, afterCommit }, newShape());
        for (const record of records) {
          await record.commit();
          answer.headers["x-project-seq"] = String(record.seq);
        }
        return answer;
      };
      const answers = new KeptAnswers(db);
      let answer: Answer;
      if (request.idempotency === null) answer = await work();
      else {
        const claim = claimOf(invocation, request.caller.workspaceId, request.idempotency());
        await lockKey(db, claim);
        answer = await answers.once(claim, work);
      }
      const last = await Promise.all(projects.map((project) => project.finish()));
      await db.finish([...last.flat(), ...answers.take()]);
      return answer;
    },
    operation,
  );
  for (const { projectId, seq } of records) services.live.feed.committed(projectId, seq);
  for (const chore of chores) chore();
  return written;
}

function authorshipOf({ caller, requestId }: RawRequest, projectId: string): Authorship {
  return { actor: caller.actor, requestId, mayRead: allows(scopesIn(caller, projectId), "read") };
}

function claimOf({ operation, services, request }: Invocation, homeId: string, claim: IdempotencyClaim): ClaimScope {
  return {
    homeId,
    caller: request.caller,
    claim,
    requestId: request.requestId,
    secret: operation.secretOutput,
    now: services.clock.now(),
  };
}

/** Checking costs 0.5–2.3 ms per 500 rows, so production samples one answer in a hundred. */
function checkShape(operation: Operation, services: Services, body: unknown): void {
  if (!services.checkOutputs && Math.random() > 0.01) return;
  const checked = z.safeParse(operation.output, body);
  if (checked.success) return;
  const issues = checked.error.issues
    .slice(0, 5)
    .map(({ path, code, message }) => ({ path: path.join("."), code, message }));
  services.log.error({ operation: operation.path, issues }, "an answer does not match its schema");
  if (services.checkOutputs) throw new Error(`${operation.method} ${operation.path} answered off its schema`);
}
