import { createHmac, hkdfSync } from "node:crypto";
import { isAbsolute, join, resolve } from "node:path";
import { z } from "zod";
import type { SmtpSettings } from "./adapters/mail/smtp.ts";
import type { S3Settings } from "./adapters/objects/s3-objects.ts";
import type { StripeSettings } from "./adapters/payments/stripe.ts";
import { StartProblem } from "./kernel/start-problem.ts";
import { isRange } from "./outbound/ranges.ts";
import { POOL_SIZES } from "./record/pool-sizes.ts";
import { type KeptSecrets, keptSecrets } from "./start/secrets.ts";

/** Configuration of a process. Nothing else reads the environment. */
export interface Config {
  readonly environment: "development" | "production" | "test";
  readonly host: string;
  /** 0 asks for any free port. */
  readonly port: number;
  /** Absolute. */
  readonly dataDir: string;
  /** File outside the database in which erasures of players are noted; absolute. */
  readonly erasuresFile: string;
  /** Unset: the embedded PostgreSQL. May point at a pooler in transaction mode. */
  readonly databaseUrl: string | null;
  /** For migrations and LISTEN: a connection that no pooler shares. */
  readonly databaseDirectUrl: string | null;
  /** Connections for reading and for writing; two more listen and watch. */
  readonly readConnections: number;
  readonly writeConnections: number;
  /** The origin that links are made of, without a slash at its end. */
  readonly publicUrl: string;
  /** Number of proxies in front of us that are trusted to name the client's address. */
  readonly trustedProxies: number;
  /** Ranges of addresses that requests to tenants' URLs may go to beside public ones. */
  readonly outboundAllow: readonly string[];
  /** Address of the figures for Prometheus; null offers none. */
  readonly metrics: { readonly host: string; readonly port: number } | null;
  readonly apiMount: "listener" | "next";
  /** Whether this process does the work beside requests as well. */
  readonly worker: boolean;
  readonly logLevel: "fatal" | "error" | "warn" | "info" | "debug" | "trace" | "silent";
  /** Signs studio sessions. */
  readonly authSecret: string;
  /** Signs the addresses by which browsers read files. */
  readonly fileSecret: string;
  /** 32 bytes that seal secrets at rest. */
  readonly encryptionKey: Buffer;
  /** A key that is accepted too, while `encryptionKey` takes its place. */
  readonly previousEncryptionKey: Buffer | null;
  /** Bucket for the bytes of files; null keeps them in the data folder. */
  readonly s3: S3Settings | null;
  /** Settings of the mail server; null where no mails are sent. */
  readonly smtp: SmtpSettings | null;
  /** Settings of Stripe; null where no payments are taken. */
  readonly stripe: StripeSettings | null;
  /** Starts every cookie's name, so that two instances on one host do not sign each other out. */
  readonly cookiePrefix: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

const wholeNumber = (least: number, most: number, message: string) =>
  z
    .string()
    .regex(/^\d{1,9}$/, message)
    .transform(Number)
    .refine((value) => value >= least && value <= most, message);

const oneOf = <const T extends readonly [string, ...string[]]>(values: T) =>
  z.enum(values, `must be ${values.slice(0, -1).join(", ")} or ${values.at(-1)}`);

function isPostgresUrl(value: string): boolean {
  const url = URL.parse(value);
  return url !== null && /^postgres(ql)?:$/.test(url.protocol) && url.hostname !== "";
}

const postgresUrl = z
  .string()
  .refine(
    isPostgresUrl,
    "must look like postgres://user:password@host:5432/database (with special characters percent-encoded)",
  );

function isSmtpUrl(value: string): boolean {
  const url = URL.parse(value);
  return url !== null && /^smtps?:$/.test(url.protocol) && url.hostname !== "";
}

function isOrigin(value: string): boolean {
  const url = URL.parse(value);
  if (url === null || !/^https?:$/.test(url.protocol)) return false;
  return url.pathname === "/" && url.search === "" && url.hash === "" && url.username === "" && url.password === "";
}

/** 32 bytes written as 64 hexadecimal digits or as base64. */
function keyBytes(value: string): Buffer | null {
  if (/^[0-9a-f]{64}$/i.test(value)) return Buffer.from(value, "hex");
  if (!/^[A-Za-z0-9+/_-]+=?$/.test(value)) return null;
  const bytes = Buffer.from(value, "base64");
  return bytes.length === 32 ? bytes : null;
}

const KEY_REMEDY = "make one with: openssl rand -hex 32";

const connections = wholeNumber(1, 500, "must be a number of connections to PostgreSQL, from 1 to 500");

const encryptionKey = z
  .string()
  .refine((value) => keyBytes(value) !== null, `must be 32 bytes as 64 hexadecimal digits or base64; ${KEY_REMEDY}`);

const host = z
  .string()
  .regex(/^[A-Za-z0-9.:_-]+$/, "must be an address or a host name, such as 127.0.0.1 or 0.0.0.0")
  .default("127.0.0.1");

const variables = z.object({
  FABULA_ENV: oneOf(["development", "production", "test"]).default("development"),
  HOST: host,
  PORT: wholeNumber(0, 65_535, "must be a whole number from 0 to 65535, such as 3000").default(3000),
  FABULA_METRICS_HOST: host,
  FABULA_METRICS_PORT: wholeNumber(0, 65_535, "must be a whole number from 0 to 65535, such as 9464").optional(),
  FABULA_DATA_DIR: z.string().default(".data"),
  FABULA_ERASURES: z.string().optional(),
  DATABASE_URL: postgresUrl.optional(),
  DATABASE_DIRECT_URL: postgresUrl.optional(),
  FABULA_PUBLIC_URL: z
    .string()
    .refine(isOrigin, "must be an origin without a path, such as https://stories.example.com")
    .optional(),
  FABULA_TRUSTED_PROXIES: wholeNumber(0, 16, "must be the number of proxies in front of Fabula, from 0 to 16").default(
    0,
  ),
  FABULA_OUTBOUND_ALLOW: z
    .string()
    .transform((value) => value.split(/[\s,]+/).filter((range) => range !== ""))
    .refine(
      (ranges) => ranges.every(isRange),
      "must list ranges of addresses, separated by commas, such as 10.1.0.0/16, fd00:7::/64 or 127.0.0.1",
    )
    .default([]),
  FABULA_READ_CONNECTIONS: connections.default(POOL_SIZES.reads),
  FABULA_WRITE_CONNECTIONS: connections.default(POOL_SIZES.writes),
  FABULA_API_MOUNT: oneOf(["listener", "next"]).default("listener"),
  FABULA_WORKER: oneOf(["on", "off"]).default("on"),
  FABULA_LOG_LEVEL: oneOf(["fatal", "error", "warn", "info", "debug", "trace", "silent"]).optional(),
  FABULA_SECRET: z.string().min(32, `must be at least 32 characters long; ${KEY_REMEDY}`).optional(),
  FABULA_ENCRYPTION_KEY: encryptionKey.optional(),
  FABULA_ENCRYPTION_KEY_PREVIOUS: encryptionKey.optional(),
  FABULA_S3_ENDPOINT: z
    .string()
    .refine(isOrigin, "must be an origin without a path, such as https://s3.eu-central-1.amazonaws.com")
    .optional(),
  FABULA_S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, "must be the name of a bucket, such as fabula-files")
    .optional(),
  FABULA_S3_REGION: z
    .string()
    .regex(/^[a-z0-9-]+$/, "must be a region, such as eu-central-1")
    .default("us-east-1"),
  FABULA_S3_ACCESS_KEY_ID: z.string().optional(),
  FABULA_S3_SECRET_ACCESS_KEY: z.string().optional(),
  FABULA_SMTP_URL: z
    .string()
    .refine(isSmtpUrl, "must look like smtps://user:password@host:465 (with special characters percent-encoded)")
    .optional(),
  FABULA_MAIL_FROM: z
    .string()
    .regex(
      /^(?:[^<>\r\n]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/,
      "must be an address, such as Fabula <fabula@example.com>",
    )
    .optional(),
  FABULA_STRIPE_SECRET_KEY: z
    .string()
    .regex(/^(sk|rk)_(live|test)_\w+$/, "must be a secret or restricted key of Stripe, such as sk_live_…")
    .optional(),
  FABULA_STRIPE_WEBHOOK_SECRET: z
    .string()
    .regex(/^whsec_\S+$/, "must be the signing secret of the endpoint at Stripe, such as whsec_…")
    .optional(),
  FABULA_STRIPE_API: z
    .string()
    .refine(isOrigin, "must be an origin without a path, such as https://api.stripe.com")
    .default("https://api.stripe.com"),
});

/** Variables whose value is not shown in messages about mistakes. */
const HIDDEN = new Set([
  "DATABASE_URL",
  "DATABASE_DIRECT_URL",
  "FABULA_SECRET",
  "FABULA_ENCRYPTION_KEY",
  "FABULA_ENCRYPTION_KEY_PREVIOUS",
  "FABULA_S3_ACCESS_KEY_ID",
  "FABULA_S3_SECRET_ACCESS_KEY",
  "FABULA_SMTP_URL",
  "FABULA_STRIPE_SECRET_KEY",
  "FABULA_STRIPE_WEBHOOK_SECRET",
]);

function parseVariables(environment: Environment): z.output<typeof variables> {
  // An empty variable is an unset one: compose files and CI settings leave them behind.
  const present = Object.fromEntries(
    Object.keys(variables.shape).flatMap((name) => {
      const value = environment[name]?.trim();
      return value === undefined || value === "" ? [] : [[name, value]];
    }),
  );
  const parsed = variables.safeParse(present);
  if (parsed.success) return parsed.data;
  const sentences = parsed.error.issues.map((issue) => {
    const name = String(issue.path[0]);
    const shown = HIDDEN.has(name) ? "" : ` (it is ${JSON.stringify(present[name])})`;
    return `${name} ${issue.message}${shown}.`;
  });
  throw new StartProblem([...new Set(sentences)].join("\n"));
}

function requireProductionSecrets(values: z.output<typeof variables>): void {
  const needed = [
    ["FABULA_SECRET", values.FABULA_SECRET, "it signs studio sessions"],
    ["FABULA_ENCRYPTION_KEY", values.FABULA_ENCRYPTION_KEY, "it seals secrets at rest"],
  ] as const;
  const missing = needed.filter(([, value]) => value === undefined);
  if (missing.length === 0) return;
  throw new StartProblem(
    missing.map(([name, , why]) => `FABULA_ENV=production needs ${name} (${why}); ${KEY_REMEDY}.`).join("\n"),
  );
}

/** The origin a browser on this machine reaches `host` and `port` at. */
export function localOrigin(host: string, port: number): string {
  const everywhere = host === "0.0.0.0" || host === "::";
  const name = everywhere ? "localhost" : host.includes(":") ? `[${host}]` : host;
  return `http://${name}:${port}`;
}

/** A key for one purpose, so that what signs sessions never signs anything else. */
function derive(secret: string, purpose: string): string {
  return Buffer.from(hkdfSync("sha256", secret, "fabula", purpose, 32)).toString("hex");
}

/**
 * Production processes that share a secret are one deployment behind one address and must share cookies, whatever
 * their folders are called; elsewhere the data folder is what tells two instances apart.
 */
function cookiePrefix(production: boolean, secret: string, dataDir: string): string {
  const told = production
    ? createHmac("sha256", secret).update("cookie-name")
    : createHmac("sha256", "").update(dataDir);
  return `fabula-${told.digest("hex").slice(0, 8)}`;
}

/** The pid of the bootstrap that started this process, whose end is a reason to stop; null when started otherwise. */
export function bootstrapPid(environment: Environment = process.env): number | null {
  return Number(environment.FABULA_BOOTSTRAP_PID) || null;
}

/** Both of Stripe's secrets, or neither: one without the other would take payments and never hear of them. */
function stripeSettings(values: z.output<typeof variables>): StripeSettings | null {
  const { FABULA_STRIPE_SECRET_KEY: secretKey, FABULA_STRIPE_WEBHOOK_SECRET: webhookSecret } = values;
  if (secretKey === undefined && webhookSecret === undefined) return null;
  if (secretKey === undefined || webhookSecret === undefined)
    throw new StartProblem(
      "FABULA_STRIPE_SECRET_KEY and FABULA_STRIPE_WEBHOOK_SECRET belong together: set both, or neither.",
    );
  return { secretKey, webhookSecret, api: values.FABULA_STRIPE_API.replace(/\/$/, "") };
}

/** The mail server and the sender, or neither. */
function smtpSettings({
  FABULA_SMTP_URL: url,
  FABULA_MAIL_FROM: from,
}: z.output<typeof variables>): SmtpSettings | null {
  if (url === undefined && from === undefined) return null;
  if (url === undefined || from === undefined)
    throw new StartProblem("FABULA_SMTP_URL and FABULA_MAIL_FROM belong together: set both, or neither.");
  return { url, from };
}

/** All settings of a bucket, or none. */
function s3Settings(values: z.output<typeof variables>): S3Settings | null {
  const {
    FABULA_S3_ENDPOINT: endpoint,
    FABULA_S3_BUCKET: bucket,
    FABULA_S3_ACCESS_KEY_ID: accessKeyId,
    FABULA_S3_SECRET_ACCESS_KEY: secretAccessKey,
  } = values;
  if ([endpoint, bucket, accessKeyId, secretAccessKey].every((value) => value === undefined)) return null;
  if (endpoint === undefined || bucket === undefined || accessKeyId === undefined || secretAccessKey === undefined)
    throw new StartProblem(
      "FABULA_S3_ENDPOINT, FABULA_S3_BUCKET, FABULA_S3_ACCESS_KEY_ID and FABULA_S3_SECRET_ACCESS_KEY belong together: set all, or none.",
    );
  const region = values.FABULA_S3_REGION;
  return { endpoint: endpoint.replace(/\/$/, ""), bucket, region, accessKeyId, secretAccessKey };
}

/**
 * Reads and checks the environment. In development and tests, missing secrets are made once and kept in the data
 * folder; production refuses to start without them.
 *
 * @throws StartProblem with a sentence for each variable that is wrong or missing.
 */
export function readConfig(environment: Environment = process.env): Config {
  const values = parseVariables(environment);
  const production = values.FABULA_ENV === "production";
  if (production) requireProductionSecrets(values);
  if (values.DATABASE_DIRECT_URL !== undefined && values.DATABASE_URL === undefined) {
    throw new StartProblem("DATABASE_DIRECT_URL is set without DATABASE_URL: set both, or neither.");
  }

  const dataDir = isAbsolute(values.FABULA_DATA_DIR) ? values.FABULA_DATA_DIR : resolve(values.FABULA_DATA_DIR);
  let secret = values.FABULA_SECRET;
  let encryption = values.FABULA_ENCRYPTION_KEY;
  if (secret === undefined || encryption === undefined) {
    const kept: KeptSecrets = keptSecrets(dataDir);
    secret ??= kept.secret;
    encryption ??= kept.encryption_key;
  }
  const encryptionKey = keyBytes(encryption);
  const previous = values.FABULA_ENCRYPTION_KEY_PREVIOUS;
  if (encryptionKey === null) {
    throw new StartProblem(
      `The encryption key in ${dataDir}/secrets.json is damaged: put the file back from a backup.`,
    );
  }
  return {
    environment: values.FABULA_ENV,
    host: values.HOST,
    port: values.PORT,
    dataDir,
    erasuresFile: resolve(values.FABULA_ERASURES ?? join(dataDir, "erasures.ndjson")),
    databaseUrl: values.DATABASE_URL ?? null,
    databaseDirectUrl: values.DATABASE_DIRECT_URL ?? values.DATABASE_URL ?? null,
    readConnections: values.FABULA_READ_CONNECTIONS,
    writeConnections: values.FABULA_WRITE_CONNECTIONS,
    publicUrl: (values.FABULA_PUBLIC_URL ?? localOrigin(values.HOST, values.PORT)).replace(/\/$/, ""),
    trustedProxies: values.FABULA_TRUSTED_PROXIES,
    outboundAllow: values.FABULA_OUTBOUND_ALLOW,
    metrics:
      values.FABULA_METRICS_PORT === undefined
        ? null
        : { host: values.FABULA_METRICS_HOST, port: values.FABULA_METRICS_PORT },
    apiMount: values.FABULA_API_MOUNT,
    worker: values.FABULA_WORKER === "on",
    logLevel: values.FABULA_LOG_LEVEL ?? (values.FABULA_ENV === "test" ? "silent" : "info"),
    authSecret: derive(secret, "studio sessions"),
    fileSecret: derive(secret, "addresses of files"),
    encryptionKey,
    previousEncryptionKey: previous === undefined ? null : keyBytes(previous),
    s3: s3Settings(values),
    smtp: smtpSettings(values),
    stripe: stripeSettings(values),
    cookiePrefix: cookiePrefix(production, secret, dataDir),
  };
}
