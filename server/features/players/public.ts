// What other features may use of players: finding them by their names, making those that are not there yet, their keys, and their erasure.
export { eraseAgain } from "./erase-again.ts";
export { playerKeys } from "./keys.ts";
export { ensurePlayers } from "./make-players.ts";
export { isPlayerId, type NamedPlayer, type NamingContext, playersByName } from "./names.ts";
export { playerParams } from "./player-params.ts";
export { type Preferences, preferences, readProfile, readProfiles } from "./profile.ts";
export { hasPlayer, requirePlayer } from "./require-player.ts";
