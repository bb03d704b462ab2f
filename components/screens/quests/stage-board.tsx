"use client";

import { Ellipsis, Plus } from "lucide-react";
import { useState } from "react";
import { counted } from "#domain/counted.ts";
import { useAttempt } from "../../frame/api/use-attempt.ts";
import {
  type Quest,
  type QuestStage,
  type SentStage,
  useQuestUses,
  useStageWrites,
} from "../../frame/project/quest-queries.ts";
import { reasonOf, useCan } from "../../frame/session/can.ts";
import { AlertLine } from "../../ui/alert-line.tsx";
import { Button } from "../../ui/button.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { Menu } from "../../ui/menu.tsx";
import type { MenuEntry } from "../../ui/menu-entry.ts";
import { CardsOf } from "./cards-of.tsx";
import { ObjectiveDialog, StageDialog } from "./part-dialogs.tsx";
import { partUses } from "./uses-by-part.ts";

/** Part of the board whose words are being written; null for one that is new. */
type Written =
  | { readonly kind: "stage"; readonly stage: QuestStage | null }
  | {
      readonly kind: "objective";
      readonly in: QuestStage;
      readonly objective: QuestStage["objectives"][number] | null;
    };

/** The stages of a quest side by side, each with its objectives and the cards that move them. */
export function StageBoard({ quest }: { quest: Quest }) {
  const save = useStageWrites();
  const { attempt, isBusy, problem } = useAttempt();
  const reason = reasonOf(useCan()("change"));
  const uses = useQuestUses(quest.id).data?.uses ?? [];
  const [written, setWritten] = useState<Written | null>(null);
  const { stages } = quest;
  const put = (next: readonly SentStage[]) => save(quest, next);
  const change = (next: readonly SentStage[]) => void attempt(() => put(next));
  const withObjectives = (stage: QuestStage, objectives: SentStage["objectives"]) =>
    stages.map((each) => (each.id === stage.id ? { ...each, objectives } : each));

  const stageEntries = (stage: QuestStage, at: number): MenuEntry[] => [
    { title: "Change its words", onSelect: () => setWritten({ kind: "stage", stage }), disabledReason: reason },
    {
      title: "Move it earlier",
      onSelect: () => change(moved(stages, at, -1)),
      disabledReason: reason ?? (at === 0 ? "It is the first stage." : null),
    },
    {
      title: "Move it later",
      onSelect: () => change(moved(stages, at, 1)),
      disabledReason: reason ?? (at === stages.length - 1 ? "It is the last stage." : null),
    },
    "separator",
    {
      title: "Delete the stage",
      onSelect: () => change(stages.filter(({ id }) => id !== stage.id)),
      disabledReason: reason,
    },
  ];
  const objectiveEntries = (stage: QuestStage, at: number): MenuEntry[] => {
    const { objectives } = stage;
    const objective = objectives[at] ?? null;
    return [
      {
        title: "Change it",
        onSelect: () => setWritten({ kind: "objective", in: stage, objective }),
        disabledReason: reason,
      },
      {
        title: "Move it up",
        onSelect: () => change(withObjectives(stage, moved(objectives, at, -1))),
        disabledReason: reason ?? (at === 0 ? "It is the first objective." : null),
      },
      {
        title: "Move it down",
        onSelect: () => change(withObjectives(stage, moved(objectives, at, 1))),
        disabledReason: reason ?? (at === objectives.length - 1 ? "It is the last objective." : null),
      },
      "separator",
      {
        title: "Delete the objective",
        onSelect: () => change(withObjectives(stage, objectives.toSpliced(at, 1))),
        disabledReason: reason,
      },
    ];
  };
  return (
    <section aria-label="Stages" className="flex min-h-0 flex-col gap-3" aria-busy={isBusy}>
      {problem !== null && <AlertLine>{problem}</AlertLine>}
      {stages.length === 0 && <p className="text-13 text-ink-2">It has no stages yet: a quest can do without.</p>}
      <ol className="flex gap-4 overflow-x-auto pb-2 max-lg:flex-col">
        {stages.map((stage, at) => (
          <li
            key={stage.id}
            className="flex w-72 shrink-0 flex-col gap-3 rounded-card border border-line bg-panel p-3 max-lg:w-full"
          >
            <div className="flex items-start gap-2">
              <h2 dir="auto" className="min-w-0 grow break-words font-semibold text-14">
                <span className="numerals me-1.5 font-normal text-ink-3">{at + 1}</span>
                {stage.name}
              </h2>
              <Menu
                entries={() => stageEntries(stage, at)}
                align="end"
                trigger={(props) => (
                  <IconButton
                    size="sm"
                    label={`More for the stage “${stage.name}”`}
                    icon={<Ellipsis aria-hidden="true" size={16} />}
                    {...props}
                  />
                )}
              />
            </div>
            {stage.text !== "" && (
              <p dir="auto" className="whitespace-pre-line break-words font-reading text-13 text-ink-2">
                {stage.text}
              </p>
            )}
            <MovedBy words="Begun by" stage={stage.id} uses={uses} />
            <ul aria-label={`Objectives of ${stage.name}`} className="space-y-2 empty:hidden">
              {stage.objectives.map((objective, nth) => (
                <li key={objective.id} className="rounded-control border border-line bg-paper p-2">
                  <div className="flex items-start gap-2">
                    <p dir="auto" className="min-w-0 grow break-words text-13">
                      {objective.text}
                      {objective.count > 1 && <span className="numerals text-ink-2"> × {objective.count}</span>}
                    </p>
                    <Menu
                      entries={() => objectiveEntries(stage, nth)}
                      align="end"
                      trigger={(props) => (
                        <IconButton
                          size="sm"
                          label={`More for the objective “${objective.text}”`}
                          icon={<Ellipsis aria-hidden="true" size={16} />}
                          {...props}
                        />
                      )}
                    />
                  </div>
                  <MovedBy words="Counted by" stage={objective.id} uses={uses} />
                </li>
              ))}
            </ul>
            {stage.objectives.length === 0 && (
              <p className="text-12 text-ink-2">Nothing to count here: a card has to lead on.</p>
            )}
            <Button
              size="sm"
              variant="bare"
              className="-ms-2 self-start"
              icon={<Plus aria-hidden="true" size={14} />}
              disabledReason={reason}
              onClick={() => setWritten({ kind: "objective", in: stage, objective: null })}
            >
              Add an objective
            </Button>
          </li>
        ))}
      </ol>
      <Button
        size="sm"
        className="self-start"
        icon={<Plus aria-hidden="true" size={14} />}
        disabledReason={reason}
        onClick={() => setWritten({ kind: "stage", stage: null })}
      >
        Add a stage
      </Button>
      {stages.length > 0 && (
        <p className="text-12 text-ink-3">
          {counted(stages.length, "stage")}. Playthroughs keep the quest as it was when they began.
        </p>
      )}
      {written?.kind === "stage" && (
        <StageDialog
          stage={written.stage}
          onClose={() => setWritten(null)}
          send={(words) => {
            const { stage } = written;
            return put(
              stage === null
                ? [...stages, { ...words, objectives: [] }]
                : stages.map((each) => (each.id === stage.id ? { ...each, ...words } : each)),
            );
          }}
        />
      )}
      {written?.kind === "objective" && (
        <ObjectiveDialog
          objective={written.objective}
          onClose={() => setWritten(null)}
          send={(words) => {
            const { in: stage, objective } = written;
            return put(
              withObjectives(
                stage,
                objective === null
                  ? [...stage.objectives, words]
                  : stage.objectives.map((each) => (each.id === objective.id ? { ...each, ...words } : each)),
              ),
            );
          }}
        />
      )}
    </section>
  );
}

/** Cards that move a stage or an objective; nothing where there are none. */
function MovedBy({ words, stage, uses }: { words: string; stage: string; uses: Parameters<typeof partUses>[0] }) {
  const own = partUses(uses, stage);
  if (own.length === 0) return null;
  return (
    <div className="mt-1 text-12">
      <span className="text-ink-2">{words}</span>
      <CardsOf uses={own} />
    </div>
  );
}

/** A list with one entry moved a place on or back. */
function moved<Item>(list: readonly Item[], at: number, by: 1 | -1): Item[] {
  const item = list[at];
  if (item === undefined) return [...list];
  return list.toSpliced(at, 1).toSpliced(at + by, 0, item);
}
