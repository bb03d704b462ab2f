// What other features may use of players' tokens: how those of an erased player go.
export { erasePlayerTokens } from "./token.ts";
