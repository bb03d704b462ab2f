import { X } from "lucide-react";
import { InPlace } from "../../ui/form/in-place.tsx";
import { IconButton } from "../../ui/icon-button.tsx";

const MAX_NAME = 200;

/** Words for models that do not write, by their names in a key. */
const WORDS = {
  image: {
    title: "Draws with",
    label: "Model for pictures",
    placeholder: "no model; pictures are placeholders",
    none: "Draw with no model",
  },
  speech: {
    title: "Speaks with",
    label: "Model for speech",
    placeholder: "no model; voice lines are placeholders",
    none: "Speak with no model",
  },
} as const;

interface MadeModelProps {
  makes: keyof typeof WORDS;
  /** Name of the model; null for none. */
  model: string | null;
  disabledReason: string | null;
  onSave: (model: string | null) => Promise<unknown>;
}

/** Names the model that a key draws or speaks with. Lists of providers do not tell which models do, so it is typed. */
export function MadeModel({ makes, model, disabledReason, onSave }: MadeModelProps) {
  const { title, label, placeholder, none } = WORDS[makes];
  return (
    <div className="flex flex-wrap items-center gap-x-2">
      <span className="text-ink-2">{title}</span>
      <InPlace
        label={label}
        value={model ?? ""}
        placeholder={placeholder}
        maxLength={MAX_NAME}
        disabledReason={disabledReason}
        onSave={onSave}
      />
      {model !== null && (
        <IconButton
          size="sm"
          label={none}
          icon={<X aria-hidden="true" size={14} />}
          disabledReason={disabledReason}
          // Why it was not done is said below.
          onClick={() => void onSave(null).catch(() => undefined)}
        />
      )}
    </div>
  );
}
