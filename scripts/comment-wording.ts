import { globSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The sentence shown after the violations of the rule on doc comments. */
export const COMMENT_RULE =
  'A doc comment begins with a noun of the field ("The outbox keeps …", "Milliseconds between …") or with a verb in the third person ("Returns …"): ' +
  "a sentence that opens with a relative clause or a pronoun can only be understood by reading the code below it.";

/** The sentence shown after the violations of the rule on type names. */
export const TYPE_RULE =
  "An exported type is named by a noun of the field: a participle alone (Asked, Found, Known) says what was done, not what the value is.";

/** A doc comment or a type name that breaks a rule of wording. */
export interface WordingViolation {
  /** Path from the project's root. */
  file: string;
  line: number;
  /** The opening word of the comment, or the name of the type. */
  word: string;
  rule: "comment" | "type";
}

/** Words that open a relative clause, a pronoun or an adverb where the subject of the comment should stand. */
const REFUSED_OPENINGS = new Set(
  [
    "after also and another any anybody anyone anything as at because before behind beside besides between but by during either else even",
    "ever everybody everyone everything from he here his how however if in instead it its itself just like neither nobody none nor nothing",
    "of on once only or other others otherwise out over same she since so some somebody someone something somewhere still such than that",
    "their them then there these they this those though through to together too under unless until up what whatever when whenever where",
    "wherever which whichever while who whoever whole whom whose why with within without",
  ].flatMap((line) => line.split(" ")),
);

/** Participles that name no thing, beside those that end in "ed". */
const IRREGULAR_PARTICIPLES =
  "Beside Begun Bound Brought Built Chosen Done Drawn Driven Found Given Gone Heard Held Hidden Kept Known Left Lent Lost Made Meant Met Paid Put Said Seen Sent Shown Sold Sought Spoken Spent Standing Stuck Taken Taught Thought Told Understood Unsaid Within Won Worn Written".split(
    " ",
  );
/** Nouns that end like participles. */
const NOUNS = new Set("Bed Deed Embed Feed Need Seed Speed".split(" "));

function isParticiple(name: string): boolean {
  if (!/^[A-Z][a-z]+$/.test(name) || NOUNS.has(name)) return false;
  return name.endsWith("ed") || IRREGULAR_PARTICIPLES.includes(name);
}

/** Finds the violations of both rules in one source file. */
export function wordingViolations(file: string, text: string): WordingViolation[] {
  const violations: WordingViolation[] = [];
  const lines = text.split("\n");
  for (const [index, line] of lines.entries()) {
    const opening = /^\s*\/\*\*\s*(.*)$/.exec(line);
    if (opening !== null) {
      const sentence = opening[1] || (lines[index + 1] ?? "").replace(/^\s*\*\s?/, "");
      const word = /^[A-Za-z]+/.exec(sentence)?.[0] ?? "";
      if (REFUSED_OPENINGS.has(word.toLowerCase())) violations.push({ file, line: index + 1, word, rule: "comment" });
    }
    const name = /^export (?:interface|type) (\w+)/.exec(line)?.[1];
    if (name !== undefined && isParticiple(name)) violations.push({ file, line: index + 1, word: name, rule: "type" });
  }
  return violations;
}

/** Folders whose sources keep the rules. */
const FOLDERS = "app,bench,components,domain,drizzle,e2e,packages,scripts,server,tests";

/** Finds the violations in all sources of the project. */
export function findWordingViolations(root: string): WordingViolation[] {
  return (
    globSync(`{${FOLDERS}}/**/*.{ts,tsx,mjs}`, { cwd: root, exclude: ["**/node_modules/**", "**/dist/**"] })
      // The folder of a route is called as the file that it serves, such as `runtime.d.ts`.
      .filter((file) => statSync(join(root, file)).isFile())
      .sort()
      .flatMap((file) => wordingViolations(file, readFileSync(join(root, file), "utf8")))
  );
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const violations = findWordingViolations(fileURLToPath(new URL("..", import.meta.url)));
  for (const { file, line, word, rule } of violations) {
    console.error(`${file}:${line} ${rule === "comment" ? "opens with" : "exports the type"} "${word}".`);
  }
  for (const [rule, sentence] of [
    ["comment", COMMENT_RULE],
    ["type", TYPE_RULE],
  ] as const) {
    if (violations.some((violation) => violation.rule === rule)) console.error(sentence);
  }
  if (violations.length > 0) process.exitCode = 1;
}
