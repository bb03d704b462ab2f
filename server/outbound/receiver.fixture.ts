import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { createServer as createTlsServer } from "node:tls";

/** A server on this machine that does to a connection whatever a test wants. */
export interface Receiver {
  readonly port: number;
  /** Text read so far, one for each connection. */
  readonly heard: readonly string[];
  /** Resolves when all connections that were opened are closed. */
  closed(): Promise<void>;
  close(): void;
}

/** Behaviour of a receiver after reading; the text is that of the whole connection so far. */
export type Behaviour = (socket: Socket, heard: string) => void;

/** Answers each request on a connection with this, and keeps the connection. */
export const answering =
  (status: string, headers: readonly string[] = [], body: string | Buffer = ""): Behaviour =>
  (socket) => {
    const bytes = Buffer.from(body);
    socket.write([`HTTP/1.1 ${status}`, `content-length: ${bytes.length}`, ...headers, "", ""].join("\r\n"));
    socket.write(bytes);
  };

/** Starts a receiver on a port of the system's choosing, at one address of this machine. */
export async function startReceiver(
  behave: Behaviour,
  options: { host?: string; port?: number; tls?: { key: string; cert: string } } = {},
): Promise<Receiver> {
  const heard: string[] = [];
  const open = new Set<Promise<unknown>>();
  const sockets = new Set<Socket>();
  const onConnection = (socket: Socket) => {
    const index = heard.push("") - 1;
    sockets.add(socket);
    open.add(new Promise((resolve) => socket.once("close", resolve)));
    // Whoever cuts a connection off is what these tests are about.
    socket.on("error", () => undefined);
    socket.on("data", (bytes) => {
      heard[index] += bytes.toString("latin1");
      behave(socket, heard[index] ?? "");
    });
  };
  const server = options.tls === undefined ? createServer(onConnection) : createTlsServer(options.tls, onConnection);
  server.on("tlsClientError", () => undefined);
  server.listen(options.port ?? 0, options.host ?? "127.0.0.1");
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    heard,
    closed: async () => void (await Promise.all(open)),
    close: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
