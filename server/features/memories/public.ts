// What others may use of memories: the kind of generation that takes one apart.
export { memoryGenerator } from "./generator.ts";
