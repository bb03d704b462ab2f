/** A group of operations in the reference. */
interface Tag {
  name: string;
  description: string;
}

const TAGS = {
  projects:
    "Projects, entities, relationships and the record: events and their stream, contexts for prompts, presence, history, differences, replay.",
  facts: "Facts of the story world, the entities that know them, and secrets.",
  ttrpg: "The tabletop game-master pack: locations and the places under them.",
  dialogue: "Dialogue graphs, their nodes and branches, variables, validation, import and export.",
  sessions: "Generation sessions: status, questions to people, and contexts.",
  sharing: "Links that play a dialogue without an account, and the paths that readers send.",
  keys: "API keys and their scopes, members of the workspace, and background jobs.",
  billing: "Usage, plan and payments of the workspace.",
  byok: "The project's own keys of model providers: sealed, verified, and counted.",
  webhooks: "Webhooks of a project, their deliveries, and recovery.",
  demo: "A conversation with a harbour clerk in a demo world. Requires no key.",
  health: "Liveness and readiness, and this description.",
} as const;

/** The area of the interface each area of the registry belongs to; one not named here is an area of its own. */
const TAG_OF_AREA: Record<string, keyof typeof TAGS> = {
  projects: "projects",
  entities: "projects",
  relationships: "projects",
  propertyKeys: "projects",
  facts: "facts",
  secrets: "facts",
  record: "projects",
  events: "projects",
  history: "projects",
  presence: "projects",
  inbox: "projects",
  context: "projects",
  locations: "ttrpg",
  variables: "dialogue",
  dialogues: "dialogue",
  dialogueNodes: "dialogue",
  problems: "dialogue",
  waivers: "dialogue",
  generation: "projects",
  sessions: "sessions",
  suggestions: "dialogue",
  comments: "dialogue",
  runs: "dialogue",
  readings: "dialogue",
  shares: "sharing",
  shared: "sharing",
  keys: "keys",
  me: "keys",
  members: "keys",
  workspace: "keys",
  jobs: "keys",
  usage: "billing",
  billing: "billing",
};

/** The tag of an operation's area. */
export function tagOf(area: string): string {
  return TAG_OF_AREA[area] ?? area;
}

/** The tags in use, in their order. */
export function describeTags(areas: Iterable<string>): Tag[] {
  const used = new Set([...areas].map(tagOf)).add("health");
  const known = Object.entries(TAGS).filter(([name]) => used.has(name));
  const own = [...used]
    .filter((name) => !Object.hasOwn(TAGS, name))
    .map((name) => [name, `Operations on ${name}.`] as const);
  return [...known, ...own].map(([name, description]) => ({ name, description }));
}
