import { describe, expect, it } from "vitest";
import { ImportError } from "../import-error.ts";
import { importStory } from "../import-story.ts";
import type { ImportFormat } from "../story.ts";
import { gatherStories } from "./gather-stories.ts";

const filesOf = (files: Record<string, unknown>) => Object.entries(files).map(([name, content]) => ({ name, content }));
const storiesOf = (files: Record<string, unknown>, format?: ImportFormat) =>
  gatherStories(filesOf(files), format).stories.map((story) => [
    story.format,
    story.project ?? story.file,
    [...story.files].sort(),
  ]);
const said = (files: Record<string, unknown>) => gatherStories(filesOf(files)).report.map(({ message }) => message);
const node = (title: string, body: string) => `title: ${title}\n---\n${body}\n===\n`;

describe("ink files", () => {
  it("are one story by their main file, which includes the others", () => {
    const files = {
      "a/knots.ink": "=== k ===\nHi.",
      "a/main.ink": "INCLUDE knots.ink\nINCLUDE more.ink\n-> k",
      "a/more.ink": "VAR x = 1",
    };
    expect(storiesOf(files)).toEqual([["ink", "a/main.ink", ["a/knots.ink", "a/main.ink", "a/more.ink"]]]);
  });

  it("are several stories where several files are included by none, with what they share in each", () => {
    const files = { "one.ink": "INCLUDE vars.ink\nOne.", "two.ink": "INCLUDE vars.ink\nTwo.", "vars.ink": "VAR x = 1" };
    expect(storiesOf(files)).toEqual([
      ["ink", "one.ink", ["one.ink", "vars.ink"]],
      ["ink", "two.ink", ["two.ink", "vars.ink"]],
    ]);
  });

  it("are read from the first where they include one another in a circle, and it is said", () => {
    const files = { "a.ink": "INCLUDE b.ink\nA.", "b.ink": "INCLUDE a.ink\nB." };
    expect(storiesOf(files)).toEqual([["ink", "a.ink", ["a.ink", "b.ink"]]]);
    expect(said(files)).toEqual(["The ink files include one another in a circle; “a.ink” is read as the main one."]);
  });
});

describe("Yarn files", () => {
  const story = {
    "s/a.yarn": node("Start", "<<jump Quay>>"),
    "s/b.yarn": node("Quay", "Here."),
    "x/c.yarn": node("Other", "There."),
  };

  it("are one story by jumps, declarations and enums, others are others", () => {
    const vars = { "v.yarn": node("V", "<<declare $coins = 1>>\n<<enum Mood>>\n<<case Calm>>\n<<endenum>>") };
    expect(storiesOf({ ...story, ...vars })).toEqual([
      ["yarn", "s/a.yarn", ["s/a.yarn", "s/b.yarn"]],
      ["yarn", "x/c.yarn", ["x/c.yarn"]],
      ["yarn", "v.yarn", ["v.yarn"]],
    ]);
    const using = {
      ...story,
      "s/b.yarn": node("Quay", "{$coins}"),
      "x/c.yarn": node("Other", "<<if Mood.Calm == Mood.Calm>>\nThere.\n<<endif>>"),
    };
    expect(storiesOf({ ...using, ...vars })).toEqual([
      ["yarn", "s/a.yarn", ["s/a.yarn", "s/b.yarn", "v.yarn", "x/c.yarn"]],
    ]);
  });

  it("are those that a project names, called after it", () => {
    const project = JSON.stringify({
      projectFileVersion: 3,
      sourceFiles: ["**/*.yarn"],
      excludeFiles: ["x/*.yarn"],
      baseLanguage: "en",
      localisation: { en: {}, de: { strings: "de.csv" } },
    });
    const files = { "Harbour.yarnproject": project, ...story, "de.csv": "id,text" };
    expect(storiesOf(files)).toEqual([
      ["yarn", "Harbour.yarnproject", ["Harbour.yarnproject", "s/a.yarn", "s/b.yarn"]],
      ["yarn", "x/c.yarn", ["x/c.yarn"]],
    ]);
    expect(said(files)).toEqual([
      "The translations of the Yarn project “Harbour.yarnproject” are not imported: de.",
      "Not imported: de.csv (a table of texts).",
    ]);
  });

  it("are those beside a project that is not JSON or names none, and it is said", () => {
    const [first] = storiesOf({ "p.yarnproject": "{", ...story });
    expect(first).toEqual(["yarn", "p.yarnproject", ["p.yarnproject", "s/a.yarn", "s/b.yarn", "x/c.yarn"]]);
    expect(said({ "p.yarnproject": '{"sourceFiles":["gone/*.yarn"]}', ...story })[0]).toContain("names gone/*.yarn");
    expect(() => storiesOf({ "p.yarnproject": '{"projectFileVersion":2}' })).toThrow(
      "Import it together with its .yarn files.",
    );
  });

  it("are declared in the text project of Yarn Spinner 2", () => {
    const files = { "P.yarnproject": node("Project", "<<declare $coins = 1>>"), "a.yarn": node("Start", "{$coins}") };
    expect(storiesOf(files)).toEqual([["yarn", "a.yarn", ["P.yarnproject", "a.yarn"]]]);
  });
});

describe("Twee files", () => {
  const data = ':: StoryData\n{"ifid":"A"}\n';

  it("are one story around the one with the story data", () => {
    const files = {
      "src/deck.twee": ":: Deck\nOn.",
      "src/start.twee": `${data}\n:: Start\n[[Deck]]`,
      "src/x/far.tw": ":: Far\nFar.",
      "src/look.css": "body {}",
    };
    expect(storiesOf(files)).toEqual([
      ["twee3", "src/start.twee", ["src/deck.twee", "src/start.twee", "src/x/far.tw"]],
    ]);
    expect(said(files)).toEqual(["Not imported: src/look.css (a style sheet)."]);
  });

  it("are several stories in folders of their own", () => {
    const files = {
      "a/start.twee": `${data}\n:: Start\nA.`,
      "a/more.twee": ":: More\nA.",
      "b/start.twee": `${data}\n:: Start\nB.`,
      "b/c/more.twee": ":: More\nB.",
    };
    expect(storiesOf(files)).toEqual([
      ["twee3", "a/start.twee", ["a/more.twee", "a/start.twee"]],
      ["twee3", "b/start.twee", ["b/c/more.twee", "b/start.twee"]],
    ]);
  });

  it("belong together by their links where nothing else says it", () => {
    const files = { "a.twee": ":: Alley\n[[Go->Quay]]", "b.twee": ":: Quay\nHere.", "c.twee": ":: Start\nAnother." };
    expect(storiesOf(files)).toEqual([
      ["twee3", "a.twee", ["a.twee", "b.twee"]],
      ["twee3", "c.twee", ["c.twee"]],
    ]);
  });

  it("are stories of an archive, with the lines of the archive", () => {
    const story = (name: string, text: string) =>
      `<tw-storydata name="${name}" startnode="1" format="SugarCube"><tw-passagedata pid="1" name="Start">${text}</tw-passagedata></tw-storydata>`;
    const archive = `${story("One", "Hello.")}\n\n${story("Two", "Bye.\n&lt;&lt;audio 1&gt;&gt;")}`;
    for (const format of [undefined, "twee3"] as const) {
      const { stories } = gatherStories([{ name: "archive.html", content: archive }], format);
      const read = stories.map((each) => importStory(each.format, each.content, each));
      expect(read.map(({ name, graphs }) => [name, graphs[0]?.nodes[0]?.text.split("\n")[0]])).toEqual([
        ["One", "Hello."],
        ["Two", "Bye."],
      ]);
      expect(read[1]?.report.find(({ message }) => message.includes("audio"))?.message).toContain("line 4");
    }
  });
});

describe("files of several kinds", () => {
  const mixed = {
    "hero.png": "",
    "main.ink": "Hello.",
    "game/script.rpy": 'label start:\n    "Hello."',
    "a.yarn": node("Start", "Hello."),
    "board.json": '{"boards":{},"elements":{}}',
    "manifest.json": '{"Packages":[{"Files":{}}],"GlobalVariables":{"FileName":"global_variables.json"}}',
    "package_1_objects.json": '{"Objects":[]}',
    "package.json": '{"name":"x"}',
    ".git/config": "x",
    "__MACOSX/._main.ink": "x",
  };

  it("are stories each, and the rest is named by kind", () => {
    expect(storiesOf(mixed)).toEqual([
      ["ink", "main.ink", ["main.ink"]],
      ["yarn", "a.yarn", ["a.yarn"]],
      ["arcweave_json", "board.json", ["board.json"]],
      ["articy_json", "manifest.json", ["manifest.json", "package_1_objects.json"]],
    ]);
    expect(said(mixed)).toEqual([
      "Not imported: hero.png (an image).",
      "Not imported: game/script.rpy (a Ren'Py script).",
      "Not imported: package.json (a JSON file of another kind).",
    ]);
    expect(gatherStories(filesOf(mixed)).files).toContainEqual({
      name: "a.yarn",
      kind: "Yarn Spinner",
      format: "yarn",
    });
  });

  it("are only those of the format that is asked for", () => {
    expect(storiesOf(mixed, "yarn")).toEqual([["yarn", "a.yarn", ["a.yarn"]]]);
    expect(() => storiesOf(mixed, "twee3")).toThrow(
      "None of the files is Twee 3: hero.png is an image, main.ink is ink",
    );
  });
});

describe("a file of another kind is named in the refusal", () => {
  it.each([
    ["script.rpy", "define e = Character('E')", "a Ren'Py script"],
    ["start.txt", 'label start:\n    "Hello."\n    jump gate', "a Ren'Py script"],
    ["scene.fountain", "INT. GATE - DAY\n\nHalt.", "a Fountain screenplay"],
    ["scene.txt", "FADE IN:\n\nINT. GATE - DAY\n\nHalt.", "a Fountain screenplay"],
    ["talk.dtl", "join Ada center\nAda: Hello.", "a timeline of Dialogic"],
    ["scene.txt", "You wait.\n*choice\n  #Go\n    *finish", "a ChoiceScript scene"],
    ["story.ink.json", '{"inkVersion":21,"root":[]}', "a compiled ink story"],
    ["story.json", '[{"title":"Start","body":"Hello","tags":""}]', "a JSON file of the editor of Yarn Spinner 1"],
    ["story.json", '{"passages":[{"pid":"1"}]}', "a Twine story as JSON"],
    ["harbour.articyu3d", "\0\0", "an articy:draft export for Unity"],
    ["page.html", "<!doctype html>\n<html><body>Hello</body></html>", "an HTML page without a Twine story"],
    ["draft.docx", "PK", "a text document"],
    ["hero.png", "\0", "an image"],
    ["notes.txt", "Once upon a time.", "a text without the signs of a format"],
    ["broken.json", '{"boards":', "a JSON file with a mistake"],
    ["empty.txt", " \n", "an empty file"],
    ["data.bin", "a\0b", "a binary file"],
  ])("%s", (name, content, words) => {
    try {
      storiesOf({ [name]: content });
      expect.fail("it is a story");
    } catch (error) {
      expect(error).toBeInstanceOf(ImportError);
      expect((error as ImportError).message).toContain(`“${name}” is ${words}, which cannot be imported.`);
      expect(error).toMatchObject({ code: "unknown_format", file: name });
    }
  });
});
