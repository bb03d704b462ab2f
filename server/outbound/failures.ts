import { MisdirectedConnection } from "./connections.ts";
import { NameProblem } from "./resolve.ts";

/** Reason why a request got no answer. */
export type FailureKind =
  | "refused_address"
  | "name_not_found"
  | "connect_timeout"
  | "timeout"
  | "tls"
  | "connection_refused"
  | "connection_reset"
  | "unreachable"
  | "bad_response";

/** A failure, and the sentence a person reads. */
export interface Failure {
  readonly failure: FailureKind;
  readonly message: string;
}

/** Certificates that nobody should trust, by OpenSSL's names. */
const CERTIFICATE_WORDS: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: "The TLS certificate has expired.",
  CERT_NOT_YET_VALID: "The TLS certificate is not valid yet.",
  CERT_REVOKED: "The TLS certificate was revoked.",
  DEPTH_ZERO_SELF_SIGNED_CERT: "The TLS certificate is signed by nobody but itself.",
  SELF_SIGNED_CERT_IN_CHAIN: "The TLS certificate goes back to an authority that is not publicly trusted.",
  UNABLE_TO_GET_ISSUER_CERT: "The server does not send the whole chain of its TLS certificate.",
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: "The server does not send the whole chain of its TLS certificate.",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "The server does not send the whole chain of its TLS certificate.",
};

const RESET = new Set(["ECONNRESET", "EPIPE", "ECONNABORTED", "UND_ERR_SOCKET"]);
const UNREACHABLE = new Set(["ENETUNREACH", "EHOSTUNREACH", "EADDRNOTAVAIL", "ENETDOWN", "EHOSTDOWN"]);
const BAD_RESPONSE = /^(HPE_|UND_ERR_(HEADERS_OVERFLOW|RES_))/;

const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException | null)?.code ?? "";

/** The parser's errors may have no code, and an answer that changes the protocol has none. */
const isNotHttp = (error: Error) => error.name === "HTTPParserError" || error.message === "bad upgrade";

/** Returns the error of the last address that was tried, where there were several. */
function lastCause(error: unknown): unknown {
  return error instanceof AggregateError && error.errors.length > 0 ? lastCause(error.errors.at(-1)) : error;
}

/** The failure that an error of the network stands for, in words; null for a mistake of whoever made the request. */
export function failureOf(error: unknown, hostname: string): Failure | null {
  if (error instanceof NameProblem) {
    const message = error.isCertain
      ? `The name ${hostname} does not exist, or has no address.`
      : `The name ${hostname} could not be looked up: its name servers do not answer.`;
    return { failure: "name_not_found", message };
  }
  const cause = lastCause(error);
  if (cause instanceof MisdirectedConnection) {
    return { failure: "refused_address", message: `${hostname} led to an address that was not checked.` };
  }
  const code = codeOf(cause);
  if (code === "UND_ERR_CONNECT_TIMEOUT" || code === "ETIMEDOUT") {
    return { failure: "connect_timeout", message: `${hostname} did not accept a connection in time.` };
  }
  if (code === "ECONNREFUSED") {
    return { failure: "connection_refused", message: `Nothing listens at this port of ${hostname}.` };
  }
  const certificate = CERTIFICATE_WORDS[code];
  if (certificate !== undefined) return { failure: "tls", message: certificate };
  if (code === "ERR_TLS_CERT_ALTNAME_INVALID") {
    return { failure: "tls", message: `The TLS certificate is for another name than ${hostname}.` };
  }
  if (/^(ERR_SSL_|ERR_TLS_|EPROTO$|CERT_)/.test(code)) {
    return {
      failure: "tls",
      message: `No encrypted connection to ${hostname} came about: it may not speak TLS there.`,
    };
  }
  if (BAD_RESPONSE.test(code) || (cause instanceof Error && isNotHttp(cause))) {
    return { failure: "bad_response", message: `${hostname} answered with something that is not HTTP.` };
  }
  if (RESET.has(code)) {
    return { failure: "connection_reset", message: `${hostname} closed the connection before it had answered.` };
  }
  if (UNREACHABLE.has(code)) {
    return { failure: "unreachable", message: `No network leads to ${hostname}.` };
  }
  if (code === "" || code === "UND_ERR_INVALID_ARG" || code.startsWith("ERR_INVALID_")) return null;
  return { failure: "connection_reset", message: `The connection to ${hostname} broke (${code}).` };
}
