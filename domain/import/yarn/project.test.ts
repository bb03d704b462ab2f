import { describe, expect, it } from "vitest";
import { importYarn } from "./yarn.ts";

const node = (title: string, body: string) => `title: ${title}\n---\n${body}\n===\n`;
const others = (files: Record<string, string>) => Object.entries(files).map(([name, text]) => ({ name, text }));

describe("a project of several files", () => {
  it("jumps between files", () => {
    const { graphs } = importYarn(node("Start", "Hello.\n<<jump Quay>>"), {
      file: "a.yarn",
      others: others({ "b.yarn": node("Quay", "The quay.") }),
    });
    const nodes = graphs[0]?.nodes ?? [];
    expect(nodes.map(({ text }) => text)).toEqual(expect.arrayContaining(["Hello.", "The quay."]));
    const keys = new Set(nodes.map(({ key }) => key));
    const targets = nodes.flatMap(({ branches }) => branches.map(({ target_key }) => target_key ?? ""));
    expect(targets.length).toBeGreaterThan(0);
    expect(targets.filter((target) => !keys.has(target))).toEqual([]);
  });

  it("reads declarations and enums that another file holds, without a card for them", () => {
    const { graphs, variables, name } = importYarn(
      node("Start", "<<if $mood == Mood.Calm>>\nCalm.\n<<endif>>\nYou own {$coins}."),
      {
        file: "story/main.yarn",
        others: others({
          "vars.yarn": node(
            "Vars",
            "<<enum Mood>>\n<<case Calm>>\n<<case Wild>>\n<<endenum>>\n<<declare $mood = Mood.Wild>>\n<<declare $coins = 7>>",
          ),
        }),
      },
    );
    expect(name).toBe("main");
    expect(variables.find(({ name: variable }) => variable === "coins")?.default).toBe(7);
    expect(variables.find(({ name: variable }) => variable === "mood")).toMatchObject({
      type: "enum",
      default: "Wild",
    });
    expect(graphs[0]?.groups.map(({ title }) => title)).not.toContain("Vars");
  });

  it("names the file and line of a mistake, and of what is not converted", () => {
    const files = others({ "b.yarn": node("Quay", "The quay.\n<<if>>\n<<endif>>") });
    expect(() => importYarn(node("Start", "Hello."), { file: "a.yarn", others: files })).toThrow(/^b\.yarn, line 4/);
    const lossy = others({ "b.yarn": node("Quay", "The {fame()} quay.") });
    const { report } = importYarn(node("Start", "Hello."), { file: "a.yarn", others: lossy });
    expect(report.map(({ message }) => message).join("\n")).toContain("b.yarn line 3");
  });

  it("refuses two nodes of one title in two files, by the file of one of them", () => {
    const files = others({ "b.yarn": node("Start", "Again.") });
    expect(() => importYarn(node("Start", "Hello."), { file: "a.yarn", others: files })).toThrow("a.yarn, line 1");
  });
});
