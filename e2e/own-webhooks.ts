import { setTimeout as pause } from "node:timers/promises";
import type { Page } from "@playwright/test";
import { Webhook } from "standardwebhooks";
import { type Answering, startWebhookReceiver, status } from "#tests/support/webhook-receiver.ts";
import { ask, tell } from "./studio-calls.ts";

/** Accepts messages that are signed with the secret, and refuses all others. */
export const verifying =
  (secret: string): Answering =>
  (response, { text, headers }) => {
    try {
      new Webhook(secret).verify(text, headers as Record<string, string>);
      response.writeHead(204).end();
    } catch {
      response.writeHead(401).end();
    }
  };

/** Answer of receivers that fail for a while. */
export const FLOODED = status(503, {}, "The cellar is flooded.");
/** Answer of receivers that are gone for good. */
export const GONE = status(410);

/** The webhooks that screens show. */
export interface WebhookSample {
  /** One whose receiver was checked, took something, and then fell ill. */
  readonly webhook: string;
  /** The delivery that is tried again. */
  readonly delivery: string;
  /** One whose receiver is gone. */
  readonly stopped: string;
}

interface Delivery {
  readonly delivery_id: string;
  readonly status: string;
  readonly attempt_count: number;
}

const PATIENCE_MS = 15_000;
const LOOK_MS = 100;

/** Waits for something that the service does by itself. */
async function until<T>(what: string, look: () => Promise<T | undefined>): Promise<T> {
  for (const end = Date.now() + PATIENCE_MS; Date.now() < end; await pause(LOOK_MS)) {
    const found = await look();
    if (found !== undefined) return found;
  }
  throw new Error(`${what} did not come about in time`);
}

/** Makes the webhooks that screens show, with something in each, for whoever is signed in on the page. `close` ends their receivers. */
export async function makeWebhooks(
  page: Page,
  project_id: string,
): Promise<WebhookSample & { close: () => Promise<void> }> {
  const receiver = await startWebhookReceiver();
  const make = (path: string, description: string) =>
    tell<{ webhook_id: string; secret: string }>(page, "webhooks.create", {
      project_id,
      url: `${receiver.url}${path}`,
      description,
      events: ["variable.*", "dialogue_node.created", "dialogue_node.updated"],
    });
  const happens = (name: string) => tell(page, "variables.create", { project_id, name, type: "boolean" });
  const newest = (webhook_id: string) => async (isMeant: (delivery: Delivery) => boolean) => {
    const answer = await ask<{ deliveries: Delivery[] }>(page, "webhooks.deliveries", {
      project_id,
      webhook_id,
      limit: 1,
    });
    return answer.deliveries.find(isMeant);
  };
  const { webhook_id: webhook, secret } = await make("/build", "Builds the game after each change");
  const look = newest(webhook);
  receiver.answer("/build", verifying(secret));
  await tell(page, "webhooks.check", { project_id, webhook_id: webhook });
  await happens("tide_is_out");
  await until("a delivery that is taken", () => look(({ status }) => status === "delivered"));

  receiver.answer("/build", FLOODED);
  await happens("bell_is_rung");
  await until("an attempt that fails", () =>
    look(({ attempt_count, status }) => attempt_count > 0 && status === "pending"),
  );
  // What waits is cancelled with that: there is something to recover.
  for (const active of [false, true]) await tell(page, "webhooks.update", { project_id, webhook_id: webhook, active });

  const { webhook_id: stopped } = await make("/bot", "Tells the writers’ room");
  receiver.answer("/bot", GONE);
  await happens("gate_is_open");
  const { delivery_id: delivery } = await until("one more that fails", () =>
    look(({ status, attempt_count }) => status === "pending" && attempt_count > 0),
  );
  await until("a webhook that is stopped", async () => {
    const { active } = await ask<{ active: boolean }>(page, "webhooks.get", { project_id, webhook_id: stopped });
    return active ? undefined : true;
  });
  return { webhook, delivery, stopped, close: () => receiver.close() };
}
