import { Problem } from "../../kernel/problem.ts";
import type { Caller } from "../../kernel/scope.ts";
import type { ProjectRef } from "../../operation/context.ts";
import { openProject } from "../../operation/gate.ts";
import type { Db } from "../../record/database.ts";
import { findVersion } from "../../record/versions.ts";
import { type WebhookVersion, webhook } from "./webhook.ts";

/**
 * Finds a webhook as it was at a sequence.
 *
 * @throws {@link Problem} `not_found` where there was none.
 */
export async function requireWebhook(
  db: Db,
  projectId: string,
  webhookId: string,
  atSeq: number | null = null,
): Promise<WebhookVersion> {
  const version = await findVersion(db, webhook.resource, projectId, webhookId, atSeq);
  if (version === null) throw new Problem("not_found");
  return version;
}

/** Opens a webhook after the tenant check, for data that is written beside the record. */
export async function openWebhook(
  db: Db,
  caller: Caller,
  ids: { project_id: string; webhook_id: string },
): Promise<{ project: ProjectRef; webhook: WebhookVersion }> {
  const { project } = await openProject(db, caller, ids.project_id);
  return { project, webhook: await requireWebhook(db, project.id, ids.webhook_id) };
}

/**
 * Opens a webhook as {@link openWebhook} does, to send something to it.
 *
 * @throws {@link Problem} `webhook_disabled` where it is switched off.
 */
export async function openActiveWebhook(
  db: Db,
  caller: Caller,
  ids: { project_id: string; webhook_id: string },
): Promise<{ project: ProjectRef; webhook: WebhookVersion }> {
  const opened = await openWebhook(db, caller, ids);
  const { active, disabled_reason, disabled_at } = opened.webhook;
  if (!active) throw new Problem("webhook_disabled", { detail: { disabled_reason, disabled_at } });
  return opened;
}
