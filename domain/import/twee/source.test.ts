import { describe, expect, it } from "vitest";
import { importTwee } from "./twee.ts";

const others = (files: Record<string, string>) => Object.entries(files).map(([name, text]) => ({ name, text }));

describe("a story in several Twee files", () => {
  const data = ':: StoryData\n{"format":"SugarCube","start":"Quay"}\n';

  it("is one dialogue, with the story data of one of them", () => {
    const { graphs, report } = importTwee(":: Deck\nYou board.", {
      file: "game/deck.twee",
      others: others({ "game/quay.tw": ":: Quay\nThe boat waits. [[Board->Deck]]", "game/data.twee": data }),
    });
    expect(graphs).toHaveLength(1);
    expect(graphs[0]?.start_key).toBe("Quay");
    expect(graphs[0]?.nodes.find(({ key }) => key === "Quay")?.branches[0]?.target_key).toBe("Deck");
    expect(report.map(({ message }) => message)).toContain("Read as SugarCube.");
  });

  it("is called after its main file where nothing else names it", () => {
    expect(importTwee(":: A\nHello.", { file: "game/deck.twee" }).name).toBe("deck");
  });

  it("names the file and line of what it does not express, and of a passage of another's name", () => {
    const { report } = importTwee(`${data}\n:: Quay\nHello. [[Deck]]`, {
      file: "a.twee",
      others: others({ "b.twee": "\n:: Deck\nOn.\n<<audio 'x' play>>", "c.twee": "Words.\n\n:: Deck\nAgain." }),
    });
    const said = report.map(({ message }) => message).join("\n");
    expect(said).toContain("b.twee line 4");
    expect(said).toContain("Another passage named “Deck” (c.twee line 3) is imported as “Deck (2)”.");
    expect(report.find(({ code }) => code === "twee_preamble_kept")?.source).toBe("Words.");
  });

  it("names the file that holds what no text holds", () => {
    const files = others({ "b.twee": ":: Deck\nx\0" });
    expect(() => importTwee(":: A\nHello.", { file: "a.twee", others: files })).toThrow(
      expect.objectContaining({ file: "b.twee", line: 2 }),
    );
  });
});
