// What others may use of player events: how those of a player are exported and erased, the work beside requests, and the branches that
// players take.
export { exportPlayerEvents } from "./export.ts";
export { erasePlayerEvents } from "./forget.ts";
export { PlayerEventLoop } from "./loop.ts";
export { takenBranches } from "./taken-branches.ts";
