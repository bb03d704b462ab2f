"use client";

import { describeEffect } from "#domain/describe-logic.ts";
import type { Effect } from "#domain/expression.ts";
import { useLogicNames } from "../fields/use-logic-names.ts";
import { EffectControls } from "./effect-controls.tsx";
import { effectOfRow, effectRowOf } from "./effect-rows.ts";
import { readEffectJson } from "./json-problems.ts";
import { ITEM, LogicItem } from "./logic-item.tsx";

interface EffectItemProps {
  effect: Effect;
  onChange: (effect: Omit<Effect, "id">) => void;
  onRemove: () => void;
  disabledReason: string | null;
}

/** One effect: a row, or words that no row can say. */
export function EffectItem({ effect, onChange, onRemove, disabledReason }: EffectItemProps) {
  const description = useLogicNames((names) => describeEffect(effect, names));
  const row = effectRowOf(effect);
  const { id: _, ...value } = effect;
  const item = { value, description, onChange, onRemove, disabledReason };
  return (
    <LogicItem {...item} what="effect" read={readEffectJson} hasRow={row.kind !== "text"}>
      {({ asJson, remove }) =>
        row.kind !== "text" && (
          <div className={`space-y-1.5 ${ITEM}`}>
            <EffectControls
              row={row}
              onChange={(next) => onChange(effectOfRow(next))}
              disabledReason={disabledReason}
              actions={
                <>
                  {asJson}
                  {remove("Remove this effect", onRemove)}
                </>
              }
            />
            <p className="break-words font-reading text-13 text-ink-2" dir="auto">
              {description}
            </p>
          </div>
        )
      }
    </LogicItem>
  );
}
