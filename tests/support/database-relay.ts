import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { withDatabase } from "#server/postgres/connection.ts";

/** Relay to a database that can drop the database's answers. */
export interface DatabaseRelay {
  /** The database's address by this way. */
  readonly url: string;
  /** Cuts the connection of the next commit when it is done, before whoever asked for it hears so. */
  loseNextCommit(): void;
  /** Number of commits whose connection was cut. */
  readonly lost: number;
  close(): Promise<void>;
}

/** Bytes by which PostgreSQL reports that a transaction is committed. */
const COMMITTED = "COMMIT\0";

/** Starts a relay to the database at an address. */
export async function startDatabaseRelay(databaseUrl: string): Promise<DatabaseRelay> {
  const { hostname, port } = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let isCutting = false;
  let lost = 0;
  const server = createServer((client) => {
    const database = connect(Number(port === "" ? 5432 : port), hostname);
    const ends = [client, database];
    for (const end of ends) {
      sockets.add(end);
      end.on("error", () => {});
      end.on("close", () => {
        sockets.delete(end);
        for (const each of ends) each.destroy();
      });
    }
    client.pipe(database);
    database.on("data", (data) => {
      if (!isCutting || !data.includes(COMMITTED)) {
        client.write(data);
        return;
      }
      isCutting = false;
      lost += 1;
      for (const end of ends) end.destroy();
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = new URL(databaseUrl);
  url.hostname = "127.0.0.1";
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: withDatabase(url.href, url.pathname.slice(1)),
    loseNextCommit: () => {
      isCutting = true;
    },
    get lost() {
      return lost;
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}
