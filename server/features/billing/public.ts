// What others may use of billing: what turns periods, and where notices of a provider go.
export { receiveEvent } from "./receive-event.ts";
export { turnPeriods } from "./turn-periods.ts";
