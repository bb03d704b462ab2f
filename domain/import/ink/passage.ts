import type { Container } from "inkjs/engine/Container";
import type { Expression } from "../../expression.ts";
import type { ImportedEffect } from "../story.ts";
import type { CollectedChoice } from "./machine.ts";

/** A stretch of a story: what is said and done without a decision, and how it goes on. */
export interface Passage {
  readonly id: number;
  /** Container in which the node begins, for its name. */
  at: Container | null;
  readonly lines: string[];
  /** Variables whose values stand in its lines. */
  readonly prints: Set<string>;
  readonly effects: ImportedEffect[];
  readonly tags: string[];
  /** Containers whose visits are its own. */
  visits: readonly Container[];
  end: PassageEnd;
}

export type PassageEnd =
  | { readonly kind: "to"; readonly passage: number }
  | {
      readonly kind: "split";
      readonly ways: { condition: Expression | null; passage: number }[];
      readonly isRandom: boolean;
    }
  | { readonly kind: "detour"; readonly into: number; readonly behind: number }
  | { readonly kind: "choices"; readonly choices: readonly { choice: CollectedChoice; passage: number }[] }
  | { readonly kind: "return" }
  | { readonly kind: "end" };

/** Ids of the passages a passage leads to. */
export function leadsTo({ end }: Passage): number[] {
  switch (end.kind) {
    case "to":
      return [end.passage];
    case "split":
      return end.ways.map(({ passage }) => passage);
    case "detour":
      return [end.into, end.behind];
    case "choices":
      return end.choices.map(({ passage }) => passage);
    default:
      return [];
  }
}

/** Expressions of a passage: of its effects, its ways and its choices. */
export function expressionsOf({ effects, end }: Passage): Expression[] {
  const ofEffects = effects.flatMap(({ value, when }) => (value === null ? when : [value, ...when]));
  if (end.kind === "split") return [...ofEffects, ...end.ways.flatMap(({ condition }) => condition ?? [])];
  if (end.kind === "choices") return [...ofEffects, ...end.choices.flatMap(({ choice }) => choice.guards)];
  return ofEffects;
}
