import { announce } from "./operations/announce.ts";

export const presence = {
  announce,
};
