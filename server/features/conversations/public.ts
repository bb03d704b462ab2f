// What others may use of conversations: the board by which streams follow them, how those of a player are erased and exported, and the work beside requests.
export { Board } from "./board.ts";
export { ConversationLoop } from "./loop.ts";
export { eraseConversations, exportConversations } from "./of-player.ts";
