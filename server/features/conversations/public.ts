// What others may use of conversations: the board by which streams follow them, how those of a player are erased and exported, the work beside requests, and the streams that tickets open.
export { Board } from "./board.ts";
export { ConversationLoop } from "./loop.ts";
export { eraseConversations, exportConversations } from "./of-player.ts";
export { streamConversation } from "./operations/stream-conversation.ts";
export { STREAMS_PATH, takeTicket } from "./tickets.ts";
