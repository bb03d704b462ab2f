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

/** Every error code of the interface except {@link VALIDATION}. */
export const PROBLEMS = {
  bad_request: {
    status: 400,
    error: "Bad request",
    message: "The request is not well-formed HTTP.",
    cause:
      "What arrived cannot be read as an HTTP/1.1 request: a broken request line or header, no `Host`, or two lengths for one body. The connection is closed.",
    remedy: "Let an HTTP library write the request, and look at what stands between it and the service.",
  },
  invalid_query: {
    status: 400,
    error: "Invalid query",
    message: "This is no GraphQL document that the schema knows.",
    cause:
      "The request to `/v1/graphql` has no document, the document cannot be read, asks for what the schema does not have, or its variables are of other types. The message says what and `locations` where.",
    remedy: "Compare the document with the schema, which `/v1/graphql` shows in a browser.",
  },
  query_too_complex: {
    status: 400,
    error: "Query too complex",
    message: "The GraphQL document asks for more than one request may.",
    cause:
      "A document has limits: its length and depth, its fields, aliases and directives, what its reads cost, and how many objects its lists may hold. `detail.limit` names the one that is exceeded, `detail.maximum` says how far it goes.",
    remedy: "Ask for smaller pages with `first`, or in several requests.",
  },
  unauthorized: {
    status: 401,
    error: "Unauthorized",
    message: "No valid API key was supplied.",
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
    status: 403,
    error: "Forbidden",
    message: "The key lacks the scope this operation requires.",
    cause:
      "Each operation requires one scope; `detail.required` names it and `detail.granted` lists what the key holds.",
    remedy: "Use a key with that scope. Publishable keys only ever hold `read`.",
  },
  payment_failed: {
    status: 402,
    error: "Payment required",
    message: "The payment was declined.",
    cause: "The provider of payments could not collect what the change costs. Nothing was changed.",
    remedy: "Change how you pay in the portal (`POST /v1/billing/portal`), and try again.",
  },
  forbidden: {
    status: 403,
    error: "Forbidden",
    message: "This caller may not do that.",
    cause:
      "The key or role is valid but the request goes beyond what it may do, such as granting a scope it does not hold.",
    remedy: "Ask an admin or owner of the workspace, or narrow the request.",
  },
  plan_limit_reached: {
    status: 403,
    error: "Forbidden",
    message: "The plan of this workspace does not allow more.",
    cause:
      "A plan allows a number of projects, members and webhooks, and of units of generation in a calendar month. `detail.what` names the limit, `detail.limit` says what `detail.plan` allows and `detail.used` how many there are; invitations that can still be accepted count as members. What exists already stays as it is.",
    remedy:
      "Remove what is not needed any more, wait for the next month where it is units, or choose a larger plan. `GET /v1/limits` shows every limit beforehand.",
  },
  not_found: {
    status: 404,
    error: "Not found",
    message: "The resource does not exist or is not accessible.",
    cause:
      "Nothing with this address exists, it was deleted, or it belongs to another workspace or to the other mode (live or test). The answer is the same in each case.",
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
    remedy: "Repeat the request, in smaller pieces where the line is slow.",
  },
  id_taken: {
    status: 409,
    error: "Conflict",
    message: "An object with this id already exists in the project.",
    cause: "A create carried an `id` that is, or once was, in use in this project. Ids are never reused.",
    remedy: "Leave `id` out, or make a fresh one.",
  },
  external_id_taken: {
    status: 409,
    error: "Conflict",
    message: "Another current entity of the project has this external_id.",
    cause: "`external_id` is unique among the current entities of a project; `detail.entity_id` is the holder.",
    remedy:
      "Update the holder, use upsert, or choose another external_id. It is free again once the holder is deleted.",
  },
  name_taken: {
    status: 409,
    error: "Conflict",
    message: "This name is already in use.",
    cause: "Names of this kind of object are unique; `detail.id` is the holder.",
    remedy: "Choose another name, or update the holder.",
  },
  has_children: {
    status: 409,
    error: "Conflict",
    message: "The entity has children.",
    cause:
      "Deleting an entity that others name as their parent would orphan them; `detail.children` says how many there are.",
    remedy: "Repeat with `?children=cascade` to delete them too, or `?children=detach` to make them roots.",
  },
  project_archived: {
    status: 409,
    error: "Conflict",
    message: "The project is archived: it is only read.",
    cause: "Nothing in an archived project is changed. It is read, exported and copied like any other.",
    remedy: "Take it out of the archive with `POST /v1/projects/{project_id}/unarchive`, or copy it.",
  },
  session_not_waiting: {
    status: 409,
    error: "Conflict",
    message: "Nobody is asked anything here now.",
    cause:
      "A session can be answered while its status is `awaiting_human`, and only the question it asks now. `detail.status` says how it stands, `detail.interrupt_id` which question is open. The same answer to the same question, sent again, is answered as it was at first.",
    remedy: "Read `GET /v1/sessions/{session_id}/status`, and answer the question it shows.",
  },
  session_finished: {
    status: 409,
    error: "Conflict",
    message: "The session is over.",
    cause: "What is completed cannot be cancelled, and only a session that ended in an error can be started again.",
    remedy: "Start a new session, or take back what it changed.",
  },
  in_use: {
    status: 409,
    error: "Conflict",
    message: "The object is still in use.",
    cause: "Other objects refer to it; `detail.uses` lists them.",
    remedy: "Remove the uses first, or repeat with `?force=true` to delete it and leave them dangling.",
  },
  edit_conflict: {
    status: 409,
    error: "Conflict",
    message: "Somebody changed the same field since the version you started from.",
    cause:
      "The request carried `base_seq`, and a field it sets was changed after it. `detail.conflicts` lists field, mine, theirs, by and at, `detail.current_seq` how far the record reaches.",
    remedy: "Decide which value should stand and send it again with `detail.current_seq` as `base_seq`.",
  },
  restore_conflict: {
    status: 409,
    error: "Conflict",
    message: "The earlier version cannot be brought back as it was.",
    cause:
      "Something it needs has changed since: a parent was deleted, or its external_id is taken. `detail` says which.",
    remedy: "Resolve what `detail` names, then restore again.",
  },
  idempotency_key_reused: {
    status: 409,
    error: "Conflict",
    message: "This Idempotency-Key was already used with a different request.",
    cause:
      "An Idempotency-Key belongs to one request for 24 hours: same method, path, query and body. The `batch_id` of a batch belongs to its dialogue and its gestures for at least 90 days; `detail.gestures` says which of them differ.",
    remedy: "Use a fresh key or batch_id for a new request. Nothing of this one was written.",
  },
  replay_running: {
    status: 409,
    error: "Conflict",
    message: "A replay of this project is already running.",
    cause: "Replays read the whole record, so only one runs per project at a time.",
    remedy: "Wait for it to end.",
  },
  replay_too_large: {
    status: 409,
    error: "Conflict",
    message: "This project is too large to replay in a request.",
    cause: "The record holds more events than a request may fold; `detail` gives both numbers.",
    remedy: "Run `npm run replay -- <project>` on the server.",
  },
  last_owner: {
    status: 409,
    error: "Conflict",
    message: "A workspace needs an owner.",
    cause: "The change would leave the workspace without an owner.",
    remedy: "Make another member an owner first.",
  },
  reading_state: {
    status: 409,
    error: "Conflict",
    message: "The reading cannot be played to its end.",
    cause:
      "A step of it cannot be done in the story as it is; `detail.step` says which and `detail.reason` why: `not_offered`, `closed`, `not_awaited`, `over`, `start_gone` or `dialogue_gone`.",
    remedy: "Take the change back that is the cause, or keep another playthrough.",
  },
  share_state: {
    status: 409,
    error: "Conflict",
    message: "The share link does not allow that any more.",
    cause: "The link was revoked, takes no paths from readers, or has taken as many as it can.",
    remedy: "Make another link, or delete paths that were read.",
  },
  key_state: {
    status: 409,
    error: "Conflict",
    message: "The key is no longer active.",
    cause: "The key was revoked, rotated away or has expired, so it cannot be rotated or changed.",
    remedy: "Create a new key.",
  },
  job_state: {
    status: 409,
    error: "Conflict",
    message: "Only a failed job can be retried.",
    cause:
      "The job waits, runs or is done; `detail.state` says which. A job that was just retried no longer lies failed.",
    remedy: "Read the job: what is not failed is tried by itself.",
  },
  import_state: {
    status: 409,
    error: "Conflict",
    message: "Only an import that wrote something, is over and was not undone yet can be undone.",
    cause:
      "The import only tried what would happen, is under way, takes another one back, or is taken back by `detail.undone_by`; `detail.status` says how far it is.",
    remedy: "Wait until it is over. What an undo deleted can be imported again.",
  },
  webhook_disabled: {
    status: 409,
    error: "Conflict",
    message: "The webhook is switched off.",
    cause:
      "Nothing is sent to a webhook that is switched off, also when somebody asks for it; `detail.disabled_reason` and `detail.disabled_at` say why and when.",
    remedy: 'Put right what `disabled_reason` names, switch it on with `PATCH` and `{"active": true}`, and repeat.',
  },
  rotation_full: {
    status: 409,
    error: "Conflict",
    message: "Two earlier secrets of the webhook still sign.",
    cause:
      "Each rotation with a time of grace keeps the secret before it until that is over, two at most; `detail.next_expires_at` says when the next one ends.",
    remedy: "Wait until then, or rotate with `grace_period_seconds` 0, which drops the present secret at once.",
  },
  webhook_without_secret: {
    status: 409,
    error: "Conflict",
    message: "The webhook has no secret.",
    cause:
      "Its project was restored from a backup, which holds no secrets, so that nothing it sends could be verified.",
    remedy: "Rotate its secret, give the new one to the receiver, and repeat.",
  },
  provider_key_missing: {
    status: 409,
    error: "Conflict",
    message: "There is no key to call the provider with.",
    cause:
      "Its project was restored from a backup, which holds no secrets, it was brought back after it was revoked, or its `base_url` is another than the one the key was stored for.",
    remedy: "Store a key by `POST …/byok/{byok_id}/rotate`, and repeat.",
  },
  provider_key_unverified: {
    status: 409,
    error: "Conflict",
    message: "Nobody knows yet which model the project's provider key is for.",
    cause:
      "The key was stored, but never verified, and names no model itself. `detail.byok_id` says which it is. Nothing is generated without it instead: that is never decided silently.",
    remedy: "Verify the key with `POST …/byok/{byok_id}/verify`, or name a model in its `models.text`.",
  },
  subscription_state: {
    status: 409,
    error: "Conflict",
    message: "The subscription does not allow that now.",
    cause:
      "Where payments are taken, a workspace without a subscription begins one by `POST /v1/billing/checkout`, and one that has one changes it by `PATCH /v1/billing/subscription`; the portal is for those who have been to the checkout. `detail.status` tells how far the subscription is.",
    remedy: "Use the other way.",
  },
  invoice_state: {
    status: 409,
    error: "Conflict",
    message: "The invoice is not open.",
    cause:
      "Only an open invoice of our own ledger can be noted as paid or taken back; `detail.status` tells what it is. Invoices of a provider of payments are kept there.",
    remedy: "Look at the invoice; there may be nothing left to do.",
  },
  run_step: {
    status: 409,
    error: "Conflict",
    message: "The playthrough is at another step.",
    cause:
      "Something else was done at that step, by another request or in another tab; `detail.step` is the step it is at now. A step that was sent twice with the same choice is answered as it was.",
    remedy: "Read the playthrough again, and decide on what it offers now.",
  },
  run_state: {
    status: 409,
    error: "Conflict",
    message: "That cannot be done where the playthrough stands.",
    cause:
      "It is over, has no step to take back, has as many as a playthrough can have, or does not wait for that answer; `detail.reason` says which: `over`, `at_beginning`, `too_long` or `not_awaited`.",
    remedy: "Read the playthrough: `halt` says what it waits for.",
  },
  run_rebase: {
    status: 409,
    error: "Conflict",
    message: "Not all of the playthrough stands at that sequence.",
    cause:
      "The story was changed where the playthrough went: `detail.step` is the first that does not stand any more, and `detail.reason` why.",
    remedy: "Send `truncate` to go on from the last step that stands, or play on where it is.",
  },
  suggestion_state: {
    status: 409,
    error: "Conflict",
    message: "That part of the suggestion is not open.",
    cause:
      "It was accepted or rejected already (`detail.parts`), or the dialogue it would change has been deleted (`detail.graph_id`).",
    remedy: "Read the suggestion again. A dialogue that is restored can be changed by it as before.",
  },
  suggestion_dangles: {
    status: 409,
    error: "Conflict",
    message: "Accepting only that would leave something dangling.",
    cause:
      "A branch would lead to a node that is not there, or nothing would lead to a new node; `detail.dangling` lists what, and in `needs_part_id` the part that would mend it.",
    remedy: "Accept those parts with it, edit the part, or send `allow_dangling` to accept it as it is.",
  },
  suggestion_misfit: {
    status: 409,
    error: "Conflict",
    message: "The suggestion does not fit the dialogue as it is now.",
    cause:
      "What a part changes is gone, or comes only with a part that was not accepted; `detail.parts` says for each what stands in the way.",
    remedy: "Accept the part that it needs with it, edit it, or reject it.",
  },
  precondition_failed: {
    status: 412,
    error: "Precondition failed",
    message: "The resource has changed since the version in If-Match.",
    cause: "The ETag in `If-Match` is not that of the current version; `detail.current` is.",
    remedy: "Read the resource again, then repeat the change on what you find.",
  },
  payload_too_large: {
    status: 413,
    error: "Payload too large",
    message: "The request body is larger than this operation accepts.",
    cause: "Bodies are limited to 1 MiB, imports to 16 MiB; `detail.limit_bytes` gives the limit.",
    remedy: "Split the request.",
  },
  batch_too_large: {
    status: 413,
    error: "Payload too large",
    message: "What this batch changes is larger than one batch may hold.",
    cause:
      "The stored subjects that the parts of a batch name, and what their deletion takes along, may have 32 MiB of JSON together; `detail.limit_characters` gives the limit. Nothing was written.",
    remedy: "Split the batch.",
  },
  answer_too_large: {
    status: 406,
    error: "Not acceptable",
    message: "The answer is larger than this way of asking can carry.",
    cause:
      "Answers without bound, such as a whole dialogue, are sent in pieces over REST; elsewhere they may have 32 MiB.",
    remedy: "Ask over REST, or in parts: list the nodes of the dialogue.",
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
      "Address and headers together may have 16 KiB. A long filter or list of ids in the query is the usual reason.",
    remedy: "Ask for less at once, for example by several requests with shorter lists.",
  },
  rate_limited: {
    status: 429,
    error: "Rate limit exceeded",
    message: "The rate limit of the plan is exceeded.",
    cause:
      "More requests arrived in the window than the plan allows, too many failed sign-ins came from one address, or one address asked more often for what needs no key than it may. `detail.violated_policies` says which.",
    remedy: "Wait for the number of seconds in the `Retry-After` header.",
  },
  demo_message_limit: {
    status: 429,
    error: "Rate limit exceeded",
    message: "This conversation has had its five questions.",
    cause:
      "A conversation of the public demo (`POST /v1/demo/sessions`) has five questions, and this would be the sixth. `Retry-After` says when the conversation itself is over: waiting brings it no more questions.",
    remedy: "Begin another conversation. An address has 20 requests to the demo in an hour.",
  },
  internal_error: {
    status: 500,
    error: "Internal server error",
    message: "Something failed unexpectedly on our side.",
    cause: "A defect or a fault of the machine. The `request_id` leads to it in the server's log.",
    remedy: "Repeat with exponential back-off; report the `request_id` if it persists.",
  },
  unavailable: {
    status: 503,
    error: "Service unavailable",
    message: "The service cannot answer right now.",
    cause:
      "The database is restarting, unreachable or has no room left on its disk, or the service is starting or shutting down.",
    remedy: "Repeat after the number of seconds in the `Retry-After` header.",
  },
  busy: {
    status: 503,
    error: "Service unavailable",
    message: "Too many writes are waiting on this project.",
    cause:
      "Writes of one project run one after another, and the queue is full or its turn did not come in time; or the database has no connection or memory to spare, or needs longer than a request may take.",
    remedy: "Repeat after the number of seconds in the `Retry-After` header, or gather writes into batches.",
  },
} as const satisfies Record<string, CatalogueEntry>;

/** A code of the error catalogue. */
export type ProblemCode = keyof typeof PROBLEMS;
