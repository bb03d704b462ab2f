/** Words by which a conversation begins and ends, in lower case without marks. */
const GREETINGS =
  /^(?:hello|hi|hey|greetings|good (?:morning|day|afternoon|evening)|well met|hail|bonjour|salut|hallo|guten (?:morgen|tag|abend)|hola|buenos dias|buenas tardes|ciao|buongiorno|ola|bom dia)\b/u;
const FAREWELLS =
  /^(?:bye|goodbye|farewell|see you|so long|good night|au revoir|adieu|tschuss|auf wiedersehen|adios|arrivederci|tchau)\b/u;

/** Words that may stand beside a greeting, such as a name. */
const BESIDE = 3;

/** Returns a text in lower case, without accents and marks, its words apart by single spaces. */
function plain(text: string): string {
  return text
    .normalize("NFD")
    .replace(/\p{M}+/gu, "")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

function isAlone(said: string, words: RegExp): boolean {
  const found = words.exec(said)?.[0];
  if (found === undefined) return false;
  const others = said
    .slice(found.length)
    .split(" ")
    .filter((word) => word !== "");
  return others.length <= BESIDE;
}

/** Whether words greet somebody and say nothing else; nothing at all is a greeting too. */
export function isGreeting(text: string): boolean {
  const said = plain(text);
  return said === "" || isAlone(said, GREETINGS);
}

/** Whether words take leave and say nothing else. */
export function isFarewell(text: string): boolean {
  return isAlone(plain(text), FAREWELLS);
}
