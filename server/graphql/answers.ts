import type { ExecutionResult } from "graphql";
import { GraphQLError } from "graphql";
import { type Incident, refuse } from "../http/respond.ts";
import { PROBLEMS } from "../kernel/problem-catalogue.ts";

/** Options for translating an answer's errors into those of the interface. */
export interface ErrorOptions {
  readonly incident: Incident;
  /** Leaves out what a name may have been meant to be. */
  readonly hideSuggestions: boolean;
}

/**
 * Response status and headers that yoga reads from an error. With `spec` a client that asks for plain JSON is sent 200.
 */
interface HttpExtension {
  status?: number;
  headers?: Record<string, string>;
  spec?: boolean;
}

const SUGGESTION = / Did you mean .*\?$/s;

/**
 * Gives every error the code, the request's id and the page that it has over REST, and the response the status of the first where
 * nothing was answered. What failed unexpectedly is logged, and told as `internal_error` without a word about its cause.
 */
export function withCodes(result: ExecutionResult, options: ErrorOptions): ExecutionResult {
  if (result.errors === undefined || result.errors.length === 0) return result;
  const isAnswered = Object.values(result.data ?? {}).some((value) => value !== null);
  const errors = result.errors.map((error, index) => coded(error, options, !isAnswered && index === 0));
  return { ...result, errors };
}

function coded(error: GraphQLError, options: ErrorOptions, decides: boolean): GraphQLError {
  const { incident, hideSuggestions } = options;
  const cause = causeOf(error);
  const known = error.extensions.http as HttpExtension | undefined;
  const place = { nodes: error.nodes, source: error.source, positions: error.positions, path: error.path };
  if (cause === null) {
    const told = withoutValues(error.message);
    const message = hideSuggestions ? told.replace(SUGGESTION, "") : told;
    // A body that cannot be read is no request of GraphQL, whichever answer its sender takes.
    const isRead = error.extensions.originalError === undefined;
    const http = known === undefined ? INVALID : isRead ? known : { ...known, spec: false };
    const extensions = {
      code: "invalid_query",
      error: PROBLEMS.invalid_query.error,
      request_id: incident.requestId,
      doc_url: `${incident.publicUrl}/docs/errors/invalid_query`,
      ...(decides && { http }),
    };
    return new GraphQLError(message, { ...place, extensions });
  }
  const { status, headers, message, body } = refuse(cause, incident);
  const { code, error: title, request_id, doc_url, detail } = body;
  const http: HttpExtension = { status, headers };
  const extensions = { code, error: title, request_id, doc_url, detail, ...(decides && { http }) };
  return new GraphQLError(message, { ...place, extensions });
}

/**
 * Removes quoted values from a message of GraphQL: it is not known here which of them are secret, and the sender knows
 * what they sent.
 */
function withoutValues(message: string): string {
  return message
    .replace(/,? but encountered error ".*$/s, ".")
    .replace(/[,.;] found:? .*$/is, ".")
    .replace(/( cannot represent [^:]*): .*$/s, "$1.")
    .replace(/Value ".*" does not exist/s, "The value does not exist")
    .replace(/Unexpected (String|BlockString) ".*"/s, "Unexpected $1");
}

/** A document that is wrong. */
const INVALID: HttpExtension = { status: PROBLEMS.invalid_query.status, spec: true };

/** Returns the error below an error of GraphQL; null where it is GraphQL's own. */
function causeOf(error: GraphQLError): unknown {
  let cause: unknown = error;
  while (cause instanceof GraphQLError) {
    if (cause.originalError === undefined || cause.originalError === null) return null;
    cause = cause.originalError;
  }
  return cause;
}
