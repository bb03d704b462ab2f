// `npm run test:citus -- postgres://…`: sends every statement of the product to a coordinator of Citus, and fails on whatever the
// server refuses or warns of.
import { spawn } from "node:child_process";

const [url] = process.argv.slice(2);

if (url === undefined || !URL.canParse(url)) {
  console.error(
    "npm run test:citus -- postgres://user@coordinator/database\n\n" +
      "The database must be kept for this: its tables are distributed, and what the tests write stays.",
  );
  process.exitCode = 1;
} else {
  const vitest = spawn(
    process.execPath,
    // The files share a database, and one of them ages what is in it.
    [...process.execArgv, "node_modules/vitest/vitest.mjs", "run", "--project=citus", "--no-file-parallelism"],
    {
      stdio: "inherit",
      env: { ...process.env, FABULA_TEST_CITUS: url },
    },
  );
  vitest.on("exit", (code) => {
    process.exitCode = code ?? 1;
  });
}
