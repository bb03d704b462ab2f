/** What a test counts; it puts the list there before the page loads, and nothing is counted without it. */
declare global {
  interface Window {
    fabulaCommits?: { what: "node" | "edge"; id: string }[];
  }
}

/** Notes that React committed a node or an edge. */
export function noteCommit(what: "node" | "edge", id: string): void {
  window.fabulaCommits?.push({ what, id });
}
