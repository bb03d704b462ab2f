/** Actions in the past tense: "Ana approved it". */
const DID: Readonly<Record<string, string>> = {
  approve: "approved it",
  edit: "changed it",
  reject: "turned it down",
  choose: "chose how it goes on",
  provide: "wrote it",
  retry: "had it tried again",
  cancel: "cancelled it",
};

export function didWhat(action: string): string {
  return DID[action] ?? action;
}

/** Reasons for which a session asks. */
const WHY: Readonly<Record<string, string>> = {
  review: "Review was asked for",
  invalid_answer: "The answer did not fit",
  continuity: "It may contradict the record",
  canon_moved: "The story changed meanwhile",
  provider_key: "The provider key did not work",
  provider_quota: "The provider’s quota is used up",
  cost: "The token budget would be passed",
};

export function whyAsked(reason: string | null): string {
  return reason === null ? "" : (WHY[reason] ?? reason);
}
