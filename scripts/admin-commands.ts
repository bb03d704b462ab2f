import { parseArgs } from "node:util";
import { sql } from "drizzle-orm";
import { normalEmail } from "#server/auth/email.ts";
import { generatePassword, hashPassword } from "#server/auth/passwords.ts";
import type { KeyEncryptionKeys } from "#server/envelope/key-encryption-keys.ts";
import { rotateSecrets } from "#server/envelope/rotate-secrets.ts";
import { PLANS, type PlanName } from "#server/features/access/plans.ts";
import { provisionKey, provisionMember, provisionWorkspace, resetPassword } from "#server/features/access/provision.ts";
import { isId } from "#server/kernel/ids.ts";
import { MODES, type Mode, SCOPES, type Scope } from "#server/kernel/scope.ts";
import { StartProblem } from "#server/kernel/start-problem.ts";
import { cleanFiles } from "#server/postgres/clean-files.ts";
import { distribute } from "#server/postgres/distribute.ts";
import type { Database, Db } from "#server/record/database.ts";
import { resources } from "#server/resources.ts";

export const USAGE = `npm run admin -- <command>

  create-owner   --email ana@example.com [--name Ana] [--workspace wsp_… | --workspace "Lantern Street"] [--plan studio]
                 makes someone an owner: of that workspace, or of a new one with that name
  create-key     --workspace wsp_… [--name "First key"] [--mode live] [--scopes read,write,admin]
                 makes a secret key for all projects of a mode; every scope unless said otherwise
  reset-password --email ana@example.com
                 sets a new password and ends every session
  rotate-secrets [--new-data-keys]
                 wraps the keys of all stored secrets with FABULA_ENCRYPTION_KEY, while FABULA_ENCRYPTION_KEY_PREVIOUS
                 still opens them; can be ended and done again. With --new-data-keys, secrets stored from then on are
                 sealed with new keys of their own
  distribute     distributes the tables over the nodes of Citus, those that have not been yet: once before there is much
                 data, and again with each version that brings new ones (docs/scaling.md)
  clean-files    writes tables and the write-ahead log anew, so that no unused part of the database's files has what was
                 deleted, such as data of erased players; each table is locked meanwhile (docs/operating.md)

Passwords and keys are printed once and kept nowhere.`;

const OPTIONS = {
  email: { type: "string" },
  name: { type: "string" },
  workspace: { type: "string" },
  plan: { type: "string" },
  mode: { type: "string" },
  scopes: { type: "string" },
  "new-data-keys": { type: "boolean" },
} as const;

type Options = {
  [Name in keyof typeof OPTIONS]?: ((typeof OPTIONS)[Name]["type"] extends "boolean" ? boolean : string) | undefined;
};

/** Resources that commands work on. */
interface Ground {
  readonly database: Database;
  /** Address of the database past any pooler. */
  readonly directUrl: string;
  /** Keys that wrap the data keys of stored secrets. */
  readonly keys: KeyEncryptionKeys;
}

const COMMANDS: Record<
  string,
  { takes: (keyof Options)[]; run: (ground: Ground, options: Options) => Promise<string[]> }
> = {
  "create-owner": { takes: ["email", "name", "workspace", "plan"], run: createOwner },
  "create-key": { takes: ["workspace", "name", "mode", "scopes"], run: createKey },
  "reset-password": { takes: ["email"], run: reset },
  "rotate-secrets": { takes: ["new-data-keys"], run: rotate },
  distribute: { takes: [], run: spread },
  "clean-files": { takes: [], run: clean },
};

/**
 * Reads a command line and says what to do, before anything is opened; null asks for the usage.
 *
 * @throws StartProblem about a command or option that does not exist.
 */
export function readCommand(argv: readonly string[]): ((ground: Ground) => Promise<string[]>) | null {
  const [name, ...rest] = argv;
  if (name === undefined || name === "help" || name === "--help") return null;
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (command === undefined)
    throw new StartProblem(`There is no command ${name}: try ${Object.keys(COMMANDS).join(", ")}.`);
  const options = readOptions(rest);
  const odd = Object.keys(options).find((option) => !command.takes.includes(option as keyof Options));
  if (odd !== undefined) throw new StartProblem(`${name} takes no --${odd}.`);
  return (ground) => command.run(ground, options);
}

function readOptions(argv: string[]): Options {
  try {
    return parseArgs({ args: argv, options: OPTIONS, strict: true }).values;
  } catch (error) {
    throw new StartProblem(
      `${error instanceof Error ? error.message : String(error)} (npm run admin -- help lists them.)`,
    );
  }
}

async function createOwner({ database }: Ground, options: Options): Promise<string[]> {
  const email = emailOf(options);
  const password = generatePassword();
  const person = { email, name: options.name ?? email, passwordHash: await hashPassword(password) };
  const now = Date.now();
  const { workspaceId, isNewUser } = await database.writes.transaction("write", async (db) => {
    if (options.workspace === undefined || !isId("wsp", options.workspace)) {
      const name = options.workspace ?? "Workspace";
      return provisionWorkspace(db, now, { name, plan: planOf(options), owner: person, key: null });
    }
    if (options.plan !== undefined) throw new StartProblem("--plan is for a new workspace.");
    const workspace = await existingWorkspace(db, options.workspace);
    return { workspaceId: workspace, ...(await provisionMember(db, now, workspace, person, "owner")) };
  });
  return [
    `Workspace  ${workspaceId}`,
    `Owner      ${email}`,
    isNewUser ? `Password   ${password}` : "Password   the one this person has already",
  ];
}

async function createKey({ database }: Ground, options: Options): Promise<string[]> {
  const mode = oneOf<Mode>("mode", MODES, options.mode ?? "live");
  const scopes = (options.scopes?.split(",") ?? SCOPES).map((scope) => oneOf<Scope>("scopes", SCOPES, scope.trim()));
  const { workspace } = options;
  if (workspace === undefined) throw new StartProblem("create-key needs --workspace wsp_….");
  const wish = { name: options.name ?? "First key", mode, scopes: [...new Set(scopes)] };
  const made = await database.writes.transaction("write", async (db) =>
    provisionKey(db, Date.now(), await existingWorkspace(db, workspace), wish),
  );
  return [`Key id     ${made.id}`, `Key        ${made.key}`];
}

async function reset({ database }: Ground, options: Options): Promise<string[]> {
  const email = emailOf(options);
  const password = generatePassword();
  const passwordHash = await hashPassword(password);
  const userId = await database.writes.transaction("write", (db) => resetPassword(db, Date.now(), email, passwordHash));
  if (userId === null) throw new StartProblem(`Nobody has the e-mail ${email}.`);
  return [`Person     ${email}`, `Password   ${password}`];
}

async function rotate({ database, keys }: Ground, options: Options): Promise<string[]> {
  const newDataKeys = options["new-data-keys"] === true;
  const { rewrapped, already, retired } = await rotateSecrets(database, keys, { newDataKeys, now: Date.now() });
  return [
    `Key        ${keys.currentId}`,
    `Wrapped    ${rewrapped} data keys, and ${already} before`,
    ...(newDataKeys ? [`Retired    ${retired} data keys`] : []),
    "Next       FABULA_ENCRYPTION_KEY_PREVIOUS is needed no longer, once every process has the new key",
  ];
}

async function spread({ database }: Ground): Promise<string[]> {
  const { nodes, reference, ofProjects } = await distribute(database.writes);
  return [
    `Nodes      ${nodes} with data`,
    `Everywhere ${reference.all} tables, ${reference.now} of them now`,
    `By project ${ofProjects.all} tables, ${ofProjects.now} of them now`,
  ];
}

async function clean({ directUrl }: Ground): Promise<string[]> {
  const { tables, before, after, samples, segments } = await cleanFiles(directUrl, tablesOfRecord());
  const megabytes = (bytes: number) => Math.ceil(bytes / 1_000_000);
  return [
    `Tables     ${tables} written anew, ${megabytes(before)} MB before and ${megabytes(after)} MB now`,
    `Samples    ${samples ? "written anew" : "left: the database belongs to another role, which has to run VACUUM FULL pg_statistic"}`,
    `Log        ${segments === null ? "left: this role may not end its segments; they are overwritten in time" : `${segments} segments overwritten`}`,
  ];
}

/** Tables from which nothing is ever deleted but with a whole project; what is personal in them is sealed. */
const tablesOfRecord = () => ["events", ...resources.all().map(({ table }) => table)];

function emailOf(options: Options): string {
  const email = normalEmail(options.email ?? "");
  if (/^[^\s@]+@[^\s@]+$/.test(email)) return email;
  throw new StartProblem("--email must be an e-mail address, such as ana@example.com.");
}

function planOf(options: Options): PlanName {
  return oneOf("plan", Object.keys(PLANS) as PlanName[], options.plan ?? "studio");
}

function oneOf<T extends string>(option: string, values: readonly T[], value: string): T {
  const known = values.find((each) => each === value);
  if (known === undefined) throw new StartProblem(`--${option} must be one of ${values.join(", ")} (it is ${value}).`);
  return known;
}

async function existingWorkspace(db: Db, id: string): Promise<string> {
  const found = await db.execute(sql`SELECT 1 FROM workspaces WHERE id = ${id}`);
  if (found.length === 0) throw new StartProblem(`There is no workspace ${id}.`);
  return id;
}
