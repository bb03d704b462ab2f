import { createHmac, randomBytes } from "node:crypto";

/** Prefix of every secret, by which a leaked one can be recognised. */
const SECRET_PREFIX = "whsec_";
/** The specification allows 24 to 64. */
const SECRET_BYTES = 32;

/** Message that is signed, at one attempt to send it. */
export interface SignedMessage {
  /** The same at every attempt. Holds no full stop, which separates the parts of what is signed. */
  readonly id: string;
  /** Seconds since 1970 of this attempt. */
  readonly timestamp: number;
  /** The bytes that are sent: UTF-8, because receivers' libraries read them as text before they verify. */
  readonly body: Uint8Array | string;
  /** Newest first; several while an old one is still honoured. */
  readonly secrets: readonly string[];
}

/** The headers of the Standard Webhooks specification, version 1. */
export interface SignatureHeaders extends Readonly<Record<string, string>> {
  readonly "webhook-id": string;
  readonly "webhook-timestamp": string;
  readonly "webhook-signature": string;
}

/** A new signing secret: `whsec_` and 32 random bytes in base64. */
export function newSecret(): string {
  return SECRET_PREFIX + randomBytes(SECRET_BYTES).toString("base64");
}

/** The signature of a message with one secret: `v1,` and an HMAC-SHA-256 in base64. */
function signatureOf({ id, timestamp, body }: SignedMessage, secret: string): string {
  // The key is what the text stands for, not the text: libraries refuse a signature made with the latter.
  const key = Buffer.from(secret.slice(SECRET_PREFIX.length), "base64");
  return `v1,${createHmac("sha256", key).update(`${id}.${timestamp}.`).update(body).digest("base64")}`;
}

/**
 * Signs a message as the Standard Webhooks specification says (github.com/standard-webhooks/standard-webhooks): one
 * signature for each secret, and a receiver is content when one of them fits.
 */
export function sign(message: SignedMessage): { headers: SignatureHeaders } {
  return {
    headers: {
      "webhook-id": message.id,
      "webhook-timestamp": String(message.timestamp),
      "webhook-signature": message.secrets.map((secret) => signatureOf(message, secret)).join(" "),
    },
  };
}
