"use client";

import { useQuery } from "@tanstack/react-query";
import { useApi, useStudioClient } from "../../frame/api/api-provider.tsx";
import type { Inputs, Outputs } from "../../frame/api/client.ts";
import { useRefresh } from "../../frame/api/use-refresh.ts";
import { useListQuery } from "../../frame/list/use-list-query.ts";
import { useMoment } from "../../frame/moment/moment-provider.tsx";
import { useProjectId } from "../../frame/project/project-provider.tsx";

export type Webhook = Outputs["webhooks"]["list"]["webhooks"][number];
export type NewWebhook = Outputs["webhooks"]["create"];
export type WebhookEvent = Outputs["webhooks"]["events"]["webhook_events"][number];
export type Delivery = Outputs["webhooks"]["deliveries"]["deliveries"][number];
export type DeliveryDetail = Outputs["webhooks"]["delivery"];
export type Attempt = DeliveryDetail["attempts"][number];
export type WebhookCheck = NonNullable<Outputs["webhooks"]["lastCheck"]["check"]>;
export type Finding = WebhookCheck["findings"][number];
/** Filter on the deliveries of a webhook. */
export type DeliveryFilter = Pick<
  Inputs["webhooks"]["deliveries"],
  "status" | "kind" | "delivery_id" | "created_after"
>;

const LIST_PAGE = 200;
const PAGE = 50;
/** Deliveries that are drawn as ticks. */
export const TICKS = 60;
/** Milliseconds between two reads of deliveries: no event announces what happens at receivers. */
const LOOK_MS = 15_000;
/** Milliseconds between two reads while an attempt is about to be made. */
const WATCH_MS = 1_500;
/** Milliseconds before the next attempt from which deliveries are read at the shorter interval. */
const SOON_MS = 10_000;

/** The webhooks of the project. */
export function useWebhooks() {
  const input = { project_id: useProjectId(), ...useMoment().reading };
  const client = useStudioClient();
  const api = useApi();
  return useListQuery({
    queryKey: api.webhooks.list.queryKey(input),
    changes: api.webhooks.list.pathKey(),
    ask: (page, signal) => client.webhooks.list.query({ ...input, ...page }, { signal }),
    rowsOf: ({ webhooks }) => webhooks,
    isWhole: true,
    size: LIST_PAGE,
    refetchInterval: () => LOOK_MS,
  });
}

/** One webhook. */
export function useWebhook(webhook_id: string) {
  const project_id = useProjectId();
  const { reading } = useMoment();
  return useQuery(
    useApi().webhooks.get.queryOptions({ project_id, webhook_id, ...reading }, { refetchInterval: LOOK_MS }),
  );
}

/** The last deliveries of a webhook, newest first. */
export function useLastDeliveries(webhook_id: string) {
  const project_id = useProjectId();
  const input = { project_id, webhook_id, limit: TICKS };
  return useQuery(useApi().webhooks.deliveries.queryOptions(input, { refetchInterval: LOOK_MS }));
}

/** Whether an attempt is under way or about to be made. */
function isSoon({ status, next_attempt_at }: Pick<Delivery, "status" | "next_attempt_at">): boolean {
  return status === "pending" && (next_attempt_at === null || Date.parse(next_attempt_at) - Date.now() < SOON_MS);
}

/** Deliveries of a webhook that a filter finds, newest first, as the rows of a list. */
export function useDeliveries(webhook_id: string, filter: DeliveryFilter) {
  const input = { project_id: useProjectId(), webhook_id, ...filter };
  const client = useStudioClient();
  const { deliveries } = useApi().webhooks;
  return useListQuery({
    queryKey: deliveries.queryKey(input),
    changes: deliveries.pathKey(),
    ask: (page, signal) => client.webhooks.deliveries.query({ ...input, ...page }, { signal }),
    rowsOf: (page) => page.deliveries,
    size: PAGE,
    refetchInterval: (rows) => (rows.slice(0, PAGE).some(isSoon) ? WATCH_MS : LOOK_MS),
  });
}

/** One delivery with its attempts. */
export function useDelivery(webhook_id: string, delivery_id: string) {
  const project_id = useProjectId();
  return useQuery(
    useApi().webhooks.delivery.queryOptions(
      { project_id, webhook_id, delivery_id },
      { refetchInterval: ({ state: { data } }) => (data !== undefined && isSoon(data) ? WATCH_MS : LOOK_MS) },
    ),
  );
}

/** Reads the types of events that webhooks can receive; they change only with versions of the product. */
export function useWebhookEvents(): readonly WebhookEvent[] | undefined {
  return useQuery(useApi().webhooks.events.queryOptions({}, { staleTime: Number.POSITIVE_INFINITY })).data
    ?.webhook_events;
}

/** Reads the result of the last check of a receiver; null when there was none. */
export function useLastCheck(webhook_id: string) {
  const project_id = useProjectId();
  return useQuery(useApi().webhooks.lastCheck.queryOptions({ project_id, webhook_id }));
}

/** Reads everything again that is known of webhooks and of what was sent to them. */
export function useReadWebhooksAgain(): () => Promise<void> {
  return useRefresh(({ webhooks: { list, get, deliveries, delivery, troubles } }) =>
    [list, get, deliveries, delivery, troubles].map((each) => each.pathKey()),
  );
}
