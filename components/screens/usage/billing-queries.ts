"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useApi, useStudioClient } from "../../frame/api/api-provider.tsx";
import type { Outputs } from "../../frame/api/client.ts";
import { refreshQueries } from "../../frame/api/refresh-queries.ts";
import { useListQuery } from "../../frame/list/use-list-query.ts";

export type Subscription = Outputs["billing"]["subscription"];
export type PlanOffer = Outputs["billing"]["tier"]["plans"][number];
export type Invoice = Outputs["billing"]["invoices"]["invoices"][number];
export type ExceededLimit = PlanOffer["exceeds"][number];

const PAGE = 12;
/** Milliseconds between two reads of an invoice that is being paid. */
const OPEN_MS = 10_000;

/** Whether something is paid for at the provider of payments: it can be changed then, and has to be begun before. */
export const isSubscribed = ({ status }: Pick<Subscription, "status">): boolean =>
  status === "active" || status === "past_due";

/** Reads the current plan and the one that follows it, at the given interval; once without one. */
export function useSubscription(everyMs?: number) {
  return useQuery(useApi().billing.subscription.queryOptions({}, { refetchInterval: everyMs ?? false }));
}

/** The plans there are to choose from. */
export function usePlans() {
  return useQuery(useApi().billing.tier.queryOptions({}));
}

/** Reads the use of live and test data this month, and the sum of the next invoice. */
export function useBillingUsage() {
  return useQuery(useApi().billing.usage.queryOptions({}));
}

const isOpenAtProvider = ({ status, url }: Invoice): boolean => status === "open" && url !== null;

/** The invoices, newest first, as the rows of a list. */
export function useInvoices() {
  const client = useStudioClient();
  return useListQuery({
    queryKey: useApi().billing.invoices.queryKey({}),
    ask: (page, signal) => client.billing.invoices.query(page, { signal }),
    rowsOf: ({ invoices }) => invoices,
    size: PAGE,
    // What the provider of payments tells of an invoice comes after it was made.
    refetchInterval: (rows) => (rows.some(isOpenAtProvider) ? OPEN_MS : false),
  });
}

/** Reads what a plan allows and costs again, after it changed; what was answered to the change is shown at once. */
export function useReadBillingAgain(): (changed?: Subscription) => Promise<void> {
  const api = useApi();
  const queries = useQueryClient();
  return async (changed) => {
    if (changed !== undefined) queries.setQueryData(api.billing.subscription.queryKey({}), changed);
    await refreshQueries(queries, api.billing.pathKey(), api.usage.limits.pathKey());
  };
}
