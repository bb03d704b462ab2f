/** Answer without a model. */
export interface AuthoredAnswer {
    readonly text: string;
    readonly used_facts: readonly string[];
    readonly used_lines: readonly string[];
}
/** A constant inside an expression. */
export type Scalar = string | number | boolean | null;
/** A value of a variable: a constant, or of a set the values that are in it, in the order in which they are declared. */
export type VariableValue = Scalar | string[];
/** States of a quest in a playthrough, once it was offered. */
declare const QUEST_STATES: readonly ["offered", "active", "completed", "failed", "abandoned", "expired"];
export type QuestState = (typeof QUEST_STATES)[number];
/** A node of a dialogue, as a state names it. */
export interface Frame {
    readonly graph: string;
    readonly node: string;
}
/** A detour under way. */
export interface Detour extends Frame {
    /** Values that its dialogue has for itself, to be had again when another dialogue comes back to it. */
    readonly values?: Readonly<Record<string, VariableValue>>;
}
/** Parts of the world that effects can change. */
export type WorldMatter = "property" | "location" | "item" | "relationship" | "fact" | "knowledge" | "quest" | "time";
/** Change of the world by a playthrough: the part, the entity, and the new value. */
export interface WorldChange {
    readonly what: WorldMatter;
    /** The entity, or the quest; null for the time. */
    readonly entity: string | null;
    /**
     * A path of properties, an item, another entity, what is known, or a fact that is known; of a quest `state`, `stage` or an objective; null for
     * the place and the time.
     */
    readonly key: string | null;
    readonly value: Scalar;
    /** The entity that somebody has a fact from; absent for nobody, and for changes of anything else. */
    readonly from?: string;
}
/** A fact that another one took the place of, in one playthrough. */
export interface SupersededFact {
    readonly fact: string;
    /** The fact that holds in its place. */
    readonly by: string;
    readonly reason: string;
    readonly mode: "from" | "retcon";
}
/** A fact that was made in a playthrough, and is in no record. */
export interface MadeFact {
    readonly id: string;
    /** Time at which it was made, UTC. */
    readonly at: string;
    /** Fields, as the record of a project would have them. */
    readonly content: {
        readonly [field: string]: unknown;
    };
}
/** Facts that are others in a playthrough than in the record. */
export interface OwnFacts {
    readonly made: readonly MadeFact[];
    /** Each fact once, in the way that came last. */
    readonly superseded: readonly SupersededFact[];
}
/** Visits of a node: how often and when. */
export interface NodeVisits {
    readonly entered: number;
    /** Number of times the node was left by a branch; of a detour, by the branch behind it. */
    readonly completed: number;
    /** The turn of the last time it was entered. */
    readonly turn: number;
}
/** Takes of a branch: how often and when. */
export interface BranchTakes {
    readonly count: number;
    readonly turn: number;
}
/** Phase of a playthrough in a node: `asked` while its host has not answered, else `open`. */
export type Phase = "asked" | "open";
/**
 * Complete state of a playthrough as JSON: writing it down saves a game, reading it loads one. It is never changed in
 * place, so stepping back is taking the previous one.
 */
export type PlayState = {
    readonly version: 1;
    readonly seed: number;
    /** Number of random numbers drawn so far. */
    readonly draws: number;
    /**
     * Number of random numbers drawn before the node's branches were evaluated: evaluated again, they give the same
     * result.
     */
    readonly drawn_before: number;
    /** Decisions so far. */
    readonly turn: number;
    /** The node it stands at; null before the first. */
    readonly at: Frame | null;
    readonly phase: Phase;
    /** Values of variables, by id. */
    readonly values: Readonly<Record<string, VariableValue>>;
    readonly visits: Readonly<Record<string, NodeVisits>>;
    readonly taken: Readonly<Record<string, BranchTakes>>;
    /** Branches that were shown at least once. */
    readonly offered: Readonly<Record<string, true>>;
    /** Branches taken since their node was last entered from elsewhere, limited ones as often as they were: what a visit counts. */
    readonly taken_this_visit: readonly string[];
    /** Branches that this player took in earlier playthroughs, each as often as it was: what once a player counts besides. */
    readonly taken_by_player: readonly string[];
    /** Detours that are under way, the outermost first. */
    readonly stack: readonly Detour[];
    /** Changes of the world by the playthrough, each once, and the time that its host stated; absent for none. */
    readonly world?: readonly WorldChange[];
    /** Facts that were superseded in the playthrough, and those in their place; absent for none. */
    readonly facts?: OwnFacts;
    /** Outcome so far of the talk at the node where it stands; absent for none. It ends when a branch is taken. */
    readonly talked?: {
        readonly facts: readonly string[];
        readonly actions: readonly string[];
    };
};
/** Action of a game, with an id that no other action of its playthrough has. */
export type GameAction = {
    readonly client_id: string;
} & ({
    readonly choose: string;
} | {
    readonly answer: {
        readonly event?: string;
        readonly variables?: Readonly<Record<string, VariableValue>>;
    };
} | {
    readonly back: true;
});
/** The playthrough of the server that a game goes on from. */
export interface GameRun {
    readonly id: string;
    /** The step behind which the unsent actions come; null until the server has made it. */
    readonly step: number | null;
    /** The game that was loaded to begin it; null for one that the server has. */
    readonly loaded: {
        readonly run: GameRun;
        readonly unsent: readonly GameAction[];
    } | null;
}
/** A game as it is kept between two actions: plain JSON. */
export interface Game {
    /** Null for a game that the server never knew, and is told nothing of. */
    readonly run: GameRun | null;
    /** The state behind the unsent actions. */
    readonly state: PlayState;
    /** Actions that the server was not told yet, or did not answer for, in order. */
    readonly unsent: readonly GameAction[];
}
/** Begins a game where the server says that a playthrough stands; null for one that it is not told of. */
export declare function newGame(run: {
    readonly id: string;
    readonly step: number;
} | null, state: PlayState): Game;
/**
 * Returns a game behind an action.
 *
 * @param state the state that the action came to; for a step back, the one before the last decision.
 */
export declare function played(game: Game, action: GameAction, state: PlayState): Game;
/**
 * Returns a game that goes on from a save, in a playthrough of its own: the one that was saved stays as it is.
 *
 * @param runId a new id for the playthrough, `run_` and 26 of `0123456789abcdefghjkmnpqrstvwxyz`.
 */
export declare function loadedGame({ run, state, unsent }: Game, runId: string): Game;
/** A fact of a story file: what its reader may read of one thing that holds in the world. */
export interface StoryFact {
    readonly id: string;
    readonly text: string;
    readonly subject_id: string | null;
    readonly predicate: string | null;
    readonly object_id: string | null;
    /** Whether everyone knows it. */
    readonly public: boolean;
    /** The next fact of the file further along its chain; null for none. */
    readonly superseded_by: string | null;
}
/** Way by which an entity has a fact: listed itself, or as one of a group. */
export interface StoryTelling {
    /** The entity that is listed: the knower itself, or a group that it belongs to. */
    readonly entity_id: string;
    /** Way in which that one came to know it; null where nobody said. */
    readonly how: string | null;
    /** The entity that it has it from; null for none. */
    readonly from: string | null;
}
/** An entity that can know facts in a story: a speaker, whoever its logic asks or tells, or the reader. */
export interface StoryKnower {
    readonly entity_id: string;
    readonly name: string;
    /** Groups whose knowledge it has, the nearest first. */
    readonly groups: readonly string[];
    /** Facts that it, or a group, is listed for; public ones only where it is said how. */
    readonly knows: readonly {
        readonly fact_id: string;
        readonly by: readonly StoryTelling[];
    }[];
    /** Facts of the file that it cannot come to know, or that hold no more for it for a reason that is not in the file. */
    readonly never: readonly string[];
    /** Entities that a secret keeps from it: of them it learns nothing. */
    readonly hidden: readonly string[];
    /** Properties by which it is dead, such as `alive`, which a playthrough may change; absent where it lives. */
    readonly dead_by?: readonly string[] | undefined;
    /** Whether its voice is retired; absent where it is not. */
    readonly retired?: boolean | undefined;
}
/** A quest of a story file, with its words. */
export interface StoryQuest {
    readonly id: string;
    readonly external_id: string | null;
    readonly name: string;
    readonly repeatable: boolean;
    readonly stages: readonly {
        readonly id: string;
        readonly name: string;
        readonly text: string;
        readonly objectives: readonly {
            readonly id: string;
            readonly text: string;
            readonly count: number;
        }[];
    }[];
}
/** Content of a story file besides the story itself, as far as whoever asked for it may read it. */
export interface StoryKnowledge {
    readonly facts: readonly StoryFact[];
    readonly knowers: readonly StoryKnower[];
    readonly quests: readonly StoryQuest[];
}
/** A fact that somebody knows in a playthrough, as `GET …/entities/{entity_id}/knowledge?run=` answers it. */
export interface KnowledgeEntry {
    readonly fact_id: string;
    readonly text: string;
    /** Reasons for which it is known: `everyone`, or the entities that are listed for it, the knower first and then its groups. */
    readonly through: readonly string[];
    /** Way in which the first of them came to know it, and from whom; null where nobody said. */
    readonly told: {
        readonly how: string;
        readonly from: string | null;
    } | null;
    /** Whether it was learnt in the playthrough. */
    readonly learnt: boolean;
}
/** Part of a state that says what is known. */
export type MemoryState = Pick<PlayState, "world" | "facts">;
/**
 * Returns the facts that somebody knows in a playthrough and that hold for them: those of the file in its order, and behind them those that
 * exist in the playthrough alone. Nothing for somebody the file does not tell of.
 */
export declare function knownFacts(story: StoryKnowledge, state: MemoryState, entityId: string): KnowledgeEntry[];
/** Whether somebody knows a fact in a playthrough, and it holds for them. */
export declare function knows(story: StoryKnowledge, state: MemoryState, entityId: string, factId: string): boolean;
/** A quest as it stands in a playthrough, as `GET …/runs/{run_id}/quests` answers it. */
export interface StandingQuest {
    readonly quest_id: string;
    readonly external_id: string | null;
    readonly name: string;
    readonly state: QuestState | null;
    /** The stage that it is in, or ended in; null before the first. */
    readonly stage: {
        readonly id: string;
        readonly name: string;
        readonly text: string;
    } | null;
    /** Objectives of that stage, in order. */
    readonly objectives: readonly {
        readonly id: string;
        readonly text: string;
        readonly count: number;
        readonly done: number;
    }[];
    readonly next_states: readonly QuestState[];
}
/** Returns a quest as it stands in a playthrough. */
export declare function standingQuest(quest: StoryQuest, state: Pick<PlayState, "world">): StandingQuest;
/** Returns the quests that were offered or taken up in a playthrough, in the order in which that happened first. */
export declare function standingQuests({ quests }: StoryKnowledge, state: Pick<PlayState, "world">): StandingQuest[];
/** A conformance vector of knowledge: what a story file carries, a state, and who knows what in it. */
export interface KnowledgeVector {
    readonly title: string;
    readonly story: StoryKnowledge;
    /** The part of the state that says what is known, and where quests stand. */
    readonly state: Pick<PlayState, "world" | "facts">;
    readonly expect: {
        /** Facts that each knower knows, by the knower. */
        readonly knows: Readonly<Record<string, readonly KnowledgeEntry[]>>;
        readonly quests: readonly StandingQuest[];
    };
}
/** A dialogue of a story file, as far as its lines are said again. */
export interface SpokenDialogue {
    readonly nodes: readonly {
        readonly id: string;
        readonly text?: string;
        readonly speaker_id?: string | null;
    }[];
}
/** A story file, as far as characters answer from it. */
export interface SpokenStory extends StoryKnowledge {
    readonly dialogue: SpokenDialogue;
    readonly others?: readonly SpokenDialogue[];
}
/** A question to a character. */
export interface OfflineQuestion {
    /** The entity that answers. */
    readonly to: string;
    readonly text: string;
    /** Greetings that it may say; some of everybody's when absent. */
    readonly greetings?: readonly string[];
    /** Name of who asks, for words that call a person by name; such words are not said when absent. */
    readonly person?: string | null;
}
/** Answer of a character, or none where it does not answer. */
export interface OfflineAnswer extends AuthoredAnswer {
    /** Reason why it says nothing, as `npc_unavailable` has it; null where it answers. */
    readonly unavailable: "deceased" | "retired" | null;
}
/**
 * Answers for a character with words that writers wrote, without a model: a greeting, a line of its own that the playthrough came by, or
 * facts that it knows there, if they have words of what was said. In a state before it was told something, it does not know that. Who is
 * dead there or retired says nothing.
 */
export declare function offlineAnswer(story: SpokenStory, state: Pick<PlayState, "world" | "facts" | "visits" | "turn">, { to, text, greetings, person }: OfflineQuestion): OfflineAnswer;
/** A story file, as far as saves name it. */
export interface SavedStory {
    /** The sequence that it is of. */
    readonly base_seq: number;
    readonly dialogue: {
        readonly id: string;
        readonly nodes: readonly {
            readonly id: string;
        }[];
    };
    readonly others?: readonly {
        readonly id: string;
        readonly nodes: readonly {
            readonly id: string;
        }[];
    }[];
}
/** Reason for which a save is not loaded. */
export type SaveRefusal = "not_json" | "not_a_save" | "newer_version" | "another_story" | "another_sequence" | "broken";
/** Refusal of a save. */
export declare class SaveError extends Error {
    readonly code: SaveRefusal;
    constructor(code: SaveRefusal, message: string);
}
declare const FORMAT = "fabula-save";
declare const VERSION = 1;
/** A game as a file: its format and version, the story that it is of, and the game. */
export interface GameSave extends Game {
    readonly format: typeof FORMAT;
    readonly version: typeof VERSION;
    readonly story: {
        readonly dialogue_id: string;
        readonly base_seq: number;
    };
}
/** Writes a game as a save of a story: plain JSON, with what was learnt in its state. */
export declare function writeSave({ dialogue: { id }, base_seq }: SavedStory, { run, state, unsent }: Game): GameSave;
/**
 * Reads a save of a story.
 *
 * @param save the text of a file, or what was parsed of it.
 * @throws SaveError with the reason: no JSON, no save, of a newer version, of another story or of another moment of it, or broken.
 */
export declare function readSave(file: SavedStory, save: unknown): Game;
/**
 * Sends a request to the server and answers its body. It rejects where there is no answer, and for a refusal. Whatever was
 * not answered is sent again, as long as it takes: the server does each thing once.
 *
 * @param path behind `…/game-narrative`.
 */
export type PostToServer = (path: string, body: object) => Promise<unknown>;
/** Outcome of an action that was sent. */
export interface SentOutcome {
    readonly client_id: string;
    readonly result: "applied" | "repeated" | "refused";
    readonly step: number | null;
    /** Code of the refusal; null for none. */
    readonly code: string | null;
    /** The same in words. */
    readonly reason: string | null;
}
/** A game whose actions were sent. */
export interface SentGame {
    /** The game where the server says that it stands: without what was refused, and with what was told from outside. */
    readonly game: Game;
    /** Outcomes of the actions, in their order. */
    readonly outcomes: readonly SentOutcome[];
    /** The first that was refused, with all behind it; null where none was. */
    readonly refused: SentOutcome | null;
}
/**
 * Sends what was played offline, and before it what the loaded games it goes on from did. It can be sent again as a whole, from several places
 * at a time, and after any failure.
 */
export declare function sendGame(game: Game, post: PostToServer): Promise<SentGame>;
export {};
