import postgres from "postgres";

export type Connection = postgres.Sql;

/** One plain connection, for looking after a server rather than for work; `session` holds settings it starts with. */
export function connect(url: string, onClose?: () => void, session: Record<string, string> = {}): Connection {
  return postgres(url, {
    max: 1,
    idle_timeout: 0,
    max_lifetime: null,
    connect_timeout: 5,
    fetch_types: false,
    // A pooler in transaction mode may stand in between.
    prepare: false,
    onnotice: () => {},
    connection: { application_name: "fabula-watch", ...session },
    ...(onClose === undefined ? {} : { onclose: onClose }),
  });
}

/** The same server, another database. */
export function withDatabase(url: string, database: string): string {
  const changed = new URL(url);
  changed.pathname = `/${encodeURIComponent(database)}`;
  return changed.href;
}

/** A name inside SQL. */
export function quoted(identifier: string): string {
  return `"${identifier.replaceAll('"', '""')}"`;
}
