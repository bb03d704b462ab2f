import { execFile, execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate as turn } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "fabula-bootstrap-"));
const inside = (...path: string[]) => join(folder, ...path);
const ofStart = inside("node_modules", "of-start", "index.js");
const ofDevelopment = inside("node_modules", "of-development", "index.js");
const stamp = inside("node_modules", ".fabula-install");
const lockfile = inside("package-lock.json");

/** Packs a package of one file, and answers its entry of a lockfile. */
function pack(name: string) {
  mkdirSync(inside(name, "package"), { recursive: true });
  writeFileSync(inside(name, "package", "package.json"), JSON.stringify({ name, version: "1.0.0" }));
  writeFileSync(inside(name, "package", "index.js"), `module.exports = "${name}";\n`);
  execFileSync("tar", ["-czf", inside(`${name}.tgz`), "-C", inside(name), "package"]);
  const integrity = `sha512-${createHash("sha512")
    .update(readFileSync(inside(`${name}.tgz`)))
    .digest("base64")}`;
  return { version: "1.0.0", resolved: `file:${name}.tgz`, integrity };
}

// A project with one package of a start and one of development, and the real bootstrap.
beforeAll(() => {
  const manifest = {
    name: "small",
    version: "1.0.0",
    dependencies: { "of-start": "file:of-start.tgz" },
    devDependencies: { "of-development": "file:of-development.tgz" },
  };
  const packages = {
    "": manifest,
    "node_modules/of-development": { ...pack("of-development"), dev: true },
    "node_modules/of-start": pack("of-start"),
  };
  writeFileSync(inside("package.json"), JSON.stringify({ ...manifest, private: true, type: "module" }));
  writeFileSync(lockfile, JSON.stringify({ ...manifest, lockfileVersion: 3, requires: true, packages }));
  for (const file of ["scripts/bootstrap.mjs", "server/process/process-lock.mjs"])
    cpSync(join(root, file), inside(file));
  // Nothing of ours runs where a name that somebody sent leads to the prototype of objects.
  writeFileSync(inside("script.mjs"), 'if (!("__proto__" in Object.prototype)) console.log("the script ran");\n');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs the script through the bootstrap, and answers what was printed. */
function bootstrap(...options: string[]): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const { NODE_ENV: _ours, ...environment } = process.env;
  execFile(
    process.execPath,
    [inside("scripts/bootstrap.mjs"), ...options, "script.mjs"],
    { cwd: folder, env: environment as NodeJS.ProcessEnv },
    (error, stdout, stderr) => (error === null ? resolve(stdout) : reject(new Error(stdout + stderr))),
  );
  return promise;
}

test("a start gets its own packages, and those of development are added under it", { timeout: 120_000 }, async () => {
  const locked = readFileSync(lockfile, "utf8");
  expect(await bootstrap("--omit=dev")).toContain("the script ran");
  expect([existsSync(ofStart), existsSync(ofDevelopment)]).toEqual([true, false]);
  expect(readFileSync(stamp, "utf8")).toMatch(/ start\n$/);

  const before = statSync(ofStart);
  let isDone = false;
  const adding = bootstrap().finally(() => {
    isDone = true;
  });
  let looks = 0;
  for (; !isDone; looks += 1) {
    const { ino, mtimeMs, ctimeMs } = statSync(ofStart);
    expect([ino, mtimeMs, ctimeMs]).toEqual([before.ino, before.mtimeMs, before.ctimeMs]);
    await turn();
  }
  expect(await adding).toContain("the script ran");
  expect(looks).toBeGreaterThan(10);
  expect([existsSync(ofStart), existsSync(ofDevelopment)]).toEqual([true, true]);
  expect(readFileSync(stamp, "utf8")).toMatch(/ all\n$/);
  expect(readFileSync(lockfile, "utf8")).toBe(locked);

  // All is enough for a start, and what somebody else's npm has placed is found out.
  expect(await bootstrap("--omit=dev")).toBe("the script ran\n");
  expect(existsSync(ofDevelopment)).toBe(true);
  rmSync(stamp);
  expect(await bootstrap()).toBe("the script ran\n");
  expect(readFileSync(stamp, "utf8")).toMatch(/ all\n$/);
});
