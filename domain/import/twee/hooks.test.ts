import { describe, expect, it } from "vitest";
import type { ImportedStory } from "../story.ts";
import { played } from "./played.fixture.ts";
import { importTwee } from "./twee.ts";

function storyOf(text: string, format = "Harlowe"): ImportedStory {
  const places = ["Ring", "End", "Next"].map((name) => `:: ${name}\n${name}.`).join("\n\n");
  return importTwee(`:: StoryData\n{"format":"${format}"}\n\n:: Start\n${text}\n\n${places}`);
}

function told({ report }: ImportedStory): string[] {
  return report
    .filter(({ code }) => code === "twee_unread" || code === "twee_read_otherwise")
    .map(({ severity, message }) => `${severity}: ${message}`);
}

describe("a hidden hook", () => {
  it.each([
    ["named before it", '|inside)[A ring lies in it. [[Take it->Ring]]] (link: "Open")[(show: ?inside)]'],
    ["named behind it", '[A ring lies in it. [[Take it->Ring]]](inside| (link: "Open")[(show: ?inside)]'],
    ["hidden by a macro", '(hidden:)|inside>[A ring lies in it. [[Take it->Ring]]] (link: "Open")[(show: ?inside)]'],
    [
      "hidden by a macro, named behind",
      '(hidden:)[A ring lies in it. [[Take it->Ring]]]<in-side| (link: "Open")[(show: ?inside)]',
    ],
    ["shown by a link of its own", '|inside)[A ring lies in it. [[Take it->Ring]]] (link-show: "Open", ?Inside)'],
    [
      "shown by a link that asks first",
      '|inside)[A ring lies in it. [[Take it->Ring]]] (set: $k to 1)(link: "Open")[(if: $k is 1)[(show: ?inside)]]',
    ],
  ])("%s comes with the link that shows it, and its links then", (_, text) => {
    const story = storyOf(`A chest. ${text}\n[[Leave->End]]`);
    expect(told(story)).toEqual([]);
    expect(played(story)).toEqual({ text: "A chest.", choices: ["Open", "Leave"] });
    const opened = played(story, "Open");
    expect(opened.text).toBe("A ring lies in it.");
    expect(opened.choices.toSorted()).toEqual(["Leave", "Take it"]);
    expect(played(story, "Open", "Take it").text).toBe("Ring.");
  });

  it("sets what it sets once it is shown", () => {
    const story = storyOf(
      '(set: $n to 1)|a)[(set: $n to 2)Now $n.] (link: "Show")[(show: ?a)] (link-repeat: "Say")[It is $n.]',
    );
    expect(played(story, "Say").text).toBe("It is 1.");
    expect(played(story, "Show", "Say").text).toBe("It is 2.");
    expect(played(story, "Show").text).toBe("Now 2.");
  });

  it("that is shown whatever is chosen stands in its place", () => {
    expect(played(storyOf("One. |a)[Two.] Three. (show: ?a)\n[[On->Next]]")).text).toBe("One. Two. Three.");
  });

  it("holds another, of several of one name, and shows itself no second time", () => {
    const story = storyOf('|a)[A. |b)[B.] (link: "More")[(show: ?b)]] |a)[C. (show: ?a)] (link: "Open")[(show: ?a)]');
    expect(played(story)).toEqual({ text: "", choices: ["Open"] });
    expect(played(story, "Open")).toEqual({ text: "A. C.", choices: ["More"] });
    expect(played(story, "Open", "More")).toEqual({ text: "B.", choices: [] });
  });

  it("that nothing shows, or that is shown otherwise, is said", () => {
    expect(told(storyOf("A. |b)[Gone.] (show: ?c)"))).toEqual([
      "warning: “(hidden:)” could not be converted and is kept with its card (line 5).",
      "warning: “(show:)” could not be converted and is kept with its card (line 5).",
    ]);
    const twice = storyOf('A. |b)[B.]\n(link: "x")[(show: ?b)]\n(link: "y")[(show: ?b)]');
    expect(told(twice)).toEqual([
      "warning: “(show:)” shows words that another one shows as well: they are read each time (line 7).",
    ]);
    const asked = storyOf("(set: $k to 1)|b)[B.] A.\n(if: $k is 1)[(show: ?b)]");
    expect(told(asked)).toEqual(["info: “(show:)” shows hidden words: they are read where it stands (line 6)."]);
    expect(played(asked).text).toBe("A. B.");
  });
});

describe("a hook", () => {
  it.each([
    [
      "of a style of ours has its mark",
      '(text-style: "bold")[A] (text-style: "italic", "strike")[B (set: $x to 1)C]',
      "A B C",
      "0-1 strong, 2-5 emphasis, 2-5 strike",
    ],
    [
      "of a condition and a style has both",
      '(set: $k to 1)(if: $k is 1)+(text-style: "bold")|n>[A](else:)[B]',
      "A",
      "0-1 strong",
    ],
    [
      "of no condition ends the alternatives before it",
      '(set: $k to 2)(if: $k is 1)[A](text-style: "none")[B](else:)[C]',
      "B",
      "",
    ],
  ])("%s", (_, text, said, marks) => {
    const story = storyOf(`${text}\n[[On->Next]]`);
    expect(told(story)).toEqual([]);
    expect(played(story).text).toBe(said);
    const card = story.graphs[0]?.nodes.find((each) => each.text === said);
    expect((card?.text_marks ?? []).map(({ kind, start, end }) => `${start}-${end} ${kind}`).join(", ")).toBe(marks);
  });
});

describe("a named hook", () => {
  it("is read where it stands, with the macro in front of its name", () => {
    const story = storyOf("(set: $k to 1)|a>[One.] (if: $k is 1)|b>[Two.](else:)|c>[Three.] [Four.]<d| [Five.]");
    expect(played(story).text).toBe("One. Two. Four. Five.");
    expect(told(story)).toEqual([]);
  });
});

it("hooks that show one another grow no story without bound", () => {
  const hooks = Array.from({ length: 60 }, (_, at) => `|h${at})[H${at}. (show: ?h${at + 1})(show: ?h${at + 1})]`);
  const story = storyOf(`${hooks.join("\n")}\n|h60)[Last.]\n(link: "Open")[(show: ?h0)]`);
  expect(story.graphs[0]?.nodes.length).toBeLessThan(20_000);
  expect(told(story).join()).toContain("“(show:)” could not be converted");
});
