import type { ProjectWriteContext } from "../../operation/context.ts";
import { requirePlanRoom } from "../access/public.ts";
import { countWebhooks } from "./count-webhooks.ts";

/**
 * Makes sure that the workspace's plan allows one more webhook.
 *
 * @throws Problem plan_limit_reached
 */
export async function requireRoom({ db, project, services }: ProjectWriteContext): Promise<void> {
  const { workspaceId } = project;
  await requirePlanRoom(db, workspaceId, "webhooks", () => countWebhooks(db, workspaceId, services.clock.now()));
}
