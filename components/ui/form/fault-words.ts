/** Returns the words of a validation message without the prefix of its format. */
export function faultWords(msg: string): string {
  return msg.replace(/^Value error, /, "");
}

/** The same as a sentence of its own. */
export function faultSentence(msg: string): string {
  const plain = faultWords(msg);
  const sentence = plain.charAt(0).toUpperCase() + plain.slice(1);
  return /[.!?]$/.test(sentence) ? sentence : `${sentence}.`;
}
