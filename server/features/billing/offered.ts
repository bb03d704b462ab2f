import { PLANS, type PlanName } from "../access/public.ts";

/** The plans an owner can choose. */
export const OFFERED = (Object.keys(PLANS) as PlanName[]).filter((name) => PLANS[name].isOffered);
