/** Tables outside projects, in an order in which their rows can be put back. */
export const WORKSPACE_TABLES: readonly string[] = [
  "workspaces",
  "users",
  "memberships",
  "project_members",
  "workspace_invitations",
  "api_keys",
  "workspace_audit",
  "data_keys",
  "usage_counts",
  "billing_accounts",
  "billing_inbox",
  "billing_invoices",
  "ledger_transactions",
  "ledger_entries",
  "ledger_balances",
];

/**
 * Tables of a project that no event tells of: answers kept so that a resend after a weekend changes nothing, what its provider
 * keys were used for, where playthroughs stand, what players did and their own quests came to, what was said in conversations, and the keys and names of players, without
 * which the record of them cannot be read.
 */
export const PROJECT_TABLES: readonly string[] = [
  "gesture_results",
  "byok_usage",
  "run_standings",
  "run_steps",
  "run_saves",
  "run_accepted_proposals",
  "run_memory_reviews",
  "player_name_keys",
  "player_names",
  "player_keys",
  "player_event_heads",
  "player_event_news",
  "player_events",
  "player_event_counts",
  "player_event_shares",
  "player_quests",
  "conversation_heads",
  "conversation_participants",
  "conversation_entries",
];

/** Tables of files: those that versions name come with their bytes. */
export const FILE_TABLES: readonly string[] = ["artifacts", "artifact_objects"];

/**
 * Tables that no backup holds. Most cost nobody anything: a check value that the next start writes, answers of a day, attempts of
 * an hour, rates of a minute, conversations of an hour, numbers of counts that were added, indexes made anew, receipts of contexts
 * that are assembled again, exports of players, which are made again, answers that npcs were about to give, reports of imports: what they wrote is in the record, and one under way is asked for again. Those of
 * webhooks hold secrets and what is to be sent: a copy of a project must not call anybody, so its webhooks are switched off until
 * they get a secret of their own, and its provider keys until they are stored anew. No link of the original opens a copy either.
 */
export const FORGETTABLE_TABLES: readonly string[] = [
  "encryption_check",
  "idempotency_keys",
  "sign_in_attempts",
  "rate_windows",
  "public_requests",
  "demo_sessions",
  "usage_flushes",
  "presence",
  "project_work",
  "webhook_states",
  "webhook_deliveries",
  "webhook_attempts",
  "webhook_checks",
  "session_directory",
  "session_work",
  "session_steps",
  "session_calls",
  "session_interrupts",
  "session_log",
  "byok_secrets",
  "byok_states",
  "property_indexes",
  "entity_property_values",
  "entity_imports",
  "entity_import_rows",
  "project_imports",
  "project_import_parts",
  "word_indexes",
  "subject_texts",
  "subject_words",
  "audience_words",
  "canon_checks",
  "canon_violations",
  "canon_histories",
  "canon_past_violations",
  "link_follows",
  "context_receipts",
  "player_exports",
  "share_tokens",
  "player_tokens",
  "conversation_replies",
  "conversation_tickets",
  "entry_links",
];
