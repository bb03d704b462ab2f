/**
 * Suites of other formats, played as they are imported: ink-proof beside ink's own engine, the test plans of Yarn Spinner, and the
 * scripts that Yarn Spinner refuses. They are not part of the project: each is read from a checkout beside it.
 *
 *   npm run bench -- suites [--ink-proof=FOLDER] [--yarn-spinner=FOLDER]
 */
import { parseArgs } from "node:util";
import { playInkProof } from "./suites/ink-proof.ts";
import { printVerdicts } from "./suites/verdict.ts";
import { followYarnPlans, refuseYarnFailures } from "./suites/yarn-plans.ts";

const { values } = parseArgs({ options: { "ink-proof": { type: "string" }, "yarn-spinner": { type: "string" } } });
const { "ink-proof": inkProof, "yarn-spinner": yarnSpinner } = values;

if (inkProof !== undefined) printVerdicts("ink-proof", playInkProof(inkProof));
if (yarnSpinner !== undefined) {
  printVerdicts("Test plans of Yarn Spinner", followYarnPlans(yarnSpinner));
  printVerdicts("Scripts that Yarn Spinner refuses", refuseYarnFailures(yarnSpinner));
}
if (inkProof === undefined && yarnSpinner === undefined)
  console.log("Give --ink-proof or --yarn-spinner with a checkout.");
