import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import type { ModelProviderName } from "./port.ts";

/** The ways of asking for an answer of a given form that a server can honour. */
export type AnswerMethod = "json_schema" | "tool" | "json_object";

/** One request for an answer, as it arrived. */
export interface ModelCall {
  readonly provider: ModelProviderName;
  readonly headers: IncomingHttpHeaders;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of either format.
  readonly body: any;
  readonly at: number;
  /** Counted from 0. */
  readonly index: number;
}

/** Handler by which a server answers a call. */
export type Turn = (call: ModelCall, response: ServerResponse, server: ModelServer) => Promise<void> | void;

/** One turn for all requests, or turns in order, the last one again and again. */
export type Script = Turn | readonly Turn[];

/** A server on this machine that speaks both wire formats and does what a script says. */
export interface ModelServer {
  /** Value for `base_url`; the same for both formats. */
  readonly url: string;
  /** Requests for answers so far. Requests for the list of models are not among them. */
  readonly calls: readonly ModelCall[];
  /** The models it lists. */
  models: string[];
  /** The ways of structured output it honours; what it does not honour it takes and ignores, as servers do. */
  supports: AnswerMethod[];
  /** The key that it accepts; any when null. */
  key: string | null;
  /** Does this from now on. */
  script(next: Script): void;
  close(): Promise<void>;
}

/** Options of a streamed answer. */
export interface Manner {
  readonly finish?: "stop" | "length" | "refused";
  /** Reported token usage; null for none, absent for a plausible count. */
  readonly usage?: { readonly input: number; readonly output: number } | null;
  /** The body comes in pieces of so many bytes. */
  readonly bytes?: number;
  /** Milliseconds between pieces. */
  readonly pause?: number;
  /** Called with the number of pieces sent, after each. */
  readonly onPiece?: (sent: number) => void;
  /** Pings and comments between events. */
  readonly chatter?: boolean;
  readonly headers?: Readonly<Record<string, string>>;
  readonly gzip?: boolean;
  /** Changes the events before they are sent. */
  readonly events?: (events: string[]) => string[];
  /** End of the stream behind its last event: as it should be, with the connection cut, or never. */
  readonly end?: "end" | "drop" | "hang";
}

const json = (value: unknown) => JSON.stringify(value);
const data = (value: unknown) => `data: ${json(value)}\n\n`;
const event = (value: { type: string }) => `event: ${value.type}\ndata: ${json(value)}\n\n`;
/** Pieces of a text, so that an answer comes in several events. */
const pieces = (text: string) => text.match(/[\s\S]{1,24}/g) ?? [""];
/** More than any tokenizer counts, so that no answer looks as if its prompt had been cut. */
const plausible = (body: unknown) => Math.ceil(json(body).length / 3);

/** Whether the answer is asked for as a call of a tool that this server honours. */
function askedByTool({ body }: ModelCall, supports: readonly AnswerMethod[]): string | null {
  const choice = body.tool_choice;
  if (!supports.includes("tool") || choice === undefined) return null;
  return choice?.function?.name ?? choice?.name ?? (choice === "required" ? body.tools[0].function.name : null);
}

/** The events of a streamed answer, in the format of whoever asks. */
export function streamOf(call: ModelCall, text: string, manner: Manner, supports: readonly AnswerMethod[]): string[] {
  const { finish = "stop" } = manner;
  const usage = manner.usage === undefined ? { input: plausible(call.body), output: plausible(text) } : manner.usage;
  const tool = askedByTool(call, supports);
  return call.provider === "anthropic"
    ? anthropicEvents(call, text, finish, usage, tool)
    : openaiEvents(call, text, finish, usage, tool);
}

type Finish = NonNullable<Manner["finish"]>;
type Usage = NonNullable<Manner["usage"]> | null;

function openaiEvents({ body, index }: ModelCall, text: string, finish: Finish, usage: Usage, tool: string | null) {
  const base = { id: `chatcmpl-${index}`, object: "chat.completion.chunk", created: 1, model: body.model };
  const choice = (delta: object, finish_reason: string | null = null) =>
    data({ ...base, choices: [{ index: 0, delta, finish_reason }] });
  const ends: Record<Finish, string> = { stop: "stop", length: "length", refused: "content_filter" };
  const call = { index: 0, id: "call_1", type: "function", function: { name: tool, arguments: "" } };
  return [
    choice({ role: "assistant", ...(tool === null ? { content: "" } : { content: null, tool_calls: [call] }) }),
    ...pieces(text).map((piece) =>
      choice(tool === null ? { content: piece } : { tool_calls: [{ index: 0, function: { arguments: piece } }] }),
    ),
    choice({}, tool !== null && finish === "stop" ? "tool_calls" : ends[finish]),
    ...(usage === null
      ? []
      : [
          data({
            ...base,
            choices: [],
            usage: {
              prompt_tokens: usage.input,
              completion_tokens: usage.output,
              total_tokens: usage.input + usage.output,
            },
          }),
        ]),
    "data: [DONE]\n\n",
  ];
}

function anthropicEvents({ body, index }: ModelCall, text: string, finish: Finish, usage: Usage, tool: string | null) {
  const ends: Record<Finish, string> = { stop: "end_turn", length: "max_tokens", refused: "refusal" };
  const block = tool === null ? { type: "text", text: "" } : { type: "tool_use", id: "toolu_1", name: tool, input: {} };
  const message = {
    id: `msg_${index}`,
    type: "message",
    role: "assistant",
    model: body.model,
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage: { input_tokens: usage?.input ?? 0, output_tokens: 1 },
  };
  return [
    event({ type: "message_start", message } as { type: string }),
    event({ type: "content_block_start", index: 0, content_block: block } as { type: string }),
    ...pieces(text).map((piece) =>
      event({
        type: "content_block_delta",
        index: 0,
        delta: tool === null ? { type: "text_delta", text: piece } : { type: "input_json_delta", partial_json: piece },
      } as { type: string }),
    ),
    event({ type: "content_block_stop", index: 0 } as { type: string }),
    event({
      type: "message_delta",
      delta: { stop_reason: tool !== null && finish === "stop" ? "tool_use" : ends[finish], stop_sequence: null },
      usage: { output_tokens: usage?.output ?? 0 },
    } as { type: string }),
    event({ type: "message_stop" }),
  ];
}

/** Sends bytes as a manner says. */
async function send(response: ServerResponse, text: string, manner: Manner): Promise<void> {
  const { bytes, pause = 0, gzip = false, end = "end" } = manner;
  const whole = gzip ? gzipSync(text) : Buffer.from(text);
  response.writeHead(200, {
    "content-type": "text/event-stream; charset=utf-8",
    ...(gzip && { "content-encoding": "gzip" }),
    ...manner.headers,
  });
  const size = bytes ?? (whole.length || 1);
  for (let from = 0; from < whole.length && !response.destroyed; from += size) {
    response.write(whole.subarray(from, from + size));
    if (pause > 0) await wait(pause);
    manner.onPiece?.(from / size + 1);
  }
  if (end === "end") response.end();
  // What was written is to arrive before the connection goes.
  else if (end === "drop") setTimeout(() => response.destroy(), 20);
}

/** Answers with a text, or with a value as JSON, in whatever form it was asked for. */
export function answers(value: unknown, manner: Manner = {}): Turn {
  return (call, response, server) => {
    const text = typeof value === "string" ? value : json(value);
    let events = streamOf(call, text, manner, server.supports);
    if (manner.chatter === true) {
      events = events.flatMap((each) => [
        ": keep-alive\n\n",
        ...(call.provider === "anthropic" ? [event({ type: "ping" })] : []),
        each,
      ]);
    }
    return send(response, (manner.events?.(events) ?? events).join(""), manner);
  };
}

/** Refuses with a status and a body of the provider's form. */
export function fails(
  status: number,
  error: { type?: string; code?: string; message?: string } = {},
  headers: Readonly<Record<string, string>> = {},
): Turn {
  return (call, response) => {
    const { type = "invalid_request_error", message = "no", ...rest } = error;
    const body =
      call.provider === "anthropic"
        ? { type: "error", error: { type, message, ...rest } }
        : { error: { type, message, param: null, code: null, ...rest } };
    response.writeHead(status, { "content-type": "application/json", ...headers });
    response.end(json(body));
  };
}

/** Draws a picture: its bytes in base64, as image generations answer. */
export function draws(picture: Buffer, more: object = {}): Turn {
  return raw(
    200,
    { "content-type": "application/json" },
    json({ created: 1, data: [{ b64_json: picture.toString("base64"), ...more }] }),
  );
}

/** Answers with bytes of one's own. */
export function raw(status: number, headers: Readonly<Record<string, string>>, body: string | Buffer): Turn {
  return (_call, response) => {
    response.writeHead(status, headers);
    response.end(body);
  };
}

/** Says nothing at all until the other side goes away. */
export const silence: Turn = () => undefined;

/** The key that a request carries. */
export function keyOf({ headers }: Pick<ModelCall, "headers">): string {
  return String(headers["x-api-key"] ?? headers.authorization ?? "").replace(/^Bearer /, "");
}

/** Refuses the key and repeats it, as some providers do. */
export const echoesKey: Turn = (call, response, server) =>
  fails(401, { type: "authentication_error", code: "invalid_api_key", message: `Incorrect API key: ${keyOf(call)}` })(
    call,
    response,
    server,
  );

/**
 * Starts a server at a port of the system's choosing. `answers(…)`, `fails(…)`, `raw(…)` and `silence` are turns; a list of
 * them is a script, whose last one is taken again and again.
 */
export async function startModelServer(script: Script = answers("Once upon a time.")): Promise<ModelServer> {
  const calls: ModelCall[] = [];
  let from = 0;
  let plan = script;
  const turnFor = ({ index }: ModelCall): Turn =>
    typeof plan === "function" ? plan : (plan[Math.min(index - from, plan.length - 1)] ?? silence);
  const http = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const provider: ModelProviderName =
      request.headers["anthropic-version"] === undefined ? "openai_compatible" : "anthropic";
    const { headers } = request;
    const call: ModelCall = {
      provider,
      headers,
      body: chunks.length === 0 ? null : JSON.parse(Buffer.concat(chunks).toString("utf8")),
      at: Date.now(),
      index: calls.length,
    };
    if (server.key !== null && keyOf(call) !== server.key) return echoesKey(call, response, server);
    if (request.url?.startsWith("/v1/models") === true) {
      response.writeHead(200, { "content-type": "application/json" });
      response.end(
        json({
          object: "list",
          data: server.models.map((id) => ({ id, object: "model", type: "model", created: 1 })),
          has_more: false,
        }),
      );
      return;
    }
    if (
      request.method !== "POST" ||
      !/^\/v1\/(chat\/completions|messages|images\/generations|audio\/speech)$/.test(request.url ?? "")
    ) {
      response.writeHead(404, { "content-type": "application/json" });
      response.end(json({ error: { type: "not_found_error", message: "no such address" } }));
      return;
    }
    calls.push(call);
    await turnFor(call)(call, response, server);
  });
  const server: ModelServer = {
    url: "",
    calls,
    models: ["tale-1", "tale-1-mini"],
    supports: ["json_schema", "tool", "json_object"],
    key: null,
    script(next) {
      plan = next;
      from = calls.length;
    },
    async close() {
      http.close();
      http.closeAllConnections();
      if (http.listening) await once(http, "close");
    },
  };
  http.listen(0, "127.0.0.1");
  await once(http, "listening");
  (server as { url: string }).url = `http://127.0.0.1:${(http.address() as AddressInfo).port}/v1`;
  return server;
}
