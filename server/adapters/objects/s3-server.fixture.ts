import { createHash, createHmac } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { S3Settings } from "./s3-objects.ts";

/**
 * Failure of a request: `busy` is S3's answer under load, `stored` loses the answer to a request that was done, `cut` the connection
 * before it, `short` ends a body early, `whole` answers a range with the whole object.
 */
export type S3Fault = "busy" | "stored" | "cut" | "short" | "whole";

/** A server on this machine that speaks the part of S3's interface that we use, and checks each signature by itself. */
export interface S3Server {
  readonly settings: S3Settings;
  /** Objects by their keys. */
  readonly stored: Map<string, Buffer>;
  /** Faults of the next requests, in order; null is none. */
  readonly faults: (S3Fault | null)[];
  /** Requests so far, as `PUT key`. */
  readonly requests: string[];
  close(): Promise<void>;
}

const SECRET = "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY";

/** Starts the server at an address of the system's choosing, with one bucket. */
export async function startS3Server(): Promise<S3Server> {
  const stored = new Map<string, Buffer>();
  const faults: (S3Fault | null)[] = [];
  const requests: string[] = [];
  const server = createServer((incoming, outgoing) => {
    void answer(incoming, outgoing).catch(() => outgoing.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const settings: S3Settings = {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    bucket: "fabula-files",
    region: "eu-central-1",
    accessKeyId: "AKIAIOSFODNN7EXAMPLE",
    secretAccessKey: SECRET,
  };

  async function answer(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    const { method = "", url = "" } = incoming;
    const [, bucket, ...rest] = url.split("/");
    const key = rest.join("/");
    requests.push(`${method} ${key}`);
    const fault = faults.shift() ?? null;
    if (fault === "cut") return void incoming.socket.destroy();
    if (fault === "busy") return refuse(outgoing, 503, "SlowDown");
    if (bucket !== settings.bucket) return refuse(outgoing, 404, "NoSuchBucket");
    if (!isSigned(incoming, settings)) return refuse(outgoing, 403, "SignatureDoesNotMatch");
    if (incoming.headers["x-amz-content-sha256"] !== sha256(body))
      return refuse(outgoing, 400, "XAmzContentSHA256Mismatch");
    if (method === "PUT") stored.set(key, body);
    if (method === "DELETE") stored.delete(key);
    if (fault === "stored") return void incoming.socket.destroy();
    if (method === "PUT") return void outgoing.writeHead(200, { etag: '"x"' }).end();
    if (method === "DELETE") return void outgoing.writeHead(204).end();
    const object = stored.get(key);
    if (object === undefined) return refuse(outgoing, 404, "NoSuchKey");
    const [, from = "", to = ""] = /^bytes=(\d+)-(\d+)$/.exec(incoming.headers.range ?? "") ?? [];
    const part = object.subarray(Number(from), Number(to) + 1);
    if (fault === "whole") return void outgoing.writeHead(200).end(object);
    outgoing.writeHead(206, { "content-length": part.length, "content-range": `bytes ${from}-${to}/${object.length}` });
    if (fault !== "short") return void outgoing.end(part);
    outgoing.write(part.subarray(0, part.length - 1), () => incoming.socket.destroy());
  }

  return {
    settings,
    stored,
    faults,
    requests,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

function refuse(outgoing: ServerResponse, status: number, code: string): void {
  const body = `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>…</Message></Error>`;
  outgoing.writeHead(status, { "content-type": "application/xml" }).end(body);
}

const sha256 = (data: string | Buffer) => createHash("sha256").update(data).digest("hex");
const hmac = (key: string | Buffer, text: string) => createHmac("sha256", key).update(text).digest();

/** Works a signature of version 4 out from the request alone, as its specification says. */
function isSigned({ method, url, headers }: IncomingMessage, settings: S3Settings): boolean {
  const form =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/;
  const [, keyId, day = "", region = "", names = "", signature] = form.exec(headers.authorization ?? "") ?? [];
  if (keyId !== settings.accessKeyId || region !== settings.region) return false;
  const signed = names.split(";");
  if (!["host", "x-amz-content-sha256", "x-amz-date"].every((name) => signed.includes(name))) return false;
  const lines = signed.map((name) => `${name}:${String(headers[name] ?? "").trim()}\n`).join("");
  const asked = [method, url, "", lines, names, headers["x-amz-content-sha256"]].join("\n");
  const scope = `${day}/${region}/s3/aws4_request`;
  const text = ["AWS4-HMAC-SHA256", headers["x-amz-date"], scope, sha256(asked)].join("\n");
  const key = ["s3", "aws4_request"].reduce<Buffer>(hmac, hmac(hmac(`AWS4${settings.secretAccessKey}`, day), region));
  return hmac(key, text).toString("hex") === signature;
}
