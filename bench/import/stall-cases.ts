import { strToU8, zipSync } from "fflate";

/** Import that is measured, in a project of its own. */
export interface StallCase {
  readonly name: string;
  /** Body that is imported before it. */
  readonly before?: object;
  /** Body of the import, where the project has that dialogue. */
  readonly body: (graphId: string) => object;
}

/** Variables of a story that has many: the limit is 10,000. */
const VARIABLES = 9_900;
/** Variables that are joined: a dialogue keeps their ids in its extensions, which have room for some 6,000. */
const JOINED = 5_000;
/** Files of an import that has many: the limit is 2,000. */
const FILES = 1_900;
/** Boards of an export that has many: each is written by itself. */
const BOARDS = 1_000;

const times = (count: number, piece: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => piece(at)).join("");

const twee = (title: string, passages: string): string => `:: StoryTitle\n${title}\n\n${passages}`;
const twee3 = (content: string, more: object = {}): object => ({ format: "twee3", content, ...more });

/** Story with many variables, each of which a passage changes. */
function withVariables(title: string, first: number): string {
  const set = times(VARIABLES, (at) => `<<set $v${at} to ${first}>>\n`);
  const passages = times(VARIABLES / 50, (at) => {
    const changed = times(50, (i) => `<<set $v${at * 50 + i} to ${at}>>`);
    return `:: P${at}\n${changed}{$v${at}} is $v${at}. [[P${at + 1}]]\n\n`;
  });
  return twee(title, `:: StoryData\n{"format":"SugarCube"}\n\n:: StoryInit\n${set}\n\n${passages}`);
}

/** Story of cards with many words each, under marks and with values. */
function withMarks(title: string, word: string): string {
  const words = times(900, (at) => `//${word}${at}// {$gold} and $gold, `);
  const passages = times(40, (at) => `:: P${at}\n${words}[[P${(at + 1) % 40}]]\n\n`);
  return twee(title, `:: StoryData\n{"format":"SugarCube"}\n\n:: StoryInit\n<<set $gold to 1>>\n\n${passages}`);
}

/** Story in ink of a knot with so many words and literal braces, whose other marks an import keeps. */
function withBraces(word: string): string {
  return times(20, (at) => `== k${at}\n${times(2_000, (i) => `${word}${i} \\{so\\} `)}\n-> k${(at + 1) % 20}\n`);
}

const passages = (count: number, name: string, words: string): string =>
  times(count, (at) => `:: ${name}${at}\n${words} ${at}.\n[[${name}${(at + 1) % count}]]\n`);

const IFID = ':: StoryData\n{"ifid":"9F187C0A-AE64-465A-8B13-B30BCE7FE8D3","format":"SugarCube"}\n\n';

const zip = (files: Readonly<Record<string, string>>): string =>
  Buffer.from(zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])))).toString(
    "base64",
  );

const manyFiles = (words: string): object => ({
  content: zip(
    Object.fromEntries(
      Array.from({ length: FILES }, (_, at) => [
        `scene-${at}.yarn`,
        `title: Scene${at}\n---\nAnn: ${words} ${at}.\n-> Stay\n    Good.\n-> Go\n===\n`,
      ]),
    ),
  ),
});

/** Export of a project with many boards, each a dialogue. */
function manyBoards(count: number): object {
  const id = (of: number, at: number): string =>
    `${String(of).padStart(8, "0")}-0000-4000-8000-${String(at).padStart(12, "0")}`;
  const all = Array.from({ length: count }, (_, at) => at);
  return {
    format: "arcweave_json",
    content: {
      name: "Boards",
      startingElement: id(2, 0),
      boards: Object.fromEntries([
        [id(0, 0), { name: "Root", root: true, children: all.map((at) => id(1, at)) }],
        ...all.map((at) => [
          id(1, at),
          { name: `Board ${at}`, notes: [], jumpers: [], branches: [], elements: [id(2, at)], connections: [] },
        ]),
      ]),
      notes: {},
      elements: Object.fromEntries(
        all.map((at) => [
          id(2, at),
          { theme: "default", title: `<p>E${at}</p>`, content: `<p>Words ${at}</p>`, outputs: [] },
        ]),
      ),
      jumpers: {},
      connections: {},
      branches: {},
      components: {},
      attributes: {},
      assets: {},
      variables: {},
      conditions: {},
    },
  };
}

/** Imports that are large in another way than by the number of their passages; `count` is that number for those that have many. */
export function stallCases(count: number): readonly StallCase[] {
  const first = twee3(withVariables("First", 1));
  const names = Array.from({ length: JOINED }, (_, at) => `v${at}`);
  const story = twee3(twee("Tide", passages(count, "P", "The tide is at mark")));
  return [
    { name: "variables, tried out", body: () => twee3(withVariables("First", 1), { dry_run: true }) },
    { name: "variables", body: () => first },
    { name: "variables, again", before: first, body: () => twee3(withVariables("First", 2)) },
    { name: "variables, renamed", before: first, body: () => twee3(withVariables("Second", 2)) },
    {
      name: "variables, joined",
      before: first,
      body: () => twee3(withVariables("Second", 2), { join_variables: names }),
    },
    {
      name: "replaced by another story",
      before: story,
      body: (graph) => twee3(twee("Ebb", passages(count, "Q", "Nobody is on the quay")), { replace: { Ebb: graph } }),
    },
    { name: "replaced by itself", before: story, body: (graph) => ({ ...story, replace: { Tide: graph } }) },
    {
      name: "cards renamed",
      before: twee3(twee("Tide", IFID + passages(count, "P", "The tide is at mark"))),
      body: () => twee3(twee("Tide", `${IFID}${passages(count, "R", "The tide is at mark")}:: P0\nStill.`)),
    },
    {
      name: "remarks",
      body: () =>
        twee3(twee("Tide", `${passages(count, "P", "The tide is at mark")}:: Last\n<<unknown>>Nobody.`), {
          dry_run: true,
        }),
    },
    { name: "marks, renamed", before: twee3(withMarks("First", "w")), body: () => twee3(withMarks("Second", "w")) },
    { name: "marks, again", before: twee3(withMarks("First", "w")), body: () => twee3(withMarks("First", "x")) },
    {
      name: "marks of ink, again",
      before: { format: "ink", name: "Ink", content: withBraces("w") },
      body: () => ({ format: "ink", name: "Ink", content: withBraces("x") }),
    },
    { name: "files", body: () => manyFiles("It is") },
    { name: "files, again", before: manyFiles("It is"), body: () => manyFiles("It was") },
    { name: "boards", body: () => manyBoards(BOARDS) },
    { name: "boards, again", before: manyBoards(BOARDS), body: () => manyBoards(BOARDS) },
  ];
}
