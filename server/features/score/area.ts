import { area } from "../../operation/area.ts";
import { judgeGenerator } from "./judge.ts";
import { compare } from "./operations/compare-texts.ts";
import { score as scoreText } from "./operations/score-text.ts";
import { styleWord } from "./style-word.ts";

export const score = area({
  generators: [judgeGenerator],
  operations: {
    text: scoreText,
    compare,
    judge: judgeGenerator.generate({
      summary: "Have a model judge a text",
      description:
        "Starts a generation session in which a model grades a text or a dialogue from 1 to 5 by clarity, voice, pace, tension and consistency, each with a reason and the words that show it. The result has `judgement`; `span` is null where the words are not in the text. It stands apart from the measures: a model’s taste is no number of the text. Without a stored provider key it is a 409.",
      example: { of: { kind: "text", text: "“The gate opens for an hour,” said Bor." } },
      errors: ["provider_key_missing"],
    }),
  },
});

export const styleWords = area({
  tag: "score",
  resources: [styleWord],
  screen: styleWord,
  words: { style_word: ["word of the style", "words of the style"] },
  operations: {
    create: styleWord.create({
      description:
        "Adds a word to the list of style, which every score of the project is measured against: a banned one, with words to take instead, or one that is preferred to others.",
      example: { word: "suddenly", use: "banned", others: ["at once"] },
    }),
    list: styleWord.list(),
    get: styleWord.get(),
    update: styleWord.update({ example: { others: ["at once", "now"] } }),
    delete: styleWord.delete(),
    restore: styleWord.restore(),
  },
});
