"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Json, JsonObject } from "#domain/json.ts";
import { useApi } from "../../frame/api/api-provider.tsx";
import { useChange } from "../../frame/api/use-change.ts";
import { useActorNames } from "../../frame/project/project-queries.ts";
import { reasonOf, useCan } from "../../frame/session/can.ts";
import { ErrorState } from "../../frame/session/error-state.tsx";
import { useSession } from "../../frame/session/session-provider.tsx";
import { useKept } from "../../frame/session/use-kept.ts";
import { Button } from "../../ui/button.tsx";
import { CONTROL, FormField } from "../../ui/form/field.tsx";
import { Fields, FormFrame, Submit } from "../../ui/form/form.tsx";
import { type Shape, shapeOf } from "../../ui/form/shape.ts";
import { useForm } from "../../ui/form/use-form.ts";
import { LocalTime } from "../../ui/local-time.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Loading, Skeleton } from "../../ui/skeleton.tsx";
import { DraftShown, Evidence } from "./evidence.tsx";
import { type Interrupt, LOOK_MS, useReadInboxAgain } from "./inbox-queries.ts";
import { didWhat, whyAsked } from "./inbox-words.ts";

/** Shows a session that asks a person something: the question, its evidence, and the form for the answer. */
export function SessionItem({ sessionId }: { sessionId: string }) {
  const { sessions } = useApi();
  const standing = useQuery(sessions.standing.queryOptions({ session_id: sessionId }));
  if (standing.data === undefined && standing.error !== null) {
    return <ErrorState what="The question" error={standing.error} onRetry={() => void standing.refetch()} />;
  }
  if (standing.data === undefined) {
    return (
      <div className="space-y-3">
        <Loading what="the question" />
        <Skeleton className="h-6" />
        <Skeleton className="h-32" />
      </div>
    );
  }
  const { interrupt, project_id } = standing.data;
  if (interrupt === null) return <Answered sessionId={sessionId} />;
  return <Question key={interrupt.id} sessionId={sessionId} projectId={project_id} interrupt={interrupt} />;
}

interface QuestionProps {
  sessionId: string;
  projectId: string;
  interrupt: Interrupt;
}

function Question({ sessionId, projectId, interrupt }: QuestionProps) {
  const { question, reason, evidence, draft, expires_at } = interrupt;
  return (
    <>
      <p className="text-13 text-ink-3">{whyAsked(reason)}</p>
      <h2 className="mt-1 text-balance font-reading font-semibold text-20" dir="auto">
        {question}
      </h2>
      <p className="mt-1 text-12 text-ink-3">
        Answer by <LocalTime iso={expires_at} />.
      </p>
      {draft !== null && <DraftShown project_id={projectId} draft={draft} />}
      <Evidence evidence={evidence} />
      <Answer sessionId={sessionId} projectId={projectId} interrupt={interrupt} />
    </>
  );
}

type Option = Interrupt["options"][number];

function Answer({ sessionId, projectId, interrupt }: QuestionProps) {
  const { sessions } = useApi();
  const change = useCan()("change", projectId);
  const readAgain = useReadInboxAgain();
  const { value: comment, put, forget } = useKept(`comment for ${interrupt.id}`, "");
  const [open, setOpen] = useState<Option | null>(null);
  const respond = useChange(sessions.respond.mutationOptions({ onSuccess: forget, onSettled: readAgain }));
  const answerOf = ({ action }: Option, value?: Json) => ({
    session_id: sessionId,
    interrupt_id: interrupt.id,
    action,
    ...(value !== undefined && { value }),
    ...(comment.trim() !== "" && { comment }),
  });
  return (
    <section aria-label="Your answer" className="mt-6 space-y-4 border-line border-t pt-5">
      {respond.problem !== null && open === null && (
        <Notice tone="error" title="The answer was not sent" announce>
          <p>{respond.problem}</p>
        </Notice>
      )}
      {open === null ? (
        <>
          <FormField label="Comment (optional)" hint="Reason, used for the next draft and shown in the trace.">
            {(control) => (
              <textarea
                {...control}
                rows={2}
                maxLength={5_000}
                dir="auto"
                className={CONTROL}
                value={comment}
                onChange={({ target }) => put(() => target.value)}
              />
            )}
          </FormField>
          <div className="flex flex-wrap gap-2">
            {interrupt.options.map((option, at) => (
              <Button
                key={option.action}
                variant={at === 0 ? "primary" : option.action === "cancel" ? "danger" : "quiet"}
                disabled={respond.isPending}
                disabledReason={reasonOf(change)}
                onClick={() => (option.value_schema === null ? respond.mutate(answerOf(option)) : setOpen(option))}
              >
                {option.label}
                {option.value_schema !== null && "…"}
              </Button>
            ))}
          </div>
        </>
      ) : (
        <ValueForm
          option={open}
          draft={interrupt.draft}
          onSend={(value) => respond.mutateAsync(answerOf(open, value))}
          onBack={() => setOpen(null)}
        />
      )}
    </section>
  );
}

interface ValueFormProps {
  option: Option;
  draft: Interrupt["draft"];
  onSend: (value: Json) => Promise<unknown>;
  onBack: () => void;
}

/** The value of an answer, by the schema the question brings. */
function ValueForm({ option, draft, onSend, onBack }: ValueFormProps) {
  const schema = (option.value_schema ?? {}) as JsonObject;
  const form = useForm<{ value: Json | undefined }, { value: Json }>({
    start: { value: startOf(shapeOf(schema), draft) },
    fields: { value: { label: option.label, schema, isLabelHidden: true } },
    failed: "The answer was not sent",
    send: ({ value }) => onSend(value),
  });
  return (
    <FormFrame form={form} label={option.label}>
      <Fields form={form} />
      <div className="flex flex-wrap gap-2">
        <Submit form={form} busy="Sending…">
          {option.label}
        </Submit>
        <Button onClick={onBack}>Back</Button>
      </div>
    </FormFrame>
  );
}

/** Returns the first value of a form: the draft, or the text of the draft where a text is asked for. */
function startOf(shape: Shape, draft: Interrupt["draft"]): Json | undefined {
  if (draft === null) return undefined;
  if (shape.kind === "text" && typeof draft.text === "string") return draft.text;
  if ("value" in draft && shape.kind !== "text") return draft.value as Json;
  return draft as Json;
}

/** Shows the person and the time of the answer. */
function Answered({ sessionId }: { sessionId: string }) {
  const session = useQuery(
    useApi().sessions.get.queryOptions(
      { session_id: sessionId },
      { refetchInterval: ({ state }) => (state.data?.status === "accepted" ? LOOK_MS : false) },
    ),
  );
  const { userId } = useSession();
  const nameOf = useActorNames();
  if (session.data === undefined) return <Loading what="the answer" />;
  const { answer, status, error } = session.data;
  const who = answer === null ? null : answer.by === `user:${userId}` ? "You" : nameOf(answer.by);
  return (
    <div role="status">
      {answer === null ? (
        <p className="font-reading text-16">This question is closed.</p>
      ) : (
        <>
          <p className="font-reading text-16">
            {who} {didWhat(answer.action)}, <LocalTime iso={answer.at} />.
          </p>
          {answer.comment !== null && (
            <blockquote dir="auto" className="mt-2 border-thread border-s-2 ps-3 text-13 text-ink-2">
              {answer.comment}
            </blockquote>
          )}
        </>
      )}
      <p className="mt-3 text-13 text-ink-2">
        {status === "completed" && "It is done."}
        {status === "accepted" && "It goes on."}
        {status === "error" && (error?.message ?? "It ended without a result.")}
      </p>
    </div>
  );
}
