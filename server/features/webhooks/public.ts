// What others may use of webhooks: how many a workspace has, what their deliveries look like, who sends them, and which are in trouble.
export { countWebhooks } from "./count-webhooks.ts";
export { DeliveryLoop } from "./delivery-loop.ts";
export { forgetOldDeliveries } from "./forget.ts";
export type { DeliveryTimings } from "./schedule.ts";
export { webhookTroubles } from "./troubles.ts";
export { DeliveredEvent, webhookEvents } from "./webhook-events.ts";
