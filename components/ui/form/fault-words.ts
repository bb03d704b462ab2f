/** Returns the words of a validation message for a person: without the prefix of its format, and of a list what to do. */
export function faultWords(msg: string): string {
  return msg
    .replace(/^Value error, /, "")
    .replace(/^List should have at least (\d+) items? after validation, not \d+$/, "choose at least $1");
}

/** The same as a sentence of its own. */
export function faultSentence(msg: string): string {
  const plain = faultWords(msg);
  const sentence = plain.charAt(0).toUpperCase() + plain.slice(1);
  return /[.!?]$/.test(sentence) ? sentence : `${sentence}.`;
}
