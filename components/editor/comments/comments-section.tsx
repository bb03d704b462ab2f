"use client";

import { X } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { counted } from "#domain/counted.ts";
import { ErrorState } from "../../frame/session/error-state.tsx";
import { FormMistake } from "../../ui/form/form-errors.ts";
import { IconButton } from "../../ui/icon-button.tsx";
import { Loading } from "../../ui/skeleton.tsx";
import { useDialogue, useNodeOfMoment } from "../session/dialogue-context.ts";
import { whenSaved } from "../session/when-saved.ts";
import { useView, useViewStore } from "../store/view-state.ts";
import { type ChosenWords, wordsChosenIn } from "./chosen-words.ts";
import { CommentComposer } from "./comment-composer.tsx";
import { CommentThread } from "./comment-thread.tsx";
import { threadsOf } from "./threads.ts";
import { useComments } from "./use-comments.ts";

/** Comments on a card and its words, below the card's fields. */
export function CommentsSection({ nodeId }: { nodeId: string }) {
  const session = useDialogue();
  const node = useNodeOfMoment(nodeId);
  const comments = useComments();
  const [about, setAbout] = useState<ChosenWords | null>(null);
  const [asked, setAsked] = useState(0);
  const composer = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (asked > 0) composer.current?.querySelector("textarea")?.focus();
  }, [asked]);
  const view = useViewStore();
  const isAsked = useView(({ commenting }) => commenting === nodeId);
  useEffect(() => {
    if (!isAsked) return;
    view.setState({ commenting: null });
    const chosen = wordsChosenIn(document.activeElement);
    setAbout(chosen?.nodeId === nodeId ? chosen : null);
    setAsked((count) => count + 1);
  }, [isAsked, view, nodeId]);
  if (node === undefined) return null;
  const threads = threadsOf(comments.data ?? [], nodeId);
  const open = threads.filter(({ first }) => !first.resolved);
  const settled = threads.filter(({ first }) => first.resolved);
  return (
    <section aria-label="Comments" className="space-y-3 border-line border-t pt-3">
      <h3 className="font-medium text-12 text-ink-2">
        Comments{open.length > 0 && <span className="numerals text-ink-3"> {open.length}</span>}
      </h3>
      {comments.data === undefined &&
        (comments.error === null ? (
          <Loading what="the comments" />
        ) : (
          <ErrorState what="The comments" error={comments.error} onRetry={() => void comments.refetch()} />
        ))}
      {open.map((thread) => (
        <CommentThread key={thread.first.id} thread={thread} node={node} acts={comments} />
      ))}
      {settled.length > 0 && (
        <details>
          <summary className="w-fit cursor-pointer rounded-control text-12 text-ink-3">
            {counted(settled.length, "resolved comment")}
          </summary>
          <div className="mt-2 space-y-3">
            {settled.map((thread) => (
              <CommentThread key={thread.first.id} thread={thread} node={node} acts={comments} />
            ))}
          </div>
        </details>
      )}
      <div ref={composer} className="space-y-2">
        {about !== null && (
          <div className="flex items-start gap-1">
            <p dir="auto" className="grow border-accent border-s-2 ps-2 font-reading text-13 text-ink-2">
              {about.quote ?? (about.branchId === null ? "All of the text" : "All of the choice")}
            </p>
            <IconButton
              label="About the whole card instead"
              size="sm"
              icon={<X className="size-3.5" aria-hidden />}
              onClick={() => setAbout(null)}
            />
          </div>
        )}
        <CommentComposer
          name={about === null ? "Comment on the card" : "Comment on these words"}
          action="Comment"
          keptAs={`comment on ${nodeId}`}
          send={async (said) => {
            if (!(await whenSaved(session))) throw new FormMistake("Your last words are not saved yet.");
            return comments.add({
              ...said,
              node_id: nodeId,
              branch_id: about?.branchId ?? null,
              quote: about?.quote ?? null,
              quote_start: about?.start ?? null,
            });
          }}
          onDone={() => setAbout(null)}
        />
      </div>
    </section>
  );
}
