// What others may use of presence: the message that tells who is where, and the board it is read from.
export { Board } from "./board.ts";
export { PresentPerson } from "./schemas.ts";
