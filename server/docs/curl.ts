import { prettyJson } from "./pretty-json.ts";

/** Properties of an operation that a command needs. */
export interface CurlRequest {
  method: string;
  path: string;
  /** Query parameters that the operation requires, with their example values. */
  query: readonly [name: string, value: string][];
  /** Undefined when there is no body. */
  body: unknown;
  /** Whether the operation asks for a key. */
  key: boolean;
  /** Content of a successful answer. */
  answers: "json" | "text" | "events" | "nothing";
}

/**
 * A command for a POSIX shell. The address, the key and ids in the path are shell variables, so that a reader sets them
 * once and pastes one command after another.
 */
export function curlCommand(request: CurlRequest): string {
  const path = request.path.replace(/\{(\w+)\}/g, (_, name: string) => `$${name.toUpperCase()}`);
  const query = request.query.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join("&");
  const lines = [
    `curl ${request.method === "GET" ? "" : `-X ${request.method} `}"$FABULA_URL${path}${query === "" ? "" : `?${query}`}"`,
  ];
  if (request.key) lines.push(`-H "Authorization: Bearer $FABULA_KEY"`);
  if (request.body !== undefined) {
    lines.push(`-H "Content-Type: application/json"`);
    lines.push(`-d ${singleQuoted(prettyJson(request.body))}`);
  }
  return lines.join(" \\\n  ");
}

function singleQuoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
