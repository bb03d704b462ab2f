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
  { slug: "errors", title: "Errors", summary: "One shape, one page for each code, all mistakes of a request at once." },
  {
    slug: "lists-and-filters",
    title: "Lists and filters",
    summary: "Pages, order, and the operators of property filters.",
  },
  {
    slug: "time-travel",
    title: "Time travel",
    summary: "Read a project as it was; compare two moments; bring things back.",
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
    summary: "Facts, secrets, and the world as one of its characters knows it, at any moment.",
  },
  {
    slug: "playing",
    title: "Playing a dialogue",
    summary: "Rules of the runtime: nodes, choices, effects and functions.",
  },
  {
    slug: "sharing",
    title: "Sharing a story",
    summary: "Links for players without an account, their limits, and the paths that players send back.",
  },
  {
    slug: "context",
    title: "Context for a prompt",
    summary: "The part of the record that a prompt needs, within a budget of tokens.",
  },
  {
    slug: "generation-sessions",
    title: "Generation sessions",
    summary: "Start a generation, poll or follow it, and answer its questions.",
  },
  {
    slug: "suggestions",
    title: "Suggestions and generated dialogue",
    summary: "Propose a change before it is made, accept parts of it, and have a dialogue drafted.",
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
    summary: "Write with a language model of yours: store its key, verify it, and hold it to a budget.",
  },
  {
    slug: "import-and-export",
    title: "Import and export",
    summary: "Bring dialogues from ink, Yarn, Twine, articy and Arcweave, bring them again, and take them out.",
  },
  {
    slug: "walkthrough",
    title: "Walkthrough",
    summary: "Webhooks, GraphQL, generation and knowledge in commands to copy.",
  },
  { slug: "idempotency", title: "Idempotency", summary: "Repeat a request without doing it twice." },
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

/** The Markdown of what changed for those who call the interface. */
export function readChangelog(): Promise<string> {
  return readFile(join(/* turbopackIgnore: true */ process.cwd(), "docs", "changelog.md"), "utf8");
}
