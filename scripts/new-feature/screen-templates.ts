import type { FeatureNames } from "./names.ts";

const page = (n: FeatureNames): string => `app/(studio)/(signed-in)/projects/[project_id]/${n.kebabPlural}/page.tsx`;
export const screenFolder = (n: FeatureNames): string => `components/screens/${n.kebabPlural}`;

/** The page of a new feature and its screen, by path from the project's root. */
export function screenFiles(n: FeatureNames): Record<string, string> {
  return {
    [page(n)]: pageFile(n),
    [`${screenFolder(n)}/${n.kebabPlural}-screen.tsx`]: screen(n),
  };
}

const capital = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);

/** Returns the entry among the screens that are looked at in every state, for everyone and by axe. */
export function screenEntry(n: FeatureNames): string {
  return `  {
    name: "${n.kebabPlural}",
    address: at("${n.kebabPlural}"),
    loaded: (page) => page.getByRole("button", { name: "New ${n.words}" }).first(),
    reads: "${n.camelPlural}.list",
    empty: { answer: { ${n.snakePlural}: [], ...NONE }, says: /No ${n.wordsPlural} yet/ },
  },
`;
}

function pageFile(n: FeatureNames): string {
  return `import type { Metadata } from "next";
import { ${n.pascalPlural}Screen } from "#components/screens/${n.kebabPlural}/${n.kebabPlural}-screen.tsx";

export const metadata: Metadata = { title: "${capital(n.wordsPlural)}" };

export default function ${n.pascalPlural}Page() {
  return <${n.pascalPlural}Screen />;
}
`;
}

/** Returns the screen, which its resource declares: a list with everything that can be done, and a panel. */
function screen(n: FeatureNames): string {
  return `"use client";

import DATA from "../../frame/resource/data/${n.camelPlural}.json";
import { ResourceScreen } from "../../frame/resource/resource-screen.tsx";

/** The ${n.wordsPlural} of a project. */
export function ${n.pascalPlural}Screen() {
  return <ResourceScreen data={DATA} about="Say here in a sentence what they are for." />;
}
`;
}
