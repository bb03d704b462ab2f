import type { ReactNode } from "react";
import { TitledSection } from "../../ui/titled-section.tsx";
import type { Player } from "./player.ts";

/** Preferences that a player has, read only: the game writes them. */
export function PlayerPreferences({ player: { preferences } }: { player: Player }) {
  if ("erased" in preferences) return null;
  const { content_limits: limits, language, time_zone: zone, accessibility } = preferences;
  const needs = Object.entries(accessibility ?? {}).flatMap(([name, value]) =>
    value === true ? [name.replaceAll("_", " ")] : typeof value === "string" ? [`${value} text`] : [],
  );
  const rows: readonly (readonly [string, string])[] = [
    ["Never", (limits?.lines ?? []).join(", ")],
    ["Only hinted at", (limits?.veils ?? []).join(", ")],
    ["Language", language ?? ""],
    ["Time zone", zone ?? ""],
    ["Needs", needs.join(", ")],
  ].flatMap(([label = "", value = ""]) => (value === "" ? [] : [[label, value] as const]));
  return (
    <TitledSection title="Preferences">
      {rows.length === 0 ? (
        <p className="text-13 text-ink-3">The game has told none.</p>
      ) : (
        <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-13">
          {rows.map(([label, value]) => (
            <Row key={label} label={label}>
              {value}
            </Row>
          ))}
        </dl>
      )}
    </TitledSection>
  );
}

function Row({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-ink-3">{label}</dt>
      <dd dir="auto">{children}</dd>
    </>
  );
}
