"use client";

import { useQuery } from "@tanstack/react-query";
import { X } from "lucide-react";
import { useState } from "react";
import { nodeName } from "#domain/dialogue/names.ts";
import { useApi, useStudioClient } from "../../../frame/api/api-provider.tsx";
import { useCommandHandlers } from "../../../frame/commands/use-command-handlers.ts";
import { GenerationStanding } from "../../../frame/generation/generation-standing.tsx";
import { useGeneration } from "../../../frame/generation/use-generation.ts";
import { useMoment } from "../../../frame/moment/moment-provider.tsx";
import { PAGE } from "../../../frame/project/page-size.ts";
import { useProjectId } from "../../../frame/project/project-provider.tsx";
import { useCharacters } from "../../../frame/project/project-queries.ts";
import { Button } from "../../../ui/button.tsx";
import { Combobox } from "../../../ui/combobox.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { CONTROL, FormField } from "../../../ui/form/field.tsx";
import { useCloseTwice } from "../../../ui/form/use-close-twice.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import { SegmentedControl } from "../../../ui/segmented-control.tsx";
import { notifySubjectChanges } from "../../live/subject-changes.ts";
import { useDialogueState } from "../../session/dialogue-context.ts";
import { useDoing } from "../commands/use-doing.ts";
import { useSelectionFacts } from "../commands/use-selection-facts.ts";

const SIZES = [
  { value: "6", label: "Short" },
  { value: "12", label: "Medium" },
  { value: "24", label: "Long" },
] as const;
type Size = (typeof SIZES)[number]["value"];

/** Voices one dialogue may have. */
const MAX_CAST = 12;

/** Asks for nodes from a brief; they arrive as a suggestion on this canvas. */
export function Generate() {
  const { activeNode } = useDoing();
  const { hasActiveNode } = useSelectionFacts();
  const [from, setFrom] = useState<{ node: string | null } | null>(null);
  useCommandHandlers({
    "dialogue.generate": () => setFrom({ node: null }),
    "card.generate": {
      disabled: hasActiveNode ? null : "Select the card it follows first.",
      run: () => setFrom({ node: activeNode() }),
    },
  });
  return from === null ? null : <GenerateDialog from={from.node} onClose={() => setFrom(null)} />;
}

function GenerateDialog({ from, onClose }: { from: string | null; onClose: () => void }) {
  const { handle } = useDoing();
  const project_id = useProjectId();
  const graph_id = useDialogueState(({ graph }) => graph.id);
  const origin = useDialogueState(({ nodes }) => (from === null ? undefined : nodes.get(from)));
  const [prompt, setPrompt] = useState("");
  const [cast, setCast] = useState<readonly string[]>([]);
  const [place, setPlace] = useState<string | null>(null);
  const [size, setSize] = useState<Size>("12");
  const close = () => {
    onClose();
    handle.focus();
  };
  const client = useStudioClient();
  const { standing, start, forget } = useGeneration(() => {
    notifySubjectChanges([{ subject_type: "suggestion" }]);
    close();
  });
  const isRunning = standing.state === "running";
  const leave = () => {
    forget();
    close();
  };
  const asking = useCloseTwice(prompt.trim() !== "" && !isRunning, leave);
  const send = () => {
    const into = { graph_id, node_id: from };
    const brief = { prompt: prompt.trim(), cast: [...cast], place, size: Number(size), into };
    start(() => client.dialogues.generate.mutate({ project_id, ...brief }));
  };
  return (
    <Dialog
      open
      onClose={asking.close}
      title={origin === undefined ? "Generate cards" : `Generate what follows “${nodeName(origin)}”`}
      description="They appear on the canvas as a suggestion. Nothing changes until you accept it."
      footer={
        <>
          <Button onClick={leave}>{isRunning ? "Close and continue in the background" : "Cancel"}</Button>
          <Button
            variant="primary"
            onClick={send}
            disabledReason={isRunning ? "Generating…" : prompt.trim() === "" ? "First describe what happens." : null}
          >
            Generate
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <FormField label="What happens" hint="Who wants what, and how it may end. One sentence per beat.">
          {(props) => (
            <textarea
              {...props}
              rows={4}
              dir="auto"
              maxLength={20_000}
              className={CONTROL}
              value={prompt}
              onChange={({ target }) => setPrompt(target.value)}
            />
          )}
        </FormField>
        <CastField cast={cast} onChange={setCast} />
        <PlaceField place={place} onChange={setPlace} />
        <div className="flex flex-wrap items-center gap-3">
          <span aria-hidden className="font-medium text-13 text-ink">
            Length
          </span>
          <SegmentedControl label="Length" value={size} onChange={setSize} options={SIZES} />
        </div>
        <p className="text-12 text-ink-2">
          Without a provider key you get a sketch without a model: a direction for each card with the known facts, but
          no finished lines.
        </p>
        <GenerationStanding standing={standing} />
        {asking.warning}
      </div>
    </Dialog>
  );
}

function CastField({ cast, onChange }: { cast: readonly string[]; onChange: (cast: readonly string[]) => void }) {
  const characters = useCharacters();
  const items = [...characters.values()]
    .filter(({ id }) => !cast.includes(id))
    .map(({ id, name }) => ({ value: id, label: name }));
  return (
    <div className="flex flex-col gap-2">
      <Combobox
        label="Who speaks"
        options={items}
        value={null}
        placeholder={cast.length === 0 ? "Only the narrator" : "Add a character"}
        nothing={items.length === 0 ? "No other characters." : undefined}
        disabledReason={cast.length >= MAX_CAST ? "At most twelve characters." : null}
        onChoose={(id) => {
          if (id !== null) onChange([...cast, id]);
        }}
      />
      {cast.length > 0 && (
        <ul aria-label="Voices" className="flex flex-wrap gap-1.5">
          {cast.map((id) => {
            const name = characters.get(id)?.name ?? id;
            return (
              <li
                key={id}
                className="inline-flex items-center gap-1 rounded-round border border-line bg-paper ps-2.5 text-13 text-ink"
              >
                <span dir="auto">{name}</span>
                <IconButton
                  label={`Remove ${name}`}
                  size="sm"
                  icon={<X aria-hidden className="size-3.5" />}
                  onClick={() => onChange(cast.filter((each) => each !== id))}
                />
              </li>
            );
          })}
        </ul>
      )}
    </div>
  );
}

function PlaceField({ place, onChange }: { place: string | null; onChange: (place: string | null) => void }) {
  const project_id = useProjectId();
  const { reading } = useMoment();
  const input = { project_id, type: "location", limit: PAGE, ...reading };
  const { data } = useQuery(useApi().entities.list.queryOptions(input));
  const items = (data?.entities ?? []).map(({ id, name }) => ({ value: id, label: name }));
  return (
    <Combobox
      label="Where"
      options={items}
      value={place}
      placeholder="Anywhere"
      nothing={data === undefined ? "Loading places…" : items.length === 0 ? "No places yet." : undefined}
      onChoose={onChange}
    />
  );
}
