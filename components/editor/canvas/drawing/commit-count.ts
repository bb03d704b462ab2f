/** What a test counts; it puts the list there before the page loads, and nothing is counted without it. */
declare global {
  interface Window {
    fabulaCommits?: { what: "card" | "thread"; id: string }[];
  }
}

/** Notes that React committed a card or a thread. */
export function noteCommit(what: "card" | "thread", id: string): void {
  window.fabulaCommits?.push({ what, id });
}
