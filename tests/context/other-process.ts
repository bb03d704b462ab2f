// Assembles a context in a process of its own and prints it: `node other-process.ts <database> <project> <seq> <question>`.
import { assembleContext } from "#server/features/context/public.ts";
import { playthroughs } from "#server/features/runs/public.ts";
import { openDatabase } from "#server/record/database.ts";
import { resources } from "#server/resources.ts";

const [url = "", projectId = "", seq = "0", question = "{}"] = process.argv.slice(2);
const database = openDatabase(url);
const context = await assembleContext(
  { database, resources, playthroughs },
  projectId,
  Number(seq),
  JSON.parse(question),
);
process.stdout.write(JSON.stringify(context));
await database.close();
