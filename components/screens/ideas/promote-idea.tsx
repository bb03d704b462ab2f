"use client";

import { useId, useState } from "react";
import { slugOfName } from "#domain/slug.ts";
import { useStudioClient } from "../../frame/api/api-provider.tsx";
import type { Inputs } from "../../frame/api/client.ts";
import { isRefusal } from "../../frame/api/client.ts";
import { useAttempt } from "../../frame/api/use-attempt.ts";
import { useProjectId } from "../../frame/project/project-provider.tsx";
import { DialogChoice } from "../../ui/dialog-choice.tsx";
import { DialogPopup } from "../../ui/dialog-popup.tsx";
import { CONTROL } from "../../ui/form/field.tsx";
import { useCloseTwice } from "../../ui/form/use-close-twice.tsx";
import { Notice } from "../../ui/notice.tsx";
import type { IdeaStepProps } from "./reject-idea.tsx";
import { useIdeaMoved } from "./use-idea-steps.ts";

/** Kinds of what an idea becomes, each with the words of its field. */
const PARTS = [
  { key: "character", label: "New characters", type: "character" },
  { key: "location", label: "New places", type: "location" },
  { key: "seeds", label: "Set-ups", type: null },
  { key: "facts", label: "Facts", type: null },
] as const;

type PartKey = (typeof PARTS)[number]["key"];

/** Most of each kind that one promotion makes. */
const MOST = 50;
/** Characters of a line. */
const LONGEST: Readonly<Record<PartKey, number>> = { character: 200, location: 200, seeds: 500, facts: 5_000 };

const NOTHING: Readonly<Record<PartKey, string>> = { character: "", location: "", seeds: "", facts: "" };

const linesOf = (text: string): string[] =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");

/** Dialog for what an idea becomes: characters, places, set-ups and facts, one a line, made in one step. */
export function PromoteIdea({ idea: { id: idea_id, premise }, onClose, onDone }: IdeaStepProps) {
  const project_id = useProjectId();
  const client = useStudioClient();
  const tell = useIdeaMoved();
  const [texts, setTexts] = useState(NOTHING);
  const { attempt, isBusy, problem } = useAttempt();
  const isTyped = Object.values(texts).some((text) => text.trim() !== "");
  const { close, warning } = useCloseTwice(isTyped && !isBusy, onClose);
  const id = useId();
  const lines = (key: PartKey) => linesOf(texts[key]);
  const refusal = PARTS.flatMap(({ key, label }) => {
    if (lines(key).length > MOST) return [`${label}: ${MOST} lines at most.`];
    return lines(key).some((line) => line.length > LONGEST[key]) ? [`${label}: a line is too long.`] : [];
  })[0];
  const promote = async () => {
    const send = (suffix: string) => client.ideas.promote.mutate({ project_id, idea_id, ...bodyOf(lines, suffix) });
    const made = await send("").catch((error: unknown) => {
      const isTaken = isRefusal(error) && error.data?.problem?.code === "external_id_taken";
      if (!isTaken) throw error;
      return send(`-${crypto.randomUUID().slice(0, 8)}`);
    });
    await tell(made, "The idea is part of the world.");
    onDone(made);
  };
  return (
    <DialogPopup
      size="md"
      title="Make this idea part of the world"
      description={premise}
      onClose={close}
      footer={
        <DialogChoice
          onCancel={onClose}
          disabled={isBusy}
          disabledReason={refusal ?? null}
          onClick={() => void attempt(promote)}
        >
          {isBusy ? "Promoting…" : "Promote"}
        </DialogChoice>
      }
    >
      <div className="space-y-3">
        <p className="text-13 text-ink-2">What does it become? One a line; leave empty what there is none of.</p>
        {PARTS.map(({ key, label }) => (
          <div key={key}>
            <label htmlFor={`${id} ${key}`} className="mb-1 block font-medium text-12 text-ink-2">
              {label}
            </label>
            <textarea
              id={`${id} ${key}`}
              dir="auto"
              rows={2}
              className={`${CONTROL} w-full text-14`}
              value={texts[key]}
              onChange={({ target: { value } }) => setTexts((before) => ({ ...before, [key]: value }))}
            />
          </div>
        ))}
        {problem !== null && (
          <Notice tone="error" title="Nothing was made" announce>
            <p>{problem}</p>
          </Notice>
        )}
        {warning}
      </div>
    </DialogPopup>
  );
}

/** Body of a promotion; `suffix` tells its external ids from those that are taken. */
function bodyOf(
  lines: (key: PartKey) => readonly string[],
  suffix: string,
): Pick<Inputs["ideas"]["promote"], "entities" | "seeds" | "facts"> {
  const taken = new Set<string>();
  const entities = PARTS.flatMap(({ key, type }) => {
    if (type === null) return [];
    return lines(key).map((name) => {
      const plain = `${slugOfName(name, type)}${suffix}`;
      let external_id = plain;
      for (let nth = 2; taken.has(external_id); nth++) external_id = `${plain}-${nth}`;
      taken.add(external_id);
      return { external_id, type, name };
    });
  });
  return {
    entities,
    seeds: lines("seeds").map((promise) => ({ promise })),
    facts: lines("facts").map((text) => ({ text })),
  };
}
