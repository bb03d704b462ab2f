import { z } from "zod";
import type { ProblemCode } from "./problem-catalogue.ts";

const id = z.string().nullable();
const texts = z.array(z.string());
const count = z.int();
const anything = z.unknown();

const conflict = z.object({
  field: z.string().meta({ description: "JSON Pointer of the field." }),
  mine: anything.meta({ description: "The value that was sent." }),
  theirs: anything.meta({ description: "The current value." }),
  id: z.string().optional().meta({ description: "The subject of the field." }),
  by: z.string().optional().meta({ description: "Who wrote it." }),
  at: z.string().optional().meta({ description: "When it was written." }),
  part_id: z.string().optional().meta({ description: "The part of a suggestion that would write it." }),
});

const rates = {
  violated_policies: texts.meta({ description: "The limits that were exceeded." }),
  limit: count.optional().meta({ description: "How many are allowed." }),
  open: count.optional().meta({ description: "How many are open." }),
  window_seconds: count.optional().meta({ description: "Length of the window." }),
  cost: count.optional().meta({ description: "Points that the document costs." }),
};

/** Fields of an answer about the readiness of the process; where it is not ready, they are the `detail` of the refusal. */
export const READINESS = z.object({
  checks: z
    .record(z.string(), z.enum(["ok", "unavailable"]))
    .meta({ description: "Dependencies of the process with their status." }),
  oldest_transaction: z
    .object({
      operation: z.string().meta({ description: "Method and path template, or the name of background work." }),
      seconds: z.number().meta({ description: "Its age." }),
    })
    .nullable()
    .meta({ description: "The oldest transaction of the process; null without any." }),
  longest_queue: z
    .object({
      operation: z.string().meta({ description: "Operation that has waited longest, as for a transaction." }),
      length: count.meta({ description: "Writes without an answer, those under way included." }),
      seconds: z.number().meta({ description: "Longest wait." }),
    })
    .nullable()
    .meta({ description: "The longest queue of writes of one project; null without any." }),
});

/**
 * Fields of an error's `detail`, by its code: the type checks every place that refuses, and OpenAPI describes each code by it. Codes
 * that are not here say all in their message.
 */
export const PROBLEM_DETAILS = {
  query_too_complex: z.object({
    limit: z.string().meta({ description: "The limit." }),
    maximum: count.meta({ description: "Its value." }),
    found: count.optional().meta({ description: "What the document has." }),
  }),
  insufficient_scope: z.object({
    required: z.string().meta({ description: "Scope of the operation." }),
    granted: texts.meta({ description: "Scopes of the key." }),
  }),
  forbidden: z.object({
    mode: id.optional().meta({ description: "The mode that is needed." }),
    project_ids: texts.nullable().optional().meta({ description: "The projects that are needed; null for all." }),
    scopes: texts.optional().meta({ description: "Scopes that are at issue." }),
    role: id.optional().meta({ description: "The role that is at issue." }),
    user_id: id.optional().meta({ description: "The person." }),
  }),
  plan_limit_reached: z.object({
    what: z.string().meta({ description: "What is limited." }),
    limit: count.meta({ description: "How many the plan allows." }),
    used: count.meta({ description: "How many there are." }),
    plan: z.string().meta({ description: "The plan." }),
  }),
  not_found: z.object({
    id: id.optional().meta({ description: "What is missing." }),
    suggestion: z.string().optional().meta({ description: "The nearest method and path." }),
    parameter: z.string().optional().meta({ description: "The part of the path with an id of another form." }),
    expected: z.string().optional().meta({ description: "The form of its ids." }),
    sent: z.string().optional().meta({ description: "The kind of thing whose id was sent." }),
  }),
  id_taken: z.object({ id: z.string().meta({ description: "The id in use." }) }),
  external_id_taken: z.object({
    external_id: z.string().meta({ description: "The external id in use." }),
    entity_id: id.optional().meta({ description: "The entity that has it." }),
    relationship_id: id.optional().meta({ description: "The relationship that has it." }),
    fact_id: id.optional().meta({ description: "The fact that has it." }),
    secret_id: id.optional().meta({ description: "The secret that has it." }),
    dialogue_id: id.optional().meta({ description: "The dialogue that has it." }),
    variable_id: id.optional().meta({ description: "The variable that has it." }),
    quest_id: id.optional().meta({ description: "The quest that has it." }),
    npc_id: id.optional().meta({ description: "The npc that has it." }),
    player_id: id.optional().meta({ description: "The player who has it." }),
  }),
  npc_exists: z.object({
    entity_id: z.string().meta({ description: "The entity." }),
    npc_id: z.string().meta({ description: "The npc that it is." }),
  }),
  npc_unavailable: z.object({
    npc_id: z.string().meta({ description: "The npc." }),
    state: z.enum(["retired", "deceased"]).meta({ description: "Its state." }),
  }),
  player_erased: z.object({ player_id: z.string().meta({ description: "The erased player." }) }),
  name_taken: z.object({
    id: z.string().meta({ description: "The holder." }),
    name: z.string().optional().meta({ description: "The name in use." }),
  }),
  has_children: z.object({
    entity_id: id.meta({ description: "The parent." }),
    children: count.meta({ description: "Number of its children." }),
    first_child_id: id.optional().meta({ description: "One of them." }),
  }),
  session_not_waiting: z.object({
    status: z.string().meta({ description: "Status of the session." }),
    interrupt_id: id.meta({ description: "The open question." }),
  }),
  session_finished: z.object({ status: z.string().meta({ description: "Status of the session." }) }),
  in_use: z.object({
    total: count.meta({ description: "Number of uses." }),
    uses: z.array(z.record(z.string(), anything)).meta({ description: "The first of them." }),
  }),
  edit_conflict: z.object({
    conflicts: z.array(conflict).meta({ description: "The fields." }),
    current_seq: count.meta({ description: "Last sequence of the record." }),
  }),
  canon_violation: z.object({
    violation_id: z.string().meta({ description: "The violation, to ignore it." }),
    rule_id: z.string().meta({ description: "The broken rule." }),
    refused: z
      .object({
        type: z.string().meta({ description: "Kind of subject." }),
        id: z.string().meta({ description: "The subject." }),
      })
      .meta({ description: "Subject whose change was refused." }),
    evidence: z
      .array(
        z.object({
          type: z.string().meta({ description: "Kind of subject." }),
          id: z.string().meta({ description: "The subject." }),
          seq: z.int().nullable().meta({ description: "Event that made it so; null for the refused change." }),
        }),
      )
      .meta({ description: "Subjects that contradict each other." }),
    violations: count.meta({ description: "Number of violations that the change would introduce." }),
  }),
  restore_conflict: z.object({
    reasons: z
      .array(
        z.object({
          field: z.string().meta({ description: "The field." }),
          reason: z.string().meta({ description: "What is wrong with it." }),
        }),
      )
      .meta({ description: "What has changed since." }),
  }),
  idempotency_key_reused: z.object({
    batch_id: z.string().meta({ description: "The batch that was sent before." }),
    gestures: z.array(count).meta({ description: "Indexes of the gestures that differ." }),
  }),
  replay_too_large: z.object({
    events: count.meta({ description: "Number of events." }),
    limit: count.meta({ description: "How many a request can replay." }),
  }),
  last_owner: z.object({ user_id: z.string().meta({ description: "The owner." }) }),
  reading_state: z.object({
    step: count.meta({ description: "Number of the step." }),
    reason: z.string().meta({ description: "Why it is not possible." }),
  }),
  key_state: z.object({
    state: z.string().meta({ description: "State of the key." }),
    replaced_by: id.meta({ description: "The key it was rotated to." }),
  }),
  job_state: z.object({ state: z.string().meta({ description: "State of the job." }) }),
  import_state: z.object({
    import_id: z.string().meta({ description: "The import." }),
    status: z.string().meta({ description: "Its status." }),
    undone_by: id.meta({ description: "The import that undid it." }),
  }),
  webhook_disabled: z.object({
    disabled_reason: id.meta({ description: "Why it is disabled." }),
    disabled_at: id.meta({ description: "Since when." }),
  }),
  rotation_full: z.object({
    next_expires_at: id.meta({ description: "When the next secret expires." }),
    maximum: count.meta({ description: "How many may be valid." }),
  }),
  provider_key_unverified: z.object({ byok_id: z.string().meta({ description: "The provider key." }) }),
  subscription_state: z.object({ status: z.string().meta({ description: "Status of the subscription." }) }),
  invoice_state: z.object({ status: z.string().meta({ description: "Status of the invoice." }) }),
  run_step: z.object({ step: count.meta({ description: "The current step." }) }),
  wrong_state: z.object({
    state: z.string().meta({ description: "State that the subject is in." }),
    allowed: z.array(z.string()).meta({ description: "States that the operation begins in." }),
  }),
  linked: z.object({
    id: z.string().meta({ description: "The subject." }),
    link_id: z.string().meta({ description: "Link that brought it." }),
    source_project_id: z.string().meta({ description: "Project that it is of." }),
  }),
  run_state: z.object({ reason: z.string().meta({ description: "Why it is not possible." }) }),
  conversation_state: z.object({ reason: z.string().meta({ description: "Why it is not possible." }) }),
  run_rebase: z.object({
    page: count.meta({ description: "The first step that is not possible." }),
    reason: z.string().meta({ description: "Why it is not possible." }),
  }),
  suggestion_state: z.object({
    status: z.string().optional().meta({ description: "Status of the suggestion, or of the part." }),
    parts: z
      .array(
        z.object({
          id: z.string().meta({ description: "The part." }),
          status: z.string().meta({ description: "Status of the suggestion, or of the part." }),
        }),
      )
      .optional()
      .meta({ description: "The parts that are not open." }),
    graph_id: id.optional().meta({ description: "The deleted dialogue." }),
  }),
  suggestion_dangles: z.object({
    total: count.meta({ description: "How many there would be." }),
    dangling: z.array(z.record(z.string(), anything)).meta({ description: "The first of them." }),
  }),
  suggestion_misfit: z.object({
    parts: z
      .array(
        z.object({
          id: z.string().meta({ description: "The part." }),
          status: count.meta({ description: "Status that it alone would be refused with." }),
          code: id.meta({ description: "Code that it alone would be refused with." }),
          message: z.string().meta({ description: "One sentence for a person." }),
          detail: anything.meta({ description: "Detail of that refusal." }),
        }),
      )
      .meta({ description: "The parts that do not fit." }),
  }),
  precondition_failed: z.object({
    current: count.nullable().meta({ description: "The current version." }),
    sent: z.union([count, z.literal("*")]).meta({ description: "The version that was sent." }),
  }),
  payload_too_large: z.object({ limit_bytes: count.meta({ description: "Bytes that a body may have." }) }),
  batch_too_large: z.object({
    limit_characters: count.optional().meta({ description: "Characters that may be changed." }),
    limit_nodes: count.optional().meta({ description: "Nodes that may be changed." }),
  }),
  answer_too_large: z.object({ max_characters: count.meta({ description: "Characters that an answer may have." }) }),
  unsupported_media_type: z.object({
    content_type: id.optional().meta({ description: "What was sent." }),
    content_encoding: z.string().optional().meta({ description: "What was sent." }),
    expected: z.string().meta({ description: "What is expected." }),
  }),
  rate_limited: z.object(rates),
  demo_message_limit: z.object(rates),
  unavailable: READINESS,
} as const satisfies Partial<Record<ProblemCode, z.ZodObject>>;

/** Field that the refusal of a whole batch adds to `detail`. */
export const BATCH_DETAIL = { index: count.optional().meta({ description: "The part of a batch that was refused." }) };

/** A field that was changed meanwhile. */
export type EditConflict = z.input<typeof conflict>;

/** Fields of the `detail` of an error with a code. */
export type ProblemDetail<Code extends ProblemCode> = Code extends keyof typeof PROBLEM_DETAILS
  ? z.input<(typeof PROBLEM_DETAILS)[Code]>
  : never;
