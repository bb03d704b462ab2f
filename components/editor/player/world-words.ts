import type { DescribedNames } from "#domain/describe-logic.ts";
import type { Scalar } from "#domain/expression.ts";
import { QUEST_STATES, STAGE_KEY, STATE_KEY } from "#domain/quest.ts";
import type { WorldChange } from "#domain/runtime/story.ts";
import { yesOrNo } from "#domain/yes-or-no.ts";
import { QUEST_STATE_WORDS } from "../../frame/project/quest-words.ts";

type Matter = Omit<WorldChange, "value">;

/** Returns a part of the world in words: "Mara’s mood", "Mara towards Odo". */
export function matterWords(
  { what, entity, key }: Matter,
  {
    entity: nameOf = () => undefined,
    fact: factOf = () => undefined,
    quest: questOf = () => undefined,
    questPart: partOf = () => undefined,
  }: DescribedNames,
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
    case "quest": {
      const quest = questOf(entity ?? "") ?? "A quest that is gone";
      if (key === STATE_KEY) return quest;
      if (key === STAGE_KEY) return `The stage of ${quest}`;
      return `${quest}: ${partOf(key ?? "") ?? "an objective that is gone"}`;
    }
    case "time":
      return "The time";
  }
}

/** A value of the world in words. */
export function worldValueWords(
  { what, key }: Pick<Matter, "what" | "key">,
  value: Scalar,
  names: DescribedNames,
): string {
  if (what === "knowledge") return yesOrNo(value !== null);
  if (what === "quest" && key === STATE_KEY) return stateWords(value);
  if (value === null) return what === "location" ? "nowhere" : "nothing";
  if (what === "quest" && key === STAGE_KEY) return names.questPart?.(String(value)) ?? "a stage that is gone";
  if (what === "location") return names.entity?.(String(value)) ?? "somewhere that is gone";
  if (typeof value === "boolean") return yesOrNo(value);
  return String(value);
}

/** The state of a quest in words. */
function stateWords(value: Scalar): string {
  const state = QUEST_STATES.find((each) => each === value);
  return state === undefined ? "not offered yet" : QUEST_STATE_WORDS[state];
}
