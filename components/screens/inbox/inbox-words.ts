/** Actions in the past tense: "Ana approved it". */
const DID: Readonly<Record<string, string>> = {
  approve: "approved it",
  edit: "changed it",
  reject: "turned it down",
  choose: "chose how it goes on",
  provide: "wrote it",
  retry: "retried it",
  cancel: "cancelled it",
};

export function didWhat(action: string): string {
  return DID[action] ?? action;
}

/** Reasons for which a session asks. */
const WHY: Readonly<Record<string, string>> = {
  review: "Review was requested",
  invalid_answer: "The draft was not valid",
  continuity: "It may contradict known facts",
  canon_moved: "The story changed meanwhile",
  provider_key: "The provider key did not work",
  provider_quota: "The provider’s quota is used up",
  cost: "The token budget would be exceeded",
};

export function whyAsked(reason: string | null): string {
  return reason === null ? "" : (WHY[reason] ?? reason);
}
