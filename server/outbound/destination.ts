import { isIP } from "node:net";
import { specialAddress } from "./address-classes.ts";
import { bareHostname, machineWords, type OwnAddresses, portOf } from "./own-places.ts";
import { type AddressRanges, canonicalAddress } from "./ranges.ts";

/** Reason for never sending to a URL, or to an address it resolves to. */
export interface DestinationProblem {
  readonly code:
    | "malformed"
    | "too_long"
    | "scheme_refused"
    | "credentials_refused"
    | "port_refused"
    | "name_refused"
    | "address_refused";
  /** A sentence for the person who gave the URL. */
  readonly message: string;
}

/** A URL that requests may go to, as far as the URL itself tells. */
export interface Destination {
  readonly url: URL;
  /** Host as it is dialled: without brackets, without a full stop at the end. */
  readonly hostname: string;
  readonly port: number;
  /** Addresses known without a name server; null otherwise. */
  readonly addresses: readonly string[] | null;
}

/** Policy on destinations of requests. */
export interface DestinationPolicy {
  /** Ranges that the operator allows beside public addresses. */
  readonly allow: AddressRanges;
  readonly own: OwnAddresses;
}

const LONGEST_URL = 2_048;
/** Ports of web servers; other ports of public addresses belong to other protocols. */
const PUBLIC_PORTS: readonly number[] = [443, 8443];
/** Names that are never resolved (RFC 6761 §6.3): they are the machine itself. */
const LOOPBACK_NAME = /^(.+\.)?localhost$/i;
const LOOPBACK: readonly string[] = ["127.0.0.1", "::1"];
const PRIVATE_NAME = /\.(local|internal)$/i;
/** Pattern of characters that the URL parser would drop or percent-encode silently. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for.
const STRAY_CHARACTER = /[\u0000-\u0020\u007f]/;

/** Remedy of what the operator alone can allow. */
const ALLOWED =
  "Requests go to public addresses over https://, and to others, also over http://, only where the operator allows them (FABULA_OUTBOUND_ALLOW).";

const problem = (code: DestinationProblem["code"], message: string): DestinationProblem => ({ code, message });

/** Reads a URL and checks what can be known without asking a name server. */
export function readDestination(text: string, policy: DestinationPolicy): Destination | DestinationProblem {
  if (text.length > LONGEST_URL) return problem("too_long", `The URL is longer than ${LONGEST_URL} characters.`);
  const url = URL.parse(text);
  if (url === null || STRAY_CHARACTER.test(text) || url.hostname === "") {
    return problem("malformed", "This is not a complete URL, such as https://example.com/hooks.");
  }
  const mayBePrivate = !policy.allow.isEmpty;
  if (url.protocol !== "https:" && !(url.protocol === "http:" && mayBePrivate)) {
    return schemeProblem(url);
  }
  if (url.username !== "" || url.password !== "") {
    return problem("credentials_refused", "The URL holds a user name or password; requests are signed instead.");
  }
  const hostname = bareHostname(url);
  const port = portOf(url);
  if (hostname === "") return problem("malformed", "The URL names no host.");
  if (url.port === "0") return problem("port_refused", "Nothing can listen on port 0.");
  if (policy.own.isPublicName(hostname, port)) {
    return problem("address_refused", "This is the address of Fabula itself.");
  }
  const isLoopback = LOOPBACK_NAME.test(hostname);
  const known =
    isIP(hostname) !== 0 ? [hostname] : isLoopback ? LOOPBACK.filter((address) => policy.allow.has(address)) : null;
  const destination: Destination = { url, hostname, port, addresses: known };
  if (known !== null) {
    if (known.length === 0) return problem("name_refused", `${hostname} is the machine itself. ${ALLOWED}`);
    return (
      known.map((address) => addressProblem(address, destination, policy)).find((found) => found !== null) ??
      destination
    );
  }
  if (mayBePrivate) return destination;
  if (PRIVATE_NAME.test(hostname))
    return problem("name_refused", `${hostname} is a name of a private network. ${ALLOWED}`);
  if (!PUBLIC_PORTS.includes(port)) return publicPortProblem(port);
  return destination;
}

const schemeProblem = ({ protocol }: URL) =>
  problem("scheme_refused", `The URL must begin with https://.${protocol === "http:" ? ` ${ALLOWED}` : ""}`);

const publicPortProblem = (port: number) =>
  problem("port_refused", `Public addresses are reached on ports ${PUBLIC_PORTS.join(" and ")}, not ${port}.`);

/**
 * Returns the reason for not sending to one address of a destination; null when it may be dialled. The address of a
 * name is not told: the answers of a private name server stay private.
 */
export function addressProblem(
  address: string,
  { url, hostname, port }: Destination,
  { allow, own }: DestinationPolicy,
): DestinationProblem | null {
  const canonical = canonicalAddress(address);
  const leads = isIP(hostname) !== 0 ? `${hostname} is` : `${hostname} leads to`;
  if (own.answersAt(canonical, port)) return problem("address_refused", `${leads} an address of Fabula itself.`);
  if (allow.has(canonical)) return null;
  const special = own.isThisMachine(canonical) ? machineWords(canonical) : specialAddress(canonical);
  if (special !== null) {
    return problem("address_refused", `${leads} ${special}. ${ALLOWED}`);
  }
  if (url.protocol !== "https:") return schemeProblem(url);
  return PUBLIC_PORTS.includes(port) ? null : publicPortProblem(port);
}
