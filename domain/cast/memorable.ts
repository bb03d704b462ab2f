import { isFarewell, isGreeting } from "./greetings.ts";
import { tellingWords } from "./telling-words.ts";

/** Words that a sentence needs to say something. */
const LEAST_WORDS = 2;
/** Most characters of what is remembered word for word. */
const MAX_CHARACTERS = 1_000;

/** Whether words state something: they are no greeting, no farewell and no question, and say more than a word or two. */
export function isStatement(text: string): boolean {
  const said = text.trim();
  if (isGreeting(said) || isFarewell(said) || /[?？؟]["”’)]*$/u.test(said)) return false;
  return tellingWords(said).size >= LEAST_WORDS;
}

/** Returns what somebody remembers of a statement, without a model: the words themselves, and who said them; null where none was made. */
export function memorable(text: string, speaker: string): string | null {
  if (!isStatement(text)) return null;
  const said = text.replace(/\s+/gu, " ").trim();
  const characters = [...said];
  const words = characters.length > MAX_CHARACTERS ? `${characters.slice(0, MAX_CHARACTERS).join("")}…` : said;
  return `${speaker} said: “${words}”`;
}
