import { type Relay, startRelay } from "./relay.ts";

/** Relay to a database that can drop the database's answers. */
export interface DatabaseRelay extends Omit<Relay, "cut"> {
  /** Cuts the connection of the next commit when it is done, before whoever asked for it hears so. */
  loseNextCommit(): void;
  /** Number of commits whose connection was cut. */
  readonly lost: number;
}

/** Bytes by which PostgreSQL reports that a transaction is committed. */
const COMMITTED = "COMMIT\0";

/** Starts a relay to the database at an address. */
export async function startDatabaseRelay(databaseUrl: string): Promise<DatabaseRelay> {
  let isCutting = false;
  let lost = 0;
  const { url, close } = await startRelay(databaseUrl, (client, server) => {
    client.pipe(server);
    server.on("data", (data) => {
      if (!isCutting || !data.includes(COMMITTED)) {
        client.write(data);
        return;
      }
      isCutting = false;
      lost += 1;
      for (const end of [client, server]) end.destroy();
    });
  });
  return {
    url,
    loseNextCommit: () => {
      isCutting = true;
    },
    get lost() {
      return lost;
    },
    close,
  };
}
