// What others may use of player events: how those of an erased player go, and the work beside requests.
export { erasePlayerEvents } from "./forget.ts";
export { PlayerEventLoop } from "./loop.ts";
