import { type MarkedWords, namedIn, nameOf } from "../runtime/words.ts";

/**
 * Words of a line as they are spoken outside of a playthrough: the name of a variable stands for its value, without the braces and with
 * spaces for what joins its parts. Empty where there is nothing to speak.
 */
export function spokenWords(words: MarkedWords): string {
  let said = "";
  let after = 0;
  for (const found of namedIn(words)) {
    said += words.text.slice(after, found.index) + nameOf(found).replaceAll(/[_.]+/g, " ").trim();
    after = found.index + found[0].length;
  }
  said += words.text.slice(after);
  return /[\p{L}\p{N}]/u.test(said) ? said.replaceAll(/\s+/gu, " ").trim() : "";
}
