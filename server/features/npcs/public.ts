// What other features may use of npcs: finding them, their voices, and what they say among several people.
export { memoryOfNpc, npc, projectOfNpc } from "./npc.ts";
export type { Hearers } from "./talk/hearers.ts";
export type { TalkBody } from "./talk/schemas.ts";
export { type Reply, reply } from "./talk/talk.ts";
export { retiredVoices, voicesOf } from "./voices.ts";
