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
  ...["arranging", "canvas-speed", "node-metrics", "seeing-the-story", "writing-with-the-keyboard"],
  "writing-with-the-mouse",
  ...["inspector-write", "large-casts", "never-lost", "saving", "weight"],
];

/** Stories of what is a list. */
const LISTS = [
  "api-keys",
  "commands",
  "dialogue-list",
  "import-places",
  "inviting",
  "places",
  "restoring",
  "screens",
  "taking-it-along",
  "variables",
  "webhooks",
  "what-she-knows",
  "where",
];

/** Stories that are about saving, and the changes of others. */
const SAVING = ["never-lost", "saving", "viewing"];

/** Stories of pages without an open dialogue. */
const PAGES = [
  "asking-the-clerk",
  "every-page",
  "first-minutes",
  "first-run",
  "reading-the-reference",
  "signing-in",
  "without-scripts",
];

/**
 * Stories that see the code of a folder. Code that is named nowhere, such as primitives and the server's own parts, is
 * seen by all stories.
 */
const SEEN_BY: Readonly<Record<string, readonly string[]>> = {
  "app/(site)/play/": ["sharing", "every-page"],
  "app/(site)/": PAGES,
  "app/api/auth/": ["signing-in", "without-scripts"],
  "components/ui/brand/": ["every-page", "screens"],
  "components/editor/canvas/": [...CANVAS, "suggestions", "screens"],
  "components/frame/commands/": ["commands", "taking-it-along", "writing-with-the-keyboard", "screens"],
  "components/screens/play/": ["sharing", "every-page"],
  "components/frame/sharing/": ["sharing", "timeline", "history", "screens"],
  "components/frame/replace/": ["replacing", "screens"],
  "components/editor/readers/": ["sharing", "screens"],
  "components/screens/playthroughs/": ["playthroughs", "screens"],
  "components/screens/demo/": ["asking-the-clerk", "every-page", "without-scripts"],
  "components/screens/fields/": ["world", "screens"],
  "components/screens/deleted/": ["restoring", "screens"],
  "components/screens/dialogues/": ["dialogue-list", "importing", "screens"],
  "components/screens/project-map/": ["project-map", "screens"],
  "components/frame/generation/": ["suggestions", "screens"],
  "components/frame/history/": ["history", "looking-back", "restoring", "screens"],
  "components/frame/resource/": ["variables", "screens"],
  "components/frame/ahead/": [...LISTS, "going-around"],
  "components/frame/list/": LISTS,
  "components/ui/list/": LISTS,
  "components/docs/": ["every-page", "reading-the-reference", "without-scripts"],
  "components/editor/fields/": [
    "inspector-write",
    "inspector-logic",
    "making-checks",
    "script",
    "variables",
    "large-casts",
  ],
  "components/frame/facts/": ["what-she-knows", "world", "screens"],
  "components/editor/heat/": ["heat", "screens"],
  "components/editor/score/": ["giving-feedback", "screens"],
  "components/editor/knowledge/": ["what-she-knows", "screens"],
  "components/frame/export/": ["taking-it-along", "screens"],
  "components/editor/history/": ["history", "restoring", "screens", "looking-back"],
  "components/editor/import/": ["importing", "screens"],
  "components/screens/inbox/": ["answering", "commenting", "webhooks", "screens"],
  "components/editor/inspector/": [
    "inspector-write",
    "inspector-logic",
    "searching",
    "large-casts",
    "talk-freely",
    "screens",
  ],
  "components/screens/keys/": ["api-keys", "screens"],
  "components/screens/links/": ["sharing-a-world", "screens"],
  "components/frame/linked/": ["sharing-a-world", "world", "screens"],
  "components/editor/logic/": ["giving-quests", "inspector-logic", "making-checks", "variables", "playing"],
  "components/frame/moment/": ["history", "restoring", "screens", "looking-back"],
  "components/frame/changes/": ["history", "looking-back", "restoring"],
  "components/frame/restore/": ["history", "looking-back", "restoring"],
  "components/editor/outline/": ["script", "searching", "screens"],
  "components/editor/comments/": ["commenting"],
  "components/editor/lines/": ["lines-table"],
  "components/screens/problems/": ["going-around", "screens"],
  "components/screens/readers/": ["going-around", "screens"],
  "components/screens/people/": ["inviting", "screens"],
  "components/editor/player/": [
    "giving-quests",
    "playing",
    "readings",
    "showing-how",
    "talk-freely",
    "the-castle",
    "then-and-now",
    "script",
    "screens",
  ],
  "components/editor/problems/": ["fixing-problems", "first-run", "screens"],
  "components/editor/saving/": SAVING,
  "components/editor/script/": ["script", "printing", "taking-it-along", "writing-with-the-keyboard", "screens"],
  "components/frame/search/": ["searching", "screens"],
  "components/editor/live/": [...SAVING, "going-around"],
  "components/frame/session/": ["inviting", "signing-in", "saving", "viewing", "without-scripts"],
  "components/screens/players/": ["players", "screens"],
  "components/screens/usage/": ["api-keys", "usage-and-plan", "paying", "screens"],
  "components/screens/project/": ["project", "screens"],
  "components/screens/quests/": ["giving-quests", "screens"],
  "components/screens/variables/": ["variables", "inspector-logic", "screens"],
  "components/screens/timeline/": ["timeline", "screens"],
  "components/screens/import/": ["import-places", "screens"],
  "components/screens/memories/": ["holding-talks", "screens"],
  "components/screens/talks/": ["holding-talks", "screens"],
  "components/screens/world/": [
    "bringing-characters",
    "cast",
    "places",
    "playthroughs",
    "what-she-knows",
    "where",
    "world",
    "screens",
  ],
  "components/screens/webhooks/": ["webhooks", "screens"],
  "components/screens/provider-keys/": ["provider-keys", "screens"],
  "components/screens/manuscript/": ["writing-a-book", "screens"],
  "components/screens/seeds/": ["screens"],
  "components/screens/ideas/": ["filling-the-bible", "screens"],
  "components/screens/bible/": ["filling-the-bible", "screens"],
  "components/screens/feedback/": ["giving-feedback", "screens"],
  "components/screens/style-words/": ["giving-feedback", "screens"],
  "components/frame/feedback/": ["giving-feedback", "screens"],
  "components/frame/score/": ["giving-feedback", "screens"],
  "domain/export/": [],
  "domain/import/": ["importing", "the-castle"],
  "domain/layout": ["arranging", "importing", "seeing-the-story"],
  "domain/runtime/": ["playing", "showing-how", "talk-freely", "the-castle"],
  "domain/rows/": ["import-places"],
  "domain/problems/": ["fixing-problems", "first-run"],
  "docs/browser-game": ["browser-game"],
  "docs/browser-talk": ["browser-talk"],
  "docs/offline-game": ["offline-game"],
  "domain/offline/": ["offline-game"],
  "packages/runtime/": ["offline-game"],
  "server/features/player-tokens/": ["browser-game"],
  "server/features/conversations/": ["holding-talks", "browser-talk"],
  "server/docs/": ["every-page", "reading-the-reference", "without-scripts"],
};

/** Pattern of files that no story sees. */
const UNSEEN =
  /\.(test|fixture)\.tsx?$|^(bench|docs\/(decisions|scaling)|scripts|tests)\/|^(test-size\.ts|[^/]+\.md)$|^\.ci\//;
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
