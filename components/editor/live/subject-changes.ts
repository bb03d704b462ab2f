/** Kinds of subjects that are shown beside the open dialogue and read anew when somebody changed them. */
const BESIDE = ["suggestion", "comment"] as const;
type FollowedType = (typeof BESIDE)[number];

const listeners: Readonly<Record<FollowedType, Set<() => void>>> = { suggestion: new Set(), comment: new Set() };

/** Tells whoever shows suggestions or comments of the open project that some of them changed. */
export function notifySubjectChanges(events: readonly { readonly subject_type: string }[]): void {
  for (const kind of BESIDE) {
    if (events.some(({ subject_type }) => subject_type === kind)) for (const listener of listeners[kind]) listener();
  }
}

/** Calls back when subjects of a kind changed in the open project; answers how to stop. */
export function onSubjectChange(kind: FollowedType, listener: () => void): () => void {
  listeners[kind].add(listener);
  return () => listeners[kind].delete(listener);
}
