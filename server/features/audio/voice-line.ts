import { voiceLineFields, voiceLineVersions } from "#drizzle/schema/voice-lines.ts";
import { requireFileGroup } from "../../artifacts/require-file-group.ts";
import { recorded } from "../../operation/ordinary/recorded.ts";

/** Line of a dialogue as a file of sound. It names its node without a reference, so it survives that. */
export const voiceLine = recorded({
  type: "voice_line",
  plural: "voice_lines",
  path: "/v1/projects/{project_id}/game-narrative/voice-lines",
  table: voiceLineVersions,
  fields: voiceLineFields,
  example: {
    state: {
      node_id: "node_01k9hq3xp4t9v0s2hy6gd8bnjw",
      file: "2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae",
      text: "Hold hard. The tide has turned.",
      voice: "alloy",
      speed: 1,
      model: "gpt-4o-mini-tts",
      is_speech: true,
    },
  },
  invariants: (scope, changes) => requireFileGroup(scope, changes, "audio", "browsers play no such file"),
});
