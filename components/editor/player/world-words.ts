import type { DescribedNames } from "#domain/describe-logic.ts";
import type { Scalar } from "#domain/expression.ts";
import type { WorldChange } from "#domain/runtime/story.ts";
import { yesOrNo } from "#domain/yes-or-no.ts";

type Matter = Omit<WorldChange, "value">;

/** Returns a part of the world in words: "Mara’s mood", "Mara towards Odo". */
export function matterWords(
  { what, entity, key }: Matter,
  { entity: nameOf = () => undefined, fact: factOf = () => undefined }: DescribedNames,
): string {
  const name = (id: string | null) => (id === null ? "" : (nameOf(id) ?? "someone or something that is gone"));
  switch (what) {
    case "property":
      return `${name(entity)}’s ${key}`;
    case "location":
      return `Where ${name(entity)} is`;
    case "item":
      return `${name(key)} that ${name(entity)} has`;
    case "relationship":
      return `${name(entity)} towards ${name(key)}`;
    case "fact":
      return `Known of ${name(entity)}: ${key}`;
    case "knowledge":
      return `${name(entity)} knows “${factOf(key ?? "") ?? "a fact that is gone"}”`;
    case "time":
      return "The time";
  }
}

/** A value of the world in words. */
export function worldValueWords({ what }: Pick<Matter, "what">, value: Scalar, names: DescribedNames): string {
  if (what === "knowledge") return yesOrNo(value !== null);
  if (value === null) return what === "location" ? "nowhere" : "nothing";
  if (what === "location") return names.entity?.(String(value)) ?? "somewhere that is gone";
  if (typeof value === "boolean") return yesOrNo(value);
  return String(value);
}
