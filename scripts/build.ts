// `npm run build`: builds the pages ahead of a start, for a deployment whose folder is read-only afterwards.

import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { openPackedFiles } from "#server/http/packed-files.ts";
import { StartProblem } from "#server/kernel/start-problem.ts";
import { ensureBuild } from "#server/start/next-build.ts";

try {
  const build = await ensureBuild({ say: (sentence) => console.log(`The pages: ${sentence}`) });
  const scripts = join(fileURLToPath(new URL("..", import.meta.url)), build, "static");
  await openPackedFiles(scripts).pack(new AbortController().signal);
  console.log(`The pages are built in ${build}.`);
} catch (error) {
  console.error(error instanceof StartProblem ? error.message : error);
  process.exitCode = 1;
}
