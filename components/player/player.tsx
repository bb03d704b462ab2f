"use client";

import { RotateCcw, StepBack, X } from "lucide-react";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import type { Branch } from "#domain/dialogue.ts";
import { useCommandHandlers } from "../commands/command-host.tsx";
import { useDialogue } from "../dialogue/store/dialogue-context.ts";
import { useView, useViewStore } from "../dialogue/view-state.ts";
import { IconButton } from "../ui/icon-button.tsx";
import { SegmentedControl } from "../ui/segmented-control.tsx";
import { PlayerStop } from "./player-stop.tsx";
import { PlayerTranscript } from "./player-transcript.tsx";
import { PlayerVariables } from "./player-variables.tsx";
import { usePlay } from "./use-play.ts";

type Reader = "author" | "player";

const READERS = [
  { value: "author", label: "Author" },
  { value: "player", label: "Player" },
] as const;

/** Plays the dialogue beside its canvas, from a card or from the start. */
export function Player() {
  const from = useView((state) => state.playFrom);
  // Another beginning is another playthrough.
  return <Playthrough key={from ?? "start"} from={from} />;
}

function Playthrough({ from }: { from: string | null }) {
  const view = useViewStore();
  const { reveal } = useDialogue();
  const play = usePlay(from);
  const [reader, setReader] = useState<Reader>("author");
  const page = play.pages.at(-1);
  const here = page?.cards.at(-1) ?? null;
  const end = useRef<HTMLDivElement>(null);
  const turns = play.pages.length;

  // The canvas goes along: the card on the page is the one in view, and the way here is drawn.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the way changes with every turn, not with every edit.
  useEffect(() => {
    if (here !== null) reveal(here);
    view.setState({ path: play.pages.flatMap((each) => each.way) });
    end.current?.scrollIntoView({ block: "end" });
  }, [turns, here, reveal, view]);
  useEffect(() => () => view.setState({ path: [] }), [view]);

  useCommandHandlers({
    "play.back": { run: play.back, disabled: turns > 1 ? null : "This is the beginning." },
    "play.restart": play.restart,
    "play.close": () => view.setState({ side: "inspector" }),
  });

  const choose = (branch: Branch) => {
    play.choose(branch);
    document.getElementById(STAGE)?.focus();
  };

  return (
    <section
      id={STAGE}
      tabIndex={-1}
      aria-label="Player"
      data-command-scope="player"
      onKeyDown={takeByNumber}
      className="flex w-1/2 max-w-160 shrink-0 flex-col border-line border-s bg-panel outline-none max-lg:absolute max-lg:inset-y-0 max-lg:end-0 max-lg:z-20 max-lg:w-full"
    >
      <header className="flex min-h-10 items-center gap-1 border-line border-b ps-5 pe-1">
        <h2 className="grow font-medium text-13">Play</h2>
        <SegmentedControl label="Read as" value={reader} onChange={setReader} options={READERS} />
        <IconButton
          label="Step back"
          icon={<StepBack aria-hidden className="size-4" />}
          disabledReason={turns > 1 ? null : "This is the beginning."}
          onClick={play.back}
        />
        <IconButton label="Begin again" icon={<RotateCcw aria-hidden className="size-4" />} onClick={play.restart} />
        <IconButton
          label="Close the player"
          icon={<X aria-hidden className="size-4" />}
          onClick={() => view.setState({ side: "inspector" })}
        />
      </header>
      <div className="min-h-0 grow overflow-y-auto px-5 py-5">
        <div aria-live="polite">
          <PlayerTranscript pages={play.pages} dialogue={play.dialogue} />
          {page !== undefined && <PlayerStop stop={page.stop} author={reader === "author"} onChoose={choose} />}
        </div>
        <div ref={end} />
      </div>
      {page !== undefined && reader === "author" && (
        <div className="max-h-2/5 shrink-0 overflow-y-auto">
          <PlayerVariables
            variables={play.dialogue.variables}
            state={page.state}
            before={play.pages.at(-2)?.state ?? null}
            forced={play.forced}
            onForce={play.force}
          />
        </div>
      )}
    </section>
  );
}

const STAGE = "player-stage";

/** The numbers in front of the choices press them; in a field they are numbers. */
function takeByNumber(event: KeyboardEvent<HTMLElement>) {
  if (!/^[1-9]$/.test(event.key) || event.nativeEvent.isComposing) return;
  if (event.metaKey || event.ctrlKey || event.altKey || (event.target as Element).closest("input, select, textarea"))
    return;
  const choice = event.currentTarget.querySelector<HTMLButtonElement>(`[data-choice="${event.key}"]`);
  if (choice === null) return;
  event.preventDefault();
  choice.click();
}
