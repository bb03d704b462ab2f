import { isJsonObject, type Json, type JsonObject } from "#domain/json.ts";
import { failureInStream, jsonOrNull } from "./classify.ts";
import type { WireFormat } from "./exchange.ts";
import { ModelFailure } from "./port.ts";
import type { SentEvent } from "./server-sent-events.ts";

const DONE = "[DONE]";

/** A stream of which a part is missing or garbled: its text may be glued from halves. */
export const broken = (what: string): ModelFailure =>
  new ModelFailure("transient", `The provider's answer is broken: ${what}.`, { code: "broken_stream", status: 200 });

function choiceOf(chunk: JsonObject): JsonObject {
  const [choice] = Array.isArray(chunk.choices) ? chunk.choices : [];
  return isJsonObject(choice) ? choice : {};
}

const deltaOf = (chunk: JsonObject): JsonObject => {
  const { delta } = choiceOf(chunk);
  return isJsonObject(delta) ? delta : {};
};

/** Chat completions, as OpenAI streams them and everybody else nearly does. */
export const openaiWire: WireFormat = {
  check(events) {
    let isFinished = false;
    const kept: SentEvent[] = [];
    for (const { data } of events) {
      if (data.trim() === DONE) break;
      const chunk = parsed(data);
      if (chunk.error !== undefined && chunk.error !== null) throw failureInStream(chunk);
      isFinished ||= typeof choiceOf(chunk).finish_reason === "string";
      // Some send the last chunk, which tells the usage, with `choices: null`.
      kept.push({ event: null, data: chunk.choices == null ? JSON.stringify({ ...chunk, choices: [] }) : data });
    }
    if (!isFinished) throw broken("it ends before its end");
    return [...kept, { event: null, data: DONE }];
  },

  textOf(events) {
    return events
      .map(({ data }) => {
        const chunk = jsonOrNull(data);
        if (!isJsonObject(chunk)) return "";
        const { content, tool_calls } = deltaOf(chunk);
        return [content, ...argumentsOf(tool_calls)].filter((piece) => typeof piece === "string").join("");
      })
      .join("");
  },
};

function parsed(data: string): JsonObject {
  const chunk = jsonOrNull(data);
  if (!isJsonObject(chunk)) throw broken("a part of it is no JSON");
  return chunk;
}

function argumentsOf(calls: Json | undefined): Json[] {
  if (!Array.isArray(calls)) return [];
  return calls.map((call) =>
    isJsonObject(call) && isJsonObject(call.function) ? (call.function.arguments ?? null) : null,
  );
}
