import {
  initTRPC,
  type TRPCBuiltRouter,
  type TRPCMutationProcedure,
  type TRPCQueryProcedure,
  type TRPCRouterRecord,
  type TRPCSubscriptionProcedure,
  tracked,
} from "@trpc/server";
import { getHTTPStatusCodeFromError } from "@trpc/server/http";
import type { z } from "zod";
import { isJsonObject } from "#domain/json.ts";
import type { Caller } from "../kernel/scope.ts";
import type { Services } from "../operation/context.ts";
import type { KeyedOperation, Operation, Resumption } from "../operation/operation.ts";
import { type RawRequest, run } from "../operation/run.ts";
import type { OpenStream } from "../operation/streams.ts";
import { countedRequest, operationClass } from "../operation/usage.ts";
import { listKeyedOperations, type NamedKeyedOperation, type Registry } from "../operations.ts";
import { Deadline } from "../record/deadline.ts";
import { REQUEST_MS } from "../record/time-limits.ts";
import { COMMIT_HEADER, type StudioContext } from "./context.ts";
import { type ErrorShape, errorShape, trpcError } from "./errors.ts";
import { unmerge } from "./input.ts";

/** The parts of an operation that its procedure's type is made of. */
interface Shape {
  readonly kind: Operation["kind"];
  readonly method: Operation["method"];
  readonly params: z.ZodType;
  readonly query: z.ZodType | undefined;
  readonly body: z.ZodType | undefined;
  readonly output: z.ZodType;
}

/** An object without fields adds nothing; merged as zod types it, it would forbid all others. */
type Sent<Schema> = Schema extends z.ZodType
  ? z.input<Schema> extends Record<string, never>
    ? unknown
    : z.input<Schema>
  : unknown;

/** Params, query and body merged, and `at_seq` where an operation travels in time. */
type InputOf<O extends Shape> = Sent<O["params"]> &
  Sent<O["query"]> &
  Sent<O["body"]> &
  ("project-read" extends O["kind"] ? { at_seq?: number } : unknown);

/** An operation without required input can be called without any. */
type Callable<Input> = Record<never, never> extends Input ? Input | undefined : Input;

interface Definition<O extends Shape> {
  input: Callable<InputOf<O>>;
  output: z.output<O["output"]>;
  meta: unknown;
  errorShape: ErrorShape;
}

/** Messages that a cut stream is taken up again after come with their id. */
interface StreamDefinition<O extends Shape> extends Omit<Definition<O>, "output"> {
  output: AsyncIterable<z.output<O["output"]> | { id: string; data: z.output<O["output"]> }, void, undefined>;
}

type ProcedureOf<O extends Shape> = O["kind"] extends "project-stream"
  ? TRPCSubscriptionProcedure<StreamDefinition<O>>
  : O["method"] extends "GET"
    ? TRPCQueryProcedure<Definition<O>>
    : TRPCMutationProcedure<Definition<O>>;

interface Root {
  ctx: StudioContext;
  meta: object;
  errorShape: ErrorShape;
  transformer: false;
}

type RouterOf<R extends Record<string, Record<string, Shape>>> = TRPCBuiltRouter<
  Root,
  { [Area in keyof R]: { [Name in keyof R[Area]]: ProcedureOf<R[Area][Name]> } }
>;

/** Areas of the studio's API: public operations are left out, because the studio knows its caller. */
type Areas = Omit<Registry, "demo">;

/** The studio's API as its client sees it. */
export type AppRouter = RouterOf<Areas>;

/** A stream without a word for this long is dead: two signs of life went missing. */
const SILENCES = 2.5;

/** Derives the studio's API from operations, the registry's: `area.name`, a query for GET, a subscription for a stream, else a mutation. */
export function createRouter(
  services: Services,
  operations: readonly NamedKeyedOperation[] = listKeyedOperations(),
): AppRouter {
  const t = initTRPC.context<StudioContext>().create({
    isDev: false,
    sse: {
      ping: { enabled: true, intervalMs: services.live.timings.heartbeatMs },
      client: { reconnectAfterInactivityMs: services.live.timings.heartbeatMs * SILENCES },
    },
    errorFormatter: ({ error, shape, path, ctx }) => {
      const incident = ctx?.incident(path ?? "trpc") ?? {
        requestId: "",
        operation: "trpc",
        log: services.log,
        publicUrl: services.publicUrl,
      };
      return errorShape(error, { code: shape.code, path, incident });
    },
  });
  // Before the input is read: whoever sends a large one has to be somebody first.
  const admitted = t.procedure.use(async ({ ctx, path, next }) => {
    const deadline = new Deadline(REQUEST_MS);
    const caller = await deadline.run(ctx.admit).catch((error: unknown) => {
      throw trpcError(error, ctx.incident(path));
    });
    return next({ ctx: { ...ctx, caller, deadline } });
  });
  const areas: Record<string, TRPCRouterRecord> = {};
  for (const { area, name, operation } of operations) {
    const resolve = resolver(services, operation);
    // Any input is let in: run() checks it, in the same words as over REST.
    const procedure = admitted.input((input: unknown) => input);
    areas[area] ??= {};
    if (operation.resumption !== null)
      areas[area][name] = procedure.subscription(subscriber(resolve, operation.resumption));
    else areas[area][name] = operation.method === "GET" ? procedure.query(resolve) : procedure.mutation(resolve);
  }
  // The one place where types are asserted instead of inferred: the loop above builds what RouterOf describes.
  return t.router(areas) as unknown as AppRouter;
}

function projectOf(input: unknown): string | null {
  const id = isJsonObject(input) ? input.project_id : null;
  return typeof id === "string" ? id : null;
}

interface Call {
  /** Context with the deadline of the call, which does not count the time that its input takes to arrive. */
  ctx: StudioContext & { caller: Caller; deadline: Deadline };
  input: unknown;
}

/** The client adds the id of the last message to the input it began with. */
const LAST_ID = "lastEventId";

function subscriber(resolve: (call: Call) => Promise<unknown>, { parameter, idOf }: Resumption) {
  return async ({ ctx, input, signal }: Call & { signal: AbortSignal | undefined }) => {
    const stream = (await resolve({ ctx, input: resumed(input, parameter) })) as OpenStream;
    if (signal?.aborted === true) stream.close();
    signal?.addEventListener("abort", () => stream.close(), { once: true });
    return trackedMessages(stream, idOf);
  };
}

function resumed(input: unknown, parameter: string): unknown {
  if (!isJsonObject(input) || !Object.hasOwn(input, LAST_ID)) return input;
  const { [LAST_ID]: id, ...rest } = input;
  // What is no number is refused as what it is.
  return { ...rest, [parameter]: typeof id === "string" && /^\d{1,16}$/.test(id) ? Number(id) : id };
}

async function* trackedMessages(
  stream: OpenStream,
  idOf: Resumption["idOf"],
): AsyncGenerator<unknown, void, undefined> {
  for await (const messages of stream) {
    for (const message of messages) {
      const id = idOf(message as never);
      yield id === null ? message : tracked(id, message);
    }
  }
}

function resolver(services: Services, operation: KeyedOperation) {
  return async ({ ctx, input }: Call): Promise<unknown> => {
    const incident = ctx.incident(`${operation.method} ${operation.path}`);
    const started = performance.now();
    let status = operation.status;
    try {
      const { params, query, body, mistakes } = unmerge(operation, input);
      const request: RawRequest = {
        caller: ctx.caller,
        requestId: ctx.requestId,
        params,
        query,
        laxQuery: false,
        body: async () => body,
        ...(ctx.gone !== null && { gone: () => ctx.gone as AbortSignal }),
        acceptsMessages: ctx.follow !== null,
        mistakes,
        ifMatch: null,
        idempotency: null,
      };
      const answer = await ctx.deadline.run(() => run(operation, services, request));
      if (answer.isStream === true && operation.messages !== null) {
        ctx.follow?.(answer);
        return null;
      }
      if (answer.commitSeq !== undefined) ctx.headers[COMMIT_HEADER] = String(answer.commitSeq);
      return answer.body;
    } catch (error) {
      const refusal = trpcError(error, incident);
      status = getHTTPStatusCodeFromError(refusal);
      throw refusal;
    } finally {
      const ms = Math.round((performance.now() - started) * 10) / 10;
      const fields = { request_id: ctx.requestId, operation: incident.operation, actor: ctx.caller.actor, ms };
      services.log.info(fields, "studio call");
      const asked = { class: operationClass(operation), projectId: projectOf(input) };
      services.requestTimes.note({ class: asked.class, status, ms });
      const { knownProjects } = services;
      services.usage.count(countedRequest({ caller: ctx.caller, ...asked, status, knownProjects }));
    }
  };
}
