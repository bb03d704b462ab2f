import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

/** A delivery as it arrived. */
export interface ReceivedDelivery {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** The `webhook-id`. */
  readonly id: string;
  /** Body as it was sent. */
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into whatever arrived.
  readonly body: any;
}

/** Answers a delivery; leaving `response` alone hangs. `nth` counts deliveries at this path from 1. */
export type Answering = (response: ServerResponse, received: ReceivedDelivery, nth: number) => void;

/** A receiver of webhooks on this machine. */
export interface WebhookReceiver {
  readonly url: string;
  readonly received: readonly ReceivedDelivery[];
  /** Returns the deliveries that arrived at one path. */
  at(path: string): ReceivedDelivery[];
  /** Sets the answer to later deliveries at a path. */
  answer(path: string, answering: Answering): void;
  until(holds: () => boolean, about?: string): Promise<void>;
  close(): Promise<void>;
}

/** Ends a response with a status. */
export const status =
  (code: number, headers: Record<string, string> = {}, body = ""): Answering =>
  (response) => {
    response.writeHead(code, headers);
    response.end(body);
  };

/** Starts a receiver that accepts everything. */
export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const received: ReceivedDelivery[] = [];
  const behaviours = new Map<string, Answering>();
  const server = createServer(async (request, response) => {
    const pieces: Buffer[] = [];
    try {
      for await (const piece of request) pieces.push(piece as Buffer);
    } catch {
      return;
    }
    const text = Buffer.concat(pieces).toString("utf8");
    const path = request.url ?? "";
    const { headers } = request;
    const each = {
      path,
      headers,
      id: String(headers["webhook-id"]),
      text,
      body: text === "" ? null : JSON.parse(text),
    };
    received.push(each);
    const nth = received.filter((other) => other.path === path).length;
    (behaviours.get(path) ?? status(204))(response, each, nth);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    at: (path) => received.filter((each) => each.path === path),
    answer: (path, answering) => void behaviours.set(path, answering),
    until: async (holds, about = "it") => {
      const deadline = performance.now() + 20_000;
      while (!holds()) {
        if (performance.now() > deadline) throw new Error(`${about} did not happen; ${received.length} arrived`);
        await sleep(5);
      }
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
