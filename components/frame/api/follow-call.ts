import { TRPCClientError } from "@trpc/client";
import { callHeaders, type Inputs, type Outputs, observedFetch } from "./client.ts";

/** Operations that can be followed while they are worked on, by `area.name`. */
interface Followed {
  "npcs.talk": { readonly input: Inputs["npcs"]["talk"]; readonly answer: Outputs["npcs"]["talk"] };
}

/** Call that is followed. */
interface FollowedCall<Name extends keyof Followed> {
  readonly name: Name;
  readonly input: Followed[Name]["input"];
  /** Workspace of the page. */
  readonly workspaceId: string;
  readonly signal?: AbortSignal;
  /** Told each message before the answer. */
  readonly onMessage: (message: CallMessage) => void;
}

/** Message of a call before its answer: of the kinds that the operation declares. */
export interface CallMessage {
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/**
 * Makes a call and follows it up to its answer.
 *
 * @throws what the client of the operations throws: a refusal, or an error for an answer that never came.
 */
export async function followCall<Name extends keyof Followed>(
  call: FollowedCall<Name>,
): Promise<Followed[Name]["answer"]> {
  const { name, input, workspaceId, signal, onMessage } = call;
  const response = (await observedFetch(`/api/trpc/${name}`, {
    method: "POST",
    headers: { ...callHeaders(workspaceId), "content-type": "application/json", accept: "text/event-stream" },
    body: JSON.stringify(input),
    ...(signal !== undefined && { signal }),
  })) as Response;
  if (response.body === null || response.headers.get("content-type")?.startsWith("text/event-stream") !== true) {
    const whole = await response.json();
    if (whole.error !== undefined) throw TRPCClientError.from(whole, { meta: { response } });
    return whole.result.data;
  }
  for await (const { type, data } of messagesIn(response.body)) {
    if (type === "answer") return data as Followed[Name]["answer"];
    if (type === "error") throw refusalOf(data, response);
    if (type === "end") break;
    onMessage({ type, data });
  }
  throw new TRPCClientError("The answer broke off.", { meta: { response } });
}

/** Yields the messages of a stream as they arrive. */
async function* messagesIn(body: ReadableStream<Uint8Array>): AsyncGenerator<CallMessage, void, undefined> {
  const reader = body.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>).getReader();
  let rest = "";
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      const frames = (rest + part.value).split("\n\n");
      rest = frames.pop() ?? "";
      for (const frame of frames) {
        const [type, data] = ["event: ", "data: "].map((name) =>
          frame
            .split("\n")
            .find((line) => line.startsWith(name))
            ?.slice(name.length),
        );
        if (type !== undefined && data !== undefined) yield { type, data: JSON.parse(data) };
      }
    }
  } finally {
    void reader.cancel().catch(() => {});
  }
}

/** Returns an error that came in a stream as the client of the operations throws it. */
function refusalOf(problem: CallMessage["data"], response: Response): Error {
  const { code, message } = problem;
  const httpStatus = code === "internal_error" ? 500 : 409;
  const data = { httpStatus, path: null, problem, detail: null };
  const error = { code: -32_603, message: typeof message === "string" ? message : "It was refused.", data };
  return TRPCClientError.from({ error }, { meta: { response } });
}
