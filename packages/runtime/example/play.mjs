// Plays a dialogue in a terminal: node play.mjs story.json (as GET …/dialogues/{graph_id}/story answers it).
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline/promises";
import { answer, begin, choose, readDialogue } from "fabula-runtime";

const { dialogue, ...parts } = JSON.parse(readFileSync(process.argv[2], "utf8"));
const story = readDialogue(dialogue, parts);
const input = createInterface({ input: process.stdin, output: process.stdout });
const lines = input[Symbol.asyncIterator]();
const ask = async (words) => {
  process.stdout.write(words);
  return (await lines.next()).value ?? "";
};

for (let page = begin(story, { seed: Date.now() % 2 ** 31 }); ; ) {
  for (const { text } of page.said) console.log(`\n${text}`);
  const { halt, state } = page;
  if (halt.kind === "command") page = answer(story, state) ?? page;
  else if (halt.kind === "continue") {
    await ask("\n[Enter] ");
    page = choose(story, state, halt.choice.branch);
  } else if (halt.kind === "choices") {
    const open = halt.choices.filter(({ available }) => available);
    for (const [at, { text }] of open.entries()) console.log(`  ${at + 1}. ${text}`);
    const chosen = open[Number(await ask("> ")) - 1];
    if (chosen !== undefined) page = choose(story, state, chosen.branch);
  } else {
    console.log(`\n(${halt.kind})`);
    break;
  }
}
input.close();
