// What others may use of usage: the meter, and what has been used.
export { countLimited } from "./counted.ts";
export { monthOf } from "./forecast.ts";
export { day, isoDay, periodOf } from "./period.ts";
export { giveUnitBack, takeUnit } from "./units.ts";
export { UsageMeter } from "./usage-meter.ts";
export { usedInMonth } from "./used.ts";
