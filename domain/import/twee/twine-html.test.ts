import { describe, expect, it } from "vitest";
import { importTwee } from "./twee.ts";
import { storiesOfHtml } from "./twine-html.ts";

const story = (name: string, passages: string, more = "") =>
  `<tw-storydata name="${name}" startnode="2" creator="Twine" format="SugarCube" format-version="2.36.1" ifid="AAAA-${name}" hidden>${more}${passages}</tw-storydata>`;
const passage = (pid: number, name: string, text: string, more = "") =>
  `<tw-passagedata pid="${pid}" name="${name}" tags="" position="${pid * 100},100" size="100,100"${more}>${text}</tw-passagedata>`;

describe("a file that Twine published", () => {
  const page = `<!DOCTYPE html>\n<html><head><title>Mole</title></head>\n<body>${story(
    "The Mole &amp; the Lamp",
    `${passage(1, "Cellar", "Dark &lt;here&gt;.\n&lt;&lt;audio &quot;drip&quot; play&gt;&gt;")}${passage(2, "Door", "Salt &amp; rust.\n[[Go down-&gt;Cellar]]")}`,
    '<style role="stylesheet" type="text/twine-css">body { color: red }</style><script role="script">if (1 < 2) {}</script>',
  )}<script>run();</script></body></html>`;

  it("is read as its passages, by the story's name, start and format", () => {
    const { graphs, name, report } = importTwee(page);
    expect(name).toBe("The Mole & the Lamp");
    const [graph] = graphs;
    expect(graph?.start_key).toBe("Door");
    expect(graph?.nodes.map(({ key }) => key).sort()).toEqual(["Cellar", "Door"]);
    const door = graph?.nodes.find(({ key }) => key === "Door");
    expect(door).toMatchObject({ text: "Salt & rust.", canvas_x: 200, canvas_y: 100 });
    expect(door?.branches).toMatchObject([{ choice_text: "Go down", target_key: "Cellar" }]);
    expect(report.map(({ message }) => message)).toContain("Read as SugarCube.");
  });

  it("names scripts and style sheets, and the line of what it cannot express", () => {
    const { report } = importTwee(page);
    expect(report.filter(({ code }) => code === "twee_asset_kept")).toHaveLength(2);
    expect(report.find(({ message }) => message.includes("audio"))?.message).toContain("line 4");
  });

  it("is the same story as its Twee source", () => {
    const twee =
      ':: StoryTitle\nThe Mole & the Lamp\n\n:: StoryData\n{"ifid":"AAAA-x","format":"SugarCube","format-version":"2.36.1","start":"Door"}\n\n:: Cellar {"position":"100,100","size":"100,100"}\nDark <here>.\n\n:: Door {"position":"200,100","size":"100,100"}\nSalt & rust.\n[[Go down->Cellar]]';
    const html = page.replace("\n&lt;&lt;audio &quot;drip&quot; play&gt;&gt;", "");
    const [own] = importTwee(html).graphs;
    const [other] = importTwee(twee).graphs;
    expect(own?.nodes).toEqual([...(other?.nodes ?? [])]);
  });

  it("is cut into stories where it is an archive", () => {
    const engine = '<script>say("No <tw-storydata> element was found.", "<script>");</script>';
    const archive = `${engine}${story("One", passage(2, "A", "First."))}\n\n${story("Two", passage(2, "B", "Second."))}`;
    const cut = storiesOfHtml(archive);
    expect(cut.map(({ name, linesBefore }) => [name, linesBefore])).toEqual([
      ["One", 0],
      ["Two", 2],
    ]);
    expect(cut.map(({ text }) => importTwee(text).graphs[0]?.nodes[0]?.text)).toEqual(["First.", "Second."]);
  });

  it.each([
    ["without a start", "", "2", /names no passage as its start/],
    ["with a start that is missing", ' startnode="7"', "2", /begins with passage 7, which is missing/],
    ["whose numbers come again", ' startnode="3"', "3", null],
  ])("is read %s, and that is said", (_, start, pid, said) => {
    const html = `<tw-storydata name="S"${start} format="Paperthin">${passage(3, "One", "1 &amp;amp; (set: $a to 1)[[Go->Two]]")}${passage(Number(pid), "Two", "2")}</tw-storydata>`;
    const { graphs, report } = importTwee(html);
    expect(graphs[0]).toMatchObject({ start_key: "One", nodes: [{ text: "1 & Go" }, { key: "Two" }] });
    const told = report.filter(({ code }) => code === "twee_start_unknown").map(({ message }) => message);
    expect(told).toEqual(said === null ? [] : [expect.stringMatching(said)]);
    expect(report.map(({ message }) => message)).toContain("Read as Harlowe, based on its markup.");
  });

  it("is read as far as it goes, and that is said", () => {
    const html = story("Cut", passage(2, "A", "First [[B]].") + passage(3, "B", "Sec")).replace(/Sec.*/s, "Sec");
    const { report } = importTwee(html);
    expect(report.filter(({ code }) => code === "twine_cut").map(({ message }) => message)).toEqual([
      "The file ends within the passage “B”: what follows is missing.",
    ]);
  });

  it("keeps names, tags and attributes as they were written", () => {
    const html = story(
      "Odd",
      `<tw-passagedata name='A "quoted" > name' tags="wet cold" pid=2>It's &quot;so&quot;.</tw-passagedata>`,
    );
    expect(importTwee(html).graphs[0]?.nodes[0]).toMatchObject({
      key: 'A "quoted" > name',
      tags: ["wet", "cold"],
      text: `It's "so".`,
    });
  });
});

describe("a file of Twine 1", () => {
  const page = `<html><head></head><body>\n<div id="storeArea" data-size="2" hidden><div tiddler="Start" tags="" created="201501010101" modifier="twee" twine-position="10,10">You wait.\\nRain &amp; wind.\\n[[Go|Quay]]\\n&lt;&lt;nonsense&gt;&gt;</div>\n<div tiddler="Quay" tags="wet" twine-position="300,10">A path \\s here.</div><div tiddler="lamp" tags="Twine.image">data:image/png;base64,AAAA</div></div></body></html>`;

  it("is read as its passages", () => {
    const { graphs, report } = importTwee(page);
    const nodes = graphs[0]?.nodes ?? [];
    expect(nodes.find(({ key }) => key === "Start")?.text).toContain("You wait.\nRain & wind.");
    expect(nodes.find(({ key }) => key === "Start")?.branches).toMatchObject([
      { choice_text: "Go", target_key: "Quay" },
    ]);
    expect(nodes.find(({ key }) => key === "Quay")).toMatchObject({ tags: ["wet"], text: "A path \\ here." });
    expect(report.find(({ code }) => code === "twine_image")?.message).toContain("lamp");
  });

  it("is told where its words are encoded", () => {
    const settings = '<div tiddler="StorySettings" tags="">undo:off\\nobfuscate:rot13</div><div tiddler="Quay"';
    const codes = (html: string) => importTwee(html).report.map(({ code }) => code);
    expect(codes(page.replace('<div tiddler="Quay"', settings))).toContain("twine_obfuscated");
    expect(codes(page.replace('<div tiddler="Quay"', settings.replace("rot13", "off")))).not.toContain(
      "twine_obfuscated",
    );
  });

  it("names the line of the file, which holds a whole passage", () => {
    expect(importTwee(page).report.find(({ message }) => message.includes("nonsense"))?.message).toContain("(line 2)");
  });
});
