/** What the interface says of something wrong, without the words of its format of errors. */
export function faultWords(msg: string): string {
  return msg.replace(/^Value error, /, "");
}

/** The same as a sentence of its own. */
export function faultSentence(msg: string): string {
  const plain = faultWords(msg);
  const sentence = plain.charAt(0).toUpperCase() + plain.slice(1);
  return /[.!?]$/.test(sentence) ? sentence : `${sentence}.`;
}
