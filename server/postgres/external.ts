import { StartProblem } from "../kernel/start-problem.ts";
import { ORDINARY, settingsOf } from "../record/time-limits.ts";
import { type Connection, connect, quoted } from "./connection.ts";
import type { DatabaseServer } from "./database-server.ts";
import { watchDatabase } from "./monitor.ts";

const LEAST_VERSION = 150_000;
const EXTENSIONS = ["btree_gin", "pg_trgm"] as const;

/** A server as people know it: never with its password. */
function place(url: string): string {
  const { hostname, port, pathname } = new URL(url);
  return `${hostname}:${port || 5432}${pathname}`;
}

/** Keeps a password out of a sentence, should the server or the driver repeat the address. */
function withoutSecrets(message: string, url: string): string {
  const { password } = new URL(url);
  const hidden = [password, decodeURIComponent(password)].filter((text) => text !== "");
  return hidden.reduce((text, secret) => text.replaceAll(secret, "…"), message);
}

function connectionSentence(variable: string, url: string, error: unknown): string {
  const { code, message } = error as { code?: string; message?: string };
  const where = place(url);
  const { pathname } = new URL(url);
  switch (code) {
    case "ENOTFOUND":
    case "EAI_AGAIN":
      return `${variable} names a host that is not known (${where}): correct it, or check the network.`;
    case "ECONNREFUSED":
    case "ECONNRESET":
    case "EHOSTUNREACH":
    case "ENETUNREACH":
    case "ETIMEDOUT":
    case "CONNECT_TIMEOUT":
    case "CONNECTION_CLOSED":
      return `No PostgreSQL answers at ${where}, which ${variable} names (${code}): start it, or correct ${variable}.`;
    case "28P01":
    case "28000":
      return `The PostgreSQL at ${where} refuses the user or password in ${variable}: correct them.`;
    case "3D000":
      return `The PostgreSQL at ${where} has no such database: create it with "createdb ${pathname.slice(1)}", or correct ${variable}.`;
    case "08P01":
      // What PgBouncer and its kin say of settings that a session cannot start with, as ours do without a pooler.
      if (!message?.includes("startup parameter")) break;
      return (
        `A pooler answers at ${where}, which ${variable} names, and refuses the settings of a session: set DATABASE_DIRECT_URL ` +
        "to PostgreSQL itself, and leave DATABASE_URL as it is."
      );
    case "53300":
      return `The PostgreSQL at ${where} has no connection left: raise its max_connections, or close what holds them.`;
  }
  return `The PostgreSQL at ${where}, which ${variable} names, cannot be used: ${withoutSecrets(message || (code ?? "no reason given"), url)}.`;
}

/** Properties of a server on which Fabula depends. */
export interface ServerFacts {
  version: number;
  version_name: string;
  encoding: string;
  standby: boolean;
  /** Whether it is a node of Citus other than the coordinator, which alone changes tables. */
  citus_worker: boolean;
  may_create: boolean;
  may_create_tables: boolean;
  database: string;
  user: string;
  /** The extensions it could create, and those this database has already. */
  available: string[];
  installed: string[];
}

/** The sentence that says why a server is not fit for Fabula and what to do, or null. */
export function unfitness(facts: ServerFacts, where: string, variable: string): string | null {
  if (facts.version < LEAST_VERSION) {
    return (
      `The PostgreSQL at ${where} is version ${facts.version_name}, and Fabula needs 15 or later: upgrade it, or unset ` +
      `${variable} to use the embedded one.`
    );
  }
  if (facts.encoding !== "UTF8") {
    return (
      `The database at ${where} is encoded in ${facts.encoding}, and Fabula needs UTF8: create it with ` +
      `"createdb -E UTF8 -T template0 ${facts.database}".`
    );
  }
  if (facts.standby) return `The PostgreSQL at ${where} is a read-only standby: point ${variable} at the primary.`;
  if (facts.citus_worker)
    return `The PostgreSQL at ${where} is a worker of Citus: point ${variable} at the coordinator.`;
  if (!facts.may_create_tables || !facts.may_create) {
    return (
      `The user in ${variable} may not create tables at ${where}: run ` +
      `"ALTER DATABASE ${quoted(facts.database)} OWNER TO ${quoted(facts.user)}" there as an administrator.`
    );
  }
  const missing = EXTENSIONS.filter((name) => !facts.available.includes(name) && !facts.installed.includes(name));
  if (missing.length > 0) {
    return (
      `The PostgreSQL at ${where} lacks the extension${missing.length > 1 ? "s" : ""} ${missing.join(" and ")}: ` +
      "install its contrib package (postgresql-contrib on most systems)."
    );
  }
  return null;
}

async function factsOf(sql: Connection): Promise<ServerFacts | undefined> {
  const names = EXTENSIONS.join(",");
  const [facts] = await sql<Omit<ServerFacts, "citus_worker">[]>`
    select current_setting('server_version_num')::int as version,
           current_setting('server_version') as version_name,
           current_setting('server_encoding') as encoding,
           pg_is_in_recovery() as standby,
           has_database_privilege(current_database(), 'CREATE') as may_create,
           coalesce(has_schema_privilege(current_schema(), 'CREATE'), false) as may_create_tables,
           current_database() as database,
           current_user as "user",
           (select coalesce(json_agg(name), '[]') from pg_available_extensions
             where name = any(string_to_array(${names}, ','))) as available,
           (select coalesce(json_agg(extname), '[]') from pg_extension) as installed`;
  if (facts === undefined || !facts.installed.includes("citus")) return facts && { ...facts, citus_worker: false };
  const [node] = await sql<{ group: number }[]>`select groupid as "group" from pg_dist_local_group`;
  return { ...facts, citus_worker: (node?.group ?? 0) !== 0 };
}

/** `session` holds the settings that sessions there will start with, so that what refuses them is known now. */
async function check(variable: string, url: string, session: Record<string, string>): Promise<void> {
  const sql = connect(url, undefined, session);
  try {
    await sql`select 1`;
    const facts = await factsOf(sql);
    const sentence = facts === undefined ? null : unfitness(facts, place(url), variable);
    if (sentence !== null) throw new StartProblem(sentence);
  } catch (error) {
    throw error instanceof StartProblem ? error : new StartProblem(connectionSentence(variable, url, error));
  } finally {
    await sql.end({ timeout: 1 }).catch(() => {});
  }
}

/**
 * Opens the PostgreSQL that DATABASE_URL names, once it is known to be fit for Fabula. It is watched like the
 * embedded one, though only its owner can start it again.
 *
 * @throws StartProblem saying what is wrong with it and what to do.
 */
export async function openExternal(url: string, directUrl: string): Promise<DatabaseServer> {
  const isDirect = directUrl === url;
  await check("DATABASE_URL", url, isDirect ? settingsOf(ORDINARY) : {});
  if (!isDirect) await check("DATABASE_DIRECT_URL", directUrl, {});
  const monitor = watchDatabase(directUrl, async () => {});
  return {
    url,
    directUrl,
    description: `PostgreSQL at ${place(url)}`,
    state: monitor.state,
    onState: monitor.onState,
    stop: monitor.stop,
  };
}
