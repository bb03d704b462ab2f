import { Badge } from "../../../ui/badge.tsx";
import { type Npc, STATE_WORDS } from "./npc.ts";

const TONES = { active: "ok", retired: "plain", deceased: "warn" } as const;

/** Says whether a character takes part, is retired or is dead. */
export function StateBadge({ state }: Pick<Npc, "state">) {
  return <Badge tone={TONES[state]}>{STATE_WORDS[state]}</Badge>;
}
