import type { ModelAccess, ModelUsage } from "../llm/port.ts";

/** Words to be spoken, and the model and the voice that speak them. */
export interface SpeechRequest {
  readonly model: string;
  readonly text: string;
  /** Name of the voice, as the provider has it. */
  readonly voice: string;
  /** Speed, of which 1 is the usual. */
  readonly speed: number;
  readonly signal: AbortSignal;
}

/** Speech that came whole; its type is that of its bytes, not what was said of them. */
export interface Speech {
  readonly bytes: Uint8Array;
  readonly mediaType: string;
  readonly usage: ModelUsage;
}

/** Models of somebody else that speak, reached with one key. */
export interface SpeechProvider {
  /** @throws ModelFailure and nothing else */
  speak(request: SpeechRequest): Promise<Speech>;
}

/** Opens providers of speech. */
export interface SpeechModels {
  open(access: ModelAccess): SpeechProvider;
}

/** Most characters that are spoken at once: more is refused by models of today. */
export const MAX_SPOKEN = 4_096;

/** Slowest and fastest speed that models of today have. */
export const SPEEDS = { min: 0.25, max: 4 };

/** Characters that are read aloud in a second at the usual speed. */
export const CHARACTERS_A_SECOND = 15;

/** Tokens that a second of speech takes where nobody counts them: what models that count report. */
const TOKENS_A_SECOND = 21;

/** Tokens that speech takes, as far as its words tell: no provider reports them. */
export function speechTokens({ text, speed }: Pick<SpeechRequest, "text" | "speed">): number {
  return Math.ceil((text.length / CHARACTERS_A_SECOND / speed) * TOKENS_A_SECOND);
}
