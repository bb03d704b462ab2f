import type { Json } from "#domain/json.ts";
import recorded from "./recorded-examples.json" with { type: "json" };

/**
 * An answer of each operation by `area.name`, as a server gave it: `npm run record-examples` writes them, with stable ids and
 * times, without secrets, and with lists cut short.
 */
export const RECORDED_EXAMPLES: Readonly<Record<string, Json>> = recorded;

/** Characters an example has at most, as JSON without spaces. */
export const MAX_EXAMPLE_CHARACTERS = 2_000;
