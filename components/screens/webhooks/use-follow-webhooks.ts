"use client";

import { useFollowProject } from "../../editor/live/use-follow-project.ts";
import { useReadWebhooksAgain } from "./webhook-queries.ts";

/** Milliseconds after an event within which its first attempt has mostly been made. */
const SENT_MS = 300;

/**
 * Follows the project while its webhooks are shown: every event causes deliveries, and a webhook that is stopped or
 * changed is an event itself.
 */
export function useFollowWebhooks(): void {
  const readAgain = useReadWebhooksAgain();
  useFollowProject({ page: "webhooks", onEvents: () => void readAgain(), gathersMs: SENT_MS });
}
