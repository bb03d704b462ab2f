import type { ProviderKey } from "./provider-key-queries.ts";

type Tone = "plain" | "ok" | "warn" | "bad";

/** Names of the providers, by the format of their interface. */
export const PROVIDER_NAMES: Readonly<Record<ProviderKey["provider"], string>> = {
  openai_compatible: "OpenAI or a compatible server",
  anthropic: "Anthropic",
};

/** Returns the display name of a key: its label, or else the host or the name of its provider. */
export function nameOf({ label, provider, base_url }: Pick<ProviderKey, "label" | "provider" | "base_url">): string {
  if (label !== "") return label;
  if (base_url !== null) return URL.parse(base_url)?.host ?? base_url;
  return provider === "anthropic" ? "Anthropic" : "OpenAI";
}

type KeyCondition = Pick<ProviderKey, "status" | "has_key" | "last_error">;

/** Returns the status of a key, in a word. */
export function standingOf({ status, has_key }: KeyCondition): { word: string; tone: Tone } {
  switch (status) {
    case "active":
      return { word: "Works", tone: "ok" };
    case "invalid":
      return { word: "Refused", tone: "bad" };
    case "quota_exhausted":
      return { word: "No credit left", tone: "bad" };
    case "rate_limited":
      return { word: "Rate limited", tone: "warn" };
    case "disabled":
      return has_key === false ? { word: "Key missing", tone: "bad" } : { word: "Off", tone: "plain" };
    default:
      return { word: "Not tried yet", tone: "plain" };
  }
}

/** Returns the meaning of the status and advice on it; null where there is nothing to do. */
export function adviceOf({ status, has_key, last_error }: KeyCondition): string | null {
  switch (status) {
    case "invalid":
      return "The provider refuses this key. Replace it with a new one.";
    case "quota_exhausted":
      return "The account at the provider has no credit left. Top it up there, then try the key again.";
    case "rate_limited":
      return "The provider asked for a pause. Fabula continues automatically.";
    case "disabled":
      return has_key === false
        ? "The key is missing, because backups do not contain keys. Replace it to use it again."
        : null;
    case "unverified":
      return last_error === null ? "This key has not been tested yet." : `The test had no clear result. ${last_error}`;
    default:
      return last_error;
  }
}

const NUMBERS = new Intl.NumberFormat("en");

/** Returns the tokens used this month, with the budget they count towards. */
export function sayUse({ used_this_month, monthly_token_budget }: ProviderKey): string {
  const used = NUMBERS.format(used_this_month ?? 0);
  if (monthly_token_budget === null) return `${used} tokens this month, no limit`;
  return `${used} of ${NUMBERS.format(monthly_token_budget)} tokens this month`;
}

/** The same as money; null while a price is missing. */
export function sayCost({ cost_this_month, prices }: ProviderKey): string | null {
  if (cost_this_month === null || prices === null) return null;
  return new Intl.NumberFormat("en", { style: "currency", currency: prices.currency, maximumFractionDigits: 4 }).format(
    cost_this_month,
  );
}
