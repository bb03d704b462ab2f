const START = /<START>/i;

/** Returns the examples of a card's `mes_example`: what stands between the marks `<START>`. */
export function splitSamples(text: string): string[] {
  return text
    .split(START)
    .map((sample) => sample.trim())
    .filter((sample) => sample !== "");
}

/** Returns examples as the text of a card's `mes_example`. */
export function joinSamples(samples: readonly string[]): string {
  return samples.map((sample) => `<START>\n${sample}`).join("\n");
}
