/**
 * Suites of other formats, played as they are imported: ink-proof beside ink's own engine, the test plans of Yarn Spinner, the
 * scripts that Yarn Spinner refuses, and Twee stories beside Twine's own engines in a browser, those of a folder or made-up ones. They are
 * not part of the project: each is read from a folder beside it.
 *
 *   npm run bench -- suites [--ink-proof=FOLDER] [--yarn-spinner=FOLDER] [--twine-engines=FOLDER --twee=FOLDER [--walks=3]]
 *   npm run bench -- suites --twine-engines=FOLDER --generated=100 [--seed=1]
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { generatedTwee } from "./suites/generated-twee.ts";
import { playInkProof } from "./suites/ink-proof.ts";
import { playTwineEngines } from "./suites/twine-engines.ts";
import { printVerdicts } from "./suites/verdict.ts";
import { followYarnPlans, refuseYarnFailures } from "./suites/yarn-plans.ts";

const { values } = parseArgs({
  options: {
    "ink-proof": { type: "string" },
    "yarn-spinner": { type: "string" },
    "twine-engines": { type: "string" },
    twee: { type: "string" },
    walks: { type: "string", default: "3" },
    generated: { type: "string" },
    seed: { type: "string", default: "1" },
  },
});
const { "ink-proof": inkProof, "yarn-spinner": yarnSpinner, "twine-engines": twineEngines, twee, generated } = values;

if (inkProof !== undefined) printVerdicts("ink-proof", playInkProof(inkProof));
if (yarnSpinner !== undefined) {
  printVerdicts("Test plans of Yarn Spinner", followYarnPlans(yarnSpinner));
  printVerdicts("Scripts that Yarn Spinner refuses", refuseYarnFailures(yarnSpinner));
}
if (twineEngines !== undefined && twee !== undefined) {
  const files = readdirSync(twee, { recursive: true, encoding: "utf8" }).filter((name) => /\.(?:twee|tw)$/.test(name));
  const stories = files.sort().map((name) => ({ name, source: readFileSync(join(twee, name), "utf8") }));
  for (let walk = 0; walk < Number(values.walks); walk++) {
    // The first choice always, the last always, then a mixture that is the same in every run.
    const picks = Array.from({ length: 12 }, (_, at) =>
      walk < 2 ? walk * 1_000_003 - walk : (at * 7 + walk * 5) % 11,
    );
    printVerdicts(
      `Twee beside Twine's engines, walk ${walk + 1}`,
      await playTwineEngines(twineEngines, stories, picks),
    );
  }
}
if (twineEngines !== undefined && generated !== undefined) {
  const stories = generatedTwee(Number(generated), Number(values.seed));
  const picks = Array.from({ length: 5 }, (_, at) => (at * 7 + Number(values.seed)) % 11);
  printVerdicts("Made-up stories beside Twine's engines", await playTwineEngines(twineEngines, stories, picks));
}
if (
  inkProof === undefined &&
  yarnSpinner === undefined &&
  (twineEngines === undefined || (twee ?? generated) === undefined)
)
  console.log("Give --ink-proof, --yarn-spinner, or --twine-engines with --twee or --generated.");
