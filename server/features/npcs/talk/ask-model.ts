import { SaidSoFar } from "#domain/cast/said-so-far.ts";
import { brokenLimits, type ContentLimits } from "#domain/content-limits.ts";
import type { JsonObject } from "#domain/json.ts";
import { ModelFailure, type ModelUsage, REFUSAL_CODES } from "../../../adapters/llm/port.ts";
import { countTokens } from "../../../adapters/llm/token-count.ts";
import type { Caller } from "../../../kernel/scope.ts";
import type { Services } from "../../../operation/context.ts";
import { callWithKey, UNITS_SPENT } from "../../byok/public.ts";
import { readAnswer } from "../../generation/public.ts";
import { reserveUnits, settleUnits } from "../../player-tokens/public.ts";
import { projectOfNpc } from "../npc.ts";
import type { AuthoredReason } from "./schemas.ts";
import { type ReadSpoken, readSpoken } from "./spoken.ts";

/** Most tokens of an answer: some sentences and what comes with them. */
const MAX_OUTPUT_TOKENS = 600;
/** Longest answer that is read, in characters. */
const MAX_ANSWER = 16_000;

/** Question to a model for an npc. */
interface Asked {
  readonly projectId: string;
  readonly key: { readonly byok_id: string; readonly model: string };
  readonly system: string;
  readonly prompt: string;
  /** JSON schema of the answer. */
  readonly schema: JsonObject;
  readonly attemptId: string;
  /** Caller who asks: a player may have units to spend. */
  readonly caller: Caller;
  /** Aborted when whoever asked has left. */
  readonly gone: AbortSignal;
  /** Content that must not be in the answer. */
  readonly limits: ContentLimits;
  readonly deadlineMs: number;
  /** Told the words as they come. */
  readonly onWords?: (words: string) => void;
}

/** Result of a question to a model: words, or the reason for which there are none. */
export type ModelReply =
  | {
      readonly spoken: ReadSpoken;
      readonly reason: null;
      readonly model: string;
      readonly usage: ModelUsage;
    }
  | { readonly spoken: null; readonly reason: AuthoredReason; readonly usage: ModelUsage | null };

/**
 * Asks a model what an npc says, once, within a deadline. Whatever fails is a reason and no error: somebody waits for an answer.
 *
 * @throws the reason of `gone` when whoever asked has left.
 */
export async function askModel(services: Services, asked: Asked): Promise<ModelReply> {
  const { projectId, key, system, prompt, schema, attemptId, caller, gone, deadlineMs, limits } = asked;
  // Words that nobody has looked at yet may be unwanted ones.
  const onWords = hasLimits(limits) ? undefined : asked.onWords;
  const { writes } = services.database;
  // Who has no units to spend waits for no count.
  const counted = caller.player === null ? null : countTokens(`${system}\n${prompt}`);
  const [tokens, { npc_units }] = await Promise.all([counted, projectOfNpc(services.database.reads, projectId, null)]);
  const units = tokens === null ? 0 : tokens + MAX_OUTPUT_TOKENS;
  const reserved = await reserveUnits(writes, caller, { units, now: services.clock.now() });
  if (reserved === null) return { spoken: null, reason: "units", usage: null };
  const late = AbortSignal.timeout(deadlineMs);
  const reader = new SaidSoFar();
  const request = {
    model: key.model,
    system,
    prompt,
    schema,
    maxOutputTokens: MAX_OUTPUT_TOKENS,
    seed: null,
    signal: AbortSignal.any([gone, late]),
    ...(onWords !== undefined && {
      onText: (text: string) => {
        const words = reader.take(text);
        if (words !== "") onWords(words);
      },
    }),
  };
  const purpose = { attemptId, area: "npcs", perDay: npc_units };
  let taken: ModelUsage | null = null;
  try {
    const answer = await callWithKey(services, projectId, key.byok_id, request, purpose);
    const { text, finish, model, usage } = answer;
    taken = usage;
    if (finish === "refused") return { spoken: null, reason: "refused", usage };
    const spoken = text.length > MAX_ANSWER ? null : readSpoken(readAnswer(text, schema).value);
    if (spoken === null) return { spoken, reason: "unusable", usage };
    if (brokenLimits(limits, { text: spoken.say, tags: [] }).length > 0) {
      return { spoken: null, reason: "content", usage };
    }
    return { spoken, reason: null, model, usage };
  } catch (error) {
    taken = error instanceof ModelFailure ? error.usage : null;
    gone.throwIfAborted();
    if (!(error instanceof ModelFailure)) throw error;
    return { spoken: null, reason: late.aborted ? "deadline" : reasonOf(error), usage: error.usage };
  } finally {
    await settleUnits(writes, reserved, taken === null ? 0 : taken.input_tokens + taken.output_tokens);
  }
}

function hasLimits({ lines = [], veils = [] }: ContentLimits): boolean {
  return lines.length + veils.length > 0;
}

function reasonOf({ kind, code }: ModelFailure): AuthoredReason {
  if (REFUSAL_CODES.includes(code)) return "refused";
  if (code === UNITS_SPENT) return "units";
  return kind === "quota" ? "budget" : "failed";
}
