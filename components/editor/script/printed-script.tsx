"use client";

import { Fragment, useEffect, useState } from "react";
import { flushSync } from "react-dom";
import { nodeName } from "#domain/dialogue/names.ts";
import { countWords } from "#domain/words.ts";
import { useCommandHandlers } from "../../frame/commands/use-command-handlers.ts";
import { useCharacters, useDialogueNames } from "../../frame/project/project-queries.ts";
import { StoryWords } from "../../ui/story-words.tsx";
import { BranchWords } from "../fields/branch-words.tsx";
import { speakerShown } from "../fields/use-speaker.ts";
import type { Node } from "../model/model.ts";
import { useDialogueState } from "../session/dialogue-context.ts";
import { useMemberships } from "../session/use-memberships.ts";
import { useReadingOrder } from "../session/use-reading-order.ts";
import { nodesOfMoment } from "../store/dialogue-state.ts";
import { GroupHeadingLine } from "./group-heading-line.tsx";
import { groupHeadings } from "./group-headings.ts";

/** The whole script on paper, for reading aloud; nothing while the page is on a screen. */
export function PrintedScript() {
  const [isAsked, setAsked] = useState(() => new URLSearchParams(window.location.search).get("print") === "1");
  useCommandHandlers({ "dialogue.print": () => window.print() });
  return (
    <>
      {isAsked && <PrintAtOnce onDone={() => setAsked(false)} />}
      {usePrinting() && <PrintedPage />}
    </>
  );
}

/** Prints what the address asks for with `?print=1`, once all names are here that stand on the paper. Draws nothing. */
function PrintAtOnce({ onDone }: { onDone: () => void }) {
  const isNamed = [useCharacters(), useDialogueNames()].every((names) => names.isWhole);
  useEffect(() => {
    if (!isNamed) return;
    const url = new URL(window.location.href);
    url.searchParams.delete("print");
    window.history.replaceState(window.history.state, "", url);
    onDone();
    window.print();
  }, [isNamed, onDone]);
  return null;
}

/** Numbered sections: who speaks, the words, and where each branch goes on. */
function PrintedPage() {
  const nodes = useDialogueState(nodesOfMoment);
  const name = useDialogueState((state) => state.graph.name);
  const { reached, unreached } = useReadingOrder();
  const numbers = new Map([...reached, ...unreached].map((id, at) => [id, at + 1]));
  const headings = groupHeadings([...reached, ...unreached], useMemberships(), [reached.length]);
  const sectionOf = (id: string) => {
    const heading = headings.get(id);
    return (
      <Fragment key={id}>
        {heading !== undefined && <GroupHeadingLine heading={heading} />}
        <Section id={id} numbers={numbers} />
      </Fragment>
    );
  };
  const words = [...nodes.values()].reduce((sum, { text }) => sum + countWords(text), 0);
  return (
    <article aria-label="Script on paper" className="hidden text-ink print:block">
      <h1 dir="auto" className="font-reading font-semibold text-28">
        {name}
      </h1>
      <p className="mb-6 text-12 text-ink-3">
        {nodes.size.toLocaleString("en")} sections, {words.toLocaleString("en")} words to read
      </p>
      {reached.map(sectionOf)}
      {unreached.length > 0 && (
        <h2 className="mt-8 mb-4 border-line-strong border-t pt-2 font-medium text-14">
          Cannot be reached from the start
        </h2>
      )}
      {unreached.map(sectionOf)}
    </article>
  );
}

function Section({ id, numbers }: { id: string; numbers: ReadonlyMap<string, number> }) {
  const node = useDialogueState((state) => state.nodes.get(id));
  const characters = useCharacters();
  if (node === undefined) return null;
  const speaker = speakerShown(node, characters);
  return (
    <section className="mb-4 break-inside-avoid">
      <h3 dir="auto" className="font-medium text-11 text-ink-3">
        {numbers.get(id)}
        {node.title !== null && ` · ${nodeName(node)}`}
        {node.kind === "end" && " · ending"}
      </h3>
      {speaker !== null && (
        <p dir="auto" className="font-semibold text-12 uppercase tracking-wide">
          {speaker.name}
        </p>
      )}
      <p dir="auto" className="whitespace-pre-wrap font-reading text-14">
        <StoryWords text={node.text} marks={node.text_marks} />
      </p>
      <ul className="ms-6 font-reading text-12">
        {node.branches.map((branch) => (
          <li key={branch.id} dir="auto">
            <BranchWords branch={branch} /> <Destination branch={branch} numbers={numbers} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Destination({ branch, numbers }: { branch: Node["branches"][number]; numbers: ReadonlyMap<string, number> }) {
  const dialogues = useDialogueNames();
  const here = useDialogueState((state) => state.graph.id);
  const { target_graph_id: graph, target_node_id: to } = branch;
  if (graph !== null && graph !== here) return <>→ {dialogues.get(graph) ?? "another dialogue"}</>;
  const number = to === null ? undefined : numbers.get(to);
  return number === undefined ? null : <>→ {number}</>;
}

/** Whether the page is being printed: the browser waits for what is drawn while it says so. */
function usePrinting(): boolean {
  const [isPrinting, setPrinting] = useState(false);
  useEffect(() => {
    const print = window.matchMedia("print");
    const begin = () => flushSync(() => setPrinting(true));
    const end = () => setPrinting(false);
    const follow = () => (print.matches ? begin() : end());
    window.addEventListener("beforeprint", begin);
    window.addEventListener("afterprint", end);
    print.addEventListener("change", follow);
    return () => {
      window.removeEventListener("beforeprint", begin);
      window.removeEventListener("afterprint", end);
      print.removeEventListener("change", follow);
    };
  }, []);
  return isPrinting;
}
