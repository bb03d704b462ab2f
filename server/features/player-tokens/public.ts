// What other features may use of players' tokens: how those of an erased player go, and units of models that they use.
export { erasePlayerTokens } from "./token.ts";
export { reserveUnits, settleUnits } from "./units.ts";
