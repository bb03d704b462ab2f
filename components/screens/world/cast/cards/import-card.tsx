"use client";

import { type RefObject, useEffect, useRef, useState } from "react";
import { useStudioClient } from "../../../../frame/api/api-provider.tsx";
import { isRefusal } from "../../../../frame/api/client.ts";
import { failureOf, failureWords } from "../../../../frame/api/failure.ts";
import { useAttempt } from "../../../../frame/api/use-attempt.ts";
import { useDryRun } from "../../../../frame/api/use-dry-run.ts";
import { profileAddress, useProjectId } from "../../../../frame/project/project-provider.tsx";
import { base64Of } from "../../../../ui/base64-of.ts";
import { Button } from "../../../../ui/button.tsx";
import { DialogChoice } from "../../../../ui/dialog-choice.tsx";
import { DialogPopup } from "../../../../ui/dialog-popup.tsx";
import { Notice } from "../../../../ui/notice.tsx";
import { OptionCards } from "../../../../ui/option-cards.tsx";
import { RemarkList } from "../../../../ui/remark-list.tsx";
import { showToast } from "../../../../ui/toast.ts";
import { useOpenPage } from "../../../../ui/use-open-page.ts";
import { useRefreshWorld } from "../../entity/use-entity.ts";
import { becomesWords, type CardOutcome, type OnConflict, refusedWords } from "./card-words.ts";

/** Files that were chosen. */
interface Chosen {
  /** Tells one choice from the next. */
  readonly nth: number;
  readonly card: File;
  readonly lorebook: File | null;
}

type KnownBy = "npc" | "everyone";

/** Dialog that makes a character of a card in a file. Nothing is written before a person has read what would be. */
export function ImportCard({ onClose }: { onClose: () => void }) {
  const project_id = useProjectId();
  const client = useStudioClient();
  const openPage = useOpenPage();
  const refresh = useRefreshWorld();
  const chooser = useRef<HTMLButtonElement>(null);
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [on_conflict, setOnConflict] = useState<OnConflict>("create");
  const [known_by, setKnownBy] = useState<KnownBy>("npc");
  const { attempt, isBusy, problem } = useAttempt();

  const send = async (files: Chosen, dry_run: boolean): Promise<CardOutcome> => {
    const { card, lorebook } = files;
    // A picture is told from text by its first bytes, whatever its name says.
    const isPicture = (await card.slice(1, 4).text()) === "PNG";
    const content = isPicture ? { png: await base64Of(card) } : { card: await card.text() };
    const beside = lorebook === null ? {} : { lorebook: await lorebook.text() };
    return client.npcs.import.mutate({ project_id, ...content, ...beside, on_conflict, known_by, dry_run });
  };
  const asked = chosen === null ? null : { nth: chosen.nth, on_conflict, known_by };
  const { data, error, isPending } = useDryRun(
    () => (chosen === null ? Promise.reject(new Error("no file was chosen")) : send(chosen, true)),
    asked,
  );

  const choose = (card: File) => {
    setOnConflict("create");
    setChosen((before) => ({ nth: (before?.nth ?? 0) + 1, card, lorebook: before?.lorebook ?? null }));
  };
  const addLorebook = (lorebook: File | null) =>
    setChosen((before) => before && { ...before, nth: before.nth + 1, lorebook });
  const make = async () => {
    if (chosen === null) return;
    const { entity_id, name, outcome } = await send(chosen, false);
    await refresh();
    showToast({ text: outcome === "merged" ? `The card was added to ${name}.` : `${name} is in the cast.` });
    onClose();
    openPage(profileAddress(project_id, { id: entity_id, type: "character" }));
  };
  const waits = chosen === null ? "Choose a card first." : isPending ? "The card is being read." : null;
  return (
    <DialogPopup
      size="md"
      title="Import a character card"
      description="A card of version 1, 2 or 3, as JSON or as the PNG picture that carries it."
      initialFocus={chooser}
      onClose={onClose}
      footer={
        <DialogChoice
          onCancel={onClose}
          disabled={isBusy}
          disabledReason={waits ?? (data === undefined ? "This card cannot be imported." : null)}
          onClick={() => void attempt(make)}
        >
          {isBusy ? "Importing…" : on_conflict === "merge" ? "Add it" : "Import"}
        </DialogChoice>
      }
    >
      <div className="space-y-4">
        <Files chosen={chosen} chooser={chooser} onCard={choose} onLorebook={addLorebook} />
        <p role="status" className="sr-only">
          {chosen !== null && (isPending ? "The card is being read." : data === undefined ? "" : becomesWords(data))}
        </p>
        {chosen !== null && isPending && <p className="text-13 text-ink-3">Reading the card…</p>}
        {error !== null && <Refused error={error} />}
        {data !== undefined && chosen !== null && (
          <Preview
            outcome={data}
            picture={data.image_id === null ? null : chosen.card}
            onConflict={on_conflict}
            onOnConflict={setOnConflict}
            knownBy={known_by}
            onKnownBy={setKnownBy}
          />
        )}
        {problem !== null && (
          <Notice tone="error" title="The card was not imported" announce>
            <p>{problem}</p>
          </Notice>
        )}
      </div>
    </DialogPopup>
  );
}

interface FilesProps {
  chosen: Chosen | null;
  chooser: RefObject<HTMLButtonElement | null>;
  onCard: (file: File) => void;
  onLorebook: (file: File | null) => void;
}

function Files({ chosen, chooser, onCard, onLorebook }: FilesProps) {
  const card = useRef<HTMLInputElement>(null);
  const lorebook = useRef<HTMLInputElement>(null);
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 text-13">
      <Button ref={chooser} size="sm" onClick={() => card.current?.click()}>
        {chosen === null ? "Choose a card" : "Choose another card"}
      </Button>
      {chosen !== null && (
        <>
          <bdi className="min-w-0 break-all">{chosen.card.name}</bdi>
          {chosen.lorebook === null ? (
            <Button size="sm" variant="bare" onClick={() => lorebook.current?.click()}>
              Add a lorebook
            </Button>
          ) : (
            <span className="flex min-w-0 items-center gap-1">
              <span className="min-w-0 break-all">
                with <bdi>{chosen.lorebook.name}</bdi>
              </span>
              <Button size="sm" variant="bare" onClick={() => onLorebook(null)}>
                Without it
              </Button>
            </span>
          )}
        </>
      )}
      <FileField ref={card} label="Card to import" accept=".json,.png" onFile={onCard} />
      <FileField ref={lorebook} label="Lorebook to import" accept=".json" onFile={onLorebook} />
    </div>
  );
}

interface FileFieldProps {
  ref: RefObject<HTMLInputElement | null>;
  label: string;
  accept: string;
  onFile: (file: File) => void;
}

function FileField({ ref, label, accept, onFile }: FileFieldProps) {
  return (
    <input
      ref={ref}
      type="file"
      hidden
      aria-label={label}
      accept={accept}
      onChange={({ target }) => {
        const [file] = target.files ?? [];
        if (file !== undefined) onFile(file);
        target.value = "";
      }}
    />
  );
}

/** Says why a card is refused: every part of it that is at fault. */
function Refused({ error }: { error: Error }) {
  const { kind } = failureOf(error);
  const detail = isRefusal(error) ? (error.data?.detail ?? null) : null;
  return (
    <Notice tone="error" title="This card cannot be imported" announce>
      <ul className="break-words">
        {refusedWords(detail, failureWords(error)).map((why) => (
          <li key={why} dir="auto">
            {why}
          </li>
        ))}
      </ul>
      {kind === "refused" && <p className="mt-1 text-13">Nothing was imported.</p>}
    </Notice>
  );
}

interface PreviewProps {
  outcome: CardOutcome;
  /** Picture that carries the card; null for none. */
  picture: File | null;
  onConflict: OnConflict;
  onOnConflict: (answer: OnConflict) => void;
  knownBy: KnownBy;
  onKnownBy: (knowers: KnownBy) => void;
}

function Preview({ outcome, picture, onConflict, onOnConflict, knownBy, onKnownBy }: PreviewProps) {
  const { name, same_name, facts, remarks } = outcome;
  return (
    <section aria-label="What becomes of the card" className="space-y-4">
      <div className="flex items-start gap-3">
        {picture !== null && <Picture file={picture} />}
        <div className="min-w-0">
          <p dir="auto" className="font-reading text-16">
            {name}
          </p>
          <p className="text-13 text-ink-2">{becomesWords(outcome)}</p>
        </div>
      </div>
      {same_name.length > 0 && (
        <fieldset>
          <legend className="mb-1 text-13">
            There {same_name.length === 1 ? "is a character" : `are ${same_name.length} characters`} called {name}{" "}
            already.
          </legend>
          <OptionCards
            value={onConflict}
            onChange={onOnConflict}
            options={[
              { value: "create", label: `Make another ${name}`, means: "Nobody who is there is changed." },
              ...(same_name.length === 1
                ? [
                    {
                      value: "merge" as const,
                      label: `Add it to ${name}`,
                      means: "Fills what is empty, and adds lines, facts and the picture. What is written stays.",
                    },
                  ]
                : []),
            ]}
          />
        </fieldset>
      )}
      {facts.length > 0 && (
        <fieldset>
          <legend className="mb-1 text-13">Who knows what its lorebook says?</legend>
          <OptionCards
            isWide
            value={knownBy}
            onChange={onKnownBy}
            options={[
              { value: "npc", label: `Only ${name}`, means: "Nobody else learns it before they are told." },
              { value: "everyone", label: "Everyone", means: "It is known in the world." },
            ]}
          />
        </fieldset>
      )}
      <RemarkList remarks={remarks.map(({ message }) => ({ severity: "info", message }))} />
    </section>
  );
}

/** Picture of a file that was chosen. */
function Picture({ file }: { file: File }) {
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    const made = URL.createObjectURL(file);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  // biome-ignore lint/performance/noImgElement: the picture is in this browser alone.
  return address === null ? null : <img src={address} alt="" className="size-16 rounded-round object-cover" />;
}
