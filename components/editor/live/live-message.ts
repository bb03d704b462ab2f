import type { Outputs } from "../../frame/api/client.ts";

/** One recorded transition, as it arrives. */
export type LiveEvent = Outputs["record"]["events"]["events"][number];

/** One window of somebody's browser, and where it is. */
export interface PresentPerson {
  readonly client_id: string;
  readonly user_id: string;
  readonly name: string;
  /** The open dialogue. */
  readonly graph_id: string | null;
  /** The node worked on. */
  readonly node_id: string | null;
}

/** Whether what others do arrives: being connected again is tried for as long as it says `connecting` or `offline`. */
export type LiveStatus = "connected" | "connecting" | "offline" | "signed-out";
