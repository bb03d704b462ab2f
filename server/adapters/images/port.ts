import type { ModelAccess, ModelUsage } from "../llm/port.ts";

/** Words of a picture and the model that draws it. */
export interface PictureRequest {
  readonly model: string;
  readonly prompt: string;
  readonly signal: AbortSignal;
}

/** A picture that came whole; its type is that of its bytes, not what was said of them. */
export interface Picture {
  readonly bytes: Uint8Array;
  readonly mediaType: string;
  /** The prompt that the provider drew from, where it tells of another one than was sent. */
  readonly revisedPrompt: string | null;
  readonly usage: ModelUsage;
}

/** Models of somebody else that draw, reached with one key. */
export interface PictureProvider {
  /** @throws ModelFailure and nothing else */
  draw(request: PictureRequest): Promise<Picture>;
}

/** Opens providers of pictures. */
export interface PictureModels {
  open(access: ModelAccess): PictureProvider;
}

/** Longest prompt of a picture, in characters: more is refused by models of today. */
export const MAX_PICTURE_PROMPT = 4_000;

/** Tokens that a square picture takes where nobody counts them: what models that count report for one of medium quality. */
export const PICTURE_TOKENS = 1_056;

/** Most tokens that a square picture takes. */
export const MOST_PICTURE_TOKENS = 4_160;
