import type { Services } from "../../operation/context.ts";
import { type Outcome, outcomeOf } from "./outcome.ts";
import { openSecrets } from "./secrets.ts";
import { sign } from "./signature.ts";
import type { Endpoint } from "./subscriptions.ts";

/** Delivery that this process has taken on to send. */
export interface TakenDelivery {
  readonly id: string;
  readonly body: string;
}

/** One attempt that was made. */
export interface MadeAttempt extends Outcome {
  readonly url: string;
  /** Milliseconds since the epoch; the signed timestamp is its seconds. */
  readonly startedAt: number;
  readonly signature: string;
}

/** Bytes of an answer that are read before the connection is closed. */
const READ_BYTES = 16 * 1_024;

/**
 * Sends a delivery once. The stored bytes are signed at this moment with every secret that is valid. Any behaviour of
 * the receiver is returned as an outcome.
 *
 * @throws Error when its secrets cannot be read: nothing was sent
 */
export async function attempt(
  services: Pick<Services, "envelope" | "database" | "clock" | "outbound">,
  endpoint: Endpoint & { url: string },
  { id, body }: TakenDelivery,
  deadlineMs: number,
): Promise<MadeAttempt> {
  const { clock, outbound } = services;
  const { url, webhookId, secrets } = endpoint;
  if (secrets === null) throw new Error("a webhook without a secret is sent nothing");
  const opened = await openSecrets(services, endpoint, webhookId, secrets);
  const startedAt = clock.now();
  const bytes = Buffer.from(body, "utf8");
  const { headers } = sign({ id, timestamp: Math.floor(startedAt / 1_000), body: bytes, secrets: opened });
  const response = await outbound.request({
    url,
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: bytes,
    deadlineMs,
    maxBytes: READ_BYTES,
  });
  return { ...outcomeOf(response, clock.now()), url, startedAt, signature: headers["webhook-signature"] };
}
