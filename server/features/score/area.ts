import { area } from "../../operation/area.ts";
import { compare } from "./operations/compare-texts.ts";
import { score as scoreText } from "./operations/score-text.ts";

export const score = area({ operations: { text: scoreText, compare } });
