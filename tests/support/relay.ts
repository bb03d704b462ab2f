import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { withDatabase } from "#server/postgres/connection.ts";

/** Relay to a database on loopback. */
export interface Relay {
  /** The database's address by this way. */
  readonly url: string;
  /** Breaks all connections. */
  cut(): void;
  close(): Promise<void>;
}

/** Starts a relay to the database at an address. `joined` gets both ends of each connection and passes on what it likes; they close together. */
export async function startRelay(
  databaseUrl: string,
  joined: (client: Socket, server: Socket) => void,
): Promise<Relay> {
  const { hostname, port } = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  const relay = createServer({ noDelay: true }, (client) => {
    const server = connect(Number(port === "" ? 5432 : port), hostname).setNoDelay();
    const ends = [client, server];
    for (const each of ends) {
      sockets.add(each);
      each.on("error", () => {});
      each.on("close", () => {
        sockets.delete(each);
        for (const other of ends) other.end();
      });
    }
    joined(client, server);
  });
  relay.listen(0, "127.0.0.1");
  await once(relay, "listening");
  const url = new URL(databaseUrl);
  url.hostname = "127.0.0.1";
  url.port = String((relay.address() as AddressInfo).port);
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: withDatabase(url.href, url.pathname.slice(1)),
    cut,
    close: async () => {
      cut();
      relay.close();
      await once(relay, "close");
    },
  };
}
