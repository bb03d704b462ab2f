import { existsSync, readFileSync } from "node:fs";

/** Stories nobody here wrote, beside the repository; tests that need them are skipped where they are absent. */
const STORIES = new URL("../../../shared/corpus/stories/", import.meta.url);

export const hasCorpus = existsSync(STORIES);

/** A story of the corpus as text. */
export function corpusStory(path: string): string {
  return readFileSync(new URL(path, STORIES), "utf8");
}

/**
 * The Twee files with what was counted by hand in their sources: passages that are nodes, links in double brackets, the
 * node the story starts at, and the variables that simple assignments or comparisons declare.
 */
export const TWEE_FILES: readonly {
  file: string;
  nodes: number;
  branches: number;
  dialect: string;
  variables: string[];
}[] = [
  { file: "chapbook_lockandkey_variable", nodes: 5, branches: 5, dialect: "chapbook", variables: ["key"] },
  { file: "harlowe_conditionalstatements", nodes: 1, branches: 0, dialect: "harlowe", variables: ["animal", "isDog"] },
  {
    file: "harlowe_dungeonmoving",
    nodes: 4,
    branches: 4,
    dialect: "harlowe",
    variables: ["map", "seperator", "positionY", "positionX"],
  },
  { file: "harlowe_hiddenlink", nodes: 3, branches: 6, dialect: "harlowe", variables: [] },
  {
    file: "harlowe_space_exploration",
    nodes: 13,
    branches: 1,
    dialect: "harlowe",
    variables: ["health", "fuel", "numberOfJumpsLeft"],
  },
  { file: "harlowe_storylets", nodes: 5, branches: 5, dialect: "harlowe", variables: ["type"] },
  { file: "harlowe_turncounter", nodes: 5, branches: 12, dialect: "harlowe", variables: ["hour"] },
  { file: "snowman_savinggames", nodes: 4, branches: 6, dialect: "snowman", variables: [] },
  {
    file: "sugarcane_dungeonmoving",
    nodes: 9,
    branches: 25,
    dialect: "sugarcane",
    variables: ["posy", "posx", "North", "South", "West", "East", "Exit"],
  },
  { file: "sugarcube_conditionalstatements", nodes: 1, branches: 0, dialect: "sugarcube", variables: ["animal"] },
  { file: "sugarcube_lockandkey_variable", nodes: 4, branches: 5, dialect: "sugarcube", variables: ["key"] },
  {
    file: "sugarcube_space_exploration",
    nodes: 13,
    branches: 1,
    dialect: "sugarcube",
    variables: ["health", "fuel", "numberOfJumpsLeft"],
  },
  { file: "sugarcube_timedpassages", nodes: 6, branches: 3, dialect: "sugarcube", variables: ["seconds"] },
];
