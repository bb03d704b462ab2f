/** Catalogue entry of an error code: the row from which responses, OpenAPI and the error pages are made. */
export interface CatalogueEntry {
  readonly status: number;
  /** The fixed `error` text. */
  readonly error: string;
  /** The default `message`: one sentence for a person. */
  readonly message: string;
  /** Cause of the error, for its page. */
  readonly cause: string;
  /** Remedy for the caller, for the error's page. */
  readonly remedy: string;
}

/** A failed validation: the one error whose `detail` is a list. */
export const VALIDATION = {
  code: "validation_error",
  status: 422,
  error: "Validation failed",
  message: "The request failed validation.",
} as const;

const CONFLICT = { status: 409, error: "Conflict" } as const;
const FORBIDDEN = { status: 403, error: "Forbidden" } as const;
const TOO_LARGE = { status: 413, error: "Payload too large" } as const;
const RATE_LIMIT = { status: 429, error: "Rate limit exceeded" } as const;
const UNAVAILABLE = { status: 503, error: "Service unavailable" } as const;

/** Every error code of the interface except {@link VALIDATION}. */
export const PROBLEMS = {
  bad_request: {
    status: 400,
    error: "Bad request",
    message: "The request is not well-formed HTTP.",
    cause:
      "The bytes received are not an HTTP/1.1 request: a malformed request line or header, no `Host`, or two lengths for one body. The connection is closed.",
    remedy: "Use an HTTP library, and check the proxies between it and the service.",
  },
  invalid_query: {
    status: 400,
    error: "Invalid query",
    message: "The GraphQL document is missing or does not match the schema.",
    cause:
      "The request to `/v1/graphql` has no document, a document that cannot be parsed, fields that the schema does not have, or variables of the wrong type. The message has the reason and `locations` the position.",
    remedy: "Compare the document with the schema, which `/v1/graphql` shows in a browser.",
  },
  query_too_complex: {
    status: 400,
    error: "Query too complex",
    message: "The GraphQL document exceeds a limit of one request.",
    cause:
      "Limits apply to length and depth, to the numbers of fields, aliases and directives, to the cost of reads, and to the number of objects in lists. `detail.limit` names the exceeded limit, `detail.maximum` its value.",
    remedy: "Ask for smaller pages with `first`, or in several requests.",
  },
  unauthorized: {
    status: 401,
    error: "Unauthorized",
    message: "No valid API key was supplied: send it as `Authorization: Bearer <key>`.",
    cause: "The Authorization header is missing, or is not of the form `Bearer <API_KEY>`.",
    remedy: "Send `Authorization: Bearer sk_test_…` with a key of your workspace.",
  },
  invalid_api_key: {
    status: 401,
    error: "Invalid API key",
    message: "This API key is unknown, expired or was revoked.",
    cause:
      "The key has a typing error, belongs to no workspace, has passed its expiry, or was revoked or rotated away.",
    remedy: "Check the key you send, or create a new one.",
  },
  insufficient_scope: {
    ...FORBIDDEN,
    message: "The key lacks the scope this operation requires.",
    cause:
      "Each operation requires one scope; `detail.required` names it and `detail.granted` lists what the key holds.",
    remedy: "Use a key with that scope. Publishable keys only ever hold `read`.",
  },
  payment_failed: {
    status: 402,
    error: "Payment required",
    message: "The payment was declined.",
    cause: "The payment provider could not collect the cost of the change. Nothing was changed.",
    remedy: "Update the payment method in the portal (`POST /v1/billing/portal`) and try again.",
  },
  forbidden: {
    ...FORBIDDEN,
    message: "This caller may not do that.",
    cause:
      "The key or role is valid but the request goes beyond what it may do, such as granting a scope it does not hold, or reading with a publishable key what not everyone may read.",
    remedy:
      "Ask an admin or owner of the workspace, or narrow the request. Use a secret key on a server for data that is not public.",
  },
  plan_limit_reached: {
    ...FORBIDDEN,
    message: "The plan of this workspace does not allow more.",
    cause:
      "A plan limits projects, members, webhooks, bytes of files, and generation units per calendar month. `detail.what` names the limit, `detail.limit` its value in `detail.plan`, and `detail.used` the number in use; open invitations count as members. Existing resources are kept.",
    remedy:
      "Remove unused resources, wait for the next month for units, or choose a larger plan. `GET /v1/limits` shows all limits.",
  },
  not_found: {
    status: 404,
    error: "Not found",
    message: "The resource does not exist or is not accessible.",
    cause:
      "Nothing with this address exists, it was deleted, or it belongs to another workspace or to the other mode (live or test). The answer is the same in each case. A path that no operation has, and an id of another form, are told apart in `message` and `detail`, by the path alone.",
    remedy: "Check the id, and that the key's mode and workspace are those of the resource.",
  },
  method_not_allowed: {
    status: 405,
    error: "Method not allowed",
    message: "This address does not answer that method.",
    cause: "The path exists, but not with this HTTP method; the `Allow` header lists the methods it answers.",
    remedy: "Use one of the listed methods.",
  },
  request_timeout: {
    status: 408,
    error: "Request timeout",
    message: "The request did not arrive in time.",
    cause: "Headers have 20 seconds to arrive, a whole request 2 minutes. The connection is closed.",
    remedy: "Repeat the request, in smaller parts on a slow connection.",
  },
  id_taken: {
    ...CONFLICT,
    message: "An object with this id already exists in the project.",
    cause: "A create carried an `id` that is, or once was, in use in this project. Ids are never reused.",
    remedy: "Leave `id` out, or make a fresh one.",
  },
  external_id_taken: {
    ...CONFLICT,
    message: "Another current resource of this kind in the project has this external_id.",
    cause:
      "`external_id` is unique among the current resources of one kind in a project, such as its entities or its facts; `detail` has the holder under the name of its kind, such as `entity_id` or `fact_id`.",
    remedy:
      "Update the holder, use upsert, or choose another external_id. It is free again once the holder is deleted.",
  },
  name_taken: {
    ...CONFLICT,
    message: "This name is already in use.",
    cause: "Names of this kind of object are unique; `detail.id` is the holder.",
    remedy: "Choose another name, or update the holder.",
  },
  has_children: {
    ...CONFLICT,
    message: "The entity has children.",
    cause: "Other entities have this one as their parent; `detail.children` is their number.",
    remedy: "Repeat with `?children=cascade` to delete them too, or `?children=detach` to make them roots.",
  },
  project_archived: {
    ...CONFLICT,
    message: "The project is archived and read-only.",
    cause: "An archived project cannot be changed. It can be read, exported and copied.",
    remedy: "Take it out of the archive with `POST /v1/projects/{project_id}/unarchive`, or copy it.",
  },
  session_not_waiting: {
    ...CONFLICT,
    message: "The session has no open question.",
    cause:
      "Only the open question of a session with the status `awaiting_human` can be answered. `detail.status` is the current status, `detail.interrupt_id` the open question. A repeated answer to the same question returns the first result.",
    remedy: "Read `GET /v1/sessions/{session_id}/status`, and answer the question it shows.",
  },
  session_finished: {
    ...CONFLICT,
    message: "The session has ended.",
    cause: "A completed session cannot be cancelled, and only a session that ended in an error can be retried.",
    remedy: "Start a new session, or take back the commit of its result.",
  },
  in_use: {
    ...CONFLICT,
    message: "The object is still in use.",
    cause: "Other objects refer to it; `detail.uses` lists them.",
    remedy: "Remove the uses first, or repeat with `?force=true` to delete it and leave them dangling.",
  },
  edit_conflict: {
    ...CONFLICT,
    message: "The same field was changed since the version you started from.",
    cause:
      "The request carried `base_seq`, and a field it sets was changed after it. `detail.conflicts` lists field, mine, theirs, by and at; `detail.current_seq` is the last sequence of the record.",
    remedy: "Decide which value should stand and send it again with `detail.current_seq` as `base_seq`.",
  },
  canon_violation: {
    ...CONFLICT,
    message: "The change breaks a rule of the canon.",
    cause:
      "A rule of the project has the mode `block`, and the change would introduce a contradiction that was not there before. `detail` has the rule, the refused subject, and the events that it contradicts; the message says it in a sentence.",
    remedy:
      "Change what the message names, ignore the violation with a reason (`detail.violation_id`), or set the rule to `warn`.",
  },
  restore_conflict: {
    ...CONFLICT,
    message: "The earlier version cannot be restored.",
    cause: "A dependency has changed since: a parent was deleted, or its external_id is taken. `detail` names it.",
    remedy: "Resolve the conflict in `detail`, then restore again.",
  },
  player_erased: {
    ...CONFLICT,
    message: "The player was erased.",
    cause:
      "Personal data of the player was erased for good; `detail.player_id` names the player. Nothing new is kept of them.",
    remedy: "Stop sending this player. A person who comes back is a new player with another `external_id`.",
  },
  idempotency_key_reused: {
    ...CONFLICT,
    message: "This Idempotency-Key was already used with a different request.",
    cause:
      "An Idempotency-Key belongs to one request for 24 hours: same method, path, query and body. The `batch_id` of a batch belongs to its dialogue and its gestures for at least 90 days; `detail.gestures` says which of them differ.",
    remedy: "Use a fresh key or batch_id for a new request. Nothing of this one was written.",
  },
  replay_running: {
    ...CONFLICT,
    message: "A replay of this project is already running.",
    cause: "Replays read the whole record, so only one runs per project at a time.",
    remedy: "Wait for it to end.",
  },
  replay_too_large: {
    ...CONFLICT,
    message: "This project is too large to replay in a request.",
    cause: "The record has more events than a request can replay; `detail` has both numbers.",
    remedy: "Run `npm run replay -- <project>` on the server.",
  },
  last_owner: {
    ...CONFLICT,
    message: "A workspace needs an owner.",
    cause: "The change would leave the workspace without an owner.",
    remedy: "Make another member an owner first.",
  },
  reading_state: {
    ...CONFLICT,
    message: "The reading cannot be played to its end.",
    cause:
      "A step is not possible in the current story; `detail.step` is its number and `detail.reason` the reason: `not_offered`, `closed`, `not_awaited`, `over`, `too_long`, `start_gone` or `dialogue_gone`.",
    remedy: "Take back the commit that caused it, or keep another playthrough.",
  },
  share_state: {
    ...CONFLICT,
    message: "The share link no longer allows this.",
    cause: "The link was revoked, does not accept paths from readers, or has reached its limit of paths.",
    remedy: "Create another link, or delete paths.",
  },
  key_state: {
    ...CONFLICT,
    message: "The key is no longer active.",
    cause: "The key was revoked, rotated away or has expired, so it cannot be rotated or changed.",
    remedy: "Create a new key.",
  },
  job_state: {
    ...CONFLICT,
    message: "Only a failed job can be retried.",
    cause:
      "The job is waiting, running or done; `detail.state` is its state. A job that was just retried is no longer failed.",
    remedy: "Read the job. Jobs that have not failed are retried automatically.",
  },
  import_state: {
    ...CONFLICT,
    message: "Only a finished import that wrote something and was not undone can be undone.",
    cause:
      "The import was a dry run, is still running, is itself an undo, or was undone by `detail.undone_by`; `detail.status` is its status.",
    remedy: "Wait until it is finished. Entities deleted by an undo can be imported again.",
  },
  webhook_disabled: {
    ...CONFLICT,
    message: "The webhook is disabled.",
    cause:
      "Nothing is sent to a disabled webhook, not even on request; `detail.disabled_reason` is the reason and `detail.disabled_at` the time.",
    remedy:
      'Resolve the reason in `disabled_reason`, enable the webhook with `PATCH` and `{"active": true}`, and repeat.',
  },
  rotation_full: {
    ...CONFLICT,
    message: "Two earlier secrets of the webhook are still valid.",
    cause:
      "Each rotation with a grace period keeps the previous secret until the period ends, two at most; `detail.next_expires_at` is the next expiry.",
    remedy: "Wait until then, or rotate with `grace_period_seconds` 0, which drops the current secret immediately.",
  },
  webhook_without_secret: {
    ...CONFLICT,
    message: "The webhook has no secret.",
    cause:
      "Its project was restored from a backup, which contains no secrets, so its deliveries could not be verified.",
    remedy: "Rotate its secret, give the new one to the receiver, and repeat.",
  },
  provider_key_missing: {
    ...CONFLICT,
    message: "No key is stored for the provider.",
    cause:
      "The project was restored from a backup, which contains no secrets; the key was restored after its revocation; or its `base_url` differs from the one the key was stored for.",
    remedy: "Store a key by `POST …/byok/{byok_id}/rotate`, and repeat.",
  },
  provider_key_unverified: {
    ...CONFLICT,
    message: "The project's provider key has no known model.",
    cause:
      "The key was stored but never verified, and names no model. `detail.byok_id` is its id. The built-in generator is not used in its place.",
    remedy: "Verify the key with `POST …/byok/{byok_id}/verify`, or name a model in its `models.text`.",
  },
  subscription_state: {
    ...CONFLICT,
    message: "The current subscription does not allow this.",
    cause:
      "With payments enabled, a workspace without a subscription starts one with `POST /v1/billing/checkout` and changes it with `PATCH /v1/billing/subscription`; the portal requires a completed checkout. `detail.status` is the status of the subscription.",
    remedy: "Use the other operation.",
  },
  invoice_state: {
    ...CONFLICT,
    message: "The invoice is not open.",
    cause:
      "Only an open invoice of the built-in ledger can be settled or voided; `detail.status` is its status. Invoices of a payment provider are managed there.",
    remedy: "Read the invoice; it may already be settled.",
  },
  run_step: {
    ...CONFLICT,
    message: "The playthrough is at another step.",
    cause:
      "Another request or tab took that step; `detail.step` is the current step. A step repeated with the same choice returns the first answer.",
    remedy: "Read the playthrough again and choose from its current offers.",
  },
  wrong_state: {
    ...CONFLICT,
    message: "The subject is not in a state that allows this.",
    cause:
      "The operation is a transition that begins in other states: `detail.state` is the present one, `detail.allowed` lists those it begins in.",
    remedy: "Read the subject, and bring it into one of these states first.",
  },
  linked: {
    ...CONFLICT,
    message: "The subject came by a link and is read-only here.",
    cause:
      "What a link brings from another project is changed there: the name, the type and the properties that came along of entities, the words of facts, and relationships. `detail.link_id` is the link, `detail.source_project_id` the project.",
    remedy:
      "Change it in that project and repin the link, write a property of your own, name the property in the link's `overlay`, or release the link.",
  },
  npc_exists: {
    ...CONFLICT,
    message: "The entity is an npc already.",
    cause: "An entity is one npc at most, and another current npc has this `entity_id`: `detail.npc_id` is that one.",
    remedy: "Change that npc, or create one for another entity.",
  },
  npc_unavailable: {
    ...CONFLICT,
    message: "The npc cannot be talked to.",
    cause:
      "It is retired, its entity was deleted, or its character is dead at the sequence and in the playthrough of the request: `detail.state` is `retired` or `deceased`.",
    remedy: "Ask at an earlier sequence with `at_seq`, in another playthrough, or talk to another npc.",
  },
  run_state: {
    ...CONFLICT,
    message: "The playthrough does not allow this at its current position.",
    cause:
      "It has ended, has no step to take back, has the maximum number of steps or takes too much work to play again, does not wait for that answer, or has the maximum number of saves or of facts. `detail.reason` is the reason: `over`, `at_beginning`, `too_long`, `not_awaited`, `too_many_saves` or `too_much_known`.",
    remedy: "Read the playthrough: `halt` has the answer it waits for.",
  },
  conversation_state: {
    ...CONFLICT,
    message: "The conversation does not allow this now.",
    cause:
      "`detail.reason` is the reason: `not_active` (nothing is said in it before it is started, while it is paused and once it has ended), `closed` (it has ended, so nobody joins), `not_joined` (the participant has not joined), `not_your_turn` (it is led, and somebody else has the turn), `not_led` (it has no turns), `too_many_participants`, or `too_many_messages`.",
    remedy: "Read the conversation and its participants, and wait for the turn or change its state first.",
  },
  client_id_reused: {
    ...CONFLICT,
    message: "This `client_id` was already used for a different message.",
    cause:
      "A `client_id` belongs to one message of its speaker in the conversation: the same words, listeners, audience and playthrough.",
    remedy: "Use a fresh `client_id` for a new message. Nothing of this one was kept.",
  },
  run_rebase: {
    ...CONFLICT,
    message: "A step of the playthrough is not possible at that sequence.",
    cause:
      "The story was changed along the path of the playthrough: `detail.step` is the first step that is no longer possible, and `detail.reason` the reason.",
    remedy: "Send `truncate` to continue from the last possible step, or stay at the current sequence.",
  },
  suggestion_state: {
    ...CONFLICT,
    message: "That part of the suggestion is not open.",
    cause:
      "It was accepted or rejected already (`detail.parts`), or the dialogue it would change has been deleted (`detail.graph_id`).",
    remedy: "Read the suggestion again. It can be accepted after its dialogue is restored.",
  },
  suggestion_dangles: {
    ...CONFLICT,
    message: "Accepting only these parts would leave dangling branches or nodes.",
    cause:
      "A branch would lead to a missing node, or no branch would lead to a new node; `detail.dangling` lists them, with the missing part in `needs_part_id`.",
    remedy: "Accept those parts with it, edit the part, or send `allow_dangling` to accept it as it is.",
  },
  suggestion_misfit: {
    ...CONFLICT,
    message: "The suggestion does not fit the dialogue as it is now.",
    cause:
      "A part changes something that was deleted, or that depends on a part not accepted; `detail.parts` has the reason for each.",
    remedy: "Accept the required part too, edit the part, or reject it.",
  },
  erased: {
    status: 410,
    error: "Gone",
    message: "What was asked for showed personal data of a player and was erased with them.",
    cause: "An answer kept for its `Idempotency-Key`, or a receipt, was emptied when a player in it was erased.",
    remedy: "Read the present instead. The request itself was carried out and is not repeated.",
  },
  precondition_failed: {
    status: 412,
    error: "Precondition failed",
    message: "The resource has changed since the version in If-Match.",
    cause: "The ETag in `If-Match` is not that of the current version; `detail.current` is.",
    remedy: "Read the resource again and apply the change to the current version.",
  },
  payload_too_large: {
    ...TOO_LARGE,
    message: "The request body is larger than this operation accepts.",
    cause:
      "Bodies are limited to 1 MiB, batches to 4 MiB, files to 10 MiB, imports to 16 MiB or more; `detail.limit_bytes` gives the limit.",
    remedy: "Split the request.",
  },
  batch_too_large: {
    ...TOO_LARGE,
    message: "The batch changes more data than the limit allows.",
    cause:
      "The stored subjects that a batch names, with everything deleted along with them, may have 32 MiB of JSON together; `detail.limit_characters` is the limit. Nothing was written.",
    remedy: "Split the batch.",
  },
  answer_too_large: {
    status: 406,
    error: "Not acceptable",
    message: "The answer is too large for this transport.",
    cause: "REST streams answers of unlimited size, such as a whole dialogue; other transports allow 32 MiB.",
    remedy: "Use REST, or read in parts: list the nodes of the dialogue.",
  },
  unsupported_media_type: {
    status: 415,
    error: "Unsupported media type",
    message: "The body is not sent as JSON: add the header `Content-Type: application/json`.",
    cause:
      "The body's `Content-Type` is missing or not JSON, or its `Content-Encoding` is something other than `gzip`; `detail` shows what was sent and what is expected.",
    remedy: "Send `Content-Type: application/json`, and the body as it is or compressed with gzip.",
  },
  headers_too_large: {
    status: 431,
    error: "Request header fields too large",
    message: "The address and headers of the request are longer than 16 KiB.",
    cause:
      "URL and headers together may have 16 KiB; the address and the cookies of a page, 250 parts each. The usual reason is a long filter or list of ids in the query.",
    remedy: "Split the request, for example into several with shorter lists.",
  },
  rate_limited: {
    ...RATE_LIMIT,
    message: "The rate limit of the plan is exceeded.",
    cause:
      "The plan's number of requests in the window was exceeded, or one address had too many failed sign-ins or too many requests without a key. `detail.violated_policies` names the limit.",
    remedy: "Wait for the number of seconds in the `Retry-After` header.",
  },
  demo_message_limit: {
    ...RATE_LIMIT,
    message: "The conversation has reached its limit of five questions.",
    cause:
      "A conversation of the public demo (`POST /v1/demo/sessions`) is limited to five questions. `Retry-After` is the end of the conversation; waiting does not allow more questions.",
    remedy: "Start another conversation. The demo allows 20 requests per address and hour.",
  },
  internal_error: {
    status: 500,
    error: "Internal server error",
    message: "The server failed unexpectedly.",
    cause: "A defect or a hardware fault. Find it in the server's log by the `request_id`.",
    remedy: "Repeat with exponential back-off; report the `request_id` if it persists.",
  },
  unavailable: {
    ...UNAVAILABLE,
    message: "The service cannot answer right now.",
    cause:
      "The database is restarting, unreachable or has no room left on its disk, or the service is starting or shutting down. `GET /ready` also answers it while a transaction or a queue of writes has passed its limit of time.",
    remedy: "Repeat after the number of seconds in the `Retry-After` header.",
  },
  busy: {
    ...UNAVAILABLE,
    message: "Too many writes are waiting on this project.",
    cause:
      "Writes of a project run one after another; the queue is full, or the wait exceeded its limit. Otherwise the database has no free connection or memory, or exceeded the time limit of a request.",
    remedy: "Repeat after the number of seconds in the `Retry-After` header, or combine writes into batches.",
  },
} as const satisfies Record<string, CatalogueEntry>;

/** A code of the error catalogue. */
export type ProblemCode = keyof typeof PROBLEMS;
