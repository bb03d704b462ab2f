import { expect, test } from "vitest";
import { authoredAnswer } from "./authored-answer.ts";

const material = {
  greetings: ["You are late.", "The tide is not."],
  lines: [],
  facts: [
    { id: "fact_1", text: "The gate opens at low tide" },
    { id: "fact_2", text: "Bor has the key of the gate." },
    { id: "fact_3", text: "The lamp is dark." },
  ],
};

test("given a greeting with a name, then one of its greetings answers, the same for the same seed", () => {
  const first = authoredAnswer("Good evening, Odo!", material, "a");
  expect(material.greetings).toContain(first.text);
  expect(authoredAnswer("good evening odo", material, "a")).toEqual(first);
  expect(new Set(["a", "b", "c", "d"].map((seed) => authoredAnswer("Hi", material, seed).text)).size).toBe(2);
});

test("given a question, then two facts answer it at most, as sentences, with their ids", () => {
  expect(authoredAnswer("Hello Odo, when does the gate open?", material, "a")).toEqual({
    text: "The gate opens at low tide. Bor has the key of the gate.",
    used_facts: ["fact_1", "fact_2"],
    used_lines: [],
  });
});

test("given a line of its own that fits, then it is said word for word", () => {
  const lines = [{ id: "node_1", text: "The gate? Low tide, not before." }];
  expect(authoredAnswer("When does the gate open?", { ...material, lines }, "a")).toEqual({
    text: "The gate? Low tide, not before.",
    used_facts: [],
    used_lines: ["node_1"],
  });
});

test("given nothing that fits, then it says that it does not know, and makes nothing up", () => {
  const answer = authoredAnswer("Who is the owner of the moon?", material, "a");
  expect(answer).toMatchObject({ used_facts: [], used_lines: [] });
  expect(answer.text).toMatch(/nothing|cannot|beyond/);
});
