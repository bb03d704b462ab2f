import { Problem } from "../../../kernel/problem.ts";
import { EVERYONE } from "../../../kernel/scope.ts";
import { projectCall } from "../../../operation/operation.ts";
import { refuseFields } from "../../../operation/player-rule.ts";
import { npc } from "../npc.ts";
import { NpcAnswer, NpcMessage, TalkBody } from "../talk/schemas.ts";
import { talk } from "../talk/talk.ts";

/** Fields that are for whoever runs the game. */
const HOSTS = ["at_seq", "provider", "deadline_ms", "speaker_id", "present"];

export const talkToNpc = projectCall({
  method: "POST",
  path: "/v1/projects/{project_id}/npcs/{npc_id}/dialogue",
  scope: "write",
  summary: "Say something to an npc",
  description:
    "Answers what the npc says. It knows what its entity knows at the sequence and in the playthrough, and nothing else reaches the model. With a provider key a model speaks for it. Without one, or when the model is late, refuses or fails, it says an authored line: a greeting, a line of a dialogue, or facts, with their ids. `made_by` tells which. A dead or retired npc is a 409.",
  params: npc.params,
  body: TalkBody,
  output: NpcAnswer,
  messages: NpcMessage,
  long: true,
  forEveryone: false,
  forPlayers: {
    run: ({ body: { run } }) => run,
    narrow: ({ body, sent }, { id, readsAs }) => {
      refuseFields(sent, HOSTS);
      if (body.player_id !== undefined && body.player_id !== id) throw new Problem("not_found");
      body.player_id = id;
      body.speaker_id = readsAs === null || readsAs === EVERYONE ? undefined : readsAs;
    },
    // What an npc knows is no knowledge of the player's until it says so.
    show: (answer) => ({ ...answer, used_facts: [], used_lines: [], withheld: 0, memories: [], receipt_id: null }),
  },
  errors: ["not_found", "npc_unavailable", "player_erased", "provider_key_unverified"],
  example: { text: "When does the gate open?" },
  handle: (context, { params, body }) => talk(context, params.npc_id, body),
});
