import { area } from "../../operation/area.ts";
import { upkeep } from "../../queue/upkeep.ts";
import { forgetOldDeliveries } from "./forget.ts";
import { checkWebhook } from "./operations/check-webhook.ts";
import { createWebhook } from "./operations/create-webhook.ts";
import { getWebhookCheck } from "./operations/get-check.ts";
import { getWebhookDelivery } from "./operations/get-delivery.ts";
import { getWebhook } from "./operations/get-webhook.ts";
import { listWebhookDeliveries } from "./operations/list-deliveries.ts";
import { listWebhookTroubles } from "./operations/list-troubles.ts";
import { listWebhookEvents } from "./operations/list-webhook-events.ts";
import { listWebhooks } from "./operations/list-webhooks.ts";
import { recoverWebhook } from "./operations/recover.ts";
import { redeliverWebhook } from "./operations/redeliver.ts";
import { rotateWebhookSecret } from "./operations/rotate-secret.ts";
import { testWebhook } from "./operations/test-webhook.ts";
import { updateWebhook } from "./operations/update-webhook.ts";
import { requireRoom } from "./require-room.ts";
import { webhook } from "./webhook.ts";

export const webhooks = area({
  resources: [webhook],
  forms: ["create", "update"],
  jobs: [upkeep("forget_deliveries", ({ database, clock }) => forgetOldDeliveries(database.writes, clock.now()))],
  operations: {
    events: listWebhookEvents,
    create: createWebhook,
    list: listWebhooks,
    get: getWebhook,
    update: updateWebhook,
    delete: webhook.delete({
      description: "Nothing more is sent to it; deliveries that wait for another attempt are cancelled.",
    }),
    restore: webhook.restore({ errors: ["plan_limit_reached"], requireReturn: requireRoom }),
    rotateSecret: rotateWebhookSecret,
    test: testWebhook,
    recover: recoverWebhook,
    deliveries: listWebhookDeliveries,
    delivery: getWebhookDelivery,
    redeliver: redeliverWebhook,
    check: checkWebhook,
    lastCheck: getWebhookCheck,
    troubles: listWebhookTroubles,
  },
});
