"use client";

import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { nodeName, wayName } from "#domain/dialogue/names.ts";
import type { QuestState } from "#domain/quest.ts";
import { useApi } from "../../frame/api/api-provider.tsx";
import { useProjectId } from "../../frame/project/project-provider.tsx";
import { useQuests } from "../../frame/project/quest-queries.ts";
import { QUEST_STATE_OPTIONS } from "../../frame/project/quest-words.ts";
import { Combobox } from "../../ui/combobox.tsx";
import { Select } from "../../ui/select.tsx";
import { useDialogueState } from "../session/dialogue-context.ts";
import { PAGE, type Who } from "./use-heat.ts";

interface WhoFilterProps {
  who: Who;
  onChange: (who: Who) => void;
}

const KINDS = [
  { value: "all", label: "All players" },
  { value: "took", label: "Players who took a choice" },
  { value: "quest", label: "Players whose quest came to" },
  { value: "did", label: "Players of whom the game told" },
] as const;

/** The filter "players who …": what is chosen below it is what they did at any time, in any version. */
export function WhoFilter({ who, onChange }: WhoFilterProps) {
  const begun: Readonly<Record<string, Who>> = {
    all: { kind: "all" },
    took: { kind: "took", branch: null },
    quest: { kind: "quest", quest: "", state: "completed" },
    did: { kind: "did", name: "" },
  };
  return (
    <>
      <Select
        label="Players"
        className="col-span-2"
        value={who.kind}
        options={KINDS}
        onChange={({ target }) => onChange(begun[target.value] ?? { kind: "all" })}
      />
      {who.kind === "took" && <TookField who={who} onChange={onChange} />}
      {who.kind === "quest" && <QuestFields who={who} onChange={onChange} />}
      {who.kind === "did" && <DidField who={who} onChange={onChange} />}
    </>
  );
}

type FieldProps<Kind extends Who["kind"]> = WhoFilterProps & { who: Extract<Who, { kind: Kind }> };

function TookField({ who: { branch }, onChange }: FieldProps<"took">) {
  const nodes = useDialogueState((state) => state.nodes);
  const options = useMemo(
    () =>
      [...nodes.values()].flatMap((node) =>
        node.branches.map((each) => ({ value: each.id, label: wayName(node, each), hint: nodeName(node) })),
      ),
    [nodes],
  );
  return (
    <Combobox
      label="Choice"
      className="col-span-2"
      options={options}
      value={branch}
      nothing="No choice of this dialogue has these words."
      onChoose={(value) => onChange({ kind: "took", branch: value })}
    />
  );
}

function QuestFields({ who, onChange }: FieldProps<"quest">) {
  const quests = useQuests();
  const options = [
    { value: "", label: quests.length === 0 ? "No quests yet" : "Choose a quest" },
    ...quests.map(({ id, name }) => ({ value: id, label: name })),
  ];
  return (
    <>
      <Select
        label="Quest"
        value={who.quest}
        options={options}
        onChange={({ target }) => onChange({ ...who, quest: target.value })}
      />
      <Select
        label="State"
        value={who.state}
        options={QUEST_STATE_OPTIONS}
        onChange={({ target }) => onChange({ ...who, state: target.value as QuestState })}
      />
    </>
  );
}

function DidField({ who, onChange }: FieldProps<"did">) {
  const project_id = useProjectId();
  const { data } = useQuery(useApi().playerEvents.counts.queryOptions({ project_id, by: "kind", limit: PAGE }));
  const names = (data?.counts ?? []).flatMap(({ by, detail }) => (by === "custom" && detail !== null ? [detail] : []));
  const first = data === undefined ? "Loading…" : names.length === 0 ? "Nothing of its own yet" : "Choose what it told";
  return (
    <Select
      label="Event"
      className="col-span-2"
      value={who.name}
      options={[{ value: "", label: first }, ...names.map((name) => ({ value: name, label: name }))]}
      onChange={({ target }) => onChange({ ...who, name: target.value })}
    />
  );
}
