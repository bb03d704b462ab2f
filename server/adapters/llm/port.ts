import type { JsonObject } from "#domain/json.ts";

/** Wire formats in which models are called. */
export const MODEL_PROVIDERS = ["openai_compatible", "anthropic"] as const;
export type ModelProviderName = (typeof MODEL_PROVIDERS)[number];

/**
 * Ways to request structured answers, the strictest first: the server enforces the schema, the model is made to call a
 * tool, the server promises some JSON and the schema stands in the prompt, or only the prompt asks.
 */
export const STRUCTURED_MODES = ["json_schema", "tool", "json_object", "text"] as const;
export type StructuredMode = (typeof STRUCTURED_MODES)[number];

/** Treatments of the token counts that a provider reports: they are used, or Fabula counts instead. */
export const TOKEN_COUNTS = ["reported", "ignored"] as const;
export type TokenCounts = (typeof TOKEN_COUNTS)[number];

/** One question to a model. */
export interface ModelRequest {
  readonly model: string;
  readonly system: string;
  readonly prompt: string;
  /** JSON schema the answer must have; null for plain text. */
  readonly schema: JsonObject | null;
  readonly maxOutputTokens: number;
  readonly seed: number | null;
  readonly signal: AbortSignal;
  /**
   * Told the text while it arrives. It is a beginning that may come to nothing: only the answer is known to be whole, and only what that
   * holds counts.
   */
  readonly onText?: (text: string) => void;
}

/** Tokens used by a call. */
export interface ModelUsage {
  readonly input_tokens: number;
  readonly output_tokens: number;
  /** Whether the provider did not say, and we counted. */
  readonly estimated: boolean;
}

/** An answer that came whole. */
export interface ModelAnswer {
  /** The text as it came; JSON text where a schema was asked for (not repaired, not validated: it may hold NUL). */
  readonly text: string;
  /** `length`: it was cut off at `maxOutputTokens`. `refused`: the model would not, and `text` says why, if it did. */
  readonly finish: "stop" | "length" | "refused";
  readonly usage: ModelUsage;
  /** The model that answered, by the name it gives itself. */
  readonly model: string;
  readonly responseId: string | null;
}

/**
 * Kinds of failure, by the remedy: `transient`, `rate_limit`: retry later; `quota`, `key`, `destination`: a person has
 * to act; `request`: never as it is; `context_length`, `truncated_context`: retry with less; `cancelled`: stopped by
 * the caller.
 */
export type ModelFailureKind =
  | "transient"
  | "rate_limit"
  | "quota"
  | "key"
  | "request"
  | "context_length"
  | "truncated_context"
  | "cancelled"
  | "destination";

/** A call that came to nothing. Its message is ours: a provider's own may repeat the key. */
export class ModelFailure extends Error {
  override readonly name = "ModelFailure";
  readonly kind: ModelFailureKind;
  /** The status of the answer, where there was one. */
  readonly status: number | null;
  /** Wait that the provider asks for, in milliseconds. */
  readonly retryAfterMs: number | null;
  /** Tokens used nevertheless; null when there were none, as far as is known. */
  readonly usage: ModelUsage | null;
  /** A word for programs, of a closed list: the provider's code where it is a known one. */
  readonly code: string;

  constructor(
    kind: ModelFailureKind,
    message: string,
    more: { code?: string; status?: number | null; retryAfterMs?: number | null; usage?: ModelUsage | null } = {},
  ) {
    super(message);
    this.kind = kind;
    this.code = more.code ?? kind;
    this.status = more.status ?? null;
    this.retryAfterMs = more.retryAfterMs ?? null;
    this.usage = more.usage ?? null;
  }
}

/** Codes of requests that a provider refuses for what they ask for; text models say so in their answer. */
export const REFUSAL_CODES: readonly string[] = ["content_policy_violation", "moderation_blocked"];

/** Models of somebody else, reached with one key. */
export interface ModelProvider {
  /** @throws ModelFailure and nothing else */
  generate(request: ModelRequest): Promise<ModelAnswer>;
  /**
   * Models that the key may use, in the provider's order.
   *
   * @throws ModelFailure and nothing else
   */
  models(signal: AbortSignal): Promise<{ id: string }[]>;
}

/** Access to a provider. */
export interface ModelAccess {
  readonly provider: ModelProviderName;
  readonly key: string;
  /** Address of the provider's interface, without a slash at the end; null for the vendor's own. */
  readonly base_url: string | null;
  /** Way in which structured answers are requested; the strictest unless another was verified. */
  readonly structured?: StructuredMode;
  /** Use of the provider's token counts; they are used by default. */
  readonly token_counts?: TokenCounts;
}

/** Opens providers; adapters are loaded when the first is used. */
export interface Models {
  open(access: ModelAccess): ModelProvider;
}

/** Models for compositions without any: every call fails. */
export const noModels: { open(): never } = {
  open() {
    throw new Error("no models are to be had here");
  },
};
