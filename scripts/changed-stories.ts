import { execFileSync } from "node:child_process";

/** Files that differ from a commit, those nobody has added yet among them; paths inside the project. */
export function filesSince(root: string, base: string): string[] {
  const git = (...args: string[]) =>
    execFileSync("git", args, { cwd: root, encoding: "utf8" })
      .split("\n")
      .filter((line) => line !== "");
  return [...git("diff", "--name-only", base, "--"), ...git("ls-files", "--others", "--exclude-standard")];
}

/** Stories that write, arrange and read cards. */
const CANVAS = [
  ...["arranging", "canvas-speed", "card-metrics", "writing-with-the-keyboard", "writing-with-the-mouse"],
  ...["inspector-write", "large-casts", "never-lost", "saving", "weight"],
];

/** Stories that are about saving, and the changes of others. */
const SAVING = ["never-lost", "saving", "viewing"];

/** Stories of pages without an open dialogue. */
const PAGES = ["asking-the-clerk", "every-page", "first-run", "reading-the-reference", "signing-in", "without-scripts"];

/**
 * Which stories see what is made of a folder. What is named nowhere, such as primitives and the server's own parts, is seen by
 * all of them.
 */
const SEEN_BY: Readonly<Record<string, readonly string[]>> = {
  "app/(site)/": PAGES,
  "app/api/auth/": ["signing-in", "without-scripts"],
  "components/billing/": ["usage-and-plan", "paying", "screens"],
  "components/brand/": ["every-page", "screens"],
  "components/canvas/": [...CANVAS, "suggestions", "screens"],
  "components/characters/": ["what-she-knows", "screens"],
  "components/commands/": ["commands", "writing-with-the-keyboard", "screens"],
  "components/demo/": ["asking-the-clerk", "every-page", "without-scripts"],
  "components/deleted/": ["restoring", "screens"],
  "components/developer/": ["api-keys", "usage-and-plan", "webhooks", "screens"],
  "components/dialogues-list/": ["dialogue-list", "importing", "screens"],
  "components/docs/": ["every-page", "reading-the-reference", "without-scripts"],
  "components/fields/": ["inspector-write", "inspector-logic", "script", "variables", "large-casts"],
  "components/history/": ["history", "restoring", "screens"],
  "components/import/": ["importing", "screens"],
  "components/inbox/": ["answering", "webhooks", "screens"],
  "components/inspector/": ["inspector-write", "inspector-logic", "searching", "large-casts", "screens"],
  "components/keys/": ["api-keys", "screens"],
  "components/live/": SAVING,
  "components/logic/": ["inspector-logic", "variables", "playing"],
  "components/moment/": ["history", "restoring", "screens"],
  "components/outline/": ["script", "searching", "screens"],
  "components/people/": ["inviting", "screens"],
  "components/player/": ["playing", "script", "screens"],
  "components/problems/": ["fixing-problems", "first-run", "screens"],
  "components/saving/": SAVING,
  "components/script/": ["script", "printing", "writing-with-the-keyboard", "screens"],
  "components/search/": ["searching", "screens"],
  "components/session/": ["inviting", "signing-in", "saving", "viewing", "without-scripts"],
  "components/usage/": ["api-keys", "usage-and-plan", "screens"],
  "components/variables/": ["variables", "inspector-logic", "screens"],
  "components/webhooks/": ["webhooks", "screens"],
  "components/provider-keys/": ["provider-keys", "screens"],
  "domain/export/": [],
  "domain/import/": ["importing"],
  "domain/layout": ["arranging", "importing"],
  "domain/play/": ["playing"],
  "domain/problems/": ["fixing-problems", "first-run"],
  "server/docs/": ["every-page", "reading-the-reference", "without-scripts"],
};

/** What no story sees. */
const UNSEEN = /\.test\.tsx?$|^(bench|docs\/(decisions|scaling)|scripts|tests)\/|^[^/]+\.md$|^\.ci\//;
const STORY = /^e2e\/studio\/([\w-]+)\.spec\.ts$/;

/** The stories that may tell something else after these files changed, as arguments for Playwright; none where none can. */
export function storiesOf(changed: readonly string[]): string[] {
  const names = new Set<string>();
  for (const path of changed.filter((each) => !UNSEEN.test(each))) {
    const itself = STORY.exec(path)?.[1];
    const folder = Object.keys(SEEN_BY).find((each) => path.startsWith(each));
    const found = itself === undefined ? SEEN_BY[folder ?? ""] : [itself];
    // A folder of which nothing is known here may be seen by any of them.
    if (found === undefined) return ["e2e/studio/"];
    for (const name of found) names.add(name);
  }
  return [...names].sort().map((name) => `e2e/studio/${name}.spec.ts`);
}

/** Every story that is named here, and every folder. */
export const NAMED = {
  stories: new Set(Object.values(SEEN_BY).flat()),
  folders: Object.keys(SEEN_BY),
};
