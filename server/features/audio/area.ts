import { area } from "../../operation/area.ts";
import { voiceGenerator } from "./generator.ts";
import { voiceLine } from "./voice-line.ts";

export const audio = area({
  tag: "audio",
  generators: [voiceGenerator],
  resources: [voiceLine],
  words: { voice_line: ["voice line", "voice lines"] },
  operations: {
    list: voiceLine.list({
      description:
        "Voice lines of deleted nodes are included. `text` is what each speaks: the node may say something else by now.",
    }),
    get: voiceLine.get(),
    delete: voiceLine.delete({ description: "Its file stays with the project: earlier versions name it." }),
    restore: voiceLine.restore(),
    generate: voiceGenerator.generate({
      summary: "Generate the voice line of a node",
      description:
        "Starts a generation session that speaks the words of a node. A variable in braces is spoken by its name. A voice line of the same words, voice, speed and model is the result where there is one: nothing is spoken twice. The newest provider key that names a model for speech speaks; without one the voice line is a placeholder, a tone for every word, and `is_speech` is false. Poll `poll_url` until the status is `completed` or `error`. A session costs one generation unit of the plan, which is refunded when it ends in an error.",
      example: { voice: "alloy", speed: 1 },
    }),
  },
});
