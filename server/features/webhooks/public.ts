// What others may use of webhooks: how many a workspace has, what their deliveries look like, and who sends them.
export { countWebhooks } from "./count-webhooks.ts";
export { DeliveryLoop } from "./delivery-loop.ts";
export { forgetOldDeliveries } from "./forget.ts";
export type { DeliveryTimings } from "./schedule.ts";
export { webhookEvents } from "./webhook-events.ts";
