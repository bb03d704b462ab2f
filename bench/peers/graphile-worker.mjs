// graphile-worker as its users call it: jobs added in bulk, then worked off until none is left.
import { Logger, makeWorkerUtils, runOnce } from "graphile-worker";

/** Opens the queue in a database. `handle` is given what a job was added with. */
export async function openGraphileWorker(connectionString, handle, concurrency) {
  const logger = new Logger(() => () => {});
  const utils = await makeWorkerUtils({ connectionString, logger });
  await utils.migrate();
  return {
    add: (payloads) => utils.addJobs(payloads.map((payload) => ({ identifier: "deliver", payload }))),
    work: () =>
      runOnce({
        connectionString,
        concurrency,
        maxPoolSize: 10,
        noHandleSignals: true,
        logger,
        taskList: { deliver: handle },
      }),
    close: () => utils.release(),
  };
}
