"use client";

import { Plus } from "lucide-react";
import { useState } from "react";
import { AlertLine } from "../../ui/alert-line.tsx";
import { Button } from "../../ui/button.tsx";
import { showToast } from "../../ui/toast.ts";
import { useAttempt } from "../api/use-attempt.ts";
import { reasonOf, useCan } from "../session/can.ts";
import { type Fact, learntHow, type NameOf } from "./fact-words.ts";
import { useFactChanges } from "./use-fact-changes.ts";

interface KnowersProps {
  fact: Fact;
  nameOf: NameOf;
  onTell: () => void;
}

/** Knowers that are shown before the rest is asked for. */
const SHOWN = 20;

/** List of those who know a fact, each with how they came to know it; each can be taken out. */
export function Knowers({ fact, nameOf, onTell }: KnowersProps) {
  const { untell } = useFactChanges();
  const { problem, attempt } = useAttempt();
  const [isAll, setAll] = useState(false);
  const reason = reasonOf(useCan()("change"));
  const { known_by, told } = fact;
  const isPublic = known_by === "everyone";
  const knowers = isPublic ? Object.keys(told) : known_by;
  const shown = isAll ? knowers : knowers.slice(0, SHOWN);

  const takeOut = (id: string, name: string) =>
    attempt(async () => {
      const { still_knows_by } = await untell(fact, id);
      const [still] = still_knows_by;
      const [by] = still?.by ?? [];
      if (by === undefined) return;
      const why = by === "everyone" ? "everyone does" : `${nameOf(by) ?? "a group"} does`;
      showToast({ text: `${name} still knows it, because ${why}.` });
    });
  return (
    <>
      {isPublic && <p className="text-13 text-ink-2">Everyone knows it.</p>}
      {!isPublic && knowers.length === 0 && <p className="text-13 text-ink-2">Nobody knows it yet.</p>}
      {shown.length > 0 && (
        <ul className="space-y-0.5 text-13">
          {shown.map((id) => {
            const name = nameOf(id) ?? "…";
            const telling = Object.hasOwn(told, id) ? told[id] : undefined;
            return (
              <li key={id} className="flex flex-wrap items-center gap-x-2">
                <span className="min-w-0 break-words font-medium" dir="auto">
                  {name}
                </span>
                {telling !== undefined && (
                  <span className="text-12 text-ink-2" dir="auto">
                    {learntHow(telling, nameOf)}
                  </span>
                )}
                <Button
                  size="sm"
                  variant="bare"
                  className="ms-auto"
                  aria-label={`Take back that ${name} knows it`}
                  disabledReason={reason}
                  onClick={() => void takeOut(id, name)}
                >
                  Take back
                </Button>
              </li>
            );
          })}
        </ul>
      )}
      {shown.length < knowers.length && (
        <Button size="sm" variant="bare" className="-ms-2.5" onClick={() => setAll(true)}>
          Show all {knowers.length}
        </Button>
      )}
      <AlertLine className="text-12">{problem}</AlertLine>
      <Button
        size="sm"
        variant="bare"
        className="-ms-2.5 mt-1 me-2 align-middle"
        icon={<Plus aria-hidden="true" size={14} />}
        disabledReason={reason}
        onClick={onTell}
      >
        Tell somebody
      </Button>
    </>
  );
}
