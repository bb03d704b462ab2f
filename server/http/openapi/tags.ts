/** A group of operations in the reference. */
interface Tag {
  name: string;
  description: string;
}

const TAGS = {
  projects:
    "Projects, entities, relationships and the record: events and their stream, contexts for prompts, presence, history, differences, replay.",
  facts: "What is known of the story world, since when, by whom, and what is kept from whom.",
  ttrpg: "The tabletop game-master pack: locations and the places under them.",
  dialogue: "Dialogue graphs, their nodes and branches, variables, validation, import and export.",
  sessions: "Generation: sessions, their status, their questions to people, and what they were made from.",
  sharing:
    "Links by which people without an account play a dialogue, what they may see of it, and the paths they send back.",
  keys: "API keys, the workspace's members, what a key may do, and the work done beside requests.",
  billing: "What the workspace uses, what its plan allows, and what it pays.",
  byok: "The project's own keys of model providers: sealed, verified, and counted.",
  webhooks: "Who outside is told of what happens in a project, what was sent to them, and what came back.",
  demo: "A conversation with a harbour clerk who lives in a world of ours. Needs no key.",
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
