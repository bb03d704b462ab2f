"use client";

import { useMemo, useState } from "react";
import { KIND_NAMES, nodeName } from "#domain/dialogue/names.ts";
import { useCharacters } from "../../frame/project/project-queries.ts";
import { Button } from "../../ui/button.tsx";
import { Combobox } from "../../ui/combobox.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import type { Option } from "../../ui/option.ts";
import type { Node } from "../model/model.ts";
import { useDialogueState } from "../session/dialogue-context.ts";
import type { ShownGroup } from "../store/problem-store.ts";
import { useProblemsState } from "../store/use-problems.ts";
import { type Fix, leadHere, markAsEnding, matchSpeaker, retarget, setStart } from "./fixes.ts";
import { byNearness } from "./nearness.ts";
import { type AskingFix, useApplyFix } from "./problem-fix.tsx";

interface Question {
  title: string;
  label: string;
  confirm: string;
  items: readonly Option[];
  fix: (id: string) => Fix | null;
}

/** Asks for a node or a character, the nearest name first, and then fixes the problem with it. */
export function FixDialog({
  kind,
  group,
  onClose,
}: {
  kind: Exclude<AskingFix, "declare-variable">;
  group: ShownGroup;
  onClose: () => void;
}) {
  const apply = useApplyFix();
  const question = useQuestion(kind, group);
  const [chosen, setChosen] = useState<string | null>(() => question.items[0]?.value ?? null);
  const confirm = () => {
    if (chosen !== null && apply(question.fix(chosen))) onClose();
  };
  return (
    <Dialog
      open
      size="sm"
      title={question.title}
      onClose={onClose}
      footer={
        <>
          <Button size="sm" onClick={onClose}>
            Cancel
          </Button>
          <Button
            size="sm"
            variant="primary"
            onClick={confirm}
            disabledReason={chosen === null ? "Choose one first." : null}
          >
            {question.confirm}
          </Button>
        </>
      }
    >
      <Combobox
        label={question.label}
        options={question.items}
        value={chosen}
        onChoose={setChosen}
        nothing="No results."
      />
    </Dialog>
  );
}

function useQuestion(kind: Exclude<AskingFix, "declare-variable">, group: ShownGroup): Question {
  const nodes = useDialogueState((state) => state.nodes);
  const characters = useCharacters();
  const found = useProblemsState((state) => state.found);
  return useMemo(() => {
    const [first] = group.problems;
    const wanted = first?.data.name ?? first?.data.choice_text ?? "";
    const nodeIds = (list: readonly Node[]): Option[] =>
      list.map((node) => ({ value: node.id, label: nodeName(node), hint: KIND_NAMES[node.kind] }));
    const withNode = (make: (node: Node) => Fix) => (id: string) => {
      const node = nodes.get(id);
      return node === undefined ? null : make(node);
    };
    const all = [...nodes.values()];
    const unreached = new Set(found.filter(({ code }) => code === "unreachable").map(({ node_id }) => node_id));
    switch (kind) {
      case "retarget":
        return {
          title: "Lead to another card",
          label: "Card",
          confirm: "Lead there",
          items: nodeIds(
            byNearness(
              all.filter(({ id }) => id !== group.node_id),
              wanted,
              nodeName,
            ),
          ),
          fix: withNode((node) => retarget(group, node)),
        };
      case "lead-here":
        return {
          title: "Lead here from a card",
          label: "From",
          confirm: "Lead here",
          items: nodeIds(all.filter(({ id, kind: k }) => !unreached.has(id) && k !== "end")),
          fix: withNode((node) => leadHere(node, group.cause)),
        };
      case "set-start":
        return {
          title: "Set the start",
          label: "The dialogue starts with",
          confirm: "Set start",
          items: nodeIds(group.node_id === null ? all : all.toSorted((a, b) => rank(a, group) - rank(b, group))),
          fix: withNode(setStart),
        };
      case "pick-ending": {
        const last = all.filter(({ branches }) => branches.length === 0);
        return {
          title: "Choose an ending",
          label: "Card",
          confirm: "Mark as ending",
          items: nodeIds([...last, ...all.filter(({ branches }) => branches.length > 0)]),
          fix: withNode(markAsEnding),
        };
      }
      case "match-speaker": {
        const cast = byNearness([...characters.values()], wanted, ({ name }) => name);
        return {
          title: group.problems.length === 1 ? "Who says this line?" : `Who says these ${group.problems.length} lines?`,
          label: "Character",
          confirm: "Match",
          items: cast.map(({ id, name }) => ({ value: id, label: name })),
          fix: (id) => {
            const character = characters.get(id);
            return character === undefined ? null : matchSpeaker(group, character);
          },
        };
      }
    }
  }, [kind, group, nodes, characters, found]);
}

function rank({ id }: Node, group: ShownGroup): number {
  return id === group.node_id ? 0 : 1;
}
