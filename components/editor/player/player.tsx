"use client";

import { BookMarked, BookPlus, Columns2, RotateCcw, StepBack, X } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import type { Branch } from "#domain/dialogue/wire.ts";
import { useCommandHandlers } from "../../frame/commands/use-command-handlers.ts";
import { useMoment } from "../../frame/moment/moment-provider.tsx";
import { useCharacters } from "../../frame/project/project-queries.ts";
import { tickFirstStep } from "../../frame/session/first-steps.ts";
import { IconButton } from "../../ui/icon-button.tsx";
import { late, useLate } from "../../ui/late.tsx";
import { SegmentedControl } from "../../ui/segmented-control.tsx";
import { LoadingRows } from "../../ui/skeleton.tsx";
import { useOnChange } from "../../ui/use-on-change.ts";
import { useDialogue } from "../session/dialogue-context.ts";
import { closeSide, useView, useViewStore } from "../store/view-state.ts";
import { KeepReading, useKeepingRefused } from "./keep-reading.tsx";
import { pageInWords } from "./page-in-words.ts";
import { PlayerElsewhere, PlayerPlace } from "./player-elsewhere.tsx";
import { PlayerHalt } from "./player-halt.tsx";
import { PlayerLearnt } from "./player-learnt.tsx";
import { PlayerQuests } from "./player-quests.tsx";
import { PlayerTranscript } from "./player-transcript.tsx";
import { PlayerVariables } from "./player-variables.tsx";
import { SeekPanel } from "./seek-panel.tsx";
import { takeByNumber } from "./take-by-number.ts";
import { type Play, usePlay } from "./use-play.ts";
import { useStoryNames } from "./use-story-names.ts";

const ThenAndNowLate = late(() => import("./then-and-now.tsx").then((part) => part.ThenAndNow));

type Reader = "author" | "player";

const READERS = [
  { value: "author", label: "Author" },
  { value: "player", label: "Player" },
] as const;

/** Plays the dialogue beside its canvas, from a node or from the start. */
export function Player() {
  const from = useView((state) => state.playFrom);
  const plays = useView((state) => state.plays);
  const seeking = useView((state) => state.seeking);
  if (seeking !== null) return <SeekPanel key={JSON.stringify(seeking)} goal={seeking} />;
  // Another beginning is another playthrough.
  return <Playthrough key={`${plays} ${from ?? ""}`} from={from} />;
}

function Playthrough({ from }: { from: string | null }) {
  const view = useViewStore();
  const play = usePlay(from);
  const names = useStoryNames(play.dialogue);
  const { at, comparedWith } = useMoment();
  const [isComparing, setComparing] = useState(false);
  const ThenAndNow = useLate(ThenAndNowLate, isComparing);
  const [reader, setReader] = useState<Reader>("author");
  const [isKeeping, setKeeping] = useState(false);
  const keepingRefused = useKeepingRefused(play);
  const stage = useRef<HTMLElement>(null);
  const page = play.pages.at(-1);
  const isAuthor = reader === "author";
  const isBeginning = play.pages.length === 1;
  useFollowing(play);
  const hasEnded = page?.halt.kind === "ending";
  useEffect(() => {
    if (hasEnded) tickFirstStep("ending");
  }, [hasEnded]);
  useEffect(() => {
    stage.current?.focus({ preventScroll: true });
  }, []);

  const close = () => closeSide(view);
  const back = () => {
    play.back();
    stage.current?.focus({ preventScroll: true });
  };
  useCommandHandlers({
    "play.back": { run: back, disabled: isBeginning ? "This is the beginning." : null },
    "play.keep": { run: () => setKeeping(true), disabled: keepingRefused },
    "play.restart": play.restart,
    "play.close": close,
  });

  // What was pressed is gone with its page; the keys stay with the player.
  const keepKeys = () => stage.current?.focus({ preventScroll: true });
  const closeKeeping = () => {
    setKeeping(false);
    keepKeys();
  };
  const choose = (branch: Branch) => {
    play.choose(branch);
    keepKeys();
  };
  const answer = () => {
    play.answer();
    keepKeys();
  };
  const again = () => {
    play.restart();
    keepKeys();
  };

  return (
    <>
      <section
        ref={stage}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: its keys take the branches.
        tabIndex={0}
        aria-label="Player"
        data-command-scope="player"
        onKeyDown={takeByNumber}
        className="flex w-1/2 max-w-160 shrink-0 flex-col border-line border-s bg-panel -outline-offset-2 max-lg:absolute max-lg:inset-y-0 max-lg:end-0 max-lg:z-20 max-lg:w-full max-lg:max-w-none print:hidden"
      >
        <header className="flex min-h-10 items-center gap-1 border-line border-b ps-5 pe-1">
          <h2 className="grow font-medium text-13">Play</h2>
          <SegmentedControl label="Read as" value={reader} onChange={setReader} options={READERS} />
          {at !== null && (
            <IconButton
              label="Then and now"
              icon={<Columns2 aria-hidden className="size-4" />}
              onClick={() => setComparing(true)}
            />
          )}
          <IconButton
            label="Keep this reading"
            icon={<BookPlus aria-hidden className="size-4" />}
            aria-expanded={isKeeping}
            disabledReason={keepingRefused}
            onClick={() => setKeeping(!isKeeping)}
          />
          <IconButton
            label="Kept readings"
            icon={<BookMarked aria-hidden className="size-4" />}
            onClick={() => view.setState({ side: "readings" })}
          />
          <IconButton
            label="Step back"
            icon={<StepBack aria-hidden className="size-4" />}
            disabledReason={isBeginning ? "This is the beginning." : null}
            onClick={back}
          />
          <IconButton label="Begin again" icon={<RotateCcw aria-hidden className="size-4" />} onClick={play.restart} />
          <IconButton label="Close the player" icon={<X aria-hidden className="size-4" />} onClick={close} />
        </header>
        <PlayerWay play={play} />
        {isKeeping && <KeepReading play={play} onClose={closeKeeping} />}
        <PlayerPlace play={play} />
        <Said play={play} isAuthor={isAuthor} />
        <div className="min-h-0 grow overflow-y-auto px-5 py-5">
          <PlayerTranscript
            pages={play.pages}
            dialogue={play.dialogue}
            words={play.words}
            names={names}
            isAuthor={isAuthor}
          />
          {play.isWaiting && <LoadingRows what="the world" rows={2} className="mt-4 h-10" />}
          {page !== undefined && !play.isWaiting && play.elsewhere !== null && (
            <PlayerElsewhere graphId={play.elsewhere} story={play.story} />
          )}
          {page !== undefined && !play.isWaiting && play.elsewhere === null && (
            <PlayerHalt
              halt={page.halt}
              dialogue={play.dialogue}
              names={names}
              author={isAuthor}
              turn={play.pages.length}
              onChoose={choose}
              onHear={play.hear}
              onDone={answer}
              onAgain={again}
            />
          )}
        </div>
        {page !== undefined && isAuthor && (
          <PlayerQuests
            dialogue={play.dialogue}
            names={names}
            state={page.state}
            before={play.pages.at(-2)?.state ?? null}
          />
        )}
        {page !== undefined && isAuthor && (
          <PlayerLearnt names={names} state={page.state} before={play.pages.at(-2)?.state ?? null} />
        )}
        {page !== undefined && isAuthor && (
          <PlayerVariables
            dialogue={play.dialogue}
            names={names}
            graphId={play.graphId}
            state={page.state}
            before={play.pages.at(-2)?.state ?? null}
            forced={play.forced}
            onForce={play.force}
          />
        )}
      </section>
      {/* Beside the player: its keys would take the choices of both. */}
      {at !== null && ThenAndNow !== null && (
        <ThenAndNow at={at} other={comparedWith ?? "now"} from={from} onClose={() => setComparing(false)} />
      )}
    </>
  );
}

/** The canvas goes along: the node on the page is the one in view, and the way here is drawn. */
function useFollowing({ pages }: Play): void {
  const view = useViewStore();
  const session = useDialogue();
  const here = pages.findLast(({ nodes }) => nodes.length > 0)?.nodes.at(-1) ?? null;
  const turns = pages.length;
  const way = pages.flatMap((each) => each.way).join(" ");
  // A turn that comes to the same node again is followed as well.
  useOnChange([turns, here, session], () => {
    if (here !== null && session.store.getState().nodes.has(here)) session.reveal(here);
  });
  useEffect(() => view.setState({ path: way === "" ? [] : way.split(" ") }), [way, view]);
  useEffect(() => () => view.setState({ path: [] }), [view]);
}

/** The way that is shown, and how to see all of it at once; draws nothing where none is. */
function PlayerWay({ play: { showing, showAll } }: { play: Play }) {
  if (showing === null) return null;
  const { to, step, steps } = showing;
  return (
    <p dir="auto" className="border-line border-b bg-canvas px-5 py-2 text-12 text-ink-2">
      {step < steps ? (
        <>
          The shortest way to {to}: page {step} of {steps}.{" "}
          <button type="button" className="link cursor-pointer" onClick={showAll}>
            Show all of it
          </button>
        </>
      ) : (
        `This is the shortest way to ${to}`
      )}
    </p>
  );
}

/** Reads each new page out to those who listen. */
function Said({ play, isAuthor }: { play: Play; isAuthor: boolean }) {
  const characters = useCharacters();
  const [said, setSaid] = useState("");
  const page = play.pages.at(-1);
  const turn = `${play.pages.length} ${page?.nodes.join(" ")}`;
  // A page is read out when it comes, not when its words are edited.
  useOnChange([turn], () => {
    if (page !== undefined) setSaid(pageInWords(page, play.words, characters, isAuthor));
  });
  return (
    <p role="status" className="sr-only">
      {said}
    </p>
  );
}
