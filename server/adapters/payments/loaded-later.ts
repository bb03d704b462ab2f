import type { RemoteBilling } from "./port.ts";

/**
 * A provider whose client is loaded when it is first asked: Stripe's takes 0.3 s, which a process that takes no payments does not
 * have to wait for.
 */
export function loadedLater(load: () => Promise<RemoteBilling>): RemoteBilling {
  let loading: Promise<RemoteBilling> | null = null;
  const provider = () => {
    loading ??= load();
    return loading;
  };
  return {
    createCustomer: async (wish) => (await provider()).createCustomer(wish),
    checkout: async (wish) => (await provider()).checkout(wish),
    portal: async (wish) => (await provider()).portal(wish),
    changePlan: async (wish) => (await provider()).changePlan(wish),
    subscription: async (id) => (await provider()).subscription(id),
    invoice: async (id) => (await provider()).invoice(id),
    readEvent: async (notice) => (await provider()).readEvent(notice),
  };
}
