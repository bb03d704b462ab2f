// `npm run build`: builds the pages ahead of a start, for a deployment whose folder is read-only afterwards.

import { StartProblem } from "#server/kernel/start-problem.ts";
import { ensureBuild } from "#server/start/next-build.ts";

try {
  console.log(`The pages are built in ${await ensureBuild({ say: (sentence) => console.log(sentence) })}.`);
} catch (error) {
  console.error(error instanceof StartProblem ? error.message : error);
  process.exitCode = 1;
}
