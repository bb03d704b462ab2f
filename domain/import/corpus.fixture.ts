import { existsSync, readFileSync } from "node:fs";

/** Stories nobody here wrote, beside the repository; tests that need them are skipped where they are absent. */
const STORIES = new URL("../../../shared/corpus/stories/", import.meta.url);

export const hasCorpus = existsSync(STORIES);

/** A story of the corpus as text. */
export function corpusStory(path: string): string {
  return readFileSync(new URL(path, STORIES), "utf8");
}

/**
 * The Twee files with what becomes of them: cards, links that a player can come to (counted by hand in their sources), endings, the card
 * the story starts at, and the variables that assignments, comparisons and links with content declare.
 */
export const TWEE_FILES: readonly {
  file: string;
  nodes: number;
  choices: number;
  ends: number;
  start: string;
  dialect: string;
  variables: string[];
}[] = [
  {
    file: "chapbook_lockandkey_variable",
    nodes: 11,
    choices: 6,
    ends: 1,
    start: "Start",
    dialect: "chapbook",
    variables: ["key", "Back Room: Pick up key", "Back Room: Pick up key (chosen)"],
  },
  {
    file: "harlowe_conditionalstatements",
    nodes: 9,
    choices: 0,
    ends: 2,
    start: "Start",
    dialect: "harlowe",
    variables: ["animal", "isDog"],
  },
  {
    file: "harlowe_dungeonmoving",
    nodes: 32,
    choices: 20,
    ends: 1,
    start: "Startup",
    dialect: "harlowe",
    variables: [
      ...["map", "seperator", "positionY", "positionX", "temp_north", "temp_east", "temp_south", "temp_west"],
      ...["north", "east", "south", "west"].map((way) => `temp_${way} (unknown)`),
      ...["North", "East", "South", "West"].flatMap((way, at) => [
        `Map: ${way}`,
        `Map: Exit${at === 0 ? "" : ` ${at + 1}`}`,
      ]),
      ...["North", "East", "South", "West"].map((way) => `Map: ${way} (chosen)`),
      "page",
    ],
  },
  { file: "harlowe_hiddenlink", nodes: 2, choices: 4, ends: 1, start: "Start", dialect: "harlowe", variables: [] },
  {
    file: "harlowe_space_exploration",
    nodes: 31,
    choices: 3,
    ends: 5,
    start: "Startup",
    dialect: "harlowe",
    variables: [
      ...["health", "fuel", "numberOfJumpsLeft"],
      ...["temp_percentage", "temp_foundFuel", "temp_foundHealth", "temp_planet"],
    ],
  },
  { file: "harlowe_storylets", nodes: 6, choices: 7, ends: 1, start: "Start", dialect: "harlowe", variables: ["type"] },
  {
    file: "harlowe_turncounter",
    nodes: 17,
    choices: 12,
    ends: 0,
    start: "Start",
    dialect: "harlowe",
    variables: ["hour", "turns"],
  },
  { file: "snowman_savinggames", nodes: 12, choices: 14, ends: 0, start: "Start", dialect: "snowman", variables: [] },
  {
    file: "sugarcane_dungeonmoving",
    nodes: 7,
    choices: 25,
    ends: 1,
    start: "Start",
    dialect: "sugarcane",
    variables: ["posy", "posx", "North", "South", "West", "East", "Exit"],
  },
  {
    file: "sugarcube_conditionalstatements",
    nodes: 3,
    choices: 0,
    ends: 2,
    start: "Start",
    dialect: "sugarcube",
    variables: ["animal"],
  },
  {
    file: "sugarcube_lockandkey_variable",
    nodes: 11,
    choices: 6,
    ends: 1,
    start: "Start",
    dialect: "sugarcube",
    variables: ["key", "Back Room: Pick up the key", "Back Room: Pick up the key (chosen)"],
  },
  {
    file: "sugarcube_space_exploration",
    nodes: 31,
    choices: 3,
    ends: 5,
    start: "StoryInit",
    dialect: "sugarcube",
    variables: [
      ...["health", "fuel", "numberOfJumpsLeft"],
      ...["temp_planets", "temp_percentage", "temp_foundHealth", "temp_foundFuel"],
    ],
  },
  {
    file: "sugarcube_timedpassages",
    nodes: 10,
    choices: 5,
    ends: 1,
    start: "Start",
    dialect: "sugarcube",
    variables: ["seconds", "Timer: World End"],
  },
];
