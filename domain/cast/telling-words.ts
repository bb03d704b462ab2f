import { lexemes } from "../lexemes.ts";

/** English words that say nothing about what a sentence is about. */
const COMMON = new Set(
  (
    "a about after again all also am an and any are as at be because been before being but by can could did do doe doing does done for from " +
    "get give go got had has have having he her here him his how i if in into is it its just know let like may me might mine more most much must my " +
    "no not now of off on one only or other our out over own please say she should so some tell than that the their them then there these they thing " +
    "this those to too under until up us very was we were what when where which while who whom whose why will with would yes you your"
  ).split(" "),
);

/** Returns the words of a text that say what it is about, in the form in which words are looked for. */
export function tellingWords(text: string): ReadonlySet<string> {
  return new Set(lexemes(text).filter((word) => !COMMON.has(word)));
}
