import { lookup } from "node:dns/promises";
import { isIP } from "node:net";
import { networkInterfaces } from "node:os";
import { specialAddress } from "./address-classes.ts";
import { AddressRanges, canonicalAddress } from "./ranges.ts";
import type { Resolve } from "./resolve.ts";

/** Addresses of this installation itself, to which no request of a tenant may be sent. */
export interface OwnPlaces {
  /** Port of our listener on this machine. */
  readonly listenerPort: number;
  /** Port of our figures on this machine; null where there are none. */
  readonly metricsPort?: number | null;
  /** Public URL of the service. */
  readonly publicUrl: string;
  /** Connection strings of our databases. */
  readonly databaseUrls: readonly string[];
}

interface OwnAddress {
  readonly hostname: string;
  readonly port: number;
}

/** Time after which the addresses of our own names are resolved again. */
const REMEMBERED_MS = 60_000;
/**
 * Time after which the addresses of this machine are read again: asking the system takes longer than all other checks
 * together.
 */
const MACHINE_MS = 10_000;
const loopback = new AddressRanges(["127.0.0.0/8", "0.0.0.0/8", "::1/128", "::/128"]);

/** The name or address of a URL, as it is compared and dialled: no brackets, no full stop at the end. */
export const bareHostname = (url: URL): string => url.hostname.replace(/^\[|\]$|\.$/g, "");

/** The port of a URL, named or not. */
export const portOf = (url: URL): number => Number(url.port) || (url.protocol === "https:" ? 443 : 80);

function placeOf(text: string, usualPort: number | null): OwnAddress[] {
  const url = URL.parse(text);
  // A database behind a Unix socket has no address.
  if (url === null || url.hostname === "") return [];
  return [{ hostname: decodeURIComponent(bareHostname(url)), port: Number(url.port) || (usualPort ?? portOf(url)) }];
}

/** Knows our own addresses: those of this machine, and those our names lead to. */
export class OwnAddresses {
  readonly #ports: readonly (number | null)[];
  readonly #public: readonly OwnAddress[];
  readonly #databases: readonly OwnAddress[];
  readonly #resolve: Resolve;
  /** `address port` of every place that has a name, as of the last look. */
  #named: ReadonlySet<string> = new Set();
  #machine: { at: number; addresses: ReadonlySet<string> } | null = null;
  #looked: { at: number; done: Promise<void> } | null = null;

  constructor(places: OwnPlaces, resolve: Resolve) {
    this.#ports = [places.listenerPort, places.metricsPort ?? null];
    this.#public = placeOf(places.publicUrl, null);
    this.#databases = places.databaseUrls.flatMap((url) => placeOf(url, 5432));
    this.#resolve = resolve;
  }

  /** Looks up the addresses of our own names: the first time while the caller waits, later beside requests. */
  async refresh(): Promise<void> {
    const now = performance.now();
    if (this.#looked === null) this.#looked = { at: now, done: this.#look() };
    else if (now - this.#looked.at > REMEMBERED_MS) {
      this.#looked.at = now;
      void this.#look();
    }
    await this.#looked.done;
  }

  /** Whether a host and port are those we are reached at from outside. */
  isPublicName(hostname: string, port: number): boolean {
    return this.#public.some((place) => place.hostname === hostname.toLowerCase() && place.port === port);
  }

  /** Whether one of our listeners or our database is there, as far as {@link OwnAddresses.refresh} knows. */
  answersAt(address: string, port: number): boolean {
    if (this.#named.has(`${address} ${port}`)) return true;
    const places = [...this.#public, ...this.#databases];
    if (places.some((place) => place.port === port && canonicalAddress(place.hostname) === address)) return true;
    if (!this.isThisMachine(address)) return false;
    if (this.#ports.includes(port)) return true;
    return places.some((place) => place.port === port && this.#isLocalName(place.hostname));
  }

  /** Whether an address is one of this machine's. */
  isThisMachine(address: string): boolean {
    if (loopback.has(address)) return true;
    const now = performance.now();
    if (this.#machine === null || now - this.#machine.at > MACHINE_MS) {
      const interfaces = Object.values(networkInterfaces()).flat();
      const addresses = interfaces.flatMap((one) => (one === undefined ? [] : [canonicalAddress(one.address)]));
      this.#machine = { at: now, addresses: new Set(addresses) };
    }
    return this.#machine.addresses.has(address);
  }

  #isLocalName(hostname: string): boolean {
    return hostname === "localhost" || (isIP(hostname) !== 0 && this.isThisMachine(canonicalAddress(hostname)));
  }

  async #look(): Promise<void> {
    const found = await Promise.all(
      [...this.#public, ...this.#databases].map(async ({ hostname, port }) => {
        if (isIP(hostname) !== 0) return [];
        // The hosts file may give a name another address than the world sees: both are ours.
        const answers = await Promise.allSettled([
          lookup(hostname, { all: true }).then((all) => all.map(({ address }) => address)),
          this.#resolve(hostname),
        ]);
        const addresses = answers.flatMap((answer) => (answer.status === "fulfilled" ? answer.value : []));
        return addresses.map((address) => `${canonicalAddress(address)} ${port}`);
      }),
    );
    this.#named = new Set(found.flat());
  }
}

/** Returns the reason for not sending to an address of this machine, in words that reveal nothing else. */
export const machineWords = (address: string): string => specialAddress(address) ?? "an address of this installation";
