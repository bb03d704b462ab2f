// Receiver of webhooks, as the guide has it; it fails once, so that a delivery comes again.
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Webhook } from "standardwebhooks";
import type { Fabula, Schemas } from "./client.ts";
import type { webhooks } from "./fabula/api.d.ts";

/** Types of deliveries that the game asks for. */
const TYPES = ["entity.updated", "session.completed"] as const;

type Type = (typeof TYPES)[number];
type MessageOf<T extends Type> = webhooks[T] extends {
  post: { requestBody: { content: { "application/json": infer B } } };
}
  ? B
  : never;

/** Body of a delivery. */
type Message = { [T in Type]: MessageOf<T> }[Type];

/** A receiver of webhooks on this machine. */
export interface Receiver {
  readonly url: string;
  /** Verified messages, each once. */
  readonly messages: readonly Message[];
  /** Ids of the deliveries, as often as they arrived. */
  readonly arrivals: readonly string[];
  /** Number of requests whose signature was wrong. */
  readonly refused: number;
  /** Accepts deliveries that are signed with this secret. */
  trust(secret: string): void;
  /** Waits for a message. */
  until<T extends Type>(type: T): Promise<MessageOf<T>>;
  close(): Promise<void>;
}

/** Starts the receiver at a free port. */
export async function startReceiver(): Promise<Receiver> {
  const messages: Message[] = [];
  const arrivals: string[] = [];
  const handled = new Set<string>();
  const waiting = new Set<() => void>();
  let webhook: Webhook | undefined;
  let refused = 0;

  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    // The signature is over the bytes as they came: verify first, parse afterwards.
    let message: Message;
    try {
      const body = Buffer.concat(chunks).toString("utf8");
      message = webhook?.verify(body, request.headers as Record<string, string>) as Message;
    } catch {
      refused += 1;
      return response.writeHead(401).end();
    }
    const id = String(request.headers["webhook-id"]);
    arrivals.push(id);
    // The database of the game was busy, once.
    if (arrivals.length === 1) return response.writeHead(500).end();
    response.writeHead(204).end();
    if (handled.has(id)) return;
    handled.add(id);
    messages.push(message);
    for (const look of waiting) look();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/fabula`,
    messages,
    arrivals,
    get refused() {
      return refused;
    },
    trust: (secret) => {
      webhook = new Webhook(secret);
    },
    until: <T extends Type>(type: T) =>
      new Promise<MessageOf<T>>((resolve) => {
        const isOfType = (message: Message): message is Message & MessageOf<T> => message.type === type;
        const look = () => {
          const found = messages.find(isOfType);
          if (found === undefined) return;
          waiting.delete(look);
          resolve(found);
        };
        waiting.add(look);
        look();
      }),
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

/** Returns the event of a delivery; one that was too large to be sent is read from the feed. */
export async function eventOf(api: Fabula, { data }: Message): Promise<Schemas["Event"]> {
  const { change, data: about, seq, project_id } = data;
  if (change !== undefined && about !== undefined) return { ...data, change, data: about };
  const inputs = { path: { project_id }, query: { after_seq: seq - 1, limit: 1 } };
  const [event] = (await api.get("/v1/projects/{project_id}/events", inputs)).data.events;
  if (event === undefined) throw new Error(`event ${seq} is not there`);
  return event;
}

/** Sends the receiver what it must accept and what it must refuse, and returns its grade. */
export async function gradeOf(api: Fabula, project_id: string, webhook_id: string): Promise<string> {
  const path = { project_id, webhook_id };
  return (await api.post("/v1/projects/{project_id}/webhooks/{webhook_id}/check", { path })).data.grade;
}

/** Registers the receiver for changes of entities and for finished generations. */
export async function register(api: Fabula, project_id: string, receiver: Receiver): Promise<string> {
  const body = { url: receiver.url, events: [...TYPES] };
  const { data } = await api.post("/v1/projects/{project_id}/webhooks", { path: { project_id }, body });
  receiver.trust(data.secret);
  return data.webhook_id;
}
