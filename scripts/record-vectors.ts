// Writes what comes of the runtime's conformance vectors into docs/runtime/vectors/: read the difference before it is kept.
import { readdirSync, rmSync, writeFileSync } from "node:fs";
import { recordVectors } from "#domain/runtime/record-vectors.fixture.ts";

const folder = new URL("../docs/runtime/vectors/", import.meta.url);
for (const name of readdirSync(folder)) if (name.endsWith(".json")) rmSync(new URL(name, folder));
let count = 0;
for (const [name, vectors] of recordVectors()) {
  // A vector a line: small enough to keep, and what changes is seen.
  writeFileSync(new URL(name, folder), `[\n${vectors.map((each) => JSON.stringify(each)).join(",\n")}\n]\n`);
  count += vectors.length;
}
console.log(`${count} vectors`);
