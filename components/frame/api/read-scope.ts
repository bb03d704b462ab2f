import type { TRPCOptionsProxy } from "@trpc/tanstack-react-query";
import type { AppRouter } from "#server/trpc/router.ts";
import type { StudioClient } from "./client.ts";

/** Project and moment that the reads of a screen are asked for, with the operations. */
export interface ReadScope {
  readonly api: TRPCOptionsProxy<AppRouter>;
  readonly client: StudioClient;
  readonly project_id: string;
  /** Coordinates of the moment: `{…input, ...reading}`. */
  readonly reading: { at_seq?: number };
}
