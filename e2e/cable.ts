import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** Connection of one browser to the product that can be cut off, open streams with it. */
export interface Cable {
  /** Origin of the product by this way. */
  readonly origin: string;
  /** Breaks all connections, and refuses new ones until it is mended. */
  cut(): void;
  mend(): void;
  close(): void;
}

/** Lays a cable to the product at an address. A browser that goes offline in Playwright keeps its streams. */
export async function layCable(baseURL: string): Promise<Cable> {
  const { hostname, port } = new URL(baseURL);
  const open = new Set<Socket>();
  let isCut = false;
  const cut = () => {
    for (const socket of open) socket.destroy();
  };
  const relay = createServer((client) => {
    if (isCut) return client.destroy();
    const server = connect(Number(port), hostname);
    for (const each of [client, server]) {
      open.add(each);
      each.on("error", () => undefined);
      each.on("close", () => {
        open.delete(each);
        client.destroy();
        server.destroy();
      });
    }
    client.pipe(server).pipe(client);
  }).listen(0, "127.0.0.1");
  await once(relay, "listening");
  return {
    origin: `http://127.0.0.1:${(relay.address() as AddressInfo).port}`,
    cut: () => {
      isCut = true;
      cut();
    },
    mend: () => {
      isCut = false;
    },
    close: () => {
      cut();
      relay.close();
    },
  };
}
