import { Socket } from "node:net";

/** Bytes from which on the driver writes what it gathered so far, where otherwise it waits for the end of the turn. */
const WRITTEN_AT_ONCE = 1_024;

/** Options of the driver that say where the servers are. */
interface Addresses {
  readonly host: readonly string[];
  readonly port: readonly number[];
  readonly path: string | false | undefined;
}

/**
 * Returns an opener of sockets for the driver, which tries its addresses in their order as the driver itself does. What the driver
 * writes in one turn of the event loop leaves in one piece and at once: the statements of a commit are longer than the driver
 * gathers, and each piece wakes the server, which then finds that it has to wait for the next.
 */
export function gatheringSockets(): (options: Addresses) => Socket {
  let attempts = 0;
  return ({ host, port, path }) => {
    const at = attempts % port.length;
    attempts += 1;
    const address = { host: host[at] ?? "localhost", port: port[at] ?? 5432 };
    // The driver reads the address too, for the name in the server's certificate.
    const socket = Object.assign(new Socket(), address);
    if (path) socket.connect(path);
    else socket.setNoDelay().connect(address.port, address.host);
    gather(socket);
    return socket;
  };
}

/**
 * Makes a socket write in one piece what is written in one turn, once it is more than the driver keeps back. To be called after
 * `connect`, which puts back the method.
 */
function gather(socket: Socket): void {
  const write = socket.write;
  let isGathering = false;
  const letGo = () => {
    isGathering = false;
    socket.uncork();
  };
  // The driver writes what is left over in an immediate, which is asked for behind the first piece.
  const atTheEnd = () => setImmediate(letGo);
  socket.write = ((...args: Parameters<typeof write>) => {
    if (!isGathering && args[0].length >= WRITTEN_AT_ONCE) {
      isGathering = true;
      socket.cork();
      process.nextTick(atTheEnd);
    }
    return write.apply(socket, args);
  }) as typeof write;
}
