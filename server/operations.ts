import { keys, members, projectMembers, workspace } from "./features/access/area.ts";
import { audio } from "./features/audio/area.ts";
import { billing } from "./features/billing/area.ts";
import { byokArea } from "./features/byok/area.ts";
import { canonRules, canonViolations, canonWaivers } from "./features/canon/area.ts";
import { chapterGeneration } from "./features/chapter-generation/area.ts";
import { acts, chapters, passages } from "./features/chapters/area.ts";
import { checkpoints } from "./features/checkpoints/area.ts";
import { comments } from "./features/comments/area.ts";
import { context } from "./features/context/area.ts";
import { eraseReceipts } from "./features/context/public.ts";
import { conversations } from "./features/conversations/area.ts";
import { eraseConversations, exportConversations } from "./features/conversations/public.ts";
import { demo } from "./features/demo/area.ts";
import { dialogueGeneration } from "./features/dialogue-generation/area.ts";
import { dialogues } from "./features/dialogues/area.ts";
import { entities } from "./features/entities/area.ts";
import { propertyKeys } from "./features/entities/property-keys/area.ts";
import { facts } from "./features/facts/area.ts";
import { secrets } from "./features/facts/secrets.ts";
import { feedback } from "./features/feedback/area.ts";
import { eraseFeedback, exportFeedback } from "./features/feedback/public.ts";
import { files } from "./features/files/area.ts";
import { generation, sessions } from "./features/generation/area.ts";
import { sessionsUsing } from "./features/generation/public.ts";
import { record } from "./features/history/area.ts";
import { ideas } from "./features/ideas/area.ts";
import { images } from "./features/images/area.ts";
import { inbox } from "./features/inbox/area.ts";
import { jobs } from "./features/jobs/area.ts";
import { joining } from "./features/joining/area.ts";
import { links } from "./features/links/area.ts";
import { locations } from "./features/locations/area.ts";
import { memoryGeneration } from "./features/memories/area.ts";
import { npcs } from "./features/npcs/area.ts";
import { playerEventKinds, playerEvents } from "./features/player-events/area.ts";
import { erasePlayerEvents, exportPlayerEvents } from "./features/player-events/public.ts";
import { playerFacts } from "./features/player-facts/area.ts";
import { erasePlayerFacts, exportPlayerFacts } from "./features/player-facts/public.ts";
import { playerTokens } from "./features/player-tokens/area.ts";
import { erasePlayerTokens } from "./features/player-tokens/public.ts";
import { playersArea } from "./features/players/area.ts";
import { predicates } from "./features/predicates/area.ts";
import { presence } from "./features/presence/area.ts";
import { problems, waivers } from "./features/problems/area.ts";
import { profilesArea } from "./features/profiles/area.ts";
import { projects } from "./features/projects/area.ts";
import { quests } from "./features/quests/area.ts";
import { readings } from "./features/readings/area.ts";
import { relationships } from "./features/relationships/area.ts";
import { playerProgress, runs } from "./features/runs/area.ts";
import { eraseRuns, exportRuns } from "./features/runs/public.ts";
import { samples } from "./features/samples/area.ts";
import { score, styleWords } from "./features/score/area.ts";
import { seeds } from "./features/seeds/area.ts";
import { shared, shares } from "./features/shares/area.ts";
import { storyBible } from "./features/story-bible/area.ts";
import { suggestions } from "./features/suggestions/area.ts";
import { templates } from "./features/templates/area.ts";
import { usage } from "./features/usage/area.ts";
import { variables } from "./features/variables/area.ts";
import { views } from "./features/views/area.ts";
import { webhooks } from "./features/webhooks/area.ts";
import { world } from "./features/world/area.ts";
import { type Area, withOperations } from "./operation/area.ts";
import type { Eraser } from "./operation/erasure.ts";
import { type KeyedOperation, needsKey, type Operation } from "./operation/operation.ts";

/** Erasers of what features have of a player, in the order in which they are asked: later ones erase what is left of what earlier ones removed. */
export const erasers: readonly Eraser[] = [
  eraseRuns,
  erasePlayerEvents,
  erasePlayerFacts,
  eraseFeedback,
  eraseConversations,
  erasePlayerTokens,
  eraseReceipts,
];

/** Every area of the product: its table of contents. */
export const areas = {
  projects,
  samples,
  record,
  entities,
  relationships,
  propertyKeys,
  templates,
  facts: withOperations(facts, memoryGeneration),
  predicates,
  secrets,
  links,
  locations,
  variables,
  quests,
  npcs,
  conversations,
  storyBible,
  canonRules,
  canonViolations,
  canonWaivers,
  checkpoints,
  acts,
  chapters: withOperations(chapters, chapterGeneration),
  passages,
  views,
  world,
  files,
  images,
  dialogues: withOperations(dialogues, dialogueGeneration),
  audio,
  problems,
  waivers,
  playerFacts,
  playerTokens,
  suggestions,
  runs,
  playerEvents,
  playerEventKinds,
  readings,
  comments,
  shares,
  shared,
  context,
  players: withOperations(
    playersArea({
      erasers,
      exporters: [exportRuns, exportPlayerEvents, exportPlayerFacts, exportFeedback, exportConversations],
    }),
    playerProgress,
  ),
  profiles: profilesArea({
    entities: entities.operations.list,
    npcs: npcs.operations.list,
    relationships: relationships.operations.list,
    facts: facts.operations.list,
    knowledge: facts.operations.knowledge,
    lines: dialogues.operations.lines,
    quests: quests.operations.list,
    images: images.operations.list,
  }),
  presence,
  inbox,
  generation,
  sessions,
  webhooks,
  byok: byokArea({ sessionsUsing }),
  keys,
  members,
  projectMembers,
  joining,
  workspace,
  jobs,
  usage,
  billing,
  demo,
  seeds,
  ideas,
  score,
  styleWords,
  feedback,
};

/** Areas of a server, by their names. */
export type Areas = Readonly<Record<string, Area<Readonly<Record<string, Operation>>>>>;

export type Registry = { readonly [Name in keyof typeof areas]: (typeof areas)[Name]["operations"] };

/** Every operation of the product, by area. */
export const registry = Object.fromEntries(
  Object.entries(areas).map(([name, { operations }]) => [name, operations]),
) as Registry;

/** An operation with its address in the registry. */
export interface NamedOperation<O extends Operation = Operation> {
  area: string;
  name: string;
  operation: O;
}

/** One that callers ask for. */
export type NamedKeyedOperation = NamedOperation<KeyedOperation>;

/** The operations of areas as a list, in their order. */
export function listOperations(of: Areas = areas): NamedOperation[] {
  return Object.entries(of).flatMap(([area, { operations }]) =>
    Object.entries(operations).map(([name, operation]) => ({
      area,
      name,
      operation,
    })),
  );
}

/** Returns the operations that need a caller: those of GraphQL and the studio. */
export function listKeyedOperations(of: Areas = areas): NamedKeyedOperation[] {
  return listOperations(of).filter((named): named is NamedKeyedOperation => needsKey(named.operation));
}
