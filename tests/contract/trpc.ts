import type { ApiErrorBody } from "#server/kernel/problem.ts";
import type { ValidationItem } from "#server/kernel/validation/item.ts";
import type { NamedOperation } from "#server/operations.ts";
import { answerStudio } from "#server/trpc/mount.ts";
import type { TestApi } from "#tests/support/api.ts";
import { readStream } from "#tests/support/event-stream.ts";
import type { ValidCall } from "./fixture.ts";
import { nameOf } from "./valid-call.ts";

/** Answer of the studio's API: the result as text, so that it can be compared byte by byte, or the error. */
export interface StudioAnswer {
  status: number;
  headers: Headers;
  text: string;
  /** The JSON text of the result alone; null for an error. */
  result: string | null;
  error: { problem: ApiErrorBody | null; detail: ValidationItem[] | null } | null;
}

const BEFORE = '{"result":{"data":';
const AFTER = "}}";

/** Calls an operation as a page of the studio does; without a cookie nobody is signed in. */
export async function askStudio(
  api: TestApi,
  named: NamedOperation,
  cookie: string | null,
  { params, query, body }: Partial<ValidCall>,
): Promise<StudioAnswer> {
  const input = { ...params, ...query, ...(typeof body === "object" ? body : {}) };
  const address = `${api.services.publicUrl}/api/trpc/${nameOf(named)}`;
  const headers = new Headers(cookie === null ? {} : { cookie });
  let request: Request;
  if (named.operation.method === "GET") {
    request = new Request(`${address}?input=${encodeURIComponent(JSON.stringify(input))}`, { headers });
  } else {
    headers.set("content-type", "application/json");
    headers.set("sec-fetch-site", "same-origin");
    headers.set("x-fabula-studio", "1");
    request = new Request(address, { method: "POST", headers, body: JSON.stringify(input) });
  }
  const response = await answerStudio(api.fabula.studio, request);
  if (named.operation.kind === "project-stream") return begun(response);
  const text = await response.text();
  const answer = JSON.parse(text) as { error?: { data: StudioAnswer["error"] } };
  const succeeded = text.startsWith(BEFORE);
  return {
    status: response.status,
    headers: response.headers,
    text,
    result: succeeded ? text.slice(BEFORE.length, -AFTER.length) : null,
    error: answer.error?.data ?? null,
  };
}

/**
 * Reads the beginning of a stream: its first message, or the refusal, which a browser can only read inside a stream.
 */
async function begun(response: Response): Promise<StudioAnswer> {
  const stream = readStream(response);
  const { event, data } = await stream.first(({ event: name }) => name === "message" || name === "serialized-error");
  await stream.cut();
  const text = JSON.stringify(data);
  const { headers } = response;
  if (event === "message") return { status: response.status, headers, text, result: text, error: null };
  return { status: data.data.httpStatus, headers, text, result: null, error: data.data };
}
