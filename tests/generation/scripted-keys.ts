import type { ModelAnswer, ModelRequest } from "#server/adapters/llm/port.ts";
import type { SessionKeys } from "#server/features/generation/session-keys.ts";

/** Answers one call to a model, counted from 0; throws where the call fails. */
export type Say = (request: ModelRequest, nth: number) => string | Partial<ModelAnswer> | Promise<string>;

/** Provider key whose model answers as a test wants, with the calls that it received. */
export function scriptedKeys(say: Say): SessionKeys & { readonly calls: ModelRequest[] } {
  const calls: ModelRequest[] = [];
  return {
    calls,
    use: () => Promise.reject(new Error("a test scripts text alone")),
    choose: async () => ({ byok_id: "byok_00000000000000000000000000", provider: "anthropic", model: "scripted" }),
    call: async (_services, _projectId, _keyId, request) => {
      calls.push(request);
      const said = await say(request, calls.length - 1);
      const usage = { input_tokens: 10, output_tokens: 5, estimated: false };
      const answer: ModelAnswer = { text: "", finish: "stop", usage, model: "scripted-1", responseId: "r1" };
      return typeof said === "string" ? { ...answer, text: said } : { ...answer, ...said };
    },
  };
}
