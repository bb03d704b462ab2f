import { type ScreenId, STUDIO_SCREENS } from "../areas/areas.ts";
import type { Command } from "./command.ts";

/** Command that leads to a screen of the map of the studio. */
interface GoCommand extends Command {
  readonly id: `go.${ScreenId}`;
}

/** Commands that lead to the screens of the studio. */
export const GO_COMMANDS: readonly GoCommand[] = STUDIO_SCREENS.map(({ id, title, command = title, words }) => ({
  id: `go.${id}`,
  title: command,
  words,
  section: "Go to",
  place: "anywhere",
}));
