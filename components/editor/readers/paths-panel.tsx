"use client";

import { StepBack, StepForward, X } from "lucide-react";
import { useEffect, useMemo, useState } from "react";
import { counted } from "#domain/counted.ts";
import { nodeName, wayName } from "#domain/dialogue/names.ts";
import { ErrorState } from "../../frame/session/error-state.tsx";
import { useShareLinks } from "../../frame/sharing/share-queries.ts";
import { Button } from "../../ui/button.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { LocalTime } from "../../ui/local-time.tsx";
import { Select } from "../../ui/select.tsx";
import { LoadingRows } from "../../ui/skeleton.tsx";
import { useDialogue, useDialogueState, useNodeOfMoment } from "../session/dialogue-context.ts";
import { closeSide, useView, useViewStore } from "../store/view-state.ts";
import { choicesOf, type PathStep, type ReaderChoices, type SentPath, stepsOf } from "./reader-path.ts";
import { type ListedPath, SHOWN_PATHS, useListedPaths, useReaderPaths } from "./use-reader-paths.ts";

/** The paths that readers sent back, beside the canvas on which one of them is drawn. */
export function PathsPanel() {
  const view = useViewStore();
  const graphId = useDialogueState((state) => state.graph.id);
  const links = useShareLinks(graphId);
  const asked = useView((state) => state.pathsOf);
  const shares = links.data?.shares ?? [];
  const share = asked ?? shares[0]?.id ?? null;
  return (
    <aside
      aria-label="Paths of readers"
      className="flex w-90 shrink-0 flex-col overflow-y-auto border-line border-s bg-panel max-lg:absolute max-lg:inset-y-0 max-lg:end-0 max-lg:z-20 max-sm:w-full print:hidden"
    >
      <header className="flex min-h-10 shrink-0 items-center border-line border-b ps-4 pe-1">
        <h2 className="grow font-medium text-13">Paths of readers</h2>
        <IconButton
          label="Close the paths"
          icon={<X aria-hidden className="size-4" />}
          onClick={() => closeSide(view)}
        />
      </header>
      {links.isPending && <LoadingRows what="the links" rows={2} className="h-9" />}
      {links.isError && links.data === undefined && (
        <ErrorState what="The links" error={links.error} onRetry={() => void links.refetch()} />
      )}
      {links.data !== undefined && shares.length === 0 && (
        <p className="px-4 py-3 text-13 text-ink-3">
          No links yet. Share the dialogue, and readers can send you the path they took.
        </p>
      )}
      {shares.length > 1 && (
        <Select
          label="Link"
          className="px-4 pt-3"
          value={share ?? ""}
          options={shares.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={({ target }) => view.setState({ pathsOf: target.value })}
        />
      )}
      {share !== null && <PathsOf key={share} share={share} />}
    </aside>
  );
}

function PathsOf({ share }: { share: string }) {
  const listed = useListedPaths(share);
  const runs = listed.data?.runs ?? [];
  const { paths, error, again } = useReaderPaths(runs.map(({ id }) => id));
  const taken = useMemo(() => choicesOf([...paths.values()]), [paths]);
  const [chosen, setChosen] = useState<string | null>(null);
  const path = chosen === null ? undefined : paths.get(chosen);

  if (listed.isPending) return <LoadingRows what="the paths" rows={4} className="h-12" />;
  if (listed.isError && listed.data === undefined)
    return <ErrorState what="The paths" error={listed.error} onRetry={() => void listed.refetch()} />;
  if (runs.length === 0)
    return (
      <p className="px-4 py-3 text-13 text-ink-3">
        No paths yet. Readers can send one with “Tell the authors” below the story.
      </p>
    );
  return (
    <>
      <ul aria-label="Paths" className="mt-3 divide-y divide-line border-line border-y">
        {runs.map((run) => (
          <PathRow
            key={run.id}
            run={run}
            isChosen={run.id === chosen}
            onChoose={() => setChosen(run.id === chosen ? null : run.id)}
          />
        ))}
      </ul>
      {(listed.data?.total ?? 0) > SHOWN_PATHS && (
        <p className="px-4 py-2 text-12 text-ink-3">
          The last {SHOWN_PATHS} of {listed.data?.total}.
        </p>
      )}
      {error !== null && <ErrorState what="Some of the paths" error={error} onRetry={again} />}
      {chosen !== null && path === undefined && error === null && (
        <LoadingRows what="the path" rows={2} className="h-9" />
      )}
      {path !== undefined && <DrawnPath key={path.id} path={path} taken={taken} onEnd={() => setChosen(null)} />}
    </>
  );
}

function PathRow({ run, isChosen, onChoose }: { run: ListedPath; isChosen: boolean; onChoose: () => void }) {
  const end = useNodeOfMoment(run.ending?.node_id ?? "");
  const where = end === undefined ? null : `“${nodeName(end)}”`;
  const kind = run.ending?.kind;
  return (
    <li>
      <button
        type="button"
        aria-pressed={isChosen}
        onClick={onChoose}
        className="block w-full cursor-pointer px-4 py-2 text-start hover:bg-hover aria-pressed:bg-accent-soft"
      >
        <span className="block text-13" dir="auto">
          {kind === "ending" ? "Came to the end" : "Stopped"}
          {where === null ? " outside this dialogue" : ` at ${where}`}
        </span>
        {run.words !== "" && (
          <span className="mt-0.5 block whitespace-pre-wrap break-words font-reading text-14 text-ink-2" dir="auto">
            {run.words}
          </span>
        )}
        <span className="block text-12 text-ink-3">
          <LocalTime iso={run.created_at} />
        </span>
      </button>
    </li>
  );
}

interface DrawnPathProps {
  path: SentPath;
  /** Choices of all readers of the link, by node. */
  taken: ReadonlyMap<string, ReaderChoices>;
  onEnd: () => void;
}

/** One path, step by step: the canvas goes along, and draws the way so far. Escape ends it. */
function DrawnPath({ path, taken, onEnd }: DrawnPathProps) {
  const steps = useMemo(() => stepsOf(path), [path]);
  const [at, setAt] = useState(steps.length - 1);
  const step = steps[at];
  useDrawn(steps, at);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const isElsewhere = (event.target as Element).closest(
        "input, select, textarea, [contenteditable], [role=dialog]",
      );
      if (event.key !== "Escape" || event.defaultPrevented || event.isComposing || isElsewhere !== null) return;
      onEnd();
    };
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  }, [onEnd]);
  if (step === undefined) return null;
  return (
    <section aria-label="The path" className="px-4 py-3">
      <div className="flex items-center gap-1">
        <p role="status" className="numerals grow text-13">
          Step {at + 1} of {steps.length}
        </p>
        <IconButton
          label="Step back"
          icon={<StepBack aria-hidden className="size-4" />}
          disabledReason={at === 0 ? "This is the beginning." : null}
          onClick={() => setAt(at - 1)}
        />
        <IconButton
          label="Step on"
          icon={<StepForward aria-hidden className="size-4" />}
          disabledReason={at === steps.length - 1 ? "This is where the reader stopped." : null}
          onClick={() => setAt(at + 1)}
        />
      </div>
      {step.chose !== null && (
        <p dir="auto" className="mt-2 border-accent border-s-2 ps-3 font-reading text-14 text-ink-2 italic">
          {step.chose}
        </p>
      )}
      {step.said.map(({ node_id, text }, nth) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a node may come twice on a page.
        <p key={`${nth} ${node_id}`} dir="auto" className="mt-2 whitespace-pre-wrap break-words font-reading text-14">
          {text}
        </p>
      ))}
      <ChosenHere step={step} next={steps[at + 1]} taken={taken} />
      <Button size="sm" className="mt-4" onClick={onEnd}>
        End
      </Button>
    </section>
  );
}

/** Numbers of readers that took each branch at the node where a step ends. */
function ChosenHere({
  step,
  next,
  taken,
}: {
  step: PathStep;
  next: PathStep | undefined;
  taken: DrawnPathProps["taken"];
}) {
  const node = useNodeOfMoment(step.nodes.at(-1) ?? "");
  const here = taken.get(step.nodes.at(-1) ?? "");
  if (node === undefined || here === undefined || node.branches.length < 2) return null;
  return (
    <section aria-label="What readers chose here" className="mt-4 border-line border-t pt-2">
      <h3 className="font-medium text-12 text-ink-2">What readers chose here</h3>
      <ul className="mt-1 space-y-1">
        {node.branches.map((branch) => {
          const count = here.byBranch.get(branch.id) ?? 0;
          const isOwn = next?.ways[0] === branch.id;
          return (
            <li key={branch.id} className="text-13">
              <span dir="auto" className={isOwn ? "font-medium text-ink" : "text-ink-2"}>
                {wayName(node, branch)}
              </span>
              <span className="numerals block text-12 text-ink-3">
                {count} of {counted(here.readers, "reader")} took this{isOwn && ", this one among them"}
              </span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** Draws the way to a step on the canvas, and shows where it is. */
function useDrawn(steps: readonly PathStep[], at: number): void {
  const view = useViewStore();
  const session = useDialogue();
  useEffect(() => {
    const soFar = steps.slice(0, at + 1);
    view.setState({
      path: soFar.flatMap(({ ways }) => ways),
      marked: new Set(soFar.flatMap(({ nodes }) => nodes)),
    });
    const { nodes } = session.store.getState();
    const here = soFar.flatMap((step) => step.nodes).findLast((id) => nodes.has(id));
    if (here !== undefined) session.reveal(here);
  }, [steps, at, view, session]);
  useEffect(() => () => view.setState({ path: [], marked: new Set() }), [view]);
}
