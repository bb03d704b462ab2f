import type { OutboundAnswer, OutboundFailure } from "../../../outbound/outbound.ts";
import { newSecret, sign } from "../signature.ts";

/** Checks of a receiver, in the order of the report. */
export const CHECKS = [
  "signed_message",
  "slow_acknowledgement",
  "bad_signature",
  "old_timestamp",
  "future_timestamp",
  "duplicate",
  "reordered_pair",
  "large_body",
] as const;
export type CheckName = (typeof CHECKS)[number];

/** Receiver's reply to one message, or the failure of the request. */
export type Reply = OutboundAnswer | OutboundFailure;

/** The replies to each message that was sent; what could not be judged is not there. */
export type Replies = ReadonlyMap<CheckName, readonly Reply[]>;

/** The type of every message of a check, so that a receiver can tell them from events. */
const CHECK_TYPE = "fabula.check";

/** Secrets, sizes, clock and sender that a check needs. */
export interface BatteryParts {
  /** Project and webhook that the messages carry. */
  readonly about: { readonly project_id: string; readonly webhook_id: string };
  /** The secrets that sign deliveries now, newest first. */
  readonly secrets: readonly string[];
  /** Size of the largest body that a delivery has. */
  readonly largestBytes: number;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly newMessageId: () => string;
  readonly send: (
    message: { headers: Readonly<Record<string, string>>; body: Uint8Array },
    deadlineMs: number,
  ) => Promise<Reply>;
}

/** Milliseconds allowed for the first message, which must be accepted: as many as for a delivery. */
const FIRST_DEADLINE_MS = 15_000;
/** Two of these follow each other at most, so that a check ends before callers and proxies lose patience. */
const DEADLINE_MS = 10_000;
/** Far outside the five minutes that receivers allow. */
const HOUR_S = 3_600;

interface Message {
  readonly check: CheckName;
  readonly id: string;
  /** Sequence within the check; real ones begin anew above these. */
  readonly seq?: number;
  /** Seconds to either side of now. */
  readonly offset?: number;
  readonly secrets?: readonly string[];
  readonly bytes?: number;
}

/** Whether a receiver took a message. */
export const isAcknowledged = (reply: Reply): boolean =>
  reply.kind === "answer" && reply.status >= 200 && reply.status < 300;

/**
 * Sends a receiver the messages that tell a correct one from others: first a valid one and, if it is accepted, some
 * that must be refused and some that must be accepted. Messages that do not depend on each other are sent at the same
 * time.
 */
export async function sendBattery(parts: BatteryParts): Promise<Replies> {
  const { about, now, newMessageId } = parts;
  const send = (message: Message, deadlineMs = DEADLINE_MS) => {
    const moment = now();
    const data = { ...about, check: message.check, seq: message.seq ?? 1 };
    const written = (padding: string) =>
      JSON.stringify({
        type: CHECK_TYPE,
        timestamp: new Date(moment).toISOString(),
        data: { ...data, padding },
        test: true,
      });
    const missing = (message.bytes ?? 0) - written("").length;
    const body = new TextEncoder().encode(written("x".repeat(Math.max(0, missing))));
    const timestamp = Math.floor(moment / 1_000) + (message.offset ?? 0);
    const { headers } = sign({ id: message.id, timestamp, body, secrets: message.secrets ?? parts.secrets });
    return parts.send({ headers: { ...headers, "content-type": "application/json" }, body }, deadlineMs);
  };
  const one = (check: CheckName, more: Partial<Message> = {}) =>
    send({ check, ...more, id: more.id ?? newMessageId() });

  const first = await send({ check: "signed_message", id: newMessageId() }, FIRST_DEADLINE_MS);
  const replies = new Map<CheckName, Reply[]>([["signed_message", [first]]]);
  if (!isAcknowledged(first)) return replies;
  replies.set("slow_acknowledgement", [first]);

  const inTurn = async (...messages: (() => Promise<Reply>)[]) => {
    const all: Reply[] = [];
    for (const message of messages) all.push(await message());
    return all;
  };
  const twice = newMessageId();
  const others: readonly (readonly [CheckName, Promise<Reply[]>])[] = [
    ["bad_signature", inTurn(() => one("bad_signature", { secrets: [newSecret()] }))],
    ["old_timestamp", inTurn(() => one("old_timestamp", { offset: -HOUR_S }))],
    ["future_timestamp", inTurn(() => one("future_timestamp", { offset: HOUR_S }))],
    [
      "duplicate",
      inTurn(
        () => one("duplicate", { id: twice }),
        () => one("duplicate", { id: twice }),
      ),
    ],
    [
      "reordered_pair",
      inTurn(
        () => one("reordered_pair", { seq: 2 }),
        () => one("reordered_pair", { seq: 1 }),
      ),
    ],
    ["large_body", inTurn(() => one("large_body", { bytes: parts.largestBytes }))],
  ];
  await Promise.all(others.map(async ([check, sent]) => replies.set(check, await sent)));
  return replies;
}
