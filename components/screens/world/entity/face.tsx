import { MapPin, Package, Users } from "lucide-react";
import type { ReactNode } from "react";
import { DEFAULT_COLOR } from "#domain/dialogue/wire.ts";
import { speakerColor } from "#domain/speaker-color.ts";
import { SIGNS } from "../../../frame/fields/template-sign.tsx";
import { useTemplates } from "../../../frame/fields/use-templates.ts";
import { pageOfType } from "../../../frame/project/project-provider.tsx";
import { SPEAKER_INKS } from "../../../ui/color-swatches.ts";
import { initialsOf } from "../../../ui/initials.ts";

interface FaceProps {
  entity: { readonly id: string; readonly name: string; readonly type: string; readonly properties?: object };
  size?: "sm" | "lg";
  /** Picture in place of initials or sign. */
  picture?: ReactNode;
}

/** Shows what somebody or something is told apart by: a picture, the initials of a character in its colour, or the sign of a page. */
export function Face({ entity, size = "sm", picture }: FaceProps) {
  const { id, name, type, properties } = entity;
  const page = pageOfType(type);
  const isCharacter = page === "cast";
  const template = useTemplates("entity")?.get(type);
  const color = speakerColor(id, properties === undefined ? undefined : Reflect.get(properties, "color"));
  const icon = template?.icon ?? null;
  const Sign = icon === null ? { cast: null, places: MapPin, groups: Users, things: Package }[page] : SIGNS[icon][0];
  const isTinted = template !== undefined && template.color !== DEFAULT_COLOR;
  const tint = isTinted ? SPEAKER_INKS[template.color] : "text-ink-2";
  return (
    <span
      aria-hidden="true"
      className={`inline-flex shrink-0 items-center justify-center overflow-hidden border border-line bg-hover font-semibold ${
        size === "sm" ? "size-7 text-11" : "size-16 text-20"
      } ${isCharacter ? `rounded-round ${SPEAKER_INKS[color]}` : `rounded-card ${tint}`}`}
    >
      {picture ??
        (Sign === null || isCharacter ? (
          // Drawn, not written: the name stands beside it.
          <span data-initials={initialsOf(name)} className="before:content-[attr(data-initials)]" />
        ) : (
          <Sign className={size === "sm" ? "size-3.5" : "size-7"} />
        ))}
    </span>
  );
}
