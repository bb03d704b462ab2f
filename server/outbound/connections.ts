import type { LookupFunction } from "node:net";
import { buildConnector, Pool } from "undici";
import { canonicalAddress, familyOf } from "./ranges.ts";

/** Longest time for a connection to be there, its encryption included. */
const CONNECT_MS = 3_000;
/** Longest time for one address of several, so that three fit into {@link CONNECT_MS}. */
const ADDRESS_MS = 1_000;
/** Time that an idle connection is kept for the next request; common servers keep theirs for five seconds. */
const IDLE_MS = 4_000;

/** A connection that went to an address which nobody had checked. */
export class MisdirectedConnection extends Error {
  override readonly name = "MisdirectedConnection";
}

/** Dials the given addresses, whatever the name in the URL leads to by now. The name stays what certificates are for. */
function connectorTo(addresses: readonly string[], authorities: readonly string[]): buildConnector.connector {
  const vetted = addresses.map((address) => ({ address, family: familyOf(address) }));
  const lookup: LookupFunction = (_hostname, options, callback) => {
    if (options.all === true) callback(null, vetted);
    else callback(null, vetted[0]?.address ?? "", vetted[0]?.family);
  };
  const connect = buildConnector({
    lookup,
    timeout: CONNECT_MS,
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: ADDRESS_MS,
    allowH2: false,
    rejectUnauthorized: true,
    ...(authorities.length > 0 && { ca: [...authorities] }),
  });
  return (options, callback) =>
    connect(options, (error, socket) => {
      if (error !== null) return callback(error, null);
      // Whatever the steps above come to be, this is where the connection has gone.
      if (addresses.includes(canonicalAddress(socket.remoteAddress ?? ""))) return callback(null, socket);
      socket.destroy();
      callback(new MisdirectedConnection(), null);
    });
}

/**
 * Connections that are kept between requests, apart for each origin and set of addresses: a request uses one only if the
 * addresses found for it just now are those the connection was made to.
 */
export class Connections {
  readonly #pools = new Map<string, Pool>();
  readonly #authorities: readonly string[];

  /** @param authorities whom to trust instead of the publicly trusted ones, as PEM; none: the public ones. */
  constructor(authorities: readonly string[] = []) {
    this.#authorities = authorities;
  }

  /** @param addresses checked, in canonical form. */
  to(url: URL, addresses: readonly string[]): Pool {
    const key = [url.origin, ...[...addresses].sort()].join(" ");
    let pool = this.#pools.get(key);
    if (pool === undefined) {
      pool = new Pool(url.origin, {
        connect: connectorTo(addresses, this.#authorities),
        keepAliveTimeout: IDLE_MS,
        pipelining: 1,
      });
      this.#pools.set(key, pool);
      const made = pool;
      const leave = () => this.#dropUnused(key, made);
      pool.on("disconnect", leave);
      pool.on("connectionError", leave);
    }
    return pool;
  }

  /** Cuts every connection. */
  async close(): Promise<void> {
    const pools = [...this.#pools.values()];
    this.#pools.clear();
    await Promise.all(pools.map((pool) => pool.destroy()));
  }

  /** Receivers come and go: a pool without a connection is not kept. */
  #dropUnused(key: string, pool: Pool): void {
    const { connected, pending, running, queued } = pool.stats;
    if (connected + pending + running + queued > 0 || this.#pools.get(key) !== pool) return;
    this.#pools.delete(key);
    void pool.close();
  }
}
