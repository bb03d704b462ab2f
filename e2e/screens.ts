import type { Locator, Page } from "@playwright/test";
import { addressIn, type ScreenId } from "#components/frame/areas/areas.ts";
import type { WebhookSample } from "./own-webhooks.ts";

/** Data that the screens show: the sample project, its dialogue, and webhooks that were made in it. */
export interface Sample extends WebhookSample {
  readonly project: string;
  readonly dialogue: string;
  /** Id of a quest in it. */
  readonly quest: string;
  /** Id of a conversation in it, in which something was said. */
  readonly conversation: string;
  /** Id of a second project, which is archived. */
  readonly archived: string;
  /** A moment at which both are there. */
  readonly seq: number;
}

/** A screen of the studio: where it is, what makes it, and how one knows that it is there. */
export interface Screen {
  readonly name: string;
  address(sample: Sample): string;
  /** Shows what has no address of its own, once the page is there. */
  open?(page: Page): Promise<void>;
  /** Returns an element that is visible once the screen is loaded. */
  loaded(page: Page): Locator;
  /** The read without which there is no screen; absent where the screen reads nothing of its own. */
  readonly reads?: string;
  /** An answer with nothing in it, and what the screen then says. */
  readonly empty?: { readonly answer: object; readonly says: RegExp };
  /** A window over another screen: its states are those of the screen below. */
  readonly isOverlay?: boolean;
  /** Whether it shows what is so now, whichever moment is looked at. */
  readonly isOfNow?: boolean;
}

/** Returns the address of a screen in the project that the stories show. */
const at =
  (id: ScreenId) =>
  ({ project }: Sample): string =>
    addressIn(project, id);

const NONE = { total: 0, has_more: false };
const dialogue = ({ project, dialogue: id }: Sample) => `/projects/${project}/dialogues/${id}`;
const dialogues = at("dialogues");
const webhooks = at("webhooks");
const webhook = (sample: Sample) => `${webhooks(sample)}/${sample.webhook}`;

/** The first row of a list, below its heading. */
const firstRow = (page: Page): Locator => page.getByRole("row").nth(1);

/** Runs a command of the open dialogue by its name, as a person does who knows no shortcut. */
export async function doCommand(page: Page, title: string): Promise<void> {
  await page.getByRole("button", { name: "Play" }).waitFor();
  await page.keyboard.press("ControlOrMeta+k");
  const palette = page.getByRole("dialog", { name: "Search and commands" });
  await palette.getByRole("combobox").fill(title);
  await palette.getByRole("option", { name: title }).first().click();
  await palette.waitFor({ state: "hidden" });
}

/** Every screen there is. */
export const SCREENS: readonly Screen[] = [
  {
    name: "sign-in",
    address: () => "/sign-in",
    loaded: (page) => page.getByRole("heading", { name: "Sign in" }),
  },
  {
    name: "join",
    address: () => "/join",
    loaded: (page) => page.getByRole("heading", { name: "Part of the link is missing" }),
  },
  {
    name: "home",
    address: () => "/",
    loaded: (page) => page.getByRole("heading", { name: "The Salt Gate" }).first(),
    reads: "projects.list",
    empty: { answer: { projects: [], ...NONE }, says: /No projects yet/ },
  },
  {
    name: "inbox",
    address: at("inbox"),
    // What waits for an answer waits now.
    isOfNow: true,
    loaded: (page) => page.getByRole("list", { name: "Open items" }).getByRole("listitem").first(),
    reads: "inbox.get",
    empty: {
      answer: { items: [], counts: { sessions: 0, suggestions: 0, links: 0, webhooks: 0, all: 0 }, answered: [] },
      says: /Your inbox is empty/,
    },
  },
  {
    name: "new-project",
    address: () => "/",
    open: async (page) => {
      await page.getByRole("button", { name: "New project" }).click();
    },
    loaded: (page) => page.getByRole("dialog", { name: "New project" }),
    isOverlay: true,
  },
  {
    name: "to-look-at",
    address: () => "/",
    loaded: (page) => page.getByRole("region", { name: "Needs attention" }).getByRole("link").first(),
    isOverlay: true,
  },
  {
    name: "lately",
    address: () => "/",
    loaded: (page) => page.getByRole("region", { name: "Recent activity" }).getByRole("listitem").first(),
    isOverlay: true,
  },
  {
    name: "archived-and-deleted-projects",
    address: () => "/",
    open: async (page) => {
      await page.getByText(/^\d+ archived project/).click();
      await page.getByText(/^\d+ deleted project/).click();
    },
    loaded: (page) => page.getByRole("button", { name: "Restore The first ferry" }),
    isOverlay: true,
  },
  {
    name: "import-project",
    address: () => "/",
    open: async (page) => {
      await page.getByRole("button", { name: "Import a project" }).click();
    },
    loaded: (page) => page.getByRole("dialog", { name: "Import a project" }),
    isOverlay: true,
  },
  {
    name: "archived-project",
    address: ({ archived }) => `/projects/${archived}/dialogues`,
    loaded: (page) => page.getByRole("button", { name: "Unarchive" }),
    isOverlay: true,
  },
  {
    name: "switch-project",
    address: dialogues,
    open: async (page) => {
      await page.getByRole("button", { name: "Switch project" }).click();
    },
    loaded: (page) => page.getByRole("option", { name: "All projects" }),
    isOverlay: true,
  },
  {
    name: "settings",
    address: at("settings"),
    loaded: (page) => page.getByRole("button", { name: "Export the project" }),
    reads: "projects.get",
  },
  {
    name: "dialogues",
    address: dialogues,
    loaded: firstRow,
    reads: "dialogues.list",
    empty: { answer: { dialogues: [], ...NONE }, says: /No dialogues yet/ },
  },
  {
    name: "import",
    address: dialogues,
    open: async (page) => {
      await page.getByRole("button", { name: "Import" }).click();
    },
    loaded: (page) => page.getByRole("dialog", { name: "Import", exact: true }),
    isOverlay: true,
  },
  {
    name: "import-places",
    address: ({ project }) => `/projects/${project}/import?type=place`,
    loaded: (page) => page.getByRole("button", { name: "Choose files" }),
  },
  {
    name: "palette",
    address: dialogues,
    open: async (page) => {
      await firstRow(page).waitFor();
      await page.keyboard.press("ControlOrMeta+k");
    },
    loaded: (page) => page.getByRole("dialog", { name: "Search and commands" }).getByRole("option").first(),
    isOverlay: true,
  },
  {
    name: "shortcuts",
    address: dialogues,
    open: async (page) => {
      await firstRow(page).waitFor();
      await page.keyboard.press("?");
    },
    loaded: (page) => page.getByRole("dialog", { name: "Shortcuts" }),
    isOverlay: true,
  },
  {
    name: "account-menu",
    address: dialogues,
    open: async (page) => {
      await page.getByRole("button", { name: /^Account of/ }).click();
    },
    loaded: (page) => page.getByRole("menuitem", { name: "Sign out", exact: true }),
    isOverlay: true,
  },
  {
    name: "change-password",
    address: dialogues,
    open: async (page) => {
      await page.getByRole("button", { name: /^Account of/ }).click();
      await page.getByRole("menuitem", { name: "Change your password…" }).click();
    },
    loaded: (page) => page.getByRole("dialog", { name: "Change your password" }),
    isOverlay: true,
  },
  {
    name: "places",
    address: at("places"),
    loaded: firstRow,
    reads: "entities.list",
    empty: { answer: { entities: [], ...NONE }, says: /No places yet/ },
  },
  {
    name: "cast",
    address: at("cast"),
    loaded: firstRow,
    reads: "entities.list",
    empty: { answer: { entities: [], ...NONE }, says: /No characters yet/ },
  },
  {
    name: "import-card",
    address: at("cast"),
    open: async (page) => {
      await page.getByRole("button", { name: "Import a card" }).click();
    },
    loaded: (page) => page.getByRole("dialog", { name: "Import a character card" }),
    isOverlay: true,
  },
  {
    name: "groups",
    address: at("groups"),
    loaded: firstRow,
    reads: "entities.list",
    empty: { answer: { entities: [], ...NONE }, says: /No groups yet/ },
  },
  {
    name: "things",
    address: at("things"),
    loaded: (page) => page.getByRole("heading", { name: "Things" }),
    reads: "entities.list",
    empty: { answer: { entities: [], ...NONE }, says: /No things yet/ },
  },
  {
    name: "bible",
    address: at("bible"),
    loaded: (page) => page.getByRole("navigation", { name: "Contents" }),
    reads: "storyBible.get",
    empty: {
      answer: { template: 2, project_name: "", seq: 0, as: null, complete: true, sections: [] },
      says: /Nothing is recorded yet/,
    },
  },
  {
    name: "fields",
    address: at("fields"),
    loaded: (page) => page.getByRole("heading", { name: /^Fields of/ }),
    reads: "templates.list",
    empty: { answer: { templates: [], ...NONE }, says: /No fields yet/ },
  },
  {
    name: "playthroughs",
    address: at("playthroughs"),
    loaded: (page) => page.getByText(/No playthroughs yet|Last played/).first(),
    reads: "runs.progress",
    empty: { answer: { progress: [], ...NONE }, says: /No playthroughs yet/ },
  },
  {
    name: "talks",
    address: at("talks"),
    loaded: firstRow,
    reads: "conversations.list",
    empty: { answer: { conversations: [], ...NONE }, says: /No talks yet/ },
  },
  {
    name: "talk",
    address: (sample) => `${at("talks")(sample)}/${sample.conversation}`,
    loaded: (page) => page.getByRole("log", { name: "What was said" }).getByRole("listitem").first(),
    reads: "conversations.get",
    isOfNow: true,
  },
  {
    name: "readers",
    address: at("readers"),
    loaded: (page) => page.getByText(/No links for readers yet|Paths sent/).first(),
    reads: "shares.list",
    empty: { answer: { shares: [], ...NONE }, says: /No links for readers yet/ },
  },
  {
    name: "problems-of-all-dialogues",
    address: at("problems"),
    loaded: (page) => page.getByText(/No problems|\d problems?$/).first(),
    reads: "problems.list",
    empty: { answer: { problems: [], ...NONE }, says: /No problems/ },
  },
  {
    name: "memories",
    address: at("memories"),
    loaded: (page) => page.getByText(/No memories wait|Learnt by/).first(),
    reads: "runs.memories",
    empty: { answer: { memories: [], ...NONE }, says: /No memories wait/ },
    isOfNow: true,
  },
  {
    name: "history",
    address: at("history"),
    loaded: (page) => page.getByRole("list", { name: "Changes, newest first" }),
    reads: "record.timeline",
    empty: { answer: { sittings: [], next_before_seq: null }, says: /No changes yet/ },
  },
  {
    name: "members",
    address: at("members"),
    loaded: firstRow,
    reads: "projectMembers.list",
  },
  {
    name: "members-of-the-workspace",
    address: () => "/members",
    loaded: firstRow,
    reads: "members.list",
  },
  {
    name: "invite",
    address: at("members"),
    open: async (page) => {
      await page.getByRole("button", { name: "Invite to this project" }).click();
    },
    loaded: (page) => page.getByRole("dialog", { name: "Invite to this project" }),
    isOverlay: true,
  },
  {
    name: "keys",
    address: at("keys"),
    loaded: (page) => page.getByRole("button", { name: "New key" }),
    reads: "keys.list",
    empty: { answer: { keys: [], ...NONE }, says: /No active API keys/ },
  },
  {
    name: "new-key",
    address: at("keys"),
    open: async (page) => {
      await page.getByRole("button", { name: "New key" }).click();
    },
    loaded: (page) => page.getByRole("dialog", { name: "New key" }).getByText(/^This key will see/),
    isOverlay: true,
  },
  {
    name: "usage",
    address: at("usage"),
    loaded: (page) => page.getByRole("button", { name: "Change the plan" }),
    reads: "usage.get",
  },
  {
    name: "webhooks-of-all-projects",
    address: () => "/webhooks",
    loaded: (page) => page.getByRole("heading", { name: "Choose a project" }),
    reads: "projects.list",
    empty: { answer: { projects: [], ...NONE }, says: /No projects yet/ },
  },
  {
    name: "webhooks",
    address: webhooks,
    loaded: firstRow,
    reads: "webhooks.list",
    empty: { answer: { webhooks: [], ...NONE }, says: /No webhooks yet/ },
  },
  {
    name: "provider-keys",
    address: at("provider-keys"),
    loaded: (page) => page.getByRole("button", { name: "Add a key" }),
    reads: "byok.list",
    empty: { answer: { provider_keys: [], ...NONE }, says: /Without a key, Fabula writes sketches without a model/ },
  },
  {
    name: "new-webhook",
    address: webhooks,
    open: async (page) => {
      await page.getByRole("button", { name: "New webhook" }).click();
    },
    loaded: (page) => page.getByRole("dialog", { name: "New webhook" }).getByRole("region", { name: "Example" }),
    isOverlay: true,
  },
  {
    name: "webhook",
    address: webhook,
    loaded: firstRow,
    reads: "webhooks.deliveries",
    empty: { answer: { deliveries: [], ...NONE }, says: /Nothing was sent yet/ },
  },
  {
    name: "webhook-stopped",
    address: (sample) => `${webhooks(sample)}/${sample.stopped}`,
    loaded: (page) => page.getByRole("button", { name: "Re-enable" }),
  },
  {
    name: "delivery",
    address: (sample) => `${webhook(sample)}?delivery=${sample.delivery}`,
    open: (page) => page.getByText("Request and response").first().click(),
    loaded: (page) => page.getByRole("region", { name: "Answer" }),
    reads: "webhooks.delivery",
  },
  {
    name: "recover",
    address: webhook,
    open: async (page) => {
      await page.getByRole("button", { name: "Recover…" }).click();
    },
    loaded: (page) => page.getByRole("dialog", { name: "Send missed deliveries" }).getByText(/^\d+ deliver/),
    isOverlay: true,
  },
  {
    name: "webhook-settings",
    address: (sample) => `${webhook(sample)}?tab=settings`,
    loaded: (page) => page.getByRole("region", { name: "Example" }),
    reads: "webhooks.get",
  },
  {
    name: "webhook-test",
    address: (sample) => `${webhook(sample)}?tab=test`,
    loaded: (page) => page.getByText("Grade A"),
    reads: "webhooks.lastCheck",
    empty: { answer: { check: null }, says: /Sends nine messages/ },
  },
  {
    name: "variables",
    address: at("variables"),
    loaded: firstRow,
    reads: "variables.list",
    empty: { answer: { variables: [], ...NONE }, says: /No variables yet/ },
  },
  {
    name: "predicates",
    address: at("predicates"),
    loaded: (page) => page.getByText(/No predicates yet/),
    reads: "predicates.list",
    empty: { answer: { predicates: [], ...NONE }, says: /No predicates yet/ },
  },
  {
    name: "links",
    address: at("links"),
    loaded: (page) => page.getByText(/No links yet/),
    reads: "links.list",
    empty: { answer: { links: [], ...NONE }, says: /No links yet/ },
  },
  {
    name: "rules",
    address: at("rules"),
    loaded: (page) => page.getByText(/No rules yet/),
    reads: "canonRules.list",
    empty: { answer: { canon_rules: [], ...NONE }, says: /No rules yet/ },
  },
  {
    name: "players",
    address: at("players"),
    loaded: firstRow,
    reads: "players.list",
    empty: { answer: { players: [], ...NONE }, says: /No players yet/ },
  },
  {
    name: "quests",
    address: at("quests"),
    loaded: firstRow,
    reads: "quests.list",
    empty: { answer: { quests: [], ...NONE }, says: /No quests yet/ },
  },
  {
    name: "quest",
    address: (sample) => `${at("quests")(sample)}/${sample.quest}`,
    loaded: (page) => page.getByRole("region", { name: "Stages" }),
    reads: "quests.get",
  },
  {
    name: "seeds",
    address: at("seeds"),
    loaded: (page) => page.getByRole("button", { name: "New set-up" }).first(),
    reads: "seeds.list",
    empty: { answer: { seeds: [], ...NONE }, says: /No set-ups yet/ },
  },
  {
    name: "feedback",
    address: at("feedback"),
    loaded: (page) => page.getByText(/No feedback yet|\d opinions?$/).first(),
    reads: "feedback.insights",
    empty: { answer: { insights: [], ...NONE }, says: /No feedback yet/ },
  },
  {
    name: "style-words",
    address: at("style-words"),
    loaded: (page) => page.getByText(/No style words yet/),
    reads: "styleWords.list",
    empty: { answer: { style_words: [], ...NONE }, says: /No style words yet/ },
  },
  {
    name: "manuscript",
    address: at("manuscript"),
    loaded: (page) => page.getByText(/No chapters yet/),
    reads: "chapters.outline",
    empty: { answer: { words: 0, target_words: 0, acts: [], chapters: [] }, says: /No chapters yet/ },
  },
  {
    name: "ideas",
    address: at("ideas"),
    loaded: (page) => page.getByRole("button", { name: "New idea" }).first(),
    reads: "ideas.list",
    empty: { answer: { ideas: [], ...NONE }, says: /No ideas yet/ },
  },
  {
    name: "deleted",
    address: at("deleted"),
    loaded: (page) =>
      page
        .getByRole("main")
        .getByText(/Deleted|Nothing was deleted/)
        .first(),
    reads: "record.deleted",
    empty: { answer: { deleted: [], ...NONE }, says: /Nothing was deleted/ },
  },
  {
    name: "dialogue-canvas",
    address: dialogue,
    // On a phone it is the script.
    loaded: (page) =>
      page
        .getByRole("application", { name: "Canvas of the dialogue" })
        .or(page.getByRole("article", { name: "Script" })),
    reads: "dialogues.states",
  },
  {
    name: "dialogue-script",
    address: dialogue,
    open: (page) => doCommand(page, "Switch between canvas and script"),
    loaded: (page) => page.getByRole("article", { name: "Script" }),
    isOverlay: true,
  },
  {
    name: "problems",
    address: (sample) => `${dialogue(sample)}?problems=1`,
    loaded: (page) => page.getByRole("region", { name: "Problems" }),
    isOverlay: true,
  },
  {
    name: "player",
    address: dialogue,
    open: (page) => doCommand(page, "Play from the start"),
    loaded: (page) => page.getByRole("region", { name: "Player" }),
    isOverlay: true,
  },
  {
    name: "search",
    address: dialogue,
    open: (page) => doCommand(page, "Search all dialogues"),
    loaded: (page) => page.getByLabel("All dialogues", { exact: true }),
    isOverlay: true,
  },
  {
    name: "search-from-a-list",
    address: dialogues,
    open: async (page) => {
      await firstRow(page).waitFor();
      await page.keyboard.press("ControlOrMeta+Shift+f");
    },
    loaded: (page) => page.getByRole("dialog", { name: "Search all dialogues" }),
    isOverlay: true,
  },
  {
    name: "moments",
    address: dialogue,
    open: (page) => doCommand(page, "Moments: name, look back, restore"),
    loaded: (page) => page.getByRole("complementary", { name: "Moments" }),
    isOverlay: true,
  },
  {
    name: "knowledge",
    address: dialogue,
    open: (page) => doCommand(page, "What is known here"),
    loaded: (page) => page.getByRole("complementary", { name: "Knowledge" }),
    isOverlay: true,
  },
  {
    name: "share",
    address: dialogue,
    open: (page) => doCommand(page, "Share…"),
    loaded: (page) => page.getByRole("dialog", { name: /^Share “/ }).getByText("No links yet."),
    isOverlay: true,
  },
  {
    name: "map",
    address: at("map"),
    loaded: (page) => page.getByRole("link", { name: /^The Salt Gate, \d+ cards/ }),
    reads: "dialogues.map",
    empty: { answer: { dialogues: [], links: [] }, says: /No dialogues yet/ },
  },
  {
    name: "lines-table",
    address: dialogue,
    open: (page) => doCommand(page, "Lines as a table"),
    loaded: (page) => page.getByRole("grid", { name: "Lines" }).getByRole("row").nth(1),
    isOverlay: true,
  },
  {
    name: "kept-readings",
    address: dialogue,
    open: (page) => doCommand(page, "Kept readings"),
    loaded: (page) => page.getByRole("complementary", { name: "Kept readings" }),
    isOverlay: true,
  },
  {
    name: "export-dialogue",
    address: dialogue,
    open: (page) => doCommand(page, "Export this dialogue"),
    loaded: (page) => page.getByRole("dialog", { name: /^Export “/ }),
    isOverlay: true,
  },
  {
    name: "paths-of-readers",
    address: dialogue,
    open: (page) => doCommand(page, "Paths of readers"),
    loaded: (page) => page.getByRole("complementary", { name: "Paths of readers" }),
    isOverlay: true,
  },
  {
    name: "what-players-chose",
    address: dialogue,
    open: (page) => doCommand(page, "What players chose"),
    loaded: (page) => page.getByRole("complementary", { name: "What players chose" }),
    isOverlay: true,
  },
  {
    name: "replace",
    address: dialogues,
    open: async (page) => {
      await firstRow(page).waitFor();
      await page.getByRole("button", { name: "Replace", exact: true }).click();
    },
    loaded: (page) => page.getByRole("dialog", { name: "Replace in all dialogues" }),
    isOverlay: true,
  },
  {
    name: "earlier-moment",
    address: (sample) => `${dialogues(sample)}?at=${sample.seq}`,
    loaded: firstRow,
  },
  {
    name: "what-changed-since",
    address: (sample) => `${dialogues(sample)}?at=${sample.seq}`,
    open: async (page) => {
      await page.getByRole("button", { name: "What changed since" }).click();
    },
    loaded: (page) => page.getByRole("dialog", { name: "What changed since" }).getByRole("listitem").first(),
    isOverlay: true,
  },
  {
    name: "then-and-now",
    address: (sample) => `${dialogue(sample)}?at=${sample.seq}`,
    open: async (page) => {
      await doCommand(page, "Play from the start");
      await page.getByRole("button", { name: "Then and now" }).click();
    },
    loaded: (page) => page.getByRole("dialog", { name: "Then and now" }),
    isOverlay: true,
  },
  {
    name: "restore-preview",
    address: (sample) => `${dialogue(sample)}?restore=${sample.seq}`,
    loaded: (page) => page.getByRole("alertdialog").or(page.getByRole("dialog", { name: /^Restore/ })),
    isOverlay: true,
  },
  {
    name: "not-found",
    address: () => "/no-such-page",
    loaded: (page) => page.getByRole("heading", { name: "Page not found" }),
  },
];
