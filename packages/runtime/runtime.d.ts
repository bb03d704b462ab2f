/** A constant inside an expression. */
export type Scalar = string | number | boolean | null;
/** A value of a variable: a constant, or of a set the values that are in it, in the order in which they are declared. */
export type VariableValue = Scalar | string[];
declare const LOGIC_OPS: readonly ["all", "any", "not"];
declare const COMPARISON_OPS: readonly ["eq", "ne", "lt", "lte", "gt", "gte", "has", "in"];
declare const ARITHMETIC_FNS: readonly ["add", "sub", "mul", "div", "mod"];
export type LogicOp = (typeof LOGIC_OPS)[number];
export type ComparisonOp = (typeof COMPARISON_OPS)[number];
export type ArithmeticFn = (typeof ARITHMETIC_FNS)[number];
/** The built-in functions an expression may call; a closed list, so that every one can be typed, shown and checked. */
declare const FUNCTION_NAMES: readonly ["visits", "visited", "offered", "turns", "turns_since", "choice_count", "random", "roll", "has_any_content", "quest_state", "quest_stage", "quest_count", "relationship", "at_location", "has_item", "fact", "knows", "world_time"];
export type FunctionName = (typeof FUNCTION_NAMES)[number];
/**
 * Expression of a condition or a value. Names are ids (`var_…`, `ent_…`, `node_…`); in the output of an importer they
 * are the names and keys of the imported file.
 *
 * `opaque` keeps a guard we cannot express word for word: it is never dropped and evaluates to "unknown".
 */
export type Expression = {
    op: LogicOp;
    args: Expression[];
} | {
    op: ComparisonOp;
    args: [Expression, Expression];
} | {
    op: "arith";
    fn: ArithmeticFn;
    args: [Expression, Expression];
} | OpaqueExpression | {
    var: string;
} | {
    lit: Scalar;
} | {
    entity: string;
    path: string;
} | {
    ref: string;
} | {
    fn: FunctionName;
    args: Expression[];
};
export type OpaqueExpression = {
    op: "opaque";
    format: string;
    source: string;
};
/** A top-level entry of a list of conditions (a list means AND). */
export type Condition = Expression & {
    id: string;
};
/** Effects on the story world: they change what conditions of this playthrough see of it, and are proposed to its host. */
declare const WORLD_EFFECT_OPS: readonly ["property.set", "property.add", "location.move", "inventory.give", "inventory.take", "relationship.set", "relationship.adjust", "fact.set", "fact.tell", "quest.set_state", "quest.advance", "quest.stage", "time.advance"];
export type WorldEffectOp = (typeof WORLD_EFFECT_OPS)[number];
declare const EFFECT_OPS: readonly ["set", "add", "sub", "mul", "div", "mod", "toggle", "push", "remove", "clear", "reset", "reset_visits", "command", "emit", "property.set", "property.add", "location.move", "inventory.give", "inventory.take", "relationship.set", "relationship.adjust", "fact.set", "fact.tell", "quest.set_state", "quest.advance", "quest.stage", "time.advance", "opaque"];
export type EffectOp = (typeof EFFECT_OPS)[number];
/** A change to the state of play, or to the world as it sees it. `when` lists what must hold for it to happen (a list means AND). */
export type Effect = {
    id: string;
    op: EffectOp;
    /** The variable it changes, the entity, or the quest; null for whoever is present where a fact is told. */
    target: string | null;
    /**
     * Part of the entity: a path of its properties, an item, another entity, a predicate, or the fact it learns; of a
     * quest, an objective or a stage; absent where the operation needs none.
     */
    key?: string;
    value: Expression | null;
    when: Expression[];
};
/** JSON value. */
export type Json = string | number | boolean | null | Json[] | {
    [key: string]: Json;
};
export type JsonObject = {
    [key: string]: Json;
};
/**
 * Kinds of marks on a text: three ways it is set, and `literal` for words that name no variable, such as braces that are
 * to be read. A line break is the character U+000A of the text itself.
 */
declare const TEXT_MARK_KINDS: readonly ["emphasis", "strong", "strike", "literal"];
export type TextMarkKind = (typeof TEXT_MARK_KINDS)[number];
/** Mark on a part of a text: a half-open range `[start, end)` of code points. */
export type TextMark = {
    kind: TextMarkKind;
    start: number;
    end: number;
};
/** Editing statuses of a line or a choice. */
declare const LINE_STATUSES: readonly ["draft", "review", "final"];
export type LineStatus = (typeof LINE_STATUSES)[number];
/** Editing status of the words of a node or a branch. */
export type LineProgress = {
    status: LineStatus;
    /** The words as they were when they became final; null while they are not. */
    final_text: string | null;
};
/** Every kind a node can have. The studio offers some of them; the others come from imports and are kept. */
declare const NODE_KINDS: readonly ["entry", "line", "choice", "condition", "instruction", "hub", "jump", "detour", "return", "random", "storylet_group", "subgraph", "command", "wait_event", "talk", "end"];
export type NodeKind = (typeof NODE_KINDS)[number];
declare const BRANCH_KINDS: readonly ["choice", "auto", "else", "fallback", "event"];
export type BranchKind = (typeof BRANCH_KINDS)[number];
declare const WHEN_UNAVAILABLE: readonly ["hide", "disable"];
export type WhenUnavailable = (typeof WHEN_UNAVAILABLE)[number];
declare const BRANCH_REPEATS: readonly ["sticky", "once", "limited"];
export type BranchRepeat = (typeof BRANCH_REPEATS)[number];
declare const REPEAT_SCOPES: readonly ["playthrough", "visit", "player"];
export type RepeatScope = (typeof REPEAT_SCOPES)[number];
declare const VARIABLE_TYPES: readonly ["boolean", "integer", "number", "string", "enum", "set"];
export type VariableType = (typeof VARIABLE_TYPES)[number];
/** Lifetimes of a variable's value. */
declare const VARIABLE_SCOPES: readonly ["project", "playthrough", "dialogue", "temporary"];
export type VariableScope = (typeof VARIABLE_SCOPES)[number];
/** Origin of an imported subject: the format and its key there, so that importing again updates it. */
export type Source = {
    format: string;
    key: string;
};
/** Outcome of a talk that opens a branch: everything in it has to come up. */
export type TalkOutcome = {
    /** Facts that the npc tells, by their ids. */
    facts: string[];
    /** Actions that the npc takes, by the keys that it declares them with. */
    actions: string[];
};
export type Branch = LineProgress & {
    id: string;
    kind: BranchKind;
    target_node_id: string | null;
    /** Dialogue that the branch leaves for; null, or this graph's own id, while it stays. */
    target_graph_id: string | null;
    choice_text: string;
    /** Marks on the words of the choice, in their normal form. */
    text_marks: TextMark[];
    conditions: Condition[];
    effects: Effect[];
    when_unavailable: WhenUnavailable;
    repeat: BranchRepeat;
    repeat_scope: RepeatScope;
    /** Number of times a `limited` branch can be taken; null is once. */
    repeat_limit: number | null;
    /** Whether nothing is come back to any more once it is taken: detours under way end. */
    unwind: boolean;
    weight: number;
    /** Outcome of a talk that opens the branch, at a node of kind `talk`; null for one that only its written answer takes. */
    opened_by: TalkOutcome | null;
    extensions: JsonObject;
};
/** The part of a recorded resource that says when it held. */
export type RecordMeta = {
    created_at: string;
    updated_at: string;
    valid_from_seq: number | null;
    valid_to_seq: number | null;
};
export type ExitTo = {
    graph_id: string;
    node_id: string | null;
};
export type DialogueNode = RecordMeta & LineProgress & {
    id: string;
    project_id: string;
    graph_id: string;
    kind: NodeKind;
    title: string | null;
    text: string;
    /** Marks on the text, in their normal form. */
    text_marks: TextMark[];
    speaker_id: string | null;
    speaker_label: string | null;
    tags: string[];
    group_id: string | null;
    canvas_x: number | null;
    canvas_y: number | null;
    conditions: Condition[];
    on_enter_effects: Effect[];
    branches: Branch[];
    exit_to: ExitTo | null;
    /** Free-form properties, such as those that a template of its kind declares. */
    properties: JsonObject;
    extensions: JsonObject;
    source: Source | null;
};
/** An objective as playing needs it: how often it has to be done. */
export interface PlayObjective {
    readonly id: string;
    readonly count: number;
}
/** A quest as playing needs it: no words. */
export interface PlayQuest {
    /** Whether it can be offered again once it is over. */
    readonly repeatable: boolean;
    /** Stages, in the order in which they follow one another. */
    readonly stages: readonly {
        readonly id: string;
        readonly objectives: readonly PlayObjective[];
    }[];
}
/** Most that one page may take. What counts as an evaluation says the guide "Playing a dialogue". */
export interface PageLimits {
    readonly evaluations: number;
    /** Characters of one text, with the values in it. */
    readonly text: number;
    /** Characters of all texts of a page, those of its offers included. */
    readonly page: number;
}
/** Sum of the work of all pages that are played with it, in evaluations; other limits for each of them where it has any. */
export interface Meter {
    spent: number;
    readonly limits?: PageLimits;
}
/** Fields of a node that playing needs. */
export type PlayNode = Pick<DialogueNode, "id" | "kind" | "text" | "conditions" | "on_enter_effects" | "branches" | "exit_to"> & Partial<Pick<DialogueNode, "text_marks" | "speaker_id">>;
/** A variable as playing needs it. */
export interface PlayVariable {
    readonly id: string;
    readonly name: string;
    readonly type: VariableType;
    readonly default: VariableValue;
    readonly enum_values: readonly string[];
    /** Lifetime of the value; a playthrough when absent. */
    readonly scope?: VariableScope;
    /** Bounds of a number; null or none is without bound. */
    readonly min?: number | null;
    readonly max?: number | null;
}
/** A dialogue of a story. */
export interface PlayGraph {
    readonly id: string;
    /** The node it begins with; the first one with null. */
    readonly start: string | null;
    readonly nodes: ReadonlyMap<string, PlayNode>;
}
/** The dialogue that is played, and what it can reach without its host. */
export interface PlayedDialogue extends PlayGraph {
    readonly variables: ReadonlyMap<string, PlayVariable>;
    /** Dialogues that branches may lead into, by id. A way into any other ends the play, and its host goes on there. */
    readonly others?: ReadonlyMap<string, PlayGraph>;
    /** The story world as it stands at the run's sequence; what is not told of it is not known. */
    readonly world?: World;
    /** Decides instead of seed and counter where dice fall: one of so many outcomes, from 0. */
    readonly dice?: Dice;
    /** Parts of the playthrough to remember; an exploration forgets the rest. */
    readonly memory?: Memory;
    /** Counts the work of all that is played. */
    readonly meter?: Meter;
}
/** Parts of a playthrough to remember: all where this is absent. */
export interface Memory {
    /** Nodes whose visits count, and branches whose takes do. */
    readonly counted: ReadonlySet<string>;
    /** Whether it counts which branches were shown. */
    readonly offers: boolean;
}
/** Answers which of so many outcomes comes of a draw, from 0. */
export type Dice = (outcomes: number) => number;
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
/** An entity as conditions read it. */
export interface WorldEntity {
    readonly parent_id: string | null;
    readonly properties: Readonly<Record<string, unknown>>;
}
/** The story world at one sequence, as plain data. */
export interface World {
    readonly entities: Readonly<Record<string, WorldEntity>>;
    readonly relationships: readonly {
        readonly source_id: string;
        readonly target_id: string;
        readonly type: string;
        readonly properties: Readonly<Record<string, unknown>>;
    }[];
    readonly facts: readonly {
        readonly subject_id: string;
        readonly predicate: string;
        readonly value: Scalar;
    }[];
    /** Facts that somebody knows, of those that logic names; absent for none. */
    readonly knowledge?: readonly {
        readonly entity_id: string;
        readonly fact_id: string;
    }[];
    /** Quests that logic names, by their ids, without words; absent for none. */
    readonly quests?: Readonly<Record<string, PlayQuest>>;
    /** The time of the world in its own units; null where nobody tells it. */
    readonly time: number | null;
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
/** Start values of a playthrough. */
export interface Beginning {
    readonly seed?: number | undefined;
    /** Values of variables that are not their defaults. */
    readonly values?: Readonly<Record<string, VariableValue>> | undefined;
    readonly taken_by_player?: readonly string[] | undefined;
    /** The time of the world, in its own units, where it is another than the world says. */
    readonly world_time?: number | undefined;
    /** Standings of quests that the player comes with, as entries of the state's `world`. */
    readonly quests?: readonly WorldChange[] | undefined;
}
/** A change of the world that a playthrough made for itself. Its host makes it true, or does not: nobody else writes it. */
export interface ProposedEvent {
    /** The effect that did it. */
    readonly effect_id: string;
    readonly op: WorldEffectOp;
    readonly what: WorldMatter;
    /** The entity or the quest it is about; null for the time. */
    readonly entity_id: string | null;
    /**
     * A path of properties, an item, another entity, what is known, or a fact that is known; of a quest `state`, `stage` or an objective; null for
     * the place and the time.
     */
    readonly key: string | null;
    /** Value before the change: null for nothing, and for an unknown value. */
    readonly before: Scalar;
    readonly after: Scalar;
}
/**
 * Reason why an effect leaves the world as it was: the world has no such entity or quest, its value is unknown, or does not fit.
 */
export type WorldRefusal = "no_entity" | "no_quest" | "unknown" | "does_not_fit";
/**
 * Reason why an effect changed nothing: it is of another format, its variable is missing, the world has no such entity or
 * quest, its value is unknown, or does not fit.
 */
export type Refusal = "opaque" | "no_variable" | WorldRefusal;
/** Outcome of an executed effect. One that sets a value to what it was leaves no outcome. */
export type EffectOutcome = {
    readonly kind: "changed";
    readonly effect_id: string;
    readonly variable_id: string;
    readonly before: VariableValue;
    readonly after: VariableValue;
}
/** The world is another one for this playthrough; its host may make it so. */
 | ({
    readonly kind: "proposed";
} & ProposedEvent)
/** Visits and takes were forgotten. */
 | {
    readonly kind: "reset";
    readonly effect_id: string;
}
/** The host is told: a command to carry out, or something that happened. */
 | {
    readonly kind: "told";
    readonly effect_id: string;
    readonly op: "command" | "emit";
    readonly value: VariableValue;
} | {
    readonly kind: "refused";
    readonly effect_id: string;
    readonly reason: Refusal;
};
/** Words as a player reads them, with the marks of the ways in which they are set. */
export interface ShownWords {
    readonly text: string;
    /** Marks on the text as half-open ranges of code points; none of them is `literal`. */
    readonly text_marks: readonly TextMark[];
}
/**
 * Obstacle that closes a branch; `unknown` tells that a condition could not be decided, which keeps it closed to
 * players.
 */
export type Obstacle = {
    readonly kind: "condition";
    readonly condition: Expression;
    readonly unknown: boolean;
} | {
    readonly kind: "taken-once";
};
/** A branch as it stands at a node. */
export interface OfferedBranch extends LookedAt, ShownWords {
    /** Words of the choice, with the values of the variables that they name. */
    readonly text: string;
}
/** A branch as it stands at a node, without its words: most that are looked at are passed by. */
export interface LookedAt {
    readonly branch: Branch;
    /** Whether a player can take it. */
    readonly available: boolean;
    /** Whether a player sees it: those that can be taken, and closed ones that say they are shown. */
    readonly shown: boolean;
    /** Obstacle of a closed branch; null for an open one. */
    readonly obstacle: Obstacle | null;
}
/** News of a talk: facts that the npc told, and actions that it took, by the keys that it declares them with. */
export interface TalkNews {
    readonly facts?: readonly string[] | undefined;
    readonly actions?: readonly string[] | undefined;
}
/** State in which a playthrough waits or ends. What `choose` takes is the `branch` of an offer. */
export type Halt = 
/** The player chooses: `choose(story, state, halt.choices[…].branch)`, of those that are `available`. */
{
    readonly kind: "choices";
    readonly choices: readonly OfferedBranch[];
    /** Present where the player can talk to the speaker as well: `talk(story, state, { facts, actions })`. */
    readonly talk?: OpenTalk;
}
/** Halt without a choice, one way on once the text was read: `choose(story, state, halt.choice.branch)`. */
 | {
    readonly kind: "continue";
    readonly choice: OfferedBranch;
}
/** The host is to do what the node's text says, and then to answer: `answer(story, state, { values })`. */
 | {
    readonly kind: "command";
    readonly nodeId: string;
    readonly text: string;
}
/** One of these events is to happen: `answer(story, state, { event: halt.events[…].text })`. */
 | {
    readonly kind: "waiting";
    readonly events: readonly OfferedBranch[];
}
/** The end of the story. */
 | {
    readonly kind: "ending";
}
/** The story goes on in a dialogue that the host has to open, at that node or at its start. */
 | {
    readonly kind: "leaves";
    readonly graphId: string;
    readonly nodeId: string | null;
}
/** The node has no branches and is no ending. */
 | {
    readonly kind: "dead-end";
}
/** Halt at branches of which none is open. */
 | {
    readonly kind: "blocked";
    readonly choices: readonly OfferedBranch[];
}
/** The node a branch leads to is not there. */
 | {
    readonly kind: "missing";
    readonly branch: Branch;
}
/** Nodes without words lead to one another for ever, or their logic takes more than a page may. */
 | {
    readonly kind: "circle";
}
/** The dialogue has no nodes. */
 | {
    readonly kind: "nothing";
};
/** A talk that a player can hold where a playthrough stands. The choices beside it are its written answers. */
export interface OpenTalk {
    readonly nodeId: string;
    /** The entity that is talked to; null where the node names none. */
    readonly speakerId: string | null;
    /** Ids of the open choices that the talk has come to, in their order: any of them goes on. */
    readonly opened: readonly string[];
}
/** Entry of the trace of a step, in order: the form that `/v1` answers for a playthrough as well. */
export type TraceEntry = {
    readonly kind: "entered";
    readonly node_id: string;
} | {
    readonly kind: "completed";
    readonly node_id: string;
} | {
    readonly kind: "took";
    readonly branch_id: string;
} | {
    readonly kind: "detoured";
    readonly node_id: string;
} | {
    readonly kind: "returned";
    readonly node_id: string;
} | EffectOutcome;
/** Text of a node, with the values of that moment. */
export interface SaidText extends ShownWords {
    readonly node: string;
    /** Values of variables when it was said, by id. */
    readonly values: Readonly<Record<string, VariableValue>>;
}
/** One page: what happened since the last decision, and what can be done now. */
export interface Page {
    /** Ids of the nodes come to, in order. */
    readonly nodes: readonly string[];
    /** Texts of the nodes, in order. */
    readonly said: readonly SaidText[];
    /** The branches that led here, in order. */
    readonly way: readonly string[];
    readonly trace: readonly TraceEntry[];
    /** Changes of the world that this page proposes to its host, in order. */
    readonly proposed: readonly ProposedEvent[];
    readonly state: PlayState;
    readonly halt: Halt;
}
/**
 * Begins at a node, or at the dialogue's start. The conditions of the first node are not asked: there is nowhere else to go.
 *
 * @throws Error for what is not a story.
 */
export declare function begin(story: PlayedDialogue, { from, ...beginning }?: Beginning & {
    from?: string | null | undefined;
}): Page;
/**
 * Takes a branch of the node a playthrough stands at: its effects, then its target and whatever follows without a decision. A closed
 * branch can be taken as well: whether it is open is for the caller to ask.
 *
 * @param branch - the `branch` of an offer: of a choice or an event, or that of the one way on.
 * @throws Error for a state or a branch that is none, such as `undefined`.
 */
export declare function choose(story: PlayedDialogue, state: PlayState, branch: Branch): Page;
/** Answer of a story's host. */
export interface Answer {
    /** The event that happened: the words of an event branch. */
    readonly event?: string | undefined;
    /** Values of variables that the host set. */
    readonly values?: Readonly<Record<string, VariableValue>> | undefined;
}
/**
 * Goes on once the host has carried a command out, or an event happened. Values that do not fit their variables are left out; null where
 * nothing is asked of the host, or no open branch waits for that event.
 */
export declare function answer(story: PlayedDialogue, state: PlayState, { event, values }?: Answer): Page | null;
/**
 * Notes what came up in the talk at the node where a playthrough stands: it stays there, and the choices that the talk has come to are
 * `opened`. What opens none of them is left out; null where nobody can be talked to.
 */
export declare function talk(story: PlayedDialogue, state: PlayState, news?: TalkNews): Page | null;
/** Returns the halt of a saved playthrough. */
export declare function stand(story: PlayedDialogue, state: PlayState): {
    halt: Halt;
    draws: number;
};
/** Step of a way: a branch that is taken, or an answer of the host; and the dice that have to fall on it. */
export interface WayStep {
    readonly branch: string | null;
    readonly dice: readonly number[];
}
/** Result of an exploration, with the number of different states it looked at. */
export type Exploration = 
/** A shortest way, by decisions; it begins with where dice fall before the first one. */
{
    readonly kind: "found";
    readonly way: readonly WayStep[];
    readonly states: number;
}
/** Every state was looked at, and none is wanted. */
 | {
    readonly kind: "none";
    readonly states: number;
}
/** Undecided exploration: there are more states, or more ways in which dice can fall, or they take more work, than was allowed. */
 | {
    readonly kind: "undecided";
    readonly states: number;
};
/** Goal and limits of an exploration. */
export interface ExplorationGoal {
    /** Whether a page is one: the first such page ends the search. */
    readonly isWanted: (page: Page) => boolean;
    /** Different states that are looked at, at most. */
    readonly budget: number;
    /** Whether to stop before; asked at every page. */
    readonly isStopped?: (() => boolean) | undefined;
    readonly beginning?: (Beginning & {
        readonly from?: string | null;
    }) | undefined;
}
/**
 * Looks for a way to a page, breadth first over everything that players can do and every way in which dice can fall. States that no
 * condition can tell apart are one: values and counts that nothing asks for are left out, and counts end one above what is asked for.
 */
export declare function explore(story: PlayedDialogue, { budget, ...wanted }: ExplorationGoal): Exploration;
/** Action of a step: a branch is taken, or the host answers. */
export type RunAction = {
    readonly choose: string;
} | {
    readonly answer: Answer;
};
/** A dialogue as a vector writes it down: lists instead of maps. */
export interface VectorGraph {
    readonly id: string;
    readonly start: string | null;
    readonly nodes: readonly PlayNode[];
}
/** Action of a step: the beginning, a branch that is taken, an answer of the host, or what came up in a talk. */
export type VectorAction = {
    readonly begin: {
        readonly seed?: number;
        readonly from?: string;
        readonly values?: Readonly<Record<string, VariableValue>>;
        readonly taken_by_player?: readonly string[];
        readonly world_time?: number;
    };
} | RunAction | {
    readonly talk: TalkNews;
};
/** Outcome that a step must have. */
export interface VectorOutcome {
    readonly nodes: readonly string[];
    readonly said: readonly string[];
    /** Marks on the texts of `said`, in their order; absent where none has any. */
    readonly said_marks?: readonly (readonly TextMark[])[];
    readonly trace: readonly string[];
    readonly halt: string;
    readonly offers: readonly {
        readonly branch: string;
        readonly text: string;
        /** Marks on the text; absent where it has none. */
        readonly text_marks?: readonly TextMark[];
        readonly open: boolean;
        readonly shown: boolean;
        readonly closed_by: string | null;
    }[];
    /** Branches that a talk has come to; absent for none. */
    readonly opened?: readonly string[];
    readonly values: Readonly<Record<string, VariableValue>>;
    readonly draws: number;
}
/** A conformance vector: a story, what is done with it, and what has to come of it. */
export interface Vector {
    /** The rule of the guide that it is an example of. */
    readonly rule: string;
    readonly title: string;
    readonly dialogue: VectorGraph & {
        readonly variables: readonly PlayVariable[];
        readonly others: readonly VectorGraph[];
        readonly world: World | null;
    };
    readonly steps: readonly {
        readonly do: VectorAction;
        readonly expect: VectorOutcome | null;
    }[];
}
/**
 * Dialogue as `GET …/game-narrative/dialogues/{graph_id}` answers it; absent fields of a node or branch have their
 * default.
 */
export interface ReadDialogue {
    readonly id: string;
    readonly start_node_id: string | null;
    readonly nodes: readonly ReadNode[];
}
/** A node of a {@link ReadDialogue}. Logic is plain JSON here: each generator of types writes its schema in another way. */
export type ReadNode = Partial<Omit<DialogueNode, "conditions" | "on_enter_effects" | "branches" | "properties" | "extensions">> & {
    readonly id: string;
    readonly conditions?: readonly object[];
    readonly on_enter_effects?: readonly object[];
    readonly branches?: readonly ReadBranch[];
    readonly properties?: object;
    readonly extensions?: object;
};
/** A branch of a {@link ReadNode}. */
export type ReadBranch = Partial<Omit<Branch, "conditions" | "effects" | "extensions">> & {
    readonly id: string;
    readonly conditions?: readonly object[];
    readonly effects?: readonly object[];
    readonly extensions?: object;
};
/** Data that a dialogue uses besides its own nodes. */
export interface StoryParts {
    /** Variables in the form in which `GET …/variables` lists them. */
    readonly variables?: readonly (Pick<PlayVariable, "id" | "name" | "type" | "default"> & {
        readonly enum_values?: readonly string[];
    })[];
    /** Dialogues that are gone on in without asking the host. */
    readonly others?: readonly ReadDialogue[];
    readonly world?: World;
}
/** Makes a dialogue that was read over the API, or kept in a file, ready to be played. */
export declare function readDialogue(read: ReadDialogue, { variables, others, world }?: StoryParts): PlayedDialogue;
export {};
