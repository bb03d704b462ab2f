import { once } from "node:events";
import type { Server } from "node:http";
import { StartProblem } from "../kernel/start-problem.ts";

/** Address to listen on, and the variables of the environment that change it. */
export interface ListenAddress {
  readonly host: string;
  /** 0 takes any free port. */
  readonly port: number;
  readonly variables: { readonly host: string; readonly port: string };
}

/**
 * Waits until the server listens.
 *
 * @throws StartProblem when the port is taken or may not be used.
 */
export async function listen(server: Server, address: ListenAddress): Promise<void> {
  server.listen(address.port, address.host);
  try {
    await once(server, "listening");
  } catch (error) {
    throw listenProblem(error, address);
  }
}

function listenProblem(error: unknown, { host, port, variables }: ListenAddress): unknown {
  switch ((error as NodeJS.ErrnoException).code) {
    case "EADDRINUSE":
      return new StartProblem(
        `Port ${port} on ${host} is taken by another program: choose another with ${variables.port}.`,
      );
    case "EACCES":
      return new StartProblem(
        `Port ${port} may not be used by this user: choose one above 1023 with ${variables.port}.`,
      );
    case "EADDRNOTAVAIL":
    case "ENOTFOUND":
      return new StartProblem(`This machine has no address ${host}: choose another with ${variables.host}.`);
    default:
      return error;
  }
}
