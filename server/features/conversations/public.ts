// What others may use of conversations: the board by which streams follow them.
export { Board } from "./board.ts";
