import { expect, test } from "vitest";
import { emotionWords, madeByWords, usageWords, withheldWords } from "./talk-words.ts";

const USAGE = { input_tokens: 1, output_tokens: 12, estimated: true };
const AUTHORED = { kind: "authored", reason: "deadline", model: null, usage: USAGE } as const;

test("an answer says what made it, and what that took", () => {
  expect(madeByWords(AUTHORED)).toBe("An authored line, because the model took too long.");
  expect(usageWords(AUTHORED)).toBe("Read about 1 token and wrote about 12.");
  const spoken = {
    kind: "model",
    reason: null,
    model: "small-1",
    usage: { ...USAGE, input_tokens: 900, estimated: false },
  };
  expect(madeByWords(spoken as never)).toBe("Spoken by small-1.");
  expect(usageWords(spoken as never)).toBe("Read 900 tokens and wrote 12.");
  expect(usageWords({ ...AUTHORED, usage: null })).toBe("");
});

test("what was kept back is counted, and a plain emotion is not said", () => {
  expect(withheldWords(0, "Odo")).toBe("Nothing was kept from Odo.");
  expect(withheldWords(1, "Odo")).toBe("1 thing that Odo may not know was kept back.");
  expect(withheldWords(4, "Odo")).toBe("4 things that Odo may not know were kept back.");
  expect([emotionWords("neutral"), emotionWords(null), emotionWords("joy")]).toEqual(["", "", "Joy"]);
});
