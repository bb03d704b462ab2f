"use client";

import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { counted } from "#domain/counted.ts";
import { useApi, useStudioClient } from "../../frame/api/api-provider.tsx";
import type { Outputs } from "../../frame/api/client.ts";
import { failureWords } from "../../frame/api/failure.ts";
import { useAttempt } from "../../frame/api/use-attempt.ts";
import { ProposalRow } from "../../frame/bible/proposal-row.tsx";
import { CardLink } from "../../frame/facts/card-link.tsx";
import { GenerationStanding } from "../../frame/generation/generation-standing.tsx";
import { useGeneration } from "../../frame/generation/use-generation.ts";
import { useProjectId } from "../../frame/project/project-provider.tsx";
import { base64Of } from "../../ui/base64-of.ts";
import { Button } from "../../ui/button.tsx";
import { DialogChoice } from "../../ui/dialog-choice.tsx";
import { DialogPopup } from "../../ui/dialog-popup.tsx";
import { Notice } from "../../ui/notice.tsx";
import { showToast } from "../../ui/toast.ts";
import { useRefreshBible } from "./bible-queries.ts";

/** Dialog that reads notes or dialogues as proposals, and writes those that the author takes. */
export function ReadNotes({ onClose }: { onClose: () => void }) {
  const project_id = useProjectId();
  const api = useApi();
  const client = useStudioClient();
  const refresh = useRefreshBible();
  const chooser = useRef<HTMLInputElement>(null);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [said, setSaid] = useState<string | null>(null);
  const [broken, setBroken] = useState<Outputs["storyBible"]["preview"]["violations"] | null>(null);
  const { attempt, isBusy, problem } = useAttempt();
  const reading = useGeneration(() => {
    setSaid("The model has read the dialogues.");
    void refresh();
  }, "Reading");
  const waiting = useQuery(api.storyBible.listExtractions.queryOptions({ project_id, status: "open", limit: 1 }));
  const current = waiting.data?.extractions[0];
  const open = (current?.parts ?? []).filter(({ status }) => status === "open");
  const taken = open.filter(({ id }) => !left.has(id));

  const read = async (input: { files: { name: string; content: string }[] } | { source: "dialogues" }) => {
    const { extractions, unchanged, answered_before, left_out, skipped } = await client.storyBible.extract.mutate({
      project_id,
      ...input,
    });
    const parts = extractions.reduce((sum, each) => sum + each.parts, 0);
    const words = [
      parts === 0 ? "There is nothing new." : `${counted(parts, "proposal")}.`,
      ...(unchanged > 0 ? [`${unchanged.toLocaleString("en")} are here already.`] : []),
      ...(answered_before > 0 ? [`${answered_before.toLocaleString("en")} were proposed before.`] : []),
      ...(left_out > 0 ? [`${left_out.toLocaleString("en")} more come when you read again.`] : []),
      ...skipped.slice(0, 5).map(({ file, reason }) => `${file}: ${reason}`),
    ];
    setSaid(words.join(" "));
    await refresh();
  };
  const readFiles = async (chosen: FileList) => {
    const files = await Promise.all(
      [...chosen].map(async (file) => ({
        name: file.webkitRelativePath || file.name,
        content: /\.zip$/i.test(file.name) ? await base64Of(file) : await file.text(),
      })),
    );
    await read({ files });
  };
  const answer = async (part: "accept" | "reject") => {
    if (current === undefined) return;
    const parts = part === "accept" ? taken : open;
    const input = { project_id, bible_extraction_id: current.id, parts: parts.map(({ id }) => id) };
    if (part === "accept" && broken === null) {
      const { violations } = await client.storyBible.preview.mutate(input);
      if (violations.length > 0) return setBroken(violations);
    }
    if (part === "accept") await client.storyBible.accept.mutate(input);
    else await client.storyBible.reject.mutate(input);
    setLeft(new Set());
    setSaid(null);
    setBroken(null);
    await refresh();
    if (part === "accept") showToast({ text: `${counted(parts.length, "proposal")} written.` });
  };
  const toggle = (id: string) => {
    setBroken(null);
    setLeft((before) => {
      const next = new Set(before);
      if (!next.delete(id)) next.add(id);
      return next;
    });
  };
  return (
    <DialogPopup
      size="lg"
      title="Read my notes"
      description="Markdown, an Obsidian vault as a zip, lorebooks or CSV. Nothing is written before you have read the proposals."
      onClose={onClose}
      footer={
        <DialogChoice
          onCancel={onClose}
          disabled={isBusy}
          disabledReason={taken.length === 0 ? "Choose notes first, or tick a proposal." : null}
          onClick={() => void attempt(() => answer("accept"))}
        >
          {isBusy ? "Working…" : `Write ${counted(taken.length, "proposal")}${broken === null ? "" : " anyway"}`}
        </DialogChoice>
      }
    >
      <div className="space-y-4">
        <div className="flex flex-wrap gap-2">
          <Button size="sm" disabled={isBusy} onClick={() => chooser.current?.click()}>
            Choose notes
          </Button>
          <Button size="sm" disabled={isBusy} onClick={() => void attempt(() => read({ source: "dialogues" }))}>
            Read the dialogues
          </Button>
          <Button
            size="sm"
            disabled={isBusy || reading.standing.state === "running"}
            onClick={() => reading.start(() => client.storyBible.generate.mutate({ project_id }))}
          >
            Let a model read the dialogues
          </Button>
          {open.length > 0 && (
            <Button size="sm" variant="bare" disabled={isBusy} onClick={() => void attempt(() => answer("reject"))}>
              Reject all
            </Button>
          )}
          <input
            ref={chooser}
            type="file"
            hidden
            multiple
            aria-label="Notes to read"
            accept=".md,.markdown,.json,.csv,.tsv,.zip"
            onChange={({ target }) => {
              const { files } = target;
              if (files !== null && files.length > 0)
                void attempt(() => readFiles(files)).then(() => (target.value = ""));
            }}
          />
        </div>
        <GenerationStanding standing={reading.standing} />
        <p role="status" className="text-13 text-ink-2" dir="auto">
          {isBusy ? "Reading…" : said}
        </p>
        {problem !== null && (
          <Notice tone="error" title="That did not work" announce>
            <p>{problem}</p>
          </Notice>
        )}
        {broken !== null && (
          <Notice tone="warn" title="They contradict the rules of your world" announce>
            <ul className="list-disc space-y-1 ps-5">
              {broken.map(({ id, message }) => (
                <li key={id} dir="auto">
                  {message}
                </li>
              ))}
            </ul>
          </Notice>
        )}
        {waiting.error !== null && (
          <Notice tone="error" title="Proposals could not be read">
            <p>{failureWords(waiting.error)}</p>
          </Notice>
        )}
        {open.length > 0 && (
          <section aria-label="Proposals">
            <h3 dir="auto" className="font-semibold text-14">
              {current?.label}
            </h3>
            <ul className="mt-2 divide-y divide-line">
              {open.map((part) => (
                <ProposalRow
                  key={part.id}
                  projectId={project_id}
                  part={part}
                  isTaken={!left.has(part.id)}
                  onToggle={() => toggle(part.id)}
                  card={(nodeId) => <CardLink nodeId={nodeId} />}
                />
              ))}
            </ul>
          </section>
        )}
      </div>
    </DialogPopup>
  );
}
