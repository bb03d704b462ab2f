import { CHECKS, type CheckName, isAcknowledged, type Replies, type Reply } from "./battery.ts";

export const GRADES = ["A", "B", "C", "D", "F"] as const;
export type Grade = (typeof GRADES)[number];

export const RESULTS = ["passed", "warning", "failed", "skipped"] as const;

/** Result of one check, in words that need no manual. */
export interface Finding {
  readonly check: CheckName;
  readonly result: (typeof RESULTS)[number];
  readonly sent: string;
  readonly expected: string;
  /** Behaviour of the receiver; null when nothing was sent. */
  readonly came: string | null;
  /** Advice on how to fix the receiver; null when there is nothing to do. */
  readonly advice: string | null;
  /** The last HTTP status; null without an answer. */
  readonly status: number | null;
  /** The longest of its replies. */
  readonly took_ms: number | null;
}

/** Results of all checks of a receiver, with a grade. */
export interface Report {
  readonly grade: Grade;
  readonly summary: string;
  readonly findings: Finding[];
}

type Verdict = Pick<Finding, "result" | "advice">;

interface Check {
  readonly sent: string;
  readonly expected: string;
  /** The best grade that is left when it fails. */
  readonly failedGrade: Grade;
  readonly judge: (replies: readonly Reply[]) => Verdict;
}

/** Deliveries give up after fifteen seconds: a receiver that needs a third of that has no room for a bad day. */
const SLOW_MS = 5_000;
const TOO_SLOW_MS = 10_000;

const passed: Verdict = { result: "passed", advice: null };
const failed = (advice: string): Verdict => ({ result: "failed", advice });
const warning = (advice: string): Verdict => ({ result: "warning", advice });

/** A check whose messages must all be taken. */
const mustTake = (advice: string) => (replies: readonly Reply[]) =>
  replies.every(isAcknowledged) ? passed : failed(advice);

/** A check whose message must be refused, and by an answer. */
const mustRefuse =
  (advice: string) =>
  (replies: readonly Reply[]): Verdict => {
    if (replies.some(isAcknowledged)) return failed(advice);
    const isPlain = replies.every((reply) => reply.kind === "answer" && reply.status >= 400 && reply.status < 500);
    return isPlain
      ? passed
      : warning("It was not taken, but not refused plainly either: answer 401 as soon as the check fails.");
  };

const REACH = "See to it that the receiver runs, and that this address leads to it from where Fabula is.";
const VERIFY =
  "Verify with the secret of this webhook over the bytes as they arrived, before anything parses them, and answer 2xx to types you do not know.";

const CHECK_OF: Readonly<Record<CheckName, Check>> = {
  signed_message: {
    sent: "A message of type fabula.check, signed correctly.",
    expected: "A status from 200 to 299.",
    failedGrade: "F",
    judge: (replies) => {
      if (replies.every(isAcknowledged)) return passed;
      return failed(replies.some(({ kind }) => kind === "failure") ? REACH : VERIFY);
    },
  },
  slow_acknowledgement: {
    sent: "The same message, timed.",
    expected: "An answer within 5 seconds; a delivery is given up after 15.",
    failedGrade: "C",
    judge: (replies) => {
      const took = slowest(replies);
      const advice = "Put the message in a queue of your own, answer at once, and work on it afterwards.";
      if (took > TOO_SLOW_MS) return failed(advice);
      return took > SLOW_MS ? warning(advice) : passed;
    },
  },
  bad_signature: {
    sent: "A message signed with another secret.",
    expected: "A refusal, such as 401.",
    failedGrade: "D",
    judge: mustRefuse(
      "Anyone who learns this URL can forge messages. Verify the signature before you do anything, and answer 401 when it does not fit.",
    ),
  },
  old_timestamp: {
    sent: "A message signed correctly an hour ago.",
    expected: "A refusal, such as 401.",
    failedGrade: "C",
    judge: mustRefuse(
      "Whoever records a message can send it again later. Refuse a webhook-timestamp that is more than five minutes old.",
    ),
  },
  future_timestamp: {
    sent: "A message signed correctly for a time an hour from now.",
    expected: "A refusal, such as 401.",
    failedGrade: "C",
    judge: mustRefuse("Refuse a webhook-timestamp that is more than five minutes ahead, and keep your clock right."),
  },
  duplicate: {
    sent: "One message twice, with the same webhook-id.",
    expected: "A status from 200 to 299 both times. Whether it is acted on twice cannot be seen from here.",
    failedGrade: "C",
    judge: mustTake(
      "Remember each webhook-id you have handled, and answer 2xx when it comes again: a refusal makes it come more often.",
    ),
  },
  reordered_pair: {
    sent: "Two messages, the one with the higher seq first.",
    expected: "A status from 200 to 299 for both: order is not promised.",
    failedGrade: "C",
    judge: mustTake(
      "Take messages in any order. Where order matters, compare seq with the one you have, or read the change feed.",
    ),
  },
  large_body: {
    sent: "A message as large as deliveries become, 20 KB.",
    expected: "A status from 200 to 299.",
    failedGrade: "C",
    judge: mustTake("Raise the limit that your server, framework or proxy sets for bodies to at least 64 KB."),
  },
};

const SUMMARIES: Readonly<Record<Grade, string>> = {
  A: "This receiver passes every check.",
  B: "This receiver works; something could be better.",
  C: "This receiver works on good days; something should be put right.",
  D: "This receiver takes messages that are not from Fabula.",
  F: "This receiver does not take a message that is signed correctly, so nothing else could be checked.",
};

const slowest = (replies: readonly Reply[]): number => Math.max(...replies.map(({ tookMs }) => tookMs));

function saidOf(reply: Reply): string {
  const after = `after ${reply.tookMs < 1_000 ? `${reply.tookMs} ms` : `${(reply.tookMs / 1_000).toFixed(1)} s`}`;
  return reply.kind === "answer" ? `It answered ${reply.status} ${after}.` : reply.message;
}

function findingOf(check: CheckName, replies: readonly Reply[] | undefined): Finding {
  const { sent, expected, judge } = CHECK_OF[check];
  const last = replies?.at(-1);
  if (replies === undefined || last === undefined) {
    return { check, result: "skipped", sent, expected, came: null, advice: null, status: null, took_ms: null };
  }
  const came = replies.map(saidOf).join(" ");
  return { check, ...judge(replies), sent, expected, came, status: last.status ?? null, took_ms: slowest(replies) };
}

/** Makes the report from a receiver's replies: a grade, and for each check what was sent, expected and done. */
export function reportOf(replies: Replies): Report {
  const findings = CHECKS.map((check) => findingOf(check, replies.get(check)));
  const left = findings.map(({ check, result }): Grade => {
    if (result === "failed") return CHECK_OF[check].failedGrade;
    return result === "warning" ? "B" : "A";
  });
  const grade = GRADES.findLast((each) => left.includes(each)) ?? "A";
  return { grade, summary: SUMMARIES[grade], findings };
}
