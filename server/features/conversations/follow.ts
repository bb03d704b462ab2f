import { Problem } from "../../kernel/problem.ts";
import type { FollowedConversation, Live, WatchedConversation } from "../../operation/live.ts";
import type { Messages } from "../../operation/operation.ts";
import { endingFor, endingOf } from "../../operation/streams.ts";
import { Wake } from "../../operation/wake.ts";
import type { ConversationStreamMessage } from "./schemas.ts";

/** Streams what happens in a conversation behind a number, as far as a participant may know of it. */
export function followConversation(
  live: Pick<Live, "conversations">,
  of: FollowedConversation,
  watched: WatchedConversation & { readonly head: number },
): Messages<ConversationStreamMessage> {
  return async function* messages(signal) {
    const wake = new Wake();
    const ring = () => wake.ring();
    signal.addEventListener("abort", ring, { once: true });
    const watch = live.conversations.follow(of, watched, ring);
    try {
      yield [{ type: "ready", data: { number: watched.after, head: watched.head } }];
      while (!signal.aborted) {
        const next = await watch.next();
        if (next === null) {
          yield [{ type: "end", data: endingFor(new Problem("not_found")) }];
          return;
        }
        if (signal.aborted) break;
        if (next.length > 0) yield next as readonly ConversationStreamMessage[];
        else await wake.rung();
      }
    } catch (error) {
      yield [{ type: "end", data: endingFor(error) }];
      return;
    } finally {
      signal.removeEventListener("abort", ring);
      watch.close();
    }
    const ending = endingOf(signal);
    if (ending !== null) yield [{ type: "end", data: ending }];
  };
}
