"use client";

import { useQuery } from "@tanstack/react-query";
import { useApi, useStudioClient } from "../../../frame/api/api-provider.tsx";
import SCHEMAS from "../../../frame/api/form-schemas.json";
import { MEMORY_OPTIONS, type MemoryPolicy, memoryLabel } from "../../../frame/project/memory-words.ts";
import { useProjectId } from "../../../frame/project/project-provider.tsx";
import { reasonOf, useCan } from "../../../frame/session/can.ts";
import { EditForm } from "../../../ui/form/edit-form.tsx";
import { CONTROL } from "../../../ui/form/field.tsx";
import { type OwnControl, useForm } from "../../../ui/form/use-form.ts";
import { ActionsField, type DraftAction, draftActions, readDraftActions } from "./actions-field.tsx";
import { EntriesField } from "./entries-field.tsx";
import type { Npc } from "./npc.ts";
import { useConditionNames } from "./use-condition-names.ts";

/** Entries that an npc may have of each list, as its operations take them. */
const MOST = { goals: 20, lines: 50 } as const;
const PRIORITIES = [1, 2, 3, 4, 5] as const;
const WEIGHTS: Readonly<Record<number, string>> = { 1: "Hardly matters", 3: "Matters", 5: "Above all" };

type Voice = Pick<
  Npc,
  "role" | "mood" | "personality" | "description" | "style" | "goals" | "sample_lines" | "greetings" | "retired"
> & { memory: MemoryPolicy | typeof AS_PROJECT; actions: DraftAction[] };

/** Choice of the treatment that the project has. */
const AS_PROJECT = "project";

interface VoiceFormProps {
  npc: Npc;
  name: string;
  /** Reads again what shows the voice. */
  onSaved: () => Promise<void>;
  onClose: () => void;
}

/** Form for the voice of a character. */
export function VoiceForm({ npc, name, onSaved, onClose }: VoiceFormProps) {
  const project_id = useProjectId();
  const client = useStudioClient();
  const { role, mood, personality, description, style, goals, sample_lines, greetings, memory, retired, actions } = npc;
  const names = useConditionNames();
  const { data: project } = useQuery(useApi().projects.get.queryOptions({ project_id }));
  const policies = [
    {
      value: AS_PROJECT,
      label: "As the project has it",
      means: `${project === undefined ? "" : `${memoryLabel(project.npc_memory)}, for now. `}The settings of the project say it for all.`,
    },
    ...MEMORY_OPTIONS,
  ];
  const own = { role, mood, personality, description, style, goals, sample_lines, greetings, retired };
  const form = useForm<Voice, Partial<Voice>>({
    schema: SCHEMAS["npcs.update"],
    loaded: { ...own, memory: memory ?? AS_PROJECT, actions: draftActions(actions) },
    keptAs: npc.id,
    disabledReason: reasonOf(useCan()("change")),
    failed: "The voice was not saved",
    fields: {
      role: { label: "Role in the story", placeholder: "ferryman", spellCheck: true },
      mood: { label: "Mood when a talk begins", placeholder: "uneasy", spellCheck: true },
      personality: { label: "Personality", rows: 3, spellCheck: true },
      description: { label: "Looks and history", rows: 3, spellCheck: true },
      style: {
        label: "Way of speaking",
        help: "Words, rhythm, accent: “Gruff, in few words.”",
        rows: 2,
        spellCheck: true,
      },
      goals: { label: "Goals", draw: (control) => <Goals control={control} name={name} /> },
      sample_lines: {
        label: "Lines that show the voice",
        draw: (control) => (
          <Lines
            control={control}
            legend="Lines that show the voice"
            hint={`As ${name} would say them. A language model learns the voice from them.`}
            one="line"
          />
        ),
      },
      greetings: {
        label: "Greetings",
        draw: (control) => (
          <Lines
            control={control}
            legend="Greetings"
            hint="Said word for word when a talk begins, also without a model."
            one="greeting"
          />
        ),
      },
      actions: {
        label: `What ${name} can do`,
        draw: (control) => <ActionsField control={control} name={name} names={names} />,
      },
      memory: {
        label: `What ${name} is told`,
        schema: { type: "string", enum: policies.map(({ value }) => value) },
        options: policies,
        isWide: true,
      },
      retired: { label: "Retired", help: "Nobody can talk to a character that is retired.", isSwitch: true },
    },
    send: async ({ memory: policy, actions: drafts, ...sent }) => {
      const read = drafts === undefined ? undefined : readDraftActions(drafts, names);
      await client.npcs.update.mutate({
        project_id,
        npc_id: npc.id,
        ...withoutBlanks(sent),
        ...(read !== undefined && { actions: read }),
        ...(policy !== undefined && { memory: policy === AS_PROJECT ? null : policy }),
        ...(npc.valid_from_seq !== null && { base_seq: npc.valid_from_seq }),
      });
      await onSaved();
      onClose();
    },
  });
  return <EditForm form={form} create={null} onCancel={onClose} />;
}

/** Returns a change without entries that have no words. */
function withoutBlanks({ goals, sample_lines, greetings, ...others }: Partial<Omit<Voice, "memory" | "actions">>) {
  const written = (lines: readonly string[]) => lines.filter((line) => line.trim() !== "");
  return {
    ...others,
    ...(goals !== undefined && { goals: goals.filter(({ text }) => text.trim() !== "") }),
    ...(sample_lines !== undefined && { sample_lines: written(sample_lines) }),
    ...(greetings !== undefined && { greetings: written(greetings) }),
  };
}

interface LinesProps {
  control: OwnControl<string[]>;
  legend: string;
  hint: string;
  one: string;
}

function Lines({ control, legend, hint, one }: LinesProps) {
  return (
    <EntriesField control={control} legend={legend} hint={hint} one={one} most={MOST.lines} fresh="">
      {(line, label, change, isReadOnly) => (
        <textarea
          aria-label={label}
          dir="auto"
          spellCheck
          rows={Math.min(8, Math.max(1, Math.ceil(line.length / 60), line.split("\n").length))}
          maxLength={5_000}
          value={line}
          readOnly={isReadOnly}
          onChange={({ target }) => change(target.value)}
          className={`${CONTROL} font-reading text-15`}
        />
      )}
    </EntriesField>
  );
}

function Goals({ control, name }: { control: OwnControl<Npc["goals"]>; name: string }) {
  return (
    <EntriesField
      control={control}
      legend="Goals"
      hint={`What ${name} wants, and how much.`}
      one="goal"
      most={MOST.goals}
      fresh={{ text: "", priority: 3 }}
    >
      {(goal, label, change, isReadOnly) => (
        <span className="flex flex-wrap gap-2">
          <input
            aria-label={label}
            dir="auto"
            spellCheck
            autoComplete="off"
            maxLength={500}
            value={goal.text}
            readOnly={isReadOnly}
            onChange={({ target }) => change({ ...goal, text: target.value })}
            className={`${CONTROL} grow basis-48`}
          />
          <select
            aria-label={`How much ${label.toLowerCase()} matters`}
            value={goal.priority}
            disabled={isReadOnly}
            onChange={({ target }) => change({ ...goal, priority: Number(target.value) })}
            className={`${CONTROL} !w-40 cursor-pointer`}
          >
            {PRIORITIES.map((priority) => (
              <option key={priority} value={priority}>
                {WEIGHTS[priority] === undefined ? priority : `${priority}: ${WEIGHTS[priority]}`}
              </option>
            ))}
          </select>
        </span>
      )}
    </EntriesField>
  );
}
