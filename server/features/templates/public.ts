export { template } from "./template.ts";
