import { area } from "../../operation/area.ts";
import { upkeep } from "../../queue/upkeep.ts";
import { getHourlyUsage } from "./operations/get-hourly-usage.ts";
import { getLimits } from "./operations/get-limits.ts";
import { getUsage } from "./operations/get-usage.ts";
import { rollUpUsage } from "./roll-up.ts";

export const usage = area({
  tag: "billing",
  jobs: [upkeep("roll_up_usage", ({ database, clock }) => rollUpUsage(database.writes, clock.now()))],
  operations: { get: getUsage, hours: getHourlyUsage, limits: getLimits },
});
