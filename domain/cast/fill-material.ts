import type { AuthoredMaterial } from "./authored-answer.ts";
import { fillNames, type SpokenNames } from "./fill-names.ts";

/** Fills names into a material where it has the marks of character cards, and leaves out what calls a person by name of whom none is known. */
export function fillMaterial({ greetings, lines, facts }: AuthoredMaterial, names: SpokenNames): AuthoredMaterial {
  const filled = <Each extends { readonly text: string }>(each: Each): Each[] => {
    const text = fillNames(each.text, names);
    return text === null ? [] : [{ ...each, text }];
  };
  return {
    greetings: greetings.flatMap((greeting) => fillNames(greeting, names) ?? []),
    lines: lines.flatMap(filled),
    facts: facts.flatMap(filled),
  };
}
