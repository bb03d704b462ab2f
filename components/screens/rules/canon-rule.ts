import type { Outputs } from "../../frame/api/client.ts";

/** Rule of the canon, as its list answers it. */
export type CanonRule = Outputs["canonRules"]["list"]["canon_rules"][number];
