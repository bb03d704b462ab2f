import { instance } from "#server/instance.ts";
import { answerStudio } from "#server/trpc/mount.ts";

/** The studio's API where Next runs without our listener. */
async function answer(request: Request): Promise<Response> {
  const fabula = await instance();
  return answerStudio(fabula.studio, request);
}

export const GET = answer;
export const POST = answer;
