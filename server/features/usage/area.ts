import { area } from "../../operation/area.ts";
import { getHourlyUsage } from "./operations/get-hourly-usage.ts";
import { getLimits } from "./operations/get-limits.ts";
import { getUsage } from "./operations/get-usage.ts";

export const usage = area({
  tag: "billing",
  operations: { get: getUsage, hours: getHourlyUsage, limits: getLimits },
});
