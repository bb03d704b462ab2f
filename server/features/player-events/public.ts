// What others may use of player events: how those of a player are exported and erased, and the work beside requests.
export { exportPlayerEvents } from "./export.ts";
export { erasePlayerEvents } from "./forget.ts";
export { PlayerEventLoop } from "./loop.ts";
