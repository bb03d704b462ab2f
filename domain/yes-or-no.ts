/** The two values of what is yes or no, in the order in which they are offered. */
export const YES_AND_NO = ["yes", "no"] as const;

/** A value of the type "Yes or no" as people read it; `true` and `false` are words of the API. */
export function yesOrNo(value: boolean): (typeof YES_AND_NO)[number] {
  return value ? "yes" : "no";
}

/** Reads typed or chosen text as yes or no, `true` and `false` included; null for any other text. */
export function readYesOrNo(text: string): boolean | null {
  const word = text.trim().toLowerCase();
  if (word === "yes" || word === "true") return true;
  return word === "no" || word === "false" ? false : null;
}
