import { Problem } from "../../kernel/problem.ts";
import type { Services } from "../../operation/context.ts";
import { writeAsSystem } from "../../operation/system-write.ts";
import { stateOf } from "../../record/resource.ts";
import { cancelPending } from "./missed.ts";
import type { Endpoint } from "./subscriptions.ts";
import { type DisabledReason, switched, webhook } from "./webhook.ts";

/** Deliveries cancelled at a time. */
const AT_ONCE = 1_000;

/**
 * Switches a webhook off, through the record: the one place where the service itself decides that. Nothing happens to one that
 * is off or gone.
 */
export async function stopWebhook(
  services: Services,
  { projectId, workspaceId, mode, webhookId }: Endpoint,
  reason: DisabledReason,
): Promise<void> {
  try {
    await writeAsSystem(services, { projectId, workspaceId, mode, part: "webhooks" }, async ({ record }) => {
      const version = await record.get(webhook.resource, webhookId);
      if (version === null || !version.active) return;
      const state = stateOf(webhook.resource, version);
      record.update(webhook.resource, version, switched(state, false, reason, services.clock.now()), {
        verb: "disabled",
      });
    });
  } catch (error) {
    // The project went at the same moment.
    if (!(error instanceof Problem) || error.code !== "not_found") throw error;
  }
}

/** Cancels everything that waits for another attempt at a webhook that is off or gone, piece by piece. */
export async function cancelAll(
  { database, clock }: Pick<Services, "database" | "clock">,
  { projectId, webhookId }: Pick<Endpoint, "projectId" | "webhookId">,
): Promise<void> {
  while ((await cancelPending(database.writes, projectId, webhookId, clock.now(), AT_ONCE)) === AT_ONCE);
}
