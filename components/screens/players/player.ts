import type { Outputs } from "../../frame/api/client.ts";

/** A player as the list answers it. */
export type Player = Outputs["players"]["list"]["players"][number];
