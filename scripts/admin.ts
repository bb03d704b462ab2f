import { readConfig } from "#server/config.ts";
import { KeyEncryptionKeys } from "#server/envelope/key-encryption-keys.ts";
import { StartProblem } from "#server/kernel/start-problem.ts";
import { withDatabaseServer } from "#server/postgres/open.ts";
import { prepareDatabase } from "#server/postgres/prepare-database.ts";
import { openDatabase } from "#server/record/database.ts";
import { loggableError } from "#server/record/database-errors.ts";
import { readCommand, USAGE } from "./admin-commands.ts";

try {
  const command = readCommand(process.argv.slice(2));
  if (command === null) console.log(USAGE);
  else {
    const config = readConfig();
    const lines = await withDatabaseServer(config, async ({ url, directUrl }) => {
      await prepareDatabase(directUrl);
      const database = openDatabase(url, { reads: 1, writes: 1, unlimited: true });
      try {
        return await command({ database, directUrl, keys: new KeyEncryptionKeys(config) });
      } finally {
        await database.close();
      }
    });
    console.log(lines.join("\n"));
  }
} catch (error) {
  // A database error names every parameter it was given, the hash of the new password among them.
  console.error(error instanceof StartProblem ? error.message : loggableError(error));
  process.exitCode = 1;
}
