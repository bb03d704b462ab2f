import { isJsonObject, type JsonObject } from "#domain/json.ts";
import { failureInStream, jsonOrNull } from "./classify.ts";
import type { WireFormat } from "./exchange.ts";
import { broken } from "./openai-wire.ts";
import type { SentEvent } from "./server-sent-events.ts";

/** The events that a message consists of. Others may come at any time, and clients are told to pass over them. */
const MESSAGE = new Set([
  "message_start",
  "content_block_start",
  "content_block_delta",
  "content_block_stop",
  "message_delta",
  "message_stop",
]);

/** Messages, as Anthropic streams them. */
export const anthropicWire: WireFormat = {
  check(events) {
    const kept: SentEvent[] = [];
    let begun = false;
    let hasReason = false;
    let isFinished = false;
    for (const sent of events) {
      const body = jsonOrNull(sent.data);
      if (!isJsonObject(body)) throw broken("a part of it is no JSON");
      const { type } = body;
      if (type === "error" || sent.event === "error") throw failureInStream(body);
      if (typeof type !== "string" || !MESSAGE.has(type)) continue;
      if (type === "message_start") {
        if (begun) throw broken("it begins twice");
        begun = true;
      } else if (!begun) throw broken("it has no beginning");
      hasReason ||= type === "message_delta" && typeof deltaOf(body).stop_reason === "string";
      isFinished ||= type === "message_stop";
      kept.push(sent);
    }
    if (!isFinished || !hasReason) throw broken("it ends before its end");
    return kept;
  },

  textOf(events) {
    return events
      .map(({ data }) => {
        const body = jsonOrNull(data);
        if (!isJsonObject(body)) return "";
        const { text, partial_json } = deltaOf(body);
        return [text, partial_json].filter((piece) => typeof piece === "string").join("");
      })
      .join("");
  },
};

const deltaOf = ({ delta }: JsonObject): JsonObject => (isJsonObject(delta) ? delta : {});
