/** List of commits that a test puts on the window before the page loads; without it nothing is counted. */
declare global {
  interface Window {
    fabulaCommits?: { what: "node" | "edge"; id: string }[];
  }
}

/** Notes that React committed a node or an edge. */
export function noteCommit(what: "node" | "edge", id: string): void {
  window.fabulaCommits?.push({ what, id });
}
