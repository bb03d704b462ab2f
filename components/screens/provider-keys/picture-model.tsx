import { X } from "lucide-react";
import { InPlace } from "../../ui/form/in-place.tsx";
import { IconButton } from "../../ui/icon-button.tsx";

const MAX_NAME = 200;

interface PictureModelProps {
  /** Name of the model; null for none. */
  model: string | null;
  disabledReason: string | null;
  onSave: (model: string | null) => Promise<unknown>;
}

/** Names the model that a key draws pictures with. Lists of providers do not tell which models draw, so it is typed. */
export function PictureModel({ model, disabledReason, onSave }: PictureModelProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-2">
      <span className="text-ink-2">Draws with</span>
      <InPlace
        label="Model for pictures"
        value={model ?? ""}
        placeholder="no model; pictures are placeholders"
        maxLength={MAX_NAME}
        disabledReason={disabledReason}
        onSave={onSave}
      />
      {model !== null && (
        <IconButton
          size="sm"
          label="Draw with no model"
          icon={<X aria-hidden="true" size={14} />}
          disabledReason={disabledReason}
          onClick={() => void onSave(null)}
        />
      )}
    </div>
  );
}
