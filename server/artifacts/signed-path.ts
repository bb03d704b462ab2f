import { createHmac, timingSafeEqual } from "node:crypto";

/** Time for which a signed address opens a file, in milliseconds. */
export const LINK_MS = 5 * 60_000;

/** Prefix of all addresses of files. */
export const FILES_PATH = "/files/";

/** Content of an address: the file, and the name to save it under. */
export interface FileLink {
  readonly projectId: string;
  readonly sha256: string;
  readonly filename: string;
}

/** Reading of an address: the file that it opens until a moment, an address whose time is over, or none of ours. */
export type ReadPath =
  | ({ readonly kind: "file"; readonly until: number } & FileLink)
  | { readonly kind: "over" }
  | { readonly kind: "none" };

const PATH = /^\/files\/(prj_[0-9a-z]{26})\/([0-9a-f]{64})\/([^/]{1,1800})$/;
const QUERY = /^until=(\d{1,15})&signature=([\w-]{43})$/;

/** Longest name in an address; more is cut off. */
const NAME_LENGTH = 200;

/** Returns the path and query by which anybody reads a file for five minutes. */
export function signedPath(secret: string, { projectId, sha256, ...link }: FileLink, now: number): string {
  const until = Math.floor((now + LINK_MS) / 1_000);
  const filename = link.filename.slice(0, NAME_LENGTH).toWellFormed();
  const signature = signatureOf(secret, { projectId, sha256, filename }, until).toString("base64url");
  return `${FILES_PATH}${projectId}/${sha256}/${encodeURIComponent(filename)}?until=${until}&signature=${signature}`;
}

/** Reads path and query of an address as they were sent. */
export function readSignedPath(secret: string, path: string, query: string, now: number): ReadPath {
  const [, projectId, sha256, name = ""] = PATH.exec(path) ?? [];
  const [, until, signature = ""] = QUERY.exec(query) ?? [];
  if (projectId === undefined || sha256 === undefined) return { kind: "none" };
  const filename = decoded(name);
  if (filename === null) return { kind: "none" };
  const link = { projectId, sha256, filename };
  const expected = signatureOf(secret, link, Number(until));
  const sent = Buffer.from(signature, "base64url");
  if (sent.length !== expected.length || !timingSafeEqual(sent, expected)) return { kind: "none" };
  const ends = Number(until) * 1_000;
  return ends <= now ? { kind: "over" } : { kind: "file", until: ends, ...link };
}

function signatureOf(secret: string, { projectId, sha256, filename }: FileLink, until: number): Buffer {
  // Lengths are fixed up to the name, and only that is free: no two files have the same text.
  return createHmac("sha256", secret).update(`${projectId}/${sha256}/${until}/${filename}`).digest();
}

function decoded(segment: string): string | null {
  try {
    return decodeURIComponent(segment);
  } catch {
    return null;
  }
}
