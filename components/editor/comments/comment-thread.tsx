"use client";

import { useState } from "react";
import { placeOfQuote } from "#domain/dialogue/quoted-words.ts";
import { useAttempt } from "../../frame/api/use-attempt.ts";
import { useActorNames } from "../../frame/project/project-queries.ts";
import { reasonOf, useCan } from "../../frame/session/can.ts";
import { useSession } from "../../frame/session/session-provider.tsx";
import { Button } from "../../ui/button.tsx";
import { LocalTime } from "../../ui/local-time.tsx";
import { Notice } from "../../ui/notice.tsx";
import { showToast } from "../../ui/toast.ts";
import type { Node } from "../model/model.ts";
import { CommentComposer } from "./comment-composer.tsx";
import type { Comment, Thread } from "./threads.ts";
import type { useComments } from "./use-comments.ts";

type Acts = Pick<ReturnType<typeof useComments>, "add" | "edit" | "resolve" | "reopen" | "remove" | "restore">;

/** One thread: the words it is about, what was said, and whether it is settled. */
export function CommentThread({ thread, node, acts }: { thread: Thread; node: Node; acts: Acts }) {
  const { first, answers } = thread;
  const [isAnswering, setAnswering] = useState(false);
  const { problem, attempt } = useAttempt();
  const change = useCan()("comment");
  const settle = () => void attempt(() => (first.resolved ? acts.reopen(first.id) : acts.resolve(first.id)));
  return (
    <article aria-label={`Comment: ${first.text.slice(0, 60)}`} className="space-y-2 border-line border-b pb-3">
      <Quote comment={first} node={node} />
      <Said comment={first} acts={acts} />
      {answers.length > 0 && (
        <ol aria-label="Answers" className="space-y-2 border-line border-s-2 ps-3">
          {answers.map((answer) => (
            <li key={answer.id}>
              <Said comment={answer} acts={acts} />
            </li>
          ))}
        </ol>
      )}
      {problem !== null && (
        <Notice tone="error" title="Nothing was changed" announce>
          <p>{problem}</p>
        </Notice>
      )}
      {isAnswering ? (
        <CommentComposer
          name="Answer"
          action="Answer"
          keptAs={`answer to ${first.id}`}
          autoFocus
          send={(said) => acts.add({ ...said, node_id: node.id, branch_id: first.branch_id, parent_id: first.id })}
          onDone={() => setAnswering(false)}
          onCancel={() => setAnswering(false)}
        />
      ) : (
        <div className="flex gap-1">
          <Button size="sm" disabledReason={reasonOf(change)} onClick={settle}>
            {first.resolved ? "Reopen" : "Resolve"}
          </Button>
          <Button size="sm" variant="bare" disabledReason={reasonOf(change)} onClick={() => setAnswering(true)}>
            Answer
          </Button>
        </div>
      )}
    </article>
  );
}

/** The words a thread is about. Pressed, they are chosen in their field. */
function Quote({ comment, node }: { comment: Comment; node: Node }) {
  const { quote, branch_id, quote_start } = comment;
  const branch = branch_id === null ? undefined : node.branches.find(({ id }) => id === branch_id);
  if (branch_id !== null && branch === undefined)
    return <p className="text-12 text-ink-3">About a choice that was deleted{quote !== null && `: “${quote}”`}</p>;
  if (quote === null)
    return branch === undefined ? null : (
      <p className="text-12 text-ink-3">
        About the choice “<span dir="auto">{branch.choice_text}</span>”
      </p>
    );
  const words = branch?.choice_text ?? node.text;
  const at = placeOfQuote(words, quote, quote_start ?? 0);
  if (at === null)
    return (
      <p className="text-12 text-ink-3">
        This text was deleted: <s dir="auto">{quote}</s>
      </p>
    );
  const show = () => {
    const pointer = branch_id === null ? "/text" : `/branches/${branch_id}/choice_text`;
    const field = document.querySelector<HTMLTextAreaElement>(`[data-field="${CSS.escape(`${node.id}#${pointer}`)}"]`);
    field?.focus();
    field?.setSelectionRange(at, at + quote.length);
  };
  return (
    <button
      type="button"
      aria-label={`Show “${quote}” where it stands`}
      onClick={show}
      className="block w-full cursor-pointer border-accent border-s-2 ps-2 text-start font-reading text-13 text-ink-2 hover:text-ink"
    >
      <span dir="auto">{quote}</span>
    </button>
  );
}

/** Comment with its author and time. Its author can change and delete it. */
function Said({ comment, acts }: { comment: Comment; acts: Acts }) {
  const { id, author, text, created_at, edited_by } = comment;
  const nameOf = useActorNames();
  const { userId } = useSession();
  const [isEditing, setEditing] = useState(false);
  const { problem, attempt } = useAttempt();
  const change = useCan()("comment");
  const isOwn = author === `user:${userId}`;
  const remove = async () => {
    if (!(await attempt(() => acts.remove(id)))) return;
    showToast({ text: "Deleted a comment", undo: () => void attempt(() => acts.restore(id)) });
  };
  if (isEditing)
    return (
      <CommentComposer
        name="Comment"
        action="Save"
        keptAs={`change of ${id}`}
        autoFocus
        initial={text}
        send={(said) => acts.edit(id, said)}
        onDone={() => setEditing(false)}
        onCancel={() => setEditing(false)}
      />
    );
  return (
    <div className="group">
      <p className="text-12 text-ink-3">
        <b className="font-medium text-ink-2">{nameOf(author)}</b>, <LocalTime iso={created_at} />
        {edited_by !== null && (edited_by === author ? ", edited" : `, edited by ${nameOf(edited_by)}`)}
      </p>
      <p dir="auto" className="whitespace-pre-wrap break-words text-13">
        {text}
      </p>
      {problem !== null && <p className="text-12 text-error">{problem}</p>}
      {isOwn && change.allowed && (
        <div className="flex gap-1">
          <Button size="sm" variant="bare" onClick={() => setEditing(true)}>
            Edit
          </Button>
          <Button size="sm" variant="bare" onClick={() => void remove()}>
            Delete
          </Button>
        </div>
      )}
    </div>
  );
}
