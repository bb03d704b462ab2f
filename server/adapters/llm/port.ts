import type { JsonObject } from "#domain/json.ts";

/** Whose wire format a model is spoken to in. */
export const MODEL_PROVIDERS = ["openai_compatible", "anthropic"] as const;
export type ModelProviderName = (typeof MODEL_PROVIDERS)[number];

/**
 * How an answer of a given form is asked for, the strictest first: the server holds the model to the schema, the model is made to
 * call a tool, the server promises some JSON and the schema stands in the prompt, or only the prompt asks.
 */
export const STRUCTURED_MODES = ["json_schema", "tool", "json_object", "text"] as const;
export type StructuredMode = (typeof STRUCTURED_MODES)[number];

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
}

/** What a call took. */
export interface ModelUsage {
  readonly input_tokens: number;
  readonly output_tokens: number;
  /** Whether the provider did not say, and we counted. */
  readonly estimated: boolean;
}

/** An answer that came whole. */
export interface ModelAnswer {
  /** The text as it came; JSON text where a schema was asked for (not repaired, not validated). */
  readonly text: string;
  /** `length`: it was cut off at `maxOutputTokens`. `refused`: the model would not, and `text` says why, if it did. */
  readonly finish: "stop" | "length" | "refused";
  readonly usage: ModelUsage;
  /** The model that answered, by the name it gives itself. */
  readonly model: string;
  readonly responseId: string | null;
}

/**
 * Why there is no answer, by what may be done about it: `transient`, `rate_limit`: again later; `quota`, `key`, `destination`: a
 * person must; `request`: never as it is; `context_length`, `truncated_context`: with less; `cancelled`: it was wanted so.
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
  /** How long the provider asks to be left alone. */
  readonly retryAfterMs: number | null;
  /** What was used up nevertheless; null when nothing was, as far as anyone can tell. */
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

/** What it takes to reach a provider. */
export interface ModelAccess {
  readonly provider: ModelProviderName;
  readonly key: string;
  /** Where its interface is, without a slash at the end; null for the vendor's own. */
  readonly base_url: string | null;
  /** How answers of a given form are asked for; the strictest way unless something else was found out. */
  readonly structured?: StructuredMode;
}

/** Opens providers; adapters are loaded when the first is used. */
export interface Models {
  open(access: ModelAccess): ModelProvider;
}

/** Nobody's models, for parts of the product that are put together without any. */
export const noModels: Models = {
  open() {
    throw new Error("no models are to be had here");
  },
};
