// `npm run bench -- <name> [options]`: runs one of the benchmarks in bench/, or lists them.
import { spawn } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";

const folder = fileURLToPath(new URL("../bench/", import.meta.url));
const [name, ...options] = process.argv.slice(2);

if (name === undefined || !existsSync(`${folder}${name}.ts`)) {
  const names = readdirSync(folder).filter((file) => file.endsWith(".ts") && !file.includes("-"));
  console.log(`Give one of: ${names.map((file) => file.slice(0, -3)).join(", ")}`);
  process.exitCode = name === undefined ? 0 : 1;
} else {
  const child = spawn(process.execPath, [`${folder}${name}.ts`, ...options], { stdio: "inherit" });
  child.on("exit", (code) => {
    process.exitCode = code ?? 1;
  });
}
