/** Groups of operations in the reference, by their names, in their order. */
export const TAGS = {
  projects:
    "Projects, entities, relationships and the record: events and their stream, contexts for prompts, presence, history, differences, replay.",
  facts: "Facts of the story world, the entities that know them, and secrets.",
  canon: "The canon: rules of the story world, their violations, and checks of changes before they are made.",
  ttrpg: "The tabletop game-master pack: locations and the places under them.",
  dialogue: "Dialogue graphs, their nodes and branches, variables, validation, import and export.",
  book: "The book pack: acts, chapters and their passages, and the outline of the book.",
  files: "Files of a project.",
  images: "Images of entities, and their generation from what is recorded.",
  audio: "Voice lines: lines of dialogues as speech.",
  sessions: "Generation sessions: status, questions to people, and contexts.",
  npcs: "Non-player characters: their voices, and what they say to players.",
  storyBible: "The story bible: written from the record, changed by authors, compared and exported.",
  ideas: "Ideas for the world, and seeds: promises of the story, with their due points.",
  score: "Measures of texts and dialogues: length, readability, variety and repetition.",
  feedback: "Signals of people and players on what is in a project, and what they say together.",
  conversations: "Conversations of players and npcs: who takes part, what is said, and streams of it.",
  players: "Players of a project: their profiles, sealed under keys of their own, and what they did in a game.",
  sharing: "Links that play a dialogue without an account, and the paths that readers send.",
  keys: "API keys and their scopes, members of the workspace, and background jobs.",
  billing: "Usage, plan and payments of the workspace.",
  byok: "The project's own keys of model providers: sealed, verified, and counted.",
  webhooks: "Webhooks of a project, their deliveries, and recovery.",
  demo: "A conversation with a harbour clerk in a demo world. Requires no key.",
  graphql: "GraphQL: several reads of a project in one request, and mutations for its writes.",
  health: "Liveness and readiness, and this description.",
} as const;

export type Tag = keyof typeof TAGS;
