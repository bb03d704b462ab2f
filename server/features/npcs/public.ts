export { npc } from "./npc.ts";
export { voicesOf } from "./voices.ts";
