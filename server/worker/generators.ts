import { dialogueGenerator } from "../features/dialogue-generation/public.ts";
import { type Generator, textGenerator } from "../features/generation/public.ts";
import { memoryGenerator } from "../features/memories/public.ts";

/** Every kind of generation. What is not listed is not carried on. */
export const generators: readonly Generator[] = [textGenerator, dialogueGenerator, memoryGenerator];
