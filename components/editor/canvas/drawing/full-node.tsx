"use client";

import { type CSSProperties, useEffect } from "react";
import { branchLogic, changesOf, effectsInWords } from "#domain/branch-words.ts";
import { isHighSurrogate } from "#domain/code-points.ts";
import { describeConditions } from "#domain/describe-logic.ts";
import type { SubjectComparison } from "#domain/dialogue/comparison.ts";
import { KIND_NAMES, wayName } from "#domain/dialogue/names.ts";
import { nodeMetrics, PORT_Y, ROW } from "#domain/dialogue/node-metrics.ts";
import { plain, sliced } from "#domain/text-marks/marked-text.ts";
import type { MarkedText } from "#domain/text-marks/text-mark.ts";
import { useSession } from "../../../frame/session/session-provider.tsx";
import { latePart } from "../../../ui/late.tsx";
import { StoryWords } from "../../../ui/story-words.tsx";
import { MARK_WORDS, type TextChange, textChange, useCompared } from "../../compare/use-compared.ts";
import { Glyph, lookOf } from "../../fields/glyph.tsx";
import { usePresenceOnNode } from "../../live/presence-store.ts";
import { othersOf } from "../../live/who-is-where.ts";
import { useLogicDraft } from "../../logic/logic-drafts.ts";
import type { Node } from "../../model/model.ts";
import { useDialogue, useDialogueState, useNode } from "../../session/dialogue-context.ts";
import { fieldKey } from "../../store/dialogue-state.ts";
import { useView } from "../../store/view-state.ts";
import type { NodeStubs, Stub } from "../scene/drawn-edges.ts";
import { useKeyedValue } from "../scene/keyed-values.ts";
import { useCanvasParts } from "../surface/canvas-parts.ts";
import { useLogicWords, useSpeakerInk, useSpeakerName } from "../surface/names.ts";
import { noteCommit } from "./commit-count.ts";
import { NodeBadges, StartTab } from "./node-badges.tsx";
import { NodeFrame } from "./node-frame.tsx";
import { useNodeState } from "./node-state.ts";
import { InStub, OutStub } from "./stubs.tsx";

/** Words of two moments in one text, which only a comparison shows. */
const Redline = latePart<TextChange & { isExcerpt: boolean }>(() =>
  import("../../../frame/changes/redline.tsx").then((part) => part.Redline),
);

/** Most characters of a text drawn on a card: as many as three lines can show in any script. */
const PREVIEW = 240;

/** A node in full. It reads its own node from the store, and what else it shows from where that is known. */
export function FullNode({ id }: { id: string }) {
  useEffect(() => noteCommit("node", id));
  const { scene } = useCanvasParts();
  const node = useNode(id);
  const state = useNodeState(id);
  const stubs = useKeyedValue(scene.stubs, id);
  const compared = useCompared(id);
  if (node === undefined) return null;
  const look = lookOf(node.kind);
  const metrics = nodeMetrics(node);
  const isComeTo = stubs !== undefined && stubs.in.length > 0;
  const isTitled = node.title !== null && node.title !== "";
  return (
    <NodeFrame
      className="cv-node"
      node={node}
      state={state}
      mark={compared?.mark}
      data-waiting={state.waiting || undefined}
    >
      {state.start && <StartTab isRaised={isComeTo} />}
      <div className="cv-face">
        <div className="cv-head">
          <Glyph kind={node.kind} />
          <span className="cv-title" data-part="title" data-untitled={!isTitled || undefined} dir="auto">
            <Words words={plain(headOf(node))} change={textChange(compared, "/title")} />
          </span>
          {look === "step" && isTitled && <span className="cv-kind">{KIND_NAMES[node.kind]}</span>}
          <HeatMark of={id} />
          <Speaker id={node.speaker_id} label={node.speaker_label} />
          {!metrics.showsText && tellsEffects(node) && <EffectWords node={node} />}
        </div>
        {metrics.showsText && (
          <p
            className="cv-text"
            data-part="text"
            data-with-effects={tellsEffects(node) || undefined}
            data-empty={(node.text === "" && textChange(compared, "/text") === undefined) || undefined}
            dir="auto"
          >
            {node.text !== "" && READ_BY[node.kind] !== undefined && (
              <span className="cv-read">{READ_BY[node.kind]}</span>
            )}
            <Words
              words={node.text === "" ? plain("No words yet") : preview({ text: node.text, marks: node.text_marks })}
              change={textChange(compared, "/text", node.text_marks)}
            />
          </p>
        )}
        {metrics.showsText && tellsEffects(node) && <EffectWords node={node} />}
        {node.branches.map((branch, i) => (
          <Row
            key={branch.id}
            node={node}
            branch={branch}
            compared={compared}
            stub={stubs?.out.get(branch.id)}
            isRepeated={leadsAsBefore(stubs?.out, node.branches[i - 1]?.id, branch.id)}
          />
        ))}
      </div>
      <span
        className="cv-port cv-port-own"
        data-port=""
        data-bare={node.branches.length === 0 || undefined}
        style={{ top: PORT_Y }}
      />
      {metrics.rows.map(({ branchId, y }, i) => {
        const branch = node.branches[i];
        const leads = branch !== undefined && (branch.target_node_id !== null || branch.target_graph_id !== null);
        return (
          <span
            key={branchId}
            className="cv-port"
            data-port={branchId}
            data-open={!leads || undefined}
            style={{ top: y + ROW / 2 }}
          />
        );
      })}
      {isComeTo && <InStub from={stubs.in} />}
      <NodePresence id={id} />
      <NodeBadges id={id} conflict={state.conflict} waiting={state.waiting} mark={compared?.mark} />
    </NodeFrame>
  );
}

/** A text, with its redline where it differs between the moments that are compared. */
function Words({ words, change }: { words: MarkedText; change: TextChange | undefined }) {
  return change === undefined ? <StoryWords {...words} /> : <Redline {...change} isExcerpt />;
}

/** The beginning of a text; a character of two halves stays whole. */
function preview(words: MarkedText): MarkedText {
  return sliced(words, 0, isHighSurrogate(words.text, PREVIEW - 1) ? PREVIEW - 1 : PREVIEW);
}

function Speaker({ id, label }: { id: string | null; label: string | null }) {
  const name = useSpeakerName(id, label);
  const ink = useSpeakerInk(id, label);
  if (name === null) return null;
  return (
    <span className={`cv-speaker ${ink}`} dir="auto">
      {name}
    </span>
  );
}

/** Reader of the words of a node, for kinds where it is not the player. */
const READ_BY: Partial<Record<Node["kind"], string>> = {
  ...Object.fromEntries(
    ["condition", "instruction", "jump", "random", "detour", "return", "storylet_group", "subgraph"].map((kind) => [
      kind,
      "players read this",
    ]),
  ),
  command: "the game reads this",
  wait_event: "the game reads this",
};

/** Returns the head of a card: its title, else its kind, because its words follow just below. */
function headOf(node: Node): string {
  return node.title !== null && node.title !== "" ? node.title : KIND_NAMES[node.kind];
}

interface RowProps {
  node: Node;
  branch: Node["branches"][number];
  /** Difference of the node between the compared moments. */
  compared: SubjectComparison | undefined;
  /** Target of the branch, where it is not drawn as an edge. */
  stub: Stub | undefined;
  /** Whether the row above says already where this one leads. */
  isRepeated: boolean;
}

/** Whether two branches are stubs that lead to the same place. */
function leadsAsBefore(stubs: NodeStubs["out"] | undefined, before: string | undefined, id: string): boolean {
  const above = before === undefined ? undefined : stubs?.get(before)?.edge;
  const own = stubs?.get(id)?.edge;
  return above !== undefined && own !== undefined && above.to === own.to && above.toGraph === own.toGraph;
}

function Row({ node, branch, compared, stub, isRepeated }: RowProps) {
  const words = branch.choice_text;
  const mark = useDialogueState(({ compared }) => compared?.branches.get(branch.id));
  const change = textChange(compared, `/branches/${branch.id}/choice_text`, branch.text_marks);
  const isMarked = compared?.mark === "changed" && mark !== undefined;
  return (
    <div className="cv-row" data-part="choice_text" data-branch={branch.id} data-change={isMarked ? mark : undefined}>
      <span className="cv-branch" data-quiet={(words === "" && change === undefined) || undefined} dir="auto">
        {words === "" && change === undefined ? (
          <WayWords node={node} branch={branch} />
        ) : (
          <Words words={preview({ text: words, marks: branch.text_marks })} change={change} />
        )}
      </span>
      {isMarked && <span className="cv-mark">{MARK_WORDS[mark].toLowerCase()}</span>}
      <HeatMark of={branch.id} />
      {branch.repeat === "once" && <span className="cv-mark">once</span>}
      {branch.opened_by !== null && <span className="cv-mark">by talking</span>}
      <BranchLogicWords node={node} branch={branch} />
      {stub !== undefined && <OutStub stub={stub} isRepeated={isRepeated} />}
    </div>
  );
}

/** Number of players who came to a card, or share of them who took a branch, while that is shown. */
function HeatMark({ of }: { of: string }) {
  const words = useView((view) => view.heat.get(of));
  return words === undefined ? null : (
    <span className="cv-mark" data-kind="heat">
      {words}
    </span>
  );
}

/** Whether changes on entering are told below the words; a change tells them in its row. */
function tellsEffects({ kind, on_enter_effects }: Node): boolean {
  return kind !== "instruction" && on_enter_effects.length > 0;
}

/** Changes on entering, in words, on one line. */
function EffectWords({ node }: Pick<RowProps, "node">) {
  const words = useLogicWords((names) => effectsInWords(node.on_enter_effects, names));
  return (
    <span className="cv-effects" dir="auto" title={`On entering: ${words}`}>
      {words.slice(0, PREVIEW)}
    </span>
  );
}

/** Conditions and effects of a way, where its row does not say them already. */
function BranchLogicWords({ node, branch }: Pick<RowProps, "node" | "branch">) {
  const isTold = branch.choice_text === "" && node.kind === "condition";
  const conditions = isTold ? NOTHING : branch.conditions;
  const effects = node.kind === "instruction" && node.branches[0]?.id === branch.id ? NOTHING : branch.effects;
  const logic = useLogicWords((names) => branchLogic({ conditions, effects }, names));
  if (logic === "") return null;
  const words = conditions.length > 0 ? `only ${logic}` : logic;
  return (
    <span className="cv-mark" data-kind="condition" dir="auto" title={words}>
      {words.slice(0, PREVIEW)}
    </span>
  );
}

/** Empty list, so that what is told elsewhere is not described anew. */
const NOTHING: never[] = [];

/** A way without words: what it is by its place, with the test of a check, or what a change does. */
function WayWords({ node, branch }: Pick<RowProps, "node" | "branch">) {
  const name = wayName(node, branch);
  const isElse = branch.kind === "else" || branch.kind === "fallback";
  if (node.kind === "condition" && !isElse) {
    return (
      <>
        <span className="cv-way">{name}</span> <TestWords nodeId={node.id} branch={branch} />
      </>
    );
  }
  if (node.kind === "instruction" && node.branches[0]?.id === branch.id) return <ChangeWords node={node} />;
  return name;
}

function TestWords({ nodeId, branch }: Pick<RowProps, "branch"> & { nodeId: string }) {
  const { conditions } = branch;
  const words = useLogicWords((names) => (conditions.length === 0 ? "" : describeConditions(conditions, names)));
  const draft = useLogicDraft(fieldKey(nodeId, `/branches/${branch.id}/conditions`));
  return <LogicWords words={words} draft={draft} none="asks nothing yet" />;
}

function ChangeWords({ node }: Pick<RowProps, "node">) {
  const words = useLogicWords((names) => changesOf(node, names));
  const draft = useLogicDraft(fieldKey(node.id, "/on_enter_effects"));
  return <LogicWords words={words} draft={draft} none="No changes yet" />;
}

/** Logic in words; what was begun and cannot be read yet, as it was typed. */
function LogicWords({ words, draft, none }: { words: string; draft: string | null; none: string }) {
  if (draft !== null) {
    return (
      <span className="cv-logic" data-draft="">
        {draft.slice(0, PREVIEW)} (not saved)
      </span>
    );
  }
  return words === "" ? none : <span className="cv-logic">{words.slice(0, PREVIEW)}</span>;
}

/** A ring in the colour of who else is on this node, with their name. */
function NodePresence({ id }: { id: string }) {
  const { clientId } = useDialogue();
  const { userId } = useSession();
  const people = usePresenceOnNode(clientId, id);
  if (people.length === 0) return null;
  const others = othersOf(people, { userId, graphId: null });
  const [first, ...more] = others;
  if (first === undefined) return null;
  return (
    <div className="cv-presence" style={{ "--person": `var(--person-${first.colour})` } as CSSProperties}>
      <span className="cv-presence-name" dir="auto">
        {more.length === 0 ? first.name : `${first.name} and ${more.length} more`}
      </span>
    </div>
  );
}
