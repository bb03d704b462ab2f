// Writes what comes of the runtime's conformance vectors into docs/runtime/: read the difference before it is kept.
import { readdirSync, rmSync, writeFileSync } from "node:fs";
import { knowledgeVectors } from "#domain/offline/knowledge-worlds.fixture.ts";
import { recordVectors } from "#domain/runtime/record-vectors.fixture.ts";

const folder = new URL("../docs/runtime/vectors/", import.meta.url);
for (const name of readdirSync(folder)) if (name.endsWith(".json")) rmSync(new URL(name, folder));
let count = 0;
for (const [name, vectors] of recordVectors()) {
  // A vector a line: small enough to keep, and what changes is seen.
  writeFileSync(new URL(name, folder), `[\n${vectors.map((each) => JSON.stringify(each)).join(",\n")}\n]\n`);
  count += vectors.length;
}
const known = knowledgeVectors();
writeFileSync(
  new URL("../docs/runtime/knowledge-vectors.json", import.meta.url),
  `[\n${known.map((each) => JSON.stringify(each)).join(",\n")}\n]\n`,
);
console.log(`${count} vectors of playing, ${known.length} of knowledge`);
