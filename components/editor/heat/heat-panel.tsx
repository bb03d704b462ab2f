"use client";

import { X } from "lucide-react";
import { type ReactNode, useEffect, useMemo, useState } from "react";
import { counted } from "#domain/counted.ts";
import { nodeName, wayName } from "#domain/dialogue/names.ts";
import { ErrorState } from "../../frame/session/error-state.tsx";
import { CONTROL, FormField } from "../../ui/form/field.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { Select } from "../../ui/select.tsx";
import { LoadingRows } from "../../ui/skeleton.tsx";
import { startOf } from "../gestures/node-role.ts";
import type { Node } from "../model/model.ts";
import { useDialogue, useDialogueState } from "../session/dialogue-context.ts";
import { closeSide, useViewStore } from "../store/view-state.ts";
import { type CardChoices, type Heat, heatOf, longWords, marksOf } from "./choice-shares.ts";
import { type HeatFilter, useChoiceCounts, usePlayedVersions, type Who } from "./use-heat.ts";
import { WhoFilter } from "./who-filter.tsx";

/** Cards that a list shows. */
const MOST = 50;

/** Panel of what players chose in the open dialogue; while it is open, the canvas shows it on cards and choices. */
export function HeatPanel() {
  const view = useViewStore();
  const [filter, setFilter] = useState<HeatFilter>({ who: { kind: "all" }, version: "", from: "", to: "" });
  return (
    <aside
      aria-label="What players chose"
      className="flex w-90 shrink-0 flex-col overflow-y-auto border-line border-s bg-panel max-lg:absolute max-lg:inset-y-0 max-lg:end-0 max-lg:z-20 max-sm:w-full print:hidden"
    >
      <header className="flex min-h-10 shrink-0 items-center border-line border-b ps-4 pe-1">
        <h2 className="grow font-medium text-13">What players chose</h2>
        <IconButton label="Close" icon={<X aria-hidden className="size-4" />} onClick={() => closeSide(view)} />
      </header>
      <Filters filter={filter} onChange={setFilter} />
      <Numbers filter={filter} onWho={(who) => setFilter({ ...filter, who })} />
    </aside>
  );
}

function Filters({ filter, onChange }: { filter: HeatFilter; onChange: (filter: HeatFilter) => void }) {
  const graphId = useDialogueState((state) => state.graph.id);
  const versions = usePlayedVersions(graphId);
  const options = [
    { value: "", label: "All versions" },
    ...versions.map(({ version, events }) => ({
      value: String(version),
      label: `As at change ${version.toLocaleString("en-GB")} (${counted(events, "choice")})`,
    })),
  ];
  return (
    <div className="grid shrink-0 grid-cols-2 gap-3 border-line border-b px-4 py-3">
      <WhoFilter who={filter.who} onChange={(who) => onChange({ ...filter, who })} />
      <Select
        label="Version of the story"
        className="col-span-2"
        value={filter.version}
        options={options}
        onChange={({ target }) => onChange({ ...filter, version: target.value })}
      />
      {(["from", "to"] as const).map((edge) => (
        <FormField key={edge} label={edge === "from" ? "From" : "To"}>
          {(control) => (
            <input
              {...control}
              type="date"
              className={CONTROL}
              value={filter[edge]}
              onChange={({ target }) => onChange({ ...filter, [edge]: target.value })}
            />
          )}
        </FormField>
      ))}
    </div>
  );
}

interface NumbersProps {
  filter: HeatFilter;
  onWho: (who: Who) => void;
}

function Numbers({ filter, onWho }: NumbersProps) {
  const view = useViewStore();
  const graphId = useDialogueState((state) => state.graph.id);
  const nodes = useDialogueState((state) => state.nodes);
  const start = useDialogueState(startOf);
  const branches = useMemo(() => [...nodes.values()].reduce((sum, node) => sum + node.branches.length, 0), [nodes]);
  const counts = useChoiceCounts(graphId, filter, branches);
  const heat = useMemo(() => heatOf(nodes, start, counts), [nodes, start, counts]);
  const isShown = counts.events > 0;
  useEffect(() => {
    view.setState({ heat: isShown ? marksOf(heat) : new Map() });
  }, [view, heat, isShown]);
  useEffect(() => () => view.setState({ heat: new Map() }), [view]);

  if (counts.error !== null) return <ErrorState what="The numbers" error={counts.error} onRetry={counts.again} />;
  if (counts.isPending) return <LoadingRows what="the numbers" rows={4} className="h-9" />;
  if (!isShown) {
    if (counts.among !== null) return <Among among={counts.among} />;
    return <NoNumbers isNarrowed={filter.version !== "" || filter.from !== "" || filter.to !== ""} />;
  }
  return (
    <>
      {counts.among !== null && <Among among={counts.among} />}
      <p role="status" className="numerals px-4 py-3 text-13 text-ink-2">
        {counted(counts.events, "choice")} at {counted(heat.chosenAt.size, "card")}
        {counts.late > 0 && `, ${counts.late.toLocaleString("en-GB")} of them reported on a later day`}
      </p>
      <Selected heat={heat} onWho={onWho} />
      <Cards
        title="Players stopped here"
        entries={heat.abandoned.map(({ node, left, came }) => ({
          node,
          words: `${left} of ${counted(came, "visit")} went no further`,
        }))}
      />
      <Cards
        title="Nobody came here"
        entries={heat.unreached.map((node) => ({ node, words: "No choice that was made leads here" }))}
      />
    </>
  );
}

/** Number of players who did what the filter says. */
function Among({ among: { players, is_all } }: { among: NonNullable<ReturnType<typeof useChoiceCounts>["among"]> }) {
  const number = counted(players, "player");
  return (
    <p className="numerals px-4 pt-3 text-13 text-ink-2">
      {players === 0 && "No player did this yet."}
      {players > 0 && (is_all ? `${number} did this.` : `${number} are looked at: more of them did this.`)}
    </p>
  );
}

/** Way to numbers, where there are none. */
function NoNumbers({ isNarrowed }: { isNarrowed: boolean }) {
  if (isNarrowed)
    return <p className="px-4 py-3 text-13 text-ink-2">Nobody chose anything in this version and at this time.</p>;
  return (
    <div className="space-y-2 px-4 py-3 text-13 text-ink-2">
      <p>Nobody played this dialogue yet. Numbers come from</p>
      <ul className="list-disc space-y-1 ps-5">
        <li>readers of a shared link, who tell you the path they took,</li>
        <li>playthroughs that your game takes step by step,</li>
        <li>
          events that your game sends: see the guide on{" "}
          <a href="/docs/guides/player-events" className="text-accent underline">
            player events
          </a>
          .
        </li>
      </ul>
    </div>
  );
}

/** Choices at the selected card, or at the cards where most players chose. */
function Selected({ heat, onWho }: { heat: Heat; onWho: NumbersProps["onWho"] }) {
  const active = useDialogueState((state) => state.active);
  const here = active === null ? undefined : heat.chosenAt.get(active);
  if (here !== undefined) return <ChosenAt choices={here} onWho={onWho} />;
  const busiest = [...heat.chosenAt.values()].filter(({ node }) => node.branches.length > 1);
  return (
    <Cards
      title="Choices, the most made first"
      entries={busiest
        .sort((a, b) => b.players - a.players)
        .map(({ node, players }) => ({ node, words: counted(players, "player") }))}
    />
  );
}

interface ChosenAtProps {
  choices: CardChoices;
  onWho: NumbersProps["onWho"];
}

function ChosenAt({ choices: { node, players, ways }, onWho }: ChosenAtProps) {
  return (
    <section aria-label="Choices of this card" className="px-4 pb-3">
      <h3 className="font-medium text-12 text-ink-2" dir="auto">
        {nodeName(node)}: {counted(players, "player")} chose
      </h3>
      <ul className="mt-1 space-y-2">
        {node.branches.map((branch) => {
          const share = ways.get(branch.id);
          if (share === undefined) return null;
          return (
            <li key={branch.id} className="text-13">
              <span dir="auto">{wayName(node, branch)}</span>
              <span aria-hidden className="mt-0.5 block h-1.5 rounded-full bg-hover">
                <span className="block h-full rounded-full bg-accent" style={{ width: `${share.share * 100}%` }} />
              </span>
              <span className="numerals block text-12 text-ink-3">
                {share.taken === 0 ? "Nobody took this" : longWords(share)}
              </span>
              {share.taken > 0 && (
                <button
                  type="button"
                  className="link cursor-pointer text-12"
                  aria-label={`Only these players, who took “${wayName(node, branch)}”`}
                  onClick={() => onWho({ kind: "took", branch: branch.id })}
                >
                  Only these players
                </button>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

interface CardsProps {
  title: ReactNode;
  entries: readonly { readonly node: Node; readonly words: string }[];
}

/** Cards to go to; nothing where there are none. */
function Cards({ title, entries }: CardsProps) {
  const session = useDialogue();
  if (entries.length === 0) return null;
  return (
    <section className="border-line border-t py-2">
      <h3 className="px-4 py-1 font-medium text-12 text-ink-2">{title}</h3>
      <ul>
        {entries.slice(0, MOST).map(({ node, words }) => (
          <li key={node.id}>
            <button
              type="button"
              className="block w-full cursor-pointer px-4 py-1.5 text-start hover:bg-hover"
              onClick={() => session.reveal(node.id)}
            >
              <span dir="auto" className="block truncate text-13">
                {nodeName(node)}
              </span>
              <span className="numerals block text-12 text-ink-3">{words}</span>
            </button>
          </li>
        ))}
      </ul>
      {entries.length > MOST && (
        <p className="px-4 py-1 text-12 text-ink-3">
          The first {MOST} of {entries.length.toLocaleString("en-GB")}.
        </p>
      )}
    </section>
  );
}
