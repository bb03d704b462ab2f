import {
  type DocumentNode,
  type ExecutionResult,
  execute,
  GraphQLError,
  type GraphQLSchema,
  getOperationAST,
  parse,
  printSchema,
  validate,
} from "graphql";
import { createYoga, type Plugin } from "graphql-yoga";
import { isJsonObject } from "#domain/json.ts";
import type { Allowance, Graphql, GraphqlCall } from "../http/app.ts";
import { rateLimited } from "../http/app.ts";
import { RequestBody } from "../http/body.ts";
import type { ApiRequest, ApiResponse } from "../http/exchange.ts";
import { ServedDocument } from "../http/openapi/served-document.ts";
import { Problem } from "../kernel/problem.ts";
import { parseJson } from "../kernel/validation/json.ts";
import type { Services } from "../operation/context.ts";
import { Reading } from "../operation/reading.ts";
import { runYielding } from "../operation/run-yielding.ts";
import type { Semaphore } from "../operation/semaphore.ts";
import type { NamedKeyedOperation } from "../operations.ts";
import { onBehalfOf } from "../record/on-behalf.ts";
import { withCodes } from "./answers.ts";
import { documentCaches, introspectionCache } from "./caches.ts";
import { GRAPHIQL_ASSETS, GraphiqlAssets, graphiqlPage } from "./graphiql.ts";
import { type Cost, costOf, LIMITS, type Plan, planOf, tooComplex } from "./limits.ts";
import { createSchema } from "./schema.ts";
import { Session } from "./session.ts";

/** Largest body of a request. */
const BODY_LIMIT = 1024 * 1024;

/** Path of the schema in GraphQL's own language. */
const SDL_PATH = "/v1/graphql/schema.graphql";

/** Parts of the endpoint. */
export interface GraphqlParts {
  readonly services: Services;
  readonly operations: readonly NamedKeyedOperation[];
  /** The share of the connections for reading that documents have. */
  readonly semaphore: Semaphore;
  /** Leaves out what a misspelt name may have been meant to be. */
  readonly hideSuggestions: boolean;
}

/** Context that plugins get beside the request. */
interface CallContext extends Record<string, unknown> {
  readonly call: GraphqlCall;
  readonly session: Session;
  cost: Cost | null;
  /** JSON of the answer's data, where it was written before. */
  written: string | null;
}

/** `/v1/graphql`, for callers who are known by now. */
export class GraphqlEndpoint implements Graphql {
  readonly page = graphiqlPage;
  readonly assets: Graphql["assets"];
  readonly #parts: GraphqlParts;
  #made: Promise<GraphQLSchema> | null = null;
  #yoga: Promise<ReturnType<typeof createServer>> | null = null;

  constructor(parts: GraphqlParts) {
    this.#parts = parts;
    const assets = new GraphiqlAssets();
    const sdl = new ServedDocument(async () => printSchema(await this.#schema()), "text/plain; charset=utf-8");
    this.assets = {
      ...Object.fromEntries(
        GRAPHIQL_ASSETS.map((path) => [path, (ifNoneMatch: string | null) => assets.answer(path, ifNoneMatch)]),
      ),
      [SDL_PATH]: (ifNoneMatch: string | null) => sdl.answer(ifNoneMatch),
    };
  }

  /** Makes the schema unless it is made, in turns of the event loop between which others are served. */
  #schema(): Promise<GraphQLSchema> {
    this.#made ??= runYielding(createSchema(this.#parts.operations, this.#parts.services.resources));
    return this.#made;
  }

  #server(): Promise<ReturnType<typeof createServer>> {
    this.#yoga ??= this.#schema().then((schema) => createServer(this.#parts, schema));
    return this.#yoga;
  }

  async load(): Promise<void> {
    await this.#server();
  }

  /** Executes the document of a request. */
  async answer(request: ApiRequest, call: GraphqlCall): Promise<ApiResponse> {
    const yoga = await this.#server();
    const { services, semaphore } = this.#parts;
    const { caller, requestId } = call;
    const body = request.method === "POST" ? await new RequestBody(request).text(BODY_LIMIT) : null;
    if (body === null) requireJsonParameters(request.query);
    else requireNoPromise(body.json);
    const reading = new Reading({
      services,
      caller,
      requestId,
      semaphore,
      about: call.about,
      gone: () => request.gone(),
    });
    try {
      // Its own kind of request costs a fraction of Node's.
      const { Request: Plain } = yoga.fetchAPI;
      const context = { call, session: new Session(reading), cost: null, written: null };
      const fetch = () => yoga.fetch(toRequest(Plain, request, body?.text ?? null), context);
      const response = await onBehalfOf(caller.workspaceId, fetch, call.incident.operation);
      const text = await response.text();
      return { status: response.status, headers: headersOf(response), body: text === "" ? null : text };
    } finally {
      reading.close();
    }
  }
}

/** Refuses a body with a field `then`: yoga would take it for a promise, and fail at it. */
function requireNoPromise(body: unknown): void {
  if (!isJsonObject(body) || !Object.hasOwn(body, "then")) return;
  throw new Problem("invalid_query", { message: 'Unexpected parameter "then" in the request body.' });
}

/** Parameters of a query that are written as JSON. */
const JSON_PARAMETERS = ["variables", "extensions"];

/** Refuses parameters of a query that are no JSON, which yoga reads without a check. */
function requireJsonParameters(query: string): void {
  const parameters = new URLSearchParams(query);
  for (const name of JSON_PARAMETERS) {
    const text = parameters.get(name) ?? "";
    if (text === "" || parseJson(Buffer.from(text)).ok) continue;
    throw new Problem("invalid_query", { message: `The parameter "${name}" is not JSON.` });
  }
}

/** Headers that are about one connection: an answer that is sent whole has none of them. */
const OF_THE_CONNECTION: ReadonlySet<string> = new Set(["connection", "content-length", "transfer-encoding"]);

function toRequest(Plain: typeof Request, request: ApiRequest, body: string | null): Request {
  const headers: Record<string, string> = {};
  for (const name of ["accept", "content-type"]) {
    const value = request.header(name);
    if (value !== null) headers[name] = value;
  }
  const url = `http://localhost${request.path}${request.query === "" ? "" : `?${request.query}`}`;
  // HEAD is answered as GET, without the body.
  const method = request.method === "HEAD" ? "GET" : request.method;
  return new Plain(url, { method, headers, ...(body !== null && { body }) });
}

function headersOf(response: Response): Record<string, string> {
  const headers: Record<string, string> = {};
  response.headers.forEach((value, name) => {
    const lower = name.toLowerCase();
    if (!OF_THE_CONNECTION.has(lower)) headers[lower] = value;
  });
  // Answers may hold what is shown once; none of them is kept.
  headers["cache-control"] = "no-store";
  return headers;
}

function createServer({ hideSuggestions }: GraphqlParts, schema: GraphQLSchema) {
  return createYoga<CallContext>({
    schema,
    graphqlEndpoint: "/v1/graphql",
    graphiql: false,
    landingPage: false,
    batching: false,
    multipart: false,
    cors: false,
    logging: false,
    maxRequestBodySize: false,
    // Errors are given their form at the end, all of them in one place.
    maskedErrors: false,
    parserAndValidationCache: documentCaches(),
    plugins: [bounded(hideSuggestions), priced(), coded(hideSuggestions)],
  });
}

type ServerPlugin = Plugin<CallContext, CallContext>;

/** Documents are read and checked within limits; yoga remembers which it has seen. */
function bounded(hideSuggestions: boolean): ServerPlugin {
  return {
    onParse: ({ setParseFn }) => {
      setParseFn((source, options) => {
        try {
          return parse(source, { ...options, maxTokens: LIMITS.tokens });
        } catch (error) {
          if (error instanceof GraphQLError && error.message.includes("Parsing aborted")) throw tooComplex("tokens");
          throw error;
        }
      });
    },
    onValidate: ({ setValidationFn }) => {
      setValidationFn((schema, document, rules, options) =>
        validate(schema, document, rules, { ...options, maxErrors: 20, hideSuggestions }).filter(
          ({ message }) => !isTextForId(message),
        ),
      );
    },
  };
}

const POSITION = /of type "(.+)" used in position expecting type "(.+)"\.$/;

/** Whether an error is about a variable of a text where an id is taken: until November 2026 some ids were texts. */
function isTextForId(message: string): boolean {
  const [, given = "", expected = ""] = POSITION.exec(message) ?? [];
  const asId = given.replace("String", "ID");
  return asId !== given && (asId === expected || asId === `${expected}!`);
}

/** Takes what a document costs from the caller's allowance before any of it is done. */
function priced(): ServerPlugin {
  const plans = new WeakMap<DocumentNode, Map<string, Plan>>();
  const introspections = introspectionCache();
  return {
    onExecute: async ({ args, setExecuteFn, setResultAndStopExecution }) => {
      const context = args.contextValue;
      setExecuteFn((given) => execute({ ...given, contextValue: context.session }));
      const operation = getOperationAST(args.document, args.operationName);
      // What is wrong with the choice of an operation, the execution says.
      if (operation == null) return;
      try {
        const byName = plans.get(args.document) ?? new Map<string, Plan>();
        plans.set(args.document, byName);
        const name = operation.name?.value ?? "";
        const plan = byName.get(name) ?? planOf(args.schema, args.document, operation);
        byName.set(name, plan);
        context.cost = costOf(plan, args.variableValues ?? {});
        // The request itself was counted as one.
        const allowance = context.cost.points > 1 ? await context.call.take(context.cost.points - 1) : null;
        if (allowance !== null && !allowance.allowed) throw refused(allowance, context.cost);
        if (plan.isConstant) {
          const asked = `${name} ${args.document.loc?.source.body}`;
          context.written = introspections.get(asked) ?? null;
          if (context.written !== null) return setResultAndStopExecution({ data: null });
          return {
            onExecuteDone: ({ result }) => {
              const { data, errors } = result as ExecutionResult;
              if (errors !== undefined) return;
              context.written = JSON.stringify(data);
              introspections.set(asked, context.written);
            },
          };
        }
        // What was read is in memory by then: the connection need not wait until it is written down.
        return { onExecuteDone: () => context.session.reading.close() };
      } catch (error) {
        const cause = error as Error;
        setResultAndStopExecution({ errors: [new GraphQLError(cause.message, { originalError: cause })] });
      }
    },
  };
}

function refused(allowance: Allowance, { points }: Cost): Error {
  const { violated_policies = [], ...detail } = allowance.detail ?? {};
  return rateLimited({ detail: { ...detail, violated_policies, cost: points } });
}

/** Says what was taken, and gives errors the form they have everywhere. */
function coded(hideSuggestions: boolean): ServerPlugin {
  return {
    onResultProcess: ({ result, setResult, serverContext }) => {
      const { call, cost, written } = serverContext;
      const { extensions, ...rest } = result as ExecutionResult;
      const told = cost === null ? extensions : { ...extensions, cost: { points: cost.points, nodes: cost.nodes } };
      const whole = {
        ...rest,
        ...(told !== undefined && { extensions: told }),
        ...(written !== null && { stringify: () => `{"data":${written},"extensions":${JSON.stringify(told)}}` }),
      };
      setResult(withCodes(whole, { incident: call.incident, hideSuggestions }) as typeof result);
    },
  };
}
