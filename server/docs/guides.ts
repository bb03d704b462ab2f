import { readFile } from "node:fs/promises";
import { join } from "node:path";

/** A guide: its address, and the file under `docs/guides` that holds its text. */
export interface Guide {
  slug: string;
  title: string;
  /** One line for the overview. */
  summary: string;
}

/** The guides, in reading order. */
export const GUIDES: readonly Guide[] = [
  { slug: "authentication", title: "Authentication and keys", summary: "Four kinds of keys, six scopes, two modes." },
  {
    slug: "errors",
    title: "Errors",
    summary: "One body, a page for each code, and all mistakes of a request at once.",
  },
  {
    slug: "lists-and-filters",
    title: "Lists and filters",
    summary: "Pages, order, and the operators of property filters.",
  },
  {
    slug: "links",
    title: "Links",
    summary: "One world, many titles: entities of another project, read-only, at one sequence.",
  },
  {
    slug: "templates",
    title: "Typed properties",
    summary: "Declare the properties of entities and dialogue nodes, and refuse values that do not fit.",
  },
  {
    slug: "time-travel",
    title: "Time travel",
    summary: "Read a project at an earlier sequence, compare two sequences, and restore.",
  },
  {
    slug: "concurrency",
    title: "Concurrency",
    summary: "Entity tags, base sequences, and concurrent changes.",
  },
  { slug: "bulk", title: "Bulk", summary: "Up to a thousand changes in one transaction, by your own ids." },
  {
    slug: "following-changes",
    title: "Following changes",
    summary: "Receive every event as it is recorded, without gaps.",
  },
  {
    slug: "knowledge",
    title: "Knowledge and secrets",
    summary: "Facts, secrets, and reads of the world as one of its characters knows it.",
  },
  {
    slug: "story-bible",
    title: "Story bible",
    summary: "The world in sections, written from the record at any moment and through anybody’s eyes, and corrected.",
  },
  {
    slug: "canon",
    title: "Canon",
    summary: "Rules of the story world, what breaks them, and changes that are refused.",
  },
  {
    slug: "ideas-and-set-ups",
    title: "Ideas and set-ups",
    summary: "Ideas for the world, promises of the story with their due points, and both made of gaps of the record.",
  },
  {
    slug: "scores",
    title: "Scores",
    summary: "Measures of a text or a dialogue, where each number comes from, and how it stands in the project.",
  },
  {
    slug: "feedback",
    title: "Feedback",
    summary: "What people and players say of lines, revisions and generations, and what it says together.",
  },
  {
    slug: "playing",
    title: "Playing a dialogue",
    summary: "Rules of the runtime: nodes, choices, effects and functions.",
  },
  {
    slug: "book",
    title: "Chapters and the book",
    summary: "Acts, chapters and passages, their states and their order, and the files of the book.",
  },
  {
    slug: "offline",
    title: "Playing offline",
    summary: "Games without a network: who knows what, saves, and what a player did until it is sent.",
  },
  {
    slug: "npcs",
    title: "Npcs",
    summary: "Characters with a voice: talking to one, and why there is always an answer.",
  },
  {
    slug: "conversations",
    title: "Conversations",
    summary: "Players, npcs and game masters talking: whispers, streams, turns, and what is kept.",
  },
  {
    slug: "players",
    title: "Players and personal data",
    summary: "Profiles of the people who play, sealed under keys of their own.",
  },
  {
    slug: "player-events",
    title: "Player events",
    summary: "What players do in a game: sending it, kinds of its own, counts by choice, version and day.",
  },
  {
    slug: "sharing",
    title: "Sharing a story",
    summary: "Links for players without an account, their limits, and the paths that players send back.",
  },
  {
    slug: "context",
    title: "Context for a prompt",
    summary: "The relevant part of a project for a prompt, within a budget of tokens.",
  },
  {
    slug: "generation-sessions",
    title: "Generation sessions",
    summary: "Start a generation, poll or follow it, and answer its questions.",
  },
  {
    slug: "suggestions",
    title: "Suggestions and generated dialogue",
    summary: "Propose changes of a dialogue, accept them in part, and generate a dialogue.",
  },
  { slug: "graphql", title: "GraphQL", summary: "Several reads of one moment in one request, and every write." },
  {
    slug: "webhooks",
    title: "Webhooks",
    summary: "Deliveries, retries, signatures and recovery.",
  },
  {
    slug: "provider-keys",
    title: "Your own model keys",
    summary: "Store, verify and limit the key of your language model provider.",
  },
  {
    slug: "import-and-export",
    title: "Import and export",
    summary: "Dialogues from ink, Yarn Spinner, Twine, articy:draft and Arcweave; entities; projects.",
  },
  {
    slug: "walkthrough",
    title: "Walkthrough",
    summary: "Webhooks, GraphQL, generation and knowledge in commands to copy.",
  },
  { slug: "idempotency", title: "Idempotency", summary: "Repeat a request without a second effect." },
  { slug: "rate-limits", title: "Rate limits", summary: "Limits, headers and waiting times." },
  {
    slug: "compatibility",
    title: "Compatibility",
    summary: "Stable and extensible parts of the API, and deprecation.",
  },
];

/** The guide at an address, or null. */
export function findGuide(slug: string): Guide | null {
  return GUIDES.find((guide) => guide.slug === slug) ?? null;
}

/** The Markdown of a guide. */
export function readGuide(guide: Guide): Promise<string> {
  return readFile(join(/* turbopackIgnore: true */ process.cwd(), "docs", "guides", `${guide.slug}.md`), "utf8");
}

/** Page of the changelog: its address below `/docs`, its title, and its file in `docs/`. */
export interface ChangelogPage {
  readonly path: string;
  readonly title: string;
  readonly file: string;
}

/** Pages of the changelog, newest first: in one piece it would weigh more than a page may. */
export const CHANGELOG_PAGES = [
  { path: "/changelog", title: "Changelog", file: "changelog.md" },
  { path: "/changelog/earlier", title: "Earlier changes", file: "changelog-earlier.md" },
] as const satisfies readonly ChangelogPage[];

/** The page of the changelog below its address, or null. */
export function findChangelogPage(part: readonly string[] = []): ChangelogPage | null {
  const path = ["/changelog", ...part].join("/");
  return CHANGELOG_PAGES.find((page) => page.path === path) ?? null;
}

/** The Markdown of what changed for those who call the interface. */
export function readChangelog({ file }: ChangelogPage): Promise<string> {
  return readFile(join(/* turbopackIgnore: true */ process.cwd(), "docs", file), "utf8");
}

/** The Markdown of the reference of a module of the runtime, which `scripts/build-runtime.ts` makes from its types. */
export function readRuntimeReference(module: "runtime" | "offline"): Promise<string> {
  const file = module === "runtime" ? "reference.md" : "offline-reference.md";
  return readFile(join(/* turbopackIgnore: true */ process.cwd(), "docs", "runtime", file), "utf8");
}
