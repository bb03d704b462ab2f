import { Resolver } from "node:dns/promises";
import { canonicalAddress } from "./ranges.ts";

/**
 * Finds the addresses of a name.
 *
 * @throws NameProblem when there are none.
 */
export type Resolve = (hostname: string) => Promise<string[]>;

/** Error for a name without an address. */
export class NameProblem extends Error {
  override readonly name = "NameProblem";
  /** Whether name servers say so, as opposed to not answering. */
  readonly isCertain: boolean;

  constructor(hostname: string, isCertain: boolean) {
    super(`no address of ${hostname}`);
    this.isCertain = isCertain;
  }
}

/** Two tries of this length end well within the shortest deadline. */
const TRY_MS = 2_000;
/** Codes of name servers for a name that has no address of the requested kind. */
const NOT_THERE = new Set(["ENOTFOUND", "ENODATA", "EBADNAME"]);

/**
 * Asks name servers for the addresses of both families. Not the system's own look-up: that takes one of four threads of
 * the process for as long as a tenant's name server likes to wait, and passwords are checked on the same threads.
 *
 * @param servers which to ask (`address:port`); those of the system unless said otherwise.
 */
export function createResolve(servers?: readonly string[]): Resolve {
  const resolver = new Resolver({ timeout: TRY_MS, tries: 2 });
  if (servers !== undefined) resolver.setServers(servers);
  return async (hostname) => {
    const answers = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
    const addresses = answers.flatMap((answer) => (answer.status === "fulfilled" ? answer.value : []));
    if (addresses.length > 0) return [...new Set(addresses.map(canonicalAddress))];
    const isCertain = answers.every(
      (answer) => answer.status === "rejected" && NOT_THERE.has((answer.reason as NodeJS.ErrnoException).code ?? ""),
    );
    throw new NameProblem(hostname, isCertain);
  };
}
