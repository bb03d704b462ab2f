import { counted } from "#domain/counted.ts";
import type { Outputs } from "../../../../frame/api/client.ts";

/** Answer of a character. */
export type Answer = Outputs["npcs"]["talk"];

/** Reasons for an authored line, as the end of a sentence. */
const REASONS: Readonly<Record<NonNullable<Answer["made_by"]["reason"]>, string>> = {
  no_provider: "the project has no key for a language model",
  provider_off: "you asked for no language model",
  deadline: "the model took too long",
  refused: "the model would not answer this",
  failed: "the model could not be reached",
  unusable: "the model’s answer could not be used",
  budget: "the budget of the key is spent",
  units: "what the player may use is spent",
  content: "the model wrote what the player does not want to read",
};

/** Returns who or what made an answer, in a sentence. */
export function madeByWords({ kind, reason, model }: Answer["made_by"]): string {
  if (kind === "model") return `Spoken by ${model ?? "a language model"}.`;
  return reason === null ? "An authored line." : `An authored line, because ${REASONS[reason]}.`;
}

/** Returns what a model read and wrote for an answer, in a sentence; empty where none was asked. */
export function usageWords({ usage }: Answer["made_by"]): string {
  if (usage === null) return "";
  const about = usage.estimated ? "about " : "";
  return `Read ${about}${counted(usage.input_tokens, "token")} and wrote ${about}${usage.output_tokens}.`;
}

/** Returns how much a character may not know of the story at the place of an answer, in a sentence. */
export function withheldWords(withheld: number, name: string): string {
  if (withheld === 0) return `Nothing was kept from ${name}.`;
  return `${counted(withheld, "thing")} that ${name} may not know ${withheld === 1 ? "was" : "were"} kept back.`;
}

/** Returns the emotion of an answer in a word; empty for none that shows. */
export function emotionWords(emotion: Answer["emotion"]): string {
  if (emotion === null || emotion === "neutral") return "";
  return `${emotion.charAt(0).toUpperCase()}${emotion.slice(1)}`;
}
