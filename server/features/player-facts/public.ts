// What other features may use of facts of players: those that somebody knows, and how they are erased and exported with a player.
export { type KnownFact, readKnownFacts } from "./known-facts.ts";
export { erasePlayerFacts, exportPlayerFacts } from "./of-player.ts";
