import type { TableRows } from "#drizzle/tables.ts";

/** Row of a player event. */
export type EventRow = TableRows["player_events"];

/** Fields of an event by which it is counted. */
export type CountedEvent = Pick<
  EventRow,
  | "kind"
  | "name"
  | "player_id"
  | "at"
  | "received_at"
  | "graph_id"
  | "node_id"
  | "branch_id"
  | "quest_id"
  | "state"
  | "version"
>;

/** Share of a player in a count: how many events of one version and day, and how many of them came late. */
export type Share = Omit<TableRows["player_event_shares"], "project_id" | "first">;

/** Returns the day of a moment in UTC, as `YYYY-MM-DD`. */
export function dayOf(at: string): string {
  return new Date(at).toISOString().slice(0, 10);
}

/** Returns what an event is counted by: subjects with a detail, each in a dialogue or in none. */
function subjectsOf(event: CountedEvent): Pick<Share, "subject" | "graph_id" | "subject_id" | "detail">[] {
  const { kind, name, graph_id, node_id, branch_id, quest_id, state } = event;
  const graph = graph_id ?? "";
  const subjects = [{ subject: "kind", graph_id: graph, subject_id: kind, detail: name ?? "" }];
  if (branch_id !== null) subjects.push({ subject: "branch", graph_id: graph, subject_id: branch_id, detail: "" });
  if (node_id !== null && kind === "choice")
    subjects.push({ subject: "node", graph_id: graph, subject_id: node_id, detail: "" });
  // A quest belongs to no dialogue, wherever it was moved.
  if (quest_id !== null) subjects.push({ subject: "quest", graph_id: "", subject_id: quest_id, detail: state ?? "" });
  return subjects;
}

/** Sums events up to the shares of their players, in the order of their keys. */
export function sharesOf(events: readonly CountedEvent[]): Share[] {
  const shares = new Map<string, Share>();
  for (const event of events) {
    const day = dayOf(event.at);
    const late = day < dayOf(event.received_at) ? 1 : 0;
    const version = event.version ?? 0;
    for (const subject of subjectsOf(event)) {
      const key = [...Object.values(subject), event.player_id, version, day].join("\n");
      const before = shares.get(key);
      shares.set(key, {
        ...subject,
        player_id: event.player_id,
        version,
        day,
        events: (before?.events ?? 0) + 1,
        late: (before?.late ?? 0) + late,
      });
    }
  }
  // Rows that lie beside each other are written one after another.
  return [...shares].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, share]) => share);
}
