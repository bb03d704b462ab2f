import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { localOrigin, readConfig } from "./config.ts";
import { StartProblem } from "./kernel/start-problem.ts";

let dataDir: string;

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "fabula-config-"));
});

afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

const read = (environment: Record<string, string> = {}) => readConfig({ FABULA_DATA_DIR: dataDir, ...environment });

function sentences(environment: Record<string, string>): string[] {
  try {
    read(environment);
  } catch (error) {
    expect(error).toBeInstanceOf(StartProblem);
    return (error as Error).message.split("\n");
  }
  return [];
}

const SECRETS = { FABULA_SECRET: "s".repeat(40), FABULA_ENCRYPTION_KEY: "ab".repeat(32) };

describe("readConfig", () => {
  it("connects payments with both of Stripe's secrets, and shows neither", () => {
    const stripe = { FABULA_STRIPE_SECRET_KEY: "sk_test_1a", FABULA_STRIPE_WEBHOOK_SECRET: "whsec_2b" };
    expect(read().stripe).toBeNull();
    expect(read(stripe).stripe).toEqual({
      secretKey: "sk_test_1a",
      webhookSecret: "whsec_2b",
      api: "https://api.stripe.com",
    });
    expect(sentences({ FABULA_STRIPE_SECRET_KEY: "sk_test_1a" })).toEqual([
      "FABULA_STRIPE_SECRET_KEY and FABULA_STRIPE_WEBHOOK_SECRET belong together: set both, or neither.",
    ]);
    const [wrong] = sentences({ ...stripe, FABULA_STRIPE_SECRET_KEY: "pk_test_wrong" });
    expect(wrong).toContain("FABULA_STRIPE_SECRET_KEY must be");
    expect(wrong).not.toContain("pk_test_wrong");
  });

  it("sends mails with a server and a sender, and shows no password", () => {
    const mail = { FABULA_SMTP_URL: "smtps://me:pass@mail.example:465", FABULA_MAIL_FROM: "Fabula <f@mail.example>" };
    expect(read().smtp).toBeNull();
    expect(read(mail).smtp).toEqual({ url: mail.FABULA_SMTP_URL, from: mail.FABULA_MAIL_FROM });
    expect(sentences({ FABULA_MAIL_FROM: "f@mail.example" })).toEqual([
      "FABULA_SMTP_URL and FABULA_MAIL_FROM belong together: set both, or neither.",
    ]);
    const [wrong] = sentences({ ...mail, FABULA_SMTP_URL: "http://me:pass@mail.example" });
    expect(wrong).toContain("FABULA_SMTP_URL must look like");
    expect(wrong).not.toContain("me:pass");
    expect(sentences({ ...mail, FABULA_MAIL_FROM: "f@x.example\r\nBcc: a@b.example" })).toHaveLength(1);
  });

  it("keeps files in a bucket with all of its settings, and shows no credentials", () => {
    const s3 = {
      FABULA_S3_ENDPOINT: "https://s3.example/",
      FABULA_S3_BUCKET: "fabula-files",
      FABULA_S3_ACCESS_KEY_ID: "AKIA1",
      FABULA_S3_SECRET_ACCESS_KEY: "hidden",
    };
    expect(read().s3).toBeNull();
    expect(read(s3).s3).toEqual({
      endpoint: "https://s3.example",
      bucket: "fabula-files",
      region: "us-east-1",
      accessKeyId: "AKIA1",
      secretAccessKey: "hidden",
    });
    const { FABULA_S3_BUCKET: _, ...incomplete } = s3;
    expect(sentences(incomplete)).toEqual([expect.stringMatching(/^FABULA_S3_ENDPOINT, .* belong together/)]);
    for (const wrong of [{ FABULA_S3_BUCKET: "Files!" }, { FABULA_S3_ENDPOINT: "s3.example" }]) {
      const [sentence] = sentences({ ...s3, ...wrong });
      expect(sentence).toMatch(/^FABULA_S3_\w+ must be /);
      expect(sentence).not.toContain("hidden");
    }
  });

  it("has a default for everything in development", () => {
    expect(read()).toMatchObject({
      environment: "development",
      host: "127.0.0.1",
      port: 3000,
      dataDir,
      databaseUrl: null,
      databaseDirectUrl: null,
      publicUrl: "http://127.0.0.1:3000",
      trustedProxies: 0,
      readConnections: 5,
      writeConnections: 4,
      outboundAllow: [],
      metrics: null,
      apiMount: "listener",
      logLevel: "info",
    });
  });

  it("offers figures on a port of their own, which only this machine reaches unless said otherwise", () => {
    expect(read({ FABULA_METRICS_PORT: "9464" }).metrics).toEqual({ host: "127.0.0.1", port: 9464 });
    const elsewhere = { FABULA_METRICS_PORT: "9464", FABULA_METRICS_HOST: "10.0.0.7", HOST: "0.0.0.0" };
    expect(read(elsewhere).metrics).toEqual({ host: "10.0.0.7", port: 9464 });
    expect(read({ FABULA_METRICS_HOST: "10.0.0.7" }).metrics).toBeNull();
  });

  it("takes an empty variable for an unset one", () => {
    expect(read({ PORT: "", DATABASE_URL: " ", FABULA_ENV: "" })).toMatchObject({ port: 3000, databaseUrl: null });
  });

  it("reads what is set", () => {
    const url = "postgres://u:p%40@db.internal:6432/fabula?sslmode=require";
    expect(
      read({
        PORT: "0",
        HOST: "::1",
        DATABASE_URL: url,
        FABULA_PUBLIC_URL: "https://x.example/",
        FABULA_API_MOUNT: "next",
        FABULA_OUTBOUND_ALLOW: "127.0.0.0/8, fd00:7::/64,10.0.0.5",
        FABULA_READ_CONNECTIONS: "20",
        FABULA_WRITE_CONNECTIONS: "1",
      }),
    ).toMatchObject({
      port: 0,
      databaseUrl: url,
      databaseDirectUrl: url,
      publicUrl: "https://x.example",
      apiMount: "next",
      outboundAllow: ["127.0.0.0/8", "fd00:7::/64", "10.0.0.5"],
      readConnections: 20,
      writeConnections: 1,
    });
  });

  it.each([
    ["PORT", "70000"],
    ["PORT", "3e3"],
    ["PORT", "-1"],
    ["HOST", "a b"],
    ["FABULA_METRICS_HOST", "a b"],
    ["FABULA_METRICS_PORT", "on"],
    ["FABULA_ENV", "prod"],
    ["FABULA_PUBLIC_URL", "https://x.example/path"],
    ["FABULA_PUBLIC_URL", "ftp://x.example"],
    ["FABULA_TRUSTED_PROXIES", "all"],
    ["FABULA_API_MOUNT", "both"],
    ["FABULA_OUTBOUND_ALLOW", "localhost"],
    ["FABULA_OUTBOUND_ALLOW", "10.0.0.0/8, 10.0.0.0/33"],
    ["FABULA_READ_CONNECTIONS", "0"],
    ["FABULA_WRITE_CONNECTIONS", "many"],
    ["FABULA_LOG_LEVEL", "loud"],
    ["DATABASE_URL", "mysql://x/y"],
  ])("says in one sentence what is wrong with %s=%s", (name, value) => {
    const [sentence, ...more] = sentences({ [name]: value });
    expect(sentence).toMatch(new RegExp(`^${name} must .*\\.$`));
    expect(more).toEqual([]);
  });

  it("says everything at once, and shows no secret", () => {
    const secret = "short-but-secret";
    const all = sentences({
      PORT: "x",
      FABULA_SECRET: secret,
      FABULA_ENCRYPTION_KEY: secret,
      FABULA_ENCRYPTION_KEY_PREVIOUS: secret,
      DATABASE_URL: `http://u:${secret}@db/x`,
    });
    expect(all.map((sentence) => sentence.split(" ")[0]).sort()).toEqual([
      "DATABASE_URL",
      "FABULA_ENCRYPTION_KEY",
      "FABULA_ENCRYPTION_KEY_PREVIOUS",
      "FABULA_SECRET",
      "PORT",
    ]);
    expect(all.join("\n")).not.toContain(secret);
  });

  it("takes few enough connections by default for eight processes at one PostgreSQL", () => {
    const { readConnections, writeConnections } = read();
    // PostgreSQL allows 100 and keeps three of them for administrators; two of ours listen and watch.
    expect(8 * (readConnections + writeConnections + 2)).toBeLessThanOrEqual(97);
  });

  it("refuses a direct address without the other", () => {
    expect(sentences({ DATABASE_DIRECT_URL: "postgres://u@db/x" })).toEqual([expect.stringContaining("set both")]);
  });

  it("refuses production without its secrets, names each, and makes none", () => {
    expect(sentences({ FABULA_ENV: "production" })).toEqual([
      expect.stringMatching(/^FABULA_ENV=production needs FABULA_SECRET .*openssl rand -hex 32\.$/),
      expect.stringMatching(/^FABULA_ENV=production needs FABULA_ENCRYPTION_KEY /),
    ]);
    expect(sentences({ FABULA_ENV: "production", FABULA_SECRET: SECRETS.FABULA_SECRET })).toHaveLength(1);
    expect(sentences({ FABULA_ENV: "production", ...SECRETS })).toEqual([]);
    expect(readdirSync(dataDir)).toEqual([]);
  });

  it("makes development secrets once, readable by their owner only", () => {
    const first = read();
    const second = read();
    expect(second.authSecret).toBe(first.authSecret);
    expect(second.encryptionKey).toEqual(first.encryptionKey);
    const path = join(dataDir, "secrets.json");
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(readFileSync(path, "utf8")).not.toContain(first.authSecret);
    expect(readdirSync(dataDir)).toEqual(["secrets.json"]);
  });

  it("does not replace damaged secrets, because sealed data hangs on them", () => {
    writeFileSync(join(dataDir, "secrets.json"), "{");
    expect(sentences({})).toEqual([expect.stringContaining("put it back from a backup")]);
  });

  it("takes an encryption key in hexadecimal or base64", () => {
    const bytes = Buffer.alloc(32, 7);
    for (const encoding of ["hex", "base64", "base64url"] as const) {
      expect(read({ ...SECRETS, FABULA_ENCRYPTION_KEY: bytes.toString(encoding) }).encryptionKey).toEqual(bytes);
    }
    expect(sentences({ ...SECRETS, FABULA_ENCRYPTION_KEY: bytes.subarray(1).toString("base64") })).toHaveLength(1);
  });

  it("names cookies by the data folder, and by the secret in production", () => {
    const other = mkdtempSync(join(tmpdir(), "fabula-config-"));
    try {
      expect(read().cookiePrefix).toMatch(/^fabula-[0-9a-f]{8}$/);
      expect(read({ FABULA_DATA_DIR: other }).cookiePrefix).not.toBe(read().cookiePrefix);
      const production = { FABULA_ENV: "production", ...SECRETS };
      expect(read({ ...production, FABULA_DATA_DIR: other }).cookiePrefix).toBe(read(production).cookiePrefix);
    } finally {
      rmSync(other, { recursive: true });
    }
  });

  it("says which data folder cannot be used, and the remedy", () => {
    const file = join(dataDir, "file");
    writeFileSync(file, "");
    expect(sentences({ FABULA_DATA_DIR: file })).toEqual([
      expect.stringMatching(/file is not a folder: choose another with FABULA_DATA_DIR/),
    ]);
    const locked = join(dataDir, "locked");
    chmodSync(dataDir, 0o500);
    try {
      // Root may write anywhere; the sentence for others is the same.
      if (process.getuid?.() !== 0)
        expect(sentences({ FABULA_DATA_DIR: locked })[0]).toContain("cannot be written (EACCES)");
    } finally {
      chmodSync(dataDir, 0o700);
    }
  });
});

describe("localOrigin", () => {
  it("is an address that a browser on this machine can open", () => {
    expect(localOrigin("0.0.0.0", 80)).toBe("http://localhost:80");
    expect(localOrigin("::1", 3000)).toBe("http://[::1]:3000");
    expect(localOrigin("studio.local", 1)).toBe("http://studio.local:1");
  });
});

it("the README's table has every variable, with its default", () => {
  const root = join(import.meta.dirname, "..");
  const source = readFileSync(join(import.meta.dirname, "config.ts"), "utf8");
  const names = [...source.matchAll(/^ {2}([A-Z][A-Z0-9_]+): /gm)].map((match) => match[1] ?? "");
  const rows = new Map(
    [...readFileSync(join(root, "README.md"), "utf8").matchAll(/^\| `([A-Z0-9_]+)` \| ([^|]+) \| [^|]+ \|$/gm)].map(
      ([, name = "", usual = ""]) => [name, usual],
    ),
  );
  expect(names.length).toBeGreaterThan(18);
  expect(names.filter((name) => !rows.has(name))).toEqual([]);
  const { host, port, environment, readConnections, writeConnections, trustedProxies, logLevel, apiMount } = readConfig(
    {
      FABULA_DATA_DIR: dataDir,
    },
  );
  for (const [name, value] of Object.entries({
    HOST: host,
    PORT: port,
    FABULA_ENV: environment,
    FABULA_READ_CONNECTIONS: readConnections,
    FABULA_WRITE_CONNECTIONS: writeConnections,
    FABULA_TRUSTED_PROXIES: trustedProxies,
    FABULA_LOG_LEVEL: logLevel,
    FABULA_API_MOUNT: apiMount,
  }))
    expect([name, rows.get(name)]).toEqual([name, `\`${value}\``]);
});
