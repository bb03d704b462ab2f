import type { Outputs } from "../api/client.ts";

/** Treatment of what characters are told. */
export type MemoryPolicy = Outputs["projects"]["get"]["npc_memory"];

/** Treatments of what characters are told, with what each comes to. */
export const MEMORY_OPTIONS = [
  { value: "keep", label: "Keeps it", means: "From then on, and in that playthrough alone." },
  { value: "propose", label: "Proposes it", means: "The game is told what could be kept; nothing is." },
  { value: "off", label: "Forgets it", means: "Nothing stays of what was said." },
] as const satisfies readonly { readonly value: MemoryPolicy; readonly label: string; readonly means: string }[];

/** Returns a treatment of what characters are told in a word or two. */
export function memoryLabel(policy: MemoryPolicy): string {
  return MEMORY_OPTIONS.find(({ value }) => value === policy)?.label ?? "";
}
