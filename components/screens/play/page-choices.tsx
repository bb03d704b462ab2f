import type { RunAction } from "#domain/runtime/log.ts";
import type { OfferedBranch } from "#domain/runtime/offers.ts";
import type { Halt } from "#domain/runtime/run.ts";
import { StoryWords } from "../../ui/story-words.tsx";

/** Returns the branches that a halt offers to a reader: open ones, and closed ones that are shown. */
export function offered(halt: Halt): readonly OfferedBranch[] {
  if (halt.kind === "waiting") return halt.events.filter(({ shown }) => shown);
  return halt.kind === "choices" || halt.kind === "blocked" ? halt.choices.filter(({ shown }) => shown) : [];
}

/** Shows the choices on a page, or its ending. */
export function PageChoices({ halt, onAct }: { halt: Halt; onAct: (action: RunAction) => void }) {
  switch (halt.kind) {
    case "choices":
    case "waiting":
      return <Choices branches={offered(halt)} onAct={onAct} />;
    case "continue":
      return <Continue onClick={() => onAct({ choose: halt.choice.branch.id })} />;
    case "command":
      return <Continue onClick={() => onAct({ answer: {} })} />;
    case "blocked":
      return (
        <>
          <Choices branches={offered(halt)} onAct={onAct} />
          <Ending {...endingOf(halt)} />
        </>
      );
    default:
      return <Ending {...endingOf(halt)} />;
  }
}

/** Returns the words of a page that leads no further. */
export function endingOf({ kind }: Halt): { readonly title: string; readonly text?: string } {
  switch (kind) {
    case "ending":
      return { title: "The end" };
    case "blocked":
      return { title: "No open choice", text: "Go back, or start again." };
    case "nothing":
      return { title: "Nothing here yet", text: "This story is empty." };
    default:
      return { title: "The story stops here", text: "What follows is not written yet. Go back, or start again." };
  }
}

function Continue({ onClick }: { onClick: () => void }) {
  return (
    <button
      type="button"
      data-branch={1}
      data-onward=""
      onClick={onClick}
      className="mt-6 inline-flex min-h-11 cursor-pointer items-center self-start rounded-control border border-line bg-panel px-5 py-2 font-medium text-16 text-ink hover:border-line-strong"
    >
      Continue
    </button>
  );
}

/** Keys 1 to 9 take the first nine. */
const NUMBERED = 9;

function Choices({ branches, onAct }: { branches: readonly OfferedBranch[]; onAct: (action: RunAction) => void }) {
  return (
    <ol className="mt-6 flex flex-col gap-2" aria-label="Choices">
      {branches.map(({ branch, text, text_marks, available }, index) => (
        <li key={branch.id}>
          <button
            type="button"
            data-branch={index < NUMBERED ? index + 1 : undefined}
            aria-disabled={!available}
            onClick={() => {
              if (available) onAct({ choose: branch.id });
            }}
            className="flex min-h-12 w-full cursor-pointer items-baseline gap-3 rounded-control border border-line bg-panel px-4 py-2.5 text-start hover:border-line-strong aria-disabled:cursor-not-allowed aria-disabled:border-dashed aria-disabled:bg-transparent"
          >
            <span aria-hidden className="numerals w-3 shrink-0 font-code text-12 text-ink-3 pointer-coarse:hidden">
              {index < NUMBERED ? index + 1 : ""}
            </span>
            <span
              dir="auto"
              className={`grow whitespace-pre-line font-reading text-16 ${available ? "text-ink" : "text-ink-3"}`}
            >
              {text.trim() === "" ? "Go on" : <StoryWords text={text} marks={text_marks} />}
            </span>
            {!available && <span className="shrink-0 text-12 text-ink-3">not available</span>}
          </button>
        </li>
      ))}
    </ol>
  );
}

function Ending({ title, text }: { title: string; text?: string }) {
  return (
    <div className="mt-8 border-line-strong border-t-2 pt-3">
      <p className="font-medium font-reading text-16 text-ink">{title}</p>
      {text !== undefined && <p className="mt-1 text-14 text-ink-2">{text}</p>}
    </div>
  );
}
