import { expect, test } from "vitest";
import { provenDrafts, type ToldDraft, unfoundQuotes } from "./told-draft.ts";

const PLACES = [
  { at: "1", speaker: null, words: "Odo keeps the   salt gate." },
  { at: "2", speaker: null, words: "He owes Ines a “lamp”." },
];

const DRAFT: ToldDraft = {
  entities: [
    { name: "Odo", type: "character", description: "Keeper of the gate", evidence: [{ at: "1", quote: "Odo keeps" }] },
    { name: "Bor", type: "character", description: "", evidence: [{ at: "1", quote: "Bor sings." }] },
  ],
  relationships: [
    { source: "Odo", type: "owes", target: "Ines", evidence: [{ at: "2", quote: 'owes Ines a "lamp"' }] },
    { source: "Odo", type: "loves", target: "Ines", evidence: [{ at: "1", quote: "owes Ines" }] },
  ],
  facts: [
    { text: "Odo owes Ines a lamp.", about: ["Odo", "Ines"], evidence: [{ at: "2", quote: "He owes Ines" }] },
    { text: "Salt is money.", about: [], evidence: [{ at: "9", quote: "Salt" }] },
  ],
};

test("only what has words that stand where they are said to is kept, and quotes them", () => {
  expect(unfoundQuotes(DRAFT, PLACES).map(({ pointer }) => pointer)).toEqual([
    "/entities/1/evidence/0/quote",
    "/relationships/1/evidence/0/quote",
    "/facts/1/evidence/0/quote",
  ]);
  const { read, unproven } = provenDrafts(DRAFT, PLACES, "notes");
  expect(unproven).toBe(3);
  expect(read.world).toEqual([]);
  expect(read.entities).toMatchObject([
    {
      name: "Odo",
      properties: { description: "Keeper of the gate" },
      evidence: { file: "notes", line: 1, node_id: null, quote: "Odo keeps" },
      links: [{ type: "owes", target: "Ines", evidence: { line: 2 } }],
      facts: [{ text: "Odo owes Ines a lamp.", about: ["Ines"] }],
    },
  ]);
});
